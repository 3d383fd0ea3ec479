/* A library for LD_PRELOAD that keeps unloaded libraries in memory. LeakSanitizer can then name them, and the
   suppressions in lsan.supp match. */
int dlclose(void* library) {
  (void)library;
  return 0;
}
