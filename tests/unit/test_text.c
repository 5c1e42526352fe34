#include "bot/text/text.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

static void test_text_fits_whole(void **state)
{
	char data[16];
	struct bot_text text;
	(void)state;

	bot_text_init(&text, data, sizeof(data));
	bot_text_add(&text, "touch ");
	bot_text_add_number(&text, -42);
	assert_string_equal(data, "touch -42");
	assert_int_equal(text.used, 9);
	assert_false(text.cut);
}

static void test_text_that_just_fits_is_not_cut(void **state)
{
	char data[6];
	struct bot_text text;
	(void)state;

	bot_text_init(&text, data, sizeof(data));
	bot_text_add(&text, "touch");
	assert_false(text.cut);
	bot_text_add(&text, "e");
	assert_true(text.cut);
	assert_string_equal(data, "touch");
}

static void test_text_is_cut_between_characters_and_stays_so(void **state)
{
	char data[6];
	struct bot_text text;
	(void)state;

	bot_text_init(&text, data, sizeof(data));
	bot_text_add(&text, "abc\xE2\x82\xAC"); /* the euro sign needs three bytes; two are free */
	assert_true(text.cut);
	assert_string_equal(data, "abc");
	bot_text_add(&text, "d");
	assert_string_equal(data, "abc");
}

static void test_text_html_is_escaped(void **state)
{
	static const char hostile[] = "<b onclick='x'>\"&amp;";
	char data[128];
	struct bot_text text;
	(void)state;

	bot_text_init(&text, data, sizeof(data));
	bot_text_add_html(&text, hostile, strlen(hostile));
	assert_string_equal(data, "&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;amp;");
}

static void test_text_html_never_has_half_an_entity(void **state)
{
	char data[8];
	(void)state;

	for (size_t size = 1; size <= sizeof(data); size++) {
		struct bot_text text;

		bot_text_init(&text, data, size);
		bot_text_add_html(&text, "ab<", 3);
		if (strchr(data, '&'))
			assert_string_equal(data, "ab&lt;");
		assert_int_equal(text.cut, size < 7);
	}
}

static void test_text_char_reads_utf8_and_nothing_else(void **state)
{
	static const struct {
		const char *bytes;
		uint32_t character;
		size_t length;
	} cases[] = {
		{"a", 'a', 1},
		{"\xC3\xA9", 0xE9, 2},
		{"\xE2\x82\xAC", 0x20AC, 3},
		{"\xF0\x9F\xA4\xBA", 0x1F93A, 4},
		{"", 0, 0},
		{"\x80", 0xFFFD, 1},
		{"\xC3", 0xFFFD, 1},
		{"\xC0\x80", 0xFFFD, 1},         /* overlong */
		{"\xED\xA0\x80", 0xFFFD, 1},     /* a surrogate */
		{"\xF4\x90\x80\x80", 0xFFFD, 1}, /* beyond Unicode */
		{"\xFF", 0xFFFD, 1},
	};
	(void)state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		uint32_t character = 1;

		assert_int_equal(bot_text_char(cases[i].bytes, &character), cases[i].length);
		assert_int_equal(character, cases[i].character);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text_fits_whole),
		cmocka_unit_test(test_text_that_just_fits_is_not_cut),
		cmocka_unit_test(test_text_is_cut_between_characters_and_stays_so),
		cmocka_unit_test(test_text_html_is_escaped),
		cmocka_unit_test(test_text_html_never_has_half_an_entity),
		cmocka_unit_test(test_text_char_reads_utf8_and_nothing_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
