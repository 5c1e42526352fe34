/* Fuzzes a text of the host that a terminal shows: no part of it may control the terminal. */
#include "adapters/console/terminal_text.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static void expect_harmless(char *text)
{
	FUZZ_EXPECT(text);
	for (const char *c = text; *c; c++)
		FUZZ_EXPECT((unsigned char)*c >= ' ' || *c == '\n' || *c <= CON_CODE_END);
	FUZZ_EXPECT(!strchr(text, '\033') && !strchr(text, '\177'));
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	FUZZ_EXPECT(text);
	memcpy(text, data, size);
	text[size] = '\0';
	expect_harmless(con_text_from_html(text));
	expect_harmless(con_text_from_plain(text));
	free(text);
	return 0;
}
