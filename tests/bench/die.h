/* Ends the benchmark with a message, and everything that it has started. */
#ifndef BENCH_DIE_H
#define BENCH_DIE_H

_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
