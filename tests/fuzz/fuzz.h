/* The function that libFuzzer calls, and what the targets share. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define FUZZ_SIZE_MAX ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with a fault if the condition is false, even if NDEBUG is defined. */
#define FUZZ_EXPECT(condition)                                                                     \
	do {                                                                                       \
		if (!(condition))                                                                  \
			abort();                                                                   \
	} while (0)

#endif
