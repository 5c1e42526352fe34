/*
 * A target like those of tests/fuzz/ that reads the rest of the text again for each byte, as fast
 * as libc can. inputs.py must notice that.
 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	size_t sum = 0;

	FUZZ_EXPECT(text);
	memcpy(text, data, size);
	text[size] = '\0';
	for (const char *c = text; *c; c++)
		sum += strlen(c);
	free(text);
	FUZZ_EXPECT(sum >= size || size == 0);
	return 0;
}
