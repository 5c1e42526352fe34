/* Tests the text of the board: its lines are narrow in each language, and no value is cut. */
#include "bot/text/board.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

/* Returns the number of characters of a line: one column each, as our languages have no others. */
static size_t columns(const char *line, size_t size)
{
	size_t count = 0;

	for (size_t i = 0; i < size; i++) {
		if (line[i] == '<') /* a tag is no column */
			i += strcspn(line + i, ">");
		else
			count += ((unsigned char)line[i] & 0xC0) != 0x80;
	}
	return count;
}

/* Asserts that the strip of the HTML has one column for each space of the piste. */
static void assert_narrow(const char *html)
{
	const char *line = strstr(html, "<span "), *end = strstr(html, "</span><br>");

	if (!line || !end) {
		fail_msg("no strip in %s", html);
		return;
	}
	assert_int_equal(columns(line, (size_t)(end - line)), EG_SPACES);
}

UNIT_TEST(test_strip_is_narrow_with_the_longest_values_in_each_language)
{
	const struct bot_cast cast = {.id = 1, .name = {"Ann", "Bob"}, .with_id = {"Ann", "Bob"}};

	for (size_t i = 0; i < bot_langs_count; i++)
		for (unsigned attacker = 0; attacker < 3; attacker++) {
			struct eg_match_view view = {.touches = 15,
				.score = {14, 14},
				.rounds = 200,
				.winner = EG_NOBODY,
				.round = {.to_act = attacker == EG_WHITE ? EG_BLACK : EG_WHITE,
					.phase = attacker == EG_NOBODY ? EG_TURN : EG_DEFEND,
					.attack = {.card = 5, .count = 5},
					.space = {1, 23},
					.distance = 22,
					.pile = 15,
					.last_card = 5}};
			struct bot_page page;

			bot_page_init(&page, &bot_langs[i]);
			bot_board_add(&page, &cast, &view, true);
			assert_narrow(page.html.data);
		}
}

/* Returns the number of words of a text that are numbers equal to `number`. */
static unsigned count_number(const char *text, unsigned number)
{
	unsigned found = 0;

	for (const char *at = text; *at; at++) {
		unsigned value;
		int size;

		if (*at < '0' || *at > '9' || sscanf(at, "%u%n", &value, &size) != 1)
			continue;
		found += value == number;
		at += size - 1;
	}
	return found;
}

UNIT_TEST(test_html_has_the_position_in_figures_in_each_language)
{
	const struct bot_cast cast = {.id = 1, .name = {"Ann", "Bob"}, .with_id = {"Ann", "Bob"}};
	const struct eg_match_view view = {.touches = 5,
		.rounds = 2,
		.winner = EG_NOBODY,
		.round = {.space = {8, 19}, .distance = 11, .pile = 13, .last_card = 4}};

	for (size_t i = 0; i < bot_langs_count; i++) {
		struct bot_page page;
		const char *words;

		bot_page_init(&page, &bot_langs[i]);
		bot_board_add(&page, &cast, &view, true);
		words = strstr(page.html.data, "</span><br>");
		assert_non_null(words);
		assert_int_equal(count_number(words, 8), 1);
		assert_int_equal(count_number(words, 19), 1);
		assert_int_equal(count_number(words, 11), 1);
		assert_int_equal(count_number(words, 4), 1);
		assert_non_null(strstr(words, "Ann"));
	}
}
