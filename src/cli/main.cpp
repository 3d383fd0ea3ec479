#include <cstdio>

int main() {
  std::puts("barchan-cli " BARCHAN_VERSION);
  return 0;
}
