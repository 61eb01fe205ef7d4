/* KERNEL before a function of plain loops: compiled for several kinds of x86-64 and chosen when the program starts;
 * COUNTING before one that counts bits. Sanitizers do not go with it. */
#ifndef BASE_KERNEL_H
#define BASE_KERNEL_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&               \
    !defined(__SANITIZE_THREAD__)
#define KERNEL   __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#define COUNTING __attribute__((target_clones("default", "popcnt")))
#else
#define KERNEL
#define COUNTING
#endif

/* For the parts of such a function: they must be compiled with it. */
#define KERNEL_PART static inline __attribute__((always_inline))

#endif
