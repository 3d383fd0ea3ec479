/// The project's own files, for tests that read them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace barchan::test {

struct SourceFile {
  std::string path;                ///< relative to the project, with '/'
  std::vector<std::string> lines;  ///< without line ends
};

std::filesystem::path source_root();

/// Text of a file whose path is relative to the project; empty if there is no such file.
std::string read_source(std::string const& path);

/// All files below the folder whose names have one of these endings, sorted by path.
std::vector<SourceFile> source_files(std::string const& folder, std::vector<std::string> const& endings);

/// The line without the text of a `//` comment and without the contents of string literals.
std::string code_of(std::string const& line);

}  // namespace barchan::test
