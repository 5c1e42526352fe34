/*
 * Fuzzes the parser of JSON from the network: it must read whatever jansson reads, as jansson does.
 */
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/*
 * Returns whether our value says the same as jansson's. A number of a form that the bot does not
 * need, and a value that is nested too deep, may be 0 instead.
 */
static bool is_same(const json_t *ours, const json_t *theirs)
{
	bool is_zero = json_is_integer(ours) && json_integer_value(ours) == 0;
	const char *key;
	json_t *value;
	size_t i;

	if (is_zero && (json_is_number(theirs) || json_is_object(theirs) || json_is_array(theirs)))
		return true;
	if (json_typeof(ours) != json_typeof(theirs) ||
		json_object_size(ours) != json_object_size(theirs) ||
		json_array_size(ours) != json_array_size(theirs))
		return false;
	if (!json_is_object(ours) && !json_is_array(ours))
		return json_equal(ours, theirs);
	json_object_foreach ((json_t *)(uintptr_t)ours, key, value)
		if (!json_object_get(theirs, key) || !is_same(value, json_object_get(theirs, key)))
			return false;
	json_array_foreach (ours, i, value)
		if (!is_same(value, json_array_get(theirs, i)))
			return false;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *ours = mx_json_parse((const char *)data, size);
	/* jansson skips the byte NUL, which JSON does not allow */
	json_t *theirs = size > 0 && memchr(data, '\0', size)
				 ? NULL
				 : json_loadb((const char *)data, size, 0, NULL);
	char *text = ours ? mx_json_print(ours) : NULL;
	json_t *again = text ? json_loads(text, 0, NULL) : NULL;

	FUZZ_EXPECT(ours || !theirs);
	FUZZ_EXPECT(!ours || json_equal(ours, again));
	FUZZ_EXPECT(!theirs || is_same(ours, theirs));
	json_decref(again);
	free(text);
	json_decref(theirs);
	json_decref(ours);
	return 0;
}
