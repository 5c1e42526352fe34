#include "bot/text/page.h"
#include "tests/support/cmocka.h"

#include <string.h>

UNIT_TEST(test_text_fits_whole)
{
	char data[16];
	struct bot_text text = bot_text_in(data, sizeof(data));

	bot_text_add(&text, "touch ");
	bot_text_add_number(&text, -42);
	assert_string_equal(data, "touch -42");
	assert_int_equal(text.used, 9);
	assert_false(text.cut);
}

UNIT_TEST(test_text_writes_every_number)
{
	static const struct {
		int64_t number;
		const char *text;
	} cases[] = {{0, "0"}, {7, "7"}, {-1, "-1"}, {10, "10"}, {-90, "-90"},
		{INT64_MAX, "9223372036854775807"}, {INT64_MIN, "-9223372036854775808"}};
	char data[24];
	struct bot_text text;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		text = bot_text_in(data, sizeof(data));
		bot_text_add_number(&text, cases[i].number);
		assert_string_equal(data, cases[i].text);
	}
}

UNIT_TEST(test_text_that_just_fits_is_not_cut)
{
	char data[6];
	struct bot_text text = bot_text_in(data, sizeof(data));

	bot_text_add(&text, "touch");
	assert_false(text.cut);
	bot_text_add(&text, "e");
	assert_true(text.cut);
	assert_string_equal(data, "touch");
}

UNIT_TEST(test_cut_text_ends_with_an_ellipsis)
{
	char data[8];
	struct bot_text text = bot_text_in(data, sizeof(data));

	bot_text_add(&text, "touches");
	bot_text_show_cut(&text);
	assert_string_equal(data, "touches");
	bot_text_add(&text, "!");
	bot_text_show_cut(&text);
	assert_string_equal(data, "touc\xE2\x80\xA6");
	assert_int_equal(text.used, 7);
	text = bot_text_in(data, sizeof(data));
	bot_text_add(&text, "abc\xE2\x82\xAC\xE2\x82\xAC"); /* no half of a euro sign stays */
	bot_text_show_cut(&text);
	assert_string_equal(data, "abc\xE2\x80\xA6");
}

UNIT_TEST(test_text_is_cut_between_characters_and_stays_so)
{
	char data[6];
	struct bot_text text = bot_text_in(data, sizeof(data));

	/* the euro sign needs three bytes, but only two are free after "abc" */
	bot_text_add(&text, "abc\xE2\x82\xAC");
	assert_true(text.cut);
	assert_string_equal(data, "abc");
	bot_text_add(&text, "d");
	assert_string_equal(data, "abc");
}

UNIT_TEST(test_text_html_is_escaped)
{
	static const char hostile[] = "<b onclick='x'>\"&amp;";
	char data[128];
	struct bot_text text = bot_text_in(data, sizeof(data));

	bot_text_add_html(&text, hostile, strlen(hostile));
	assert_string_equal(data, "&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;amp;");
}

UNIT_TEST(test_text_html_never_has_half_an_entity)
{
	char data[8];

	for (size_t size = 1; size <= sizeof(data); size++) {
		struct bot_text text = bot_text_in(data, size);

		bot_text_add_html(&text, "ab<", 3);
		if (strchr(data, '&'))
			assert_string_equal(data, "ab&lt;");
		assert_int_equal(text.cut, size < 7);
	}
}

UNIT_TEST(test_page_escapes_arguments_in_html)
{
	struct bot_page page;

	bot_page_init(&page, &bot_langs[0]);
	bot_page_say(&page, BOT_MSG_NEAREST,
		&(struct bot_args){.prefix = "!eg ", .words = "bord", .command = "<b>*{name}`"});
	assert_string_equal(page.body.data, "I don't know bord. Did you mean !eg <b>*{name}`?");
	assert_string_equal(page.html.data,
		"I don&#39;t know <code>bord</code>. Did you mean <code>!eg "
		"&lt;b&gt;*{name}`</code>?");
}

UNIT_TEST(test_page_shows_a_linked_value_as_a_link)
{
	static const char label[] = "Ann <b>";
	struct bot_page page;

	bot_page_init(&page, &bot_langs[0]);
	bot_page_link(&page, label, "https://x/?a&b\"c", false);
	bot_page_say(&page, BOT_MSG_DID_PARRY, &(struct bot_args){.name = label});
	assert_string_equal(page.body.data, "Ann <b> parries.");
	assert_string_equal(
		page.html.data, "<a href=\"https://x/?a&amp;b&quot;c\">Ann &lt;b&gt;</a> parries.");
}

UNIT_TEST(test_page_names_the_url_in_the_body_if_asked)
{
	static const char text[] = "my room";
	struct bot_page page;

	bot_page_init(&page, &bot_langs[0]);
	bot_page_link(&page, text, "https://x/y", true);
	bot_page_say(&page, BOT_MSG_DID_PARRY, &(struct bot_args){.name = text});
	assert_string_equal(page.body.data, "my room (https://x/y) parries.");
	assert_string_equal(page.html.data, "<a href=\"https://x/y\">my room</a> parries.");
}

/* A name that somebody chose can't become a link because it is equal to a linked text. */
UNIT_TEST(test_page_links_no_equal_text_at_another_address)
{
	char label[] = "Ann", equal[] = "Ann";
	struct bot_page page;

	bot_page_init(&page, &bot_langs[0]);
	bot_page_link(&page, label, "https://x", false);
	bot_page_say(&page, BOT_MSG_DID_PARRY, &(struct bot_args){.name = equal});
	assert_string_equal(page.html.data, "Ann parries.");
}

/* Like a link, a name belongs to an address: an equal text elsewhere stays as it is. */
UNIT_TEST(test_page_shows_a_renamed_value_by_its_other_name)
{
	char label[] = "Ann (@ann:test)", equal[] = "Ann (@ann:test)";
	struct bot_page page;

	bot_page_init(&page, &bot_langs[0]);
	bot_page_rename(&page, label, "A<n");
	bot_page_say(&page, BOT_MSG_DID_PARRY, &(struct bot_args){.name = label});
	bot_page_say(&page, BOT_MSG_DID_PARRY, &(struct bot_args){.name = equal});
	assert_string_equal(page.body.data, "A<n parries.Ann (@ann:test) parries.");
	assert_string_equal(page.html.data, "A&lt;n parries.Ann (@ann:test) parries.");
}

UNIT_TEST(test_page_leaves_out_a_link_that_does_not_fit)
{
	char label[] = "Ann", url[BOT_URL_SIZE + 1];
	struct bot_page page;

	memset(url, 'x', BOT_URL_SIZE);
	url[BOT_URL_SIZE] = '\0';
	bot_page_init(&page, &bot_langs[0]);
	bot_page_link(&page, label, url, false);
	assert_int_equal(page.links_count, 0);
	for (size_t i = 0; i <= BOT_PAGE_LINKS; i++)
		bot_page_link(&page, label, url + 1, false);
	assert_int_equal(page.links_count, BOT_PAGE_LINKS);
}

UNIT_TEST(test_page_keeps_a_length_of_time_on_one_line)
{
	struct bot_page page;

	bot_page_init(&page, &bot_langs[0]);
	bot_page_say(&page, BOT_MSG_GAMES_CLOCK, &(struct bot_args){.left = INT64_C(86340000)});
	assert_string_equal(page.body.data, " · 23 h 59 min left");
	assert_string_equal(page.html.data, " · 23&nbsp;h&nbsp;59&nbsp;min left");
}

UNIT_TEST(test_page_keeps_a_time_and_its_zone_on_one_line)
{
	const struct bot_args args = {.name = "Bob", .until = "tomorrow 18:30 UTC"};
	struct bot_page page;

	bot_page_init(&page, &bot_langs[0]);
	bot_page_say(&page, BOT_MSG_DAYS_OFF_TOLD, &args);
	assert_non_null(strstr(page.body.data, "until tomorrow 18:30 UTC."));
	assert_non_null(strstr(page.html.data, "until tomorrow 18:30&nbsp;UTC."));
}
