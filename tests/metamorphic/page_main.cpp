// barchan_metamorphic: prints docs/metamorphic.md.
#include <cstdio>

#include "metamorphic/page.hpp"

int main() {
  std::fputs(barchan::metamorphic::page().c_str(), stdout);
  return 0;
}
