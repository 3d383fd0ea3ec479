#include "support/source_tree.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace barchan::test {

std::filesystem::path source_root() { return BARCHAN_SOURCE_DIR; }

std::string read_source(std::string const& path) {
  std::ifstream file(source_root() / path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<SourceFile> source_files(std::string const& folder, std::vector<std::string> const& endings) {
  std::vector<SourceFile> files;
  if (!std::filesystem::is_directory(source_root() / folder)) return files;
  for (auto const& entry : std::filesystem::recursive_directory_iterator(source_root() / folder)) {
    const std::string path = entry.path().lexically_relative(source_root()).generic_string();
    const bool wanted =
        std::any_of(endings.begin(), endings.end(), [&](std::string const& e) { return path.ends_with(e); });
    if (!entry.is_regular_file() || !wanted) continue;
    SourceFile file{.path = path, .lines = {}};
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) file.lines.push_back(std::move(line));
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(), [](auto const& a, auto const& b) { return a.path < b.path; });
  return files;
}

std::string code_of(std::string const& line) {
  std::string code;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        quoted = false;
        code += c;
      }
      continue;
    }
    if (c == '/' && i + 1 < line.size() && line[i + 1] == '/') break;
    quoted = c == '"';
    code += c;
  }
  code.erase(code.find_last_not_of(' ') + 1);
  return code;
}

}  // namespace barchan::test
