/* The benchmark can't go on: says why, ends what it has started, and ends. */
#ifndef BENCH_DIE_H
#define BENCH_DIE_H

_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
