/// Compilation of kernels: one clone per instruction set, selected when the program starts.
#pragma once

// Sanitizers instrument the resolver, which runs before their runtime is ready. With them there is one plain version.
#if defined(__x86_64__) && defined(__OPTIMIZE__) && !defined(BARCHAN_TSAN) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(BARCHAN_NO_CLONES)
#define BARCHAN_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define BARCHAN_VECTOR_CLONES
#endif
