#include "bot/text/page.h"

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
	/* the euro sign needs three bytes, but only two are free after "abc" */
	bot_text_add(&text, "abc\xE2\x82\xAC");
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

static void test_page_escapes_arguments_in_html(void **state)
{
	struct bot_page page;
	(void)state;

	bot_page_init(&page, &bot_langs[0]);
	bot_page_say(&page, BOT_MSG_NEAREST,
		&(struct bot_args){.prefix = "!eg ", .command = "<b>*{name}`"});
	assert_string_equal(page.body.data, "I don't know that one. Did you mean !eg <b>*{name}`?");
	assert_string_equal(page.html.data, "I don&#39;t know that one. Did you mean <code>!eg "
					    "&lt;b&gt;*{name}`</code>?");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text_fits_whole),
		cmocka_unit_test(test_text_that_just_fits_is_not_cut),
		cmocka_unit_test(test_text_is_cut_between_characters_and_stays_so),
		cmocka_unit_test(test_text_html_is_escaped),
		cmocka_unit_test(test_text_html_never_has_half_an_entity),
		cmocka_unit_test(test_page_escapes_arguments_in_html),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
