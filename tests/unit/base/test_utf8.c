/* Tests which bytes are UTF-8. */
#include "bot/base/utf8.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

UNIT_TEST(test_utf8_is_valid_only_whole)
{
	static const struct {
		const char *text;
		bool valid;
	} cases[] = {
		{"", true},
		{"plain", true},
		{"\x7F", true},
		{"a\xC3\xA4\xE2\x82\xAC\xF0\x9F\xA4\xBAz", true},
		{"\xC3", false},             /* ends within a character */
		{"ab\xE2\x82", false},       /* the same */
		{"\xF0\x9F\xA4", false},     /* the same */
		{"\xC3z", false},            /* no second byte */
		{"z\x80", false},            /* no first byte */
		{"\xC1\x81", false},         /* longer than needed */
		{"\xE0\x81\x81", false},     /* the same */
		{"\xED\xA0\x80", false},     /* a surrogate */
		{"\xF4\x90\x80\x80", false}, /* above U+10FFFF */
		{"\xFF", false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		/* On the heap, so that the sanitizer finds a read beyond the end. */
		char *copy = strdup(cases[i].text);

		assert_non_null(copy);
		if (bot_utf8_is_valid(copy) != cases[i].valid)
			fail_msg("case %zu", i);
		free(copy);
	}
}
