/// GermanLocale: a locale with a decimal comma, made for a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <unistd.h>

namespace barchan::test {

/// The locale de_DE in a folder of its own, which is removed afterwards. The C library finds it by LOCPATH.
class GermanLocale {
 public:
  GermanLocale() {
    std::string name = (std::filesystem::temp_directory_path() / "barchan-locale-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) return;
    folder_ = name;
    const std::string make = "localedef -i de_DE -f ISO-8859-1 '" + name + "/de_DE' > /dev/null 2>&1";
    // localedef may warn (exit code 1) and still make the locale.
    available_ = std::system(make.c_str()) != -1 &&
                 std::system((variables() + " locale decimal_point 2> /dev/null | grep -qx ,").c_str()) == 0;
  }
  ~GermanLocale() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  GermanLocale(GermanLocale const&) = delete;
  GermanLocale& operator=(GermanLocale const&) = delete;

  bool available() const { return available_; }
  std::filesystem::path const& folder() const { return folder_; }
  /// For the beginning of a shell command.
  std::string variables() const { return "LOCPATH='" + folder_.string() + "' LC_ALL=de_DE LANG=de_DE"; }

 private:
  std::filesystem::path folder_;
  bool available_ = false;
};

}  // namespace barchan::test
