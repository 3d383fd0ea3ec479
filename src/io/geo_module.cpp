#include "io/geo_module.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "io/input_error.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

constexpr char kModule[] = "barchan-geo.so";

/// Folders of the program, and of the library that contains this function.
std::vector<fs::path> own_folders() {
  std::error_code ignored;
  std::vector<fs::path> folders{fs::read_symlink("/proc/self/exe", ignored).parent_path()};
  Dl_info info{};
  if (dladdr(reinterpret_cast<void const*>(&own_folders), &info) != 0 && info.dli_fname != nullptr) {
    folders.push_back(fs::absolute(info.dli_fname, ignored).parent_path());
  }
  std::erase(folders, fs::path());  // not known; the module must not come from the current folder
  return folders;
}

fs::path module_path() {
  std::error_code ignored;
  for (fs::path const& folder : own_folders()) {
    for (fs::path const& below :
         {fs::path("."), fs::path(BARCHAN_MODULE_FOLDER), fs::path("barchan"), fs::path("..")}) {
      const fs::path path = folder / below / kModule;
      if (fs::exists(path, ignored)) return path;
    }
  }
  throw InputError(
      "{}: expected this part of Barchan beside the program or in {}, found it in neither; install "
      "Barchan again",
      kModule, BARCHAN_MODULE_FOLDER);
}

geo::GeoGate const& load_gate() {
  const fs::path path = module_path();
  void* const module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = module != nullptr ? dlsym(module, geo::kGateFunction) : nullptr;
  if (function == nullptr) {
    char const* const reason = dlerror();
    throw InputError("{}: cannot be loaded: {}; install the packages that scripts/setup.sh lists", path.string(),
                     reason != nullptr ? reason : "it is not a part of Barchan");
  }
  return *reinterpret_cast<geo::GateFunction>(function)();
}

}  // namespace

geo::GeoGate const& geo_gate() {
  static geo::GeoGate const& gate = load_gate();
  return gate;
}

}  // namespace barchan
