/// CodeIndex: identifiers, members, options and files of the project, for tests of the names in pages.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/source_tree.hpp"

namespace barchan::test {

class CodeIndex {
 public:
  /// Reads src, include, tests, scripts, cmake, shaders and assets, without comments.
  CodeIndex();

  /// Is `text` in the sources? As a qualified name (every part in a file that defines the part before it), a call
  /// (`name(Type&)`: every word of it), a test (`Suite.Name`), a path or a file name, the ending of file names
  /// (`_kernel.cpp`), or an option (`--set`, `-O3`). What looks like none of these counts as found; see
  /// `looks_like_code`.
  bool has(std::string const& text) const;
  /// Does `text` look like one of these?
  static bool looks_like_code(std::string const& text);

 private:
  struct File {
    std::set<std::string, std::less<>> words;    ///< identifiers, without those in comments and strings
    std::set<std::string, std::less<>> defines;  ///< types and namespaces
  };

  void add(SourceFile const& source);
  bool has_path(std::string const& path) const;
  bool has_qualified(std::string_view name) const;
  bool has_test(std::string const& test) const;
  bool has_option(std::string const& option) const;
  bool has_call(std::string const& call) const;

  std::vector<File> files_;
  std::set<std::string, std::less<>> words_;  ///< of all files
  std::set<std::string, std::less<>> paths_;  ///< of files and of folders, relative to the project
  std::set<std::string, std::less<>> names_;  ///< the last parts of the paths
  std::string text_;                          ///< of all but tests, with strings, in which options stand
};

}  // namespace barchan::test
