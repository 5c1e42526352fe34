#include "bot/lang.h"
#include "bot/page.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

/* The placeholders of a text, as a set of bits by the place of the name in `names`. */
static const char *const names[] = {
#define STRING(name) #name,
#define NUMBER(name) #name,
	BOT_ARGS(STRING, NUMBER)
#undef STRING
#undef NUMBER
};

static uint64_t placeholders(const char *text)
{
	uint64_t set = 0;

	while ((text = strchr(text, '{'))) {
		size_t length = strcspn(++text, "}");
		size_t i = 0;

		if (text[length] != '}')
			fail_msg("a placeholder has no end: %s", text);
		while (i < sizeof(names) / sizeof(names[0]) &&
			(strlen(names[i]) != length || memcmp(names[i], text, length) != 0))
			i++;
		if (i == sizeof(names) / sizeof(names[0]))
			fail_msg("an unknown placeholder: %s", text);
		set |= UINT64_C(1) << i;
	}
	return set;
}

static size_t marks(const char *text, char mark)
{
	size_t count = 0;

	while ((text = strchr(text, mark))) {
		count++;
		text++;
	}
	return count;
}

static void test_lang_placeholders_are_known_and_the_same_in_every_language(void **state)
{
	(void)state;
	_Static_assert(sizeof(names) / sizeof(names[0]) <= 64, "a bit each");

	for (size_t i = 0; i < bot_langs_count; i++)
		for (size_t msg = 0; msg < BOT_MSG_COUNT; msg++)
			assert_int_equal(placeholders(bot_langs[i].messages[msg]),
				placeholders(bot_langs[0].messages[msg]));
}

static void test_lang_marks_are_closed(void **state)
{
	(void)state;
	for (size_t i = 0; i < bot_langs_count; i++) {
		for (size_t msg = 0; msg < BOT_MSG_COUNT; msg++) {
			assert_int_equal(marks(bot_langs[i].messages[msg], '`') % 2, 0);
			assert_int_equal(marks(bot_langs[i].messages[msg], '*') % 2, 0);
		}
	}
}

static void test_lang_value_by_name(void **state)
{
	const struct bot_args args = {.name = "Ann", .touches = 5};
	struct bot_value value;
	(void)state;

	assert_true(bot_lang_value("name", 4, &args, &value));
	assert_string_equal(value.string, "Ann");
	assert_true(bot_lang_value("touches", 7, &args, &value));
	assert_null(value.string);
	assert_int_equal(value.number, 5);
	assert_true(bot_lang_value("loser", 5, &args, &value));
	assert_string_equal(value.string, "");
	assert_false(bot_lang_value("nam", 3, &args, &value));
	assert_false(bot_lang_value("names", 5, &args, &value));
}

static void test_page_says_it_twice(void **state)
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
		cmocka_unit_test(test_lang_placeholders_are_known_and_the_same_in_every_language),
		cmocka_unit_test(test_lang_marks_are_closed),
		cmocka_unit_test(test_lang_value_by_name),
		cmocka_unit_test(test_page_says_it_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
