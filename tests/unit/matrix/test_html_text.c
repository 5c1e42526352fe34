/* Tests how the adapter reads the HTML of strangers: which it reads at all, and each byte once. */
#include "adapters/matrix/receive/html_text.h"
#include "adapters/matrix/receive/message.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#define ME         "@bot:here"
#define PILL(NAME) "<a href=\"https://matrix.to/#/@al:x\">" NAME "</a>"

/* Returns the text of the HTML, or NULL if it mentions nobody. */
static char *read_ids(const char *html)
{
	json_t *mentions = json_pack("{s:[s]}", "user_ids", "@b:c");
	char *text = mx_html_text_with_ids(html, mentions);

	json_decref(mentions);
	return text;
}

/* As in a browser, what has no end takes the rest, and a name may have quotation marks. */
UNIT_TEST(test_html_without_an_end_takes_the_rest)
{
	static const struct {
		const char *html, *expected;
	} cases[] = {
		{"x " PILL("al") " <!-- y", "x @al:x "},
		{"x " PILL("al") " <b title='y> z", "x @al:x "},
		{"x " PILL("al") " <b title=\"y>\" z", "x @al:x "},
		{"x <b'>" PILL("al") "</b'> y", "x @al:x y"},
		{"x <b \"'>" PILL("al") "</b> y", "x @al:x y"},
		{"x <b a=1'2>" PILL("al") "</b> y", "x @al:x y"},
		{"x <a title = \"y\" href = 'https://matrix.to/#/@al:x'>al</a> y", "x @al:x y"},
		{"x <a href='https://matrix.to/#/@al:x' href='y'>al</a> y", "x @al:x y"},
		{"x <a title='href=y' href=https://matrix.to/#/@al:x>al</a> y", "x @al:x y"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = read_ids(cases[i].html);

		assert_string_equal(text, cases[i].expected);
		free(text);
	}
}

/* Returns 2 MB of HTML that repeats a piece, with an end. */
static char *repeat(const char *piece, const char *end)
{
	size_t size = strlen(piece), count = ((size_t)2 << 20) / size;
	char *html = malloc(count * size + strlen(end) + 1);

	for (size_t i = 0; i < count; i++)
		memcpy(html + i * size, piece, size);
	strcpy(html + count * size, end);
	return html;
}

/*
 * If the time to read these grew with the square of their length, the test would take hours.
 */
UNIT_TEST(test_hostile_html_is_read_once)
{
	static const char *const pieces[] = {"<b'>", "<b'>'", "<b a='>", "<b a=\"><b \" ",
		"<b a=\"\" ", "<!--", "<!-->", "</a", "</", "<a href=x>",
		"<a href=\"https://matrix.to/#/@b:c\">",
		"<a href=\"https://matrix.to/#/@b:c\"></a>", "<a href='", "<mx-reply>",
		"<mx-reply></mx-reply>", "<code>", "<blockquote>", "<img alt=\"<<<\">", "<", "&#1",
		"&#", "&amp", "&amp;", "@", "=", "'", "<b =", "<p/"};
	static const char *const ends[] = {"", "\">'>--></a>"};

	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
		for (size_t j = 0; j < sizeof(ends) / sizeof(*ends); j++) {
			char *html = repeat(pieces[i], ends[j]);
			free(read_ids(html));
			free(html);
		}
}

/* A thousand links with two hundred ids each, and as many users in m.mentions: the same. */
UNIT_TEST(test_hostile_links_are_read_once)
{
	char *path = repeat("/@b:c", ""), *html;
	char link[1024];
	json_t *users = json_array(), *mentions = json_pack("{s:o}", "user_ids", users);

	path[950] = '\0';
	snprintf(link, sizeof(link), "<a href=\"https://x%s\">y</a>", path);
	html = repeat(link, "");
	for (int i = 0; i < 100000; i++)
		(void)json_array_append_new(users, json_string("@al:x"));
	assert_null(mx_html_text_with_ids(html, mentions));
	json_decref(mentions);
	free(html);
	free(path);
}

UNIT_TEST(test_only_what_may_mention_somebody_is_parsed)
{
	static const struct {
		const char *content;
		bool differs, bot;
	} cases[] = {
		{"{}", false, false},
		{"{'formatted_body': '<b>bot</b>'}", false, false},
		{"{'formatted_body': '<del>bot</del>'}", true, false},
		{"{'formatted_body': 'a <BlockQuote>b'}", true, false},
		{"{'formatted_body': '<span data-mx-spoiler>b'}", true, false},
		{"{'formatted_body': '<A href=x>b</A>'}", true, false},
		{"{'formatted_body': '<a href=matrix:u/bot:here>b</a>'}", true, true},
		{"{'formatted_body': '<a href=x/%40bot%3Ahere>b</a>'}", true, true},
		{"{'formatted_body': '<a>bot</a>', 'm.mentions': {}}", true, false},
		{"{'formatted_body': '<a>', 'm.mentions': {'user_ids': ['@b:c', '@bot:here']}}",
			true, true},
		{"{'formatted_body': 7, 'm.mentions': {'user_ids': ['@bot:here']}}", false, false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *text = strdup(cases[i].content);
		struct mx_message message = {0};
		json_t *content;

		for (char *at = text; (at = strchr(at, '\''));)
			*at = '"';
		content = json_loads(text, 0, NULL);
		assert_non_null(content);
		message.content = content;
		assert_int_equal(mx_message_may_differ(&message), cases[i].differs);
		assert_int_equal(mx_message_may_mention(&message, ME), cases[i].bot);
		json_decref(content);
		free(text);
	}
}
