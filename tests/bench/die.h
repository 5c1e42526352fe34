/* Prints a message, kills the processes that the benchmark has started, and ends the benchmark. */
#ifndef BENCH_DIE_H
#define BENCH_DIE_H

_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
