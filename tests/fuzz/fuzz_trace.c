/* Fuzzes a line of a trace script: the answer is always lines of JSON. */
#include "engine/command/trace.h"
#include "tests/fuzz/fuzz.h"

#include <jansson.h>
#include <string.h>

static void expect_json_lines(char *text, size_t size)
{
	FUZZ_EXPECT(size > 0 && text[size - 1] == '\n' && strlen(text) == size);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		json_t *json = json_loads(line, JSON_REJECT_DUPLICATES, NULL);

		FUZZ_EXPECT(json_is_object(json));
		json_decref(json);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	FUZZ_EXPECT(out);
	trace_line((const char *)data, size, out);
	FUZZ_EXPECT(fclose(out) == 0);
	expect_json_lines(text, length);
	free(text);
	return 0;
}
