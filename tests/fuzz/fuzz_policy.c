/*
 * Fuzzes the state of a policy list's room: each rule becomes one line, whose reason can't confuse
 * a reader.
 */
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/policy/policy_state.h"
#include "bot/base/utf8.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *state = mx_json_parse((const char *)data, size);
	char *text = mx_policy_read_state(state), *rest = NULL;

	FUZZ_EXPECT(!text || bot_utf8_is_valid(text));
	for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
		line = strtok_r(NULL, "\n", &rest)) {
		const char *reason = strchr(line, '\t');

		FUZZ_EXPECT(reason && reason - line > 1 && strlen(reason) <= 161);
		for (const char *c = reason + 1; *c; c++)
			FUZZ_EXPECT((unsigned char)*c >= ' ' && *c != '\177');
	}
	free(text);
	json_decref(state);
	return 0;
}
