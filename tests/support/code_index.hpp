/// CodeIndex: identifiers, members, options and files of the project, for tests of the names that pages mention.
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

  /// Returns true if the sources contain `text`. It may be a qualified name (each part must be in a file that defines
  /// the part before it), a call (`name(Type&)`: every word must be found), a test (`Suite.Name`), a path or a file
  /// name, the ending of file names (`_kernel.cpp`), or an option (`--set`, `-O3`). Also returns true for any other
  /// text; see `looks_like_code`.
  bool has(std::string const& text) const;
  /// Returns true if `text` looks like one of the forms that `has` looks up.
  static bool looks_like_code(std::string const& text);

 private:
  struct File {
    std::set<std::string, std::less<>> words;    ///< identifiers outside comments and strings
    std::set<std::string, std::less<>> defines;  ///< types and namespaces
  };

  void add(SourceFile const& source);
  bool has_path(std::string const& path) const;
  bool has_qualified(std::string_view name) const;
  bool has_test(std::string const& test) const;
  bool has_option(std::string const& option) const;
  bool has_call(std::string const& call) const;

  std::vector<File> files_;
  std::set<std::string, std::less<>> words_;  ///< words of all files
  std::set<std::string, std::less<>> paths_;  ///< paths of files and folders, relative to the project
  std::set<std::string, std::less<>> names_;  ///< the last parts of the paths
  std::string text_;                          ///< text of all files except tests, with strings, for options
};

}  // namespace barchan::test
