/* Tests that JSON is printed as jansson prints it. */
#include "adapters/matrix/client/json_print.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

/* Takes the reference. */
static void check(json_t *json)
{
	char *text = mx_json_print(json), *wanted = json_dumps(json, JSON_COMPACT);

	assert_non_null(wanted);
	/* jansson prints \u001F, and this printer \u001f */
	for (char *c = strstr(wanted, "\\u00"); c; c = strstr(c + 1, "\\u00"))
		if (c[5] >= 'A' && c[5] <= 'F')
			c[5] = (char)(c[5] + 'a' - 'A');
	assert_string_equal(text, wanted);
	free(text);
	free(wanted);
	json_decref(json);
}

UNIT_TEST(test_each_character_is_printed)
{
	for (int c = 0; c < 0x80; c++) {
		char text[] = {'a', (char)c, 'b'};
		check(json_pack("{s:[s%,s%]}", "key", text, sizeof(text), text + 1, (size_t)1));
	}
	for (char c = 1; c > 0 && c < 0x7f; c++)
		check(json_pack("{s:n}", (char[]){c, '\0'}));
	check(json_pack("{s:s}", "é", "caf\xc3\xa9 \xe2\x9c\x93 \xf0\x9f\x83\x8f"));
}

UNIT_TEST(test_each_type_is_printed)
{
	check(json_object());
	check(json_array());
	check(json_pack("[{}, [], n, b, b, i, I, f]", 1, 0, -7, (json_int_t)INT64_MIN, 0.1));
	check(json_pack("[f, I, s]", 1e300, (json_int_t)INT64_MAX, ""));
	assert_null(mx_json_print(NULL));
	check(json_pack("{s:{s:[i,i], s:s}, s:n}", "a", "b", 1, 2, "c", "d", "e"));
}
