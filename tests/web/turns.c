/*
 * usage: shown_turns
 * Prints a line of JSON for each form that a player's turn can take, in each language, for
 * turns.test.mjs, which measures them. Goes through all hands and distances, and all attacks that
 * can be against a hand. Texts that differ only in their digits are one form, because digits are
 * equally wide.
 */
#include "bot/text/board.h"
#include "bot/text/coach.h"
#include "bot/text/render.h"
#include "tests/support/cmocka.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define NAME "Wilhelm" /* as long as most names */
#define DAY  INT64_C(86400000)

static const struct bot_instant until = {.time = 3 * DAY, .now = 0, .span = 3 * DAY};
static const struct bot_cast match = {.id = 48,
	.name = {NAME, NAME},
	.with_id = {NAME, NAME},
	.until = &until,
	.span = 3 * DAY,
	.left = 3 * DAY};
/* A match against the bot has no clock, and the coach recommends an action. */
static const struct bot_cast practice = {
	.id = 48, .name = {"Provost", "Provost"}, .with_id = {"Provost", "Provost"}};

/* Adds what the opponent has played. */
static void add_news(struct bot_page *page, const struct bot_cast *cast, const struct eg_view *view)
{
	enum eg_seat other = eg_opponent(view->seat);

	if (view->phase != EG_TURN)
		return; /* the hand tells the attack */
	bot_board_action(
		page, cast, other, (struct eg_action){.kind = EG_RETREAT, .move = 3}, false);
	bot_page_line(page);
}

/* Prints the turn with the sentences of the coach, or without them if `coached` is false. */
static void print_turn(json_t *seen, const struct bot_lang *lang, const struct bot_cast *cast,
	const struct eg_match_view *view, const struct eg_strategy *judged, bool coached)
{
	static struct bot_page page;
	static char form[sizeof(page.html_data)];

	bot_page_init(&page, lang);
	add_news(&page, cast, &view->round);
	bot_render_hand(&page, cast, view, false);
	bot_render_choices(&page, &view->round, BOT_LETTERS_FROM_A, NULL);
	if (coached) {
		bot_page_line(&page);
		bot_coach_say(&page, &view->round, judged);
	}
	for (size_t i = 0; i <= page.html.used; i++)
		form[i] = isdigit((unsigned char)page.html.data[i]) ? '0' : page.html.data[i];
	if (json_object_get(seen, form))
		return;
	assert_int_equal(json_object_set_new(seen, form, json_true()), 0);
	json_t *line = json_pack("{s:s, s:b, s:s, s:s}", "language", lang->code, "coached", coached,
		"body", page.body.data, "html", page.html.data);
	assert_int_equal(json_dumpf(line, stdout, JSON_COMPACT), 0);
	putchar('\n');
	json_decref(line);
}

/* Prints the turn for each action that the coach may recommend, alone or with the next one. */
static void print_recommended(
	json_t *seen, const struct bot_lang *lang, const struct eg_match_view *view)
{
	struct eg_strategy judged = {.count = view->round.legal_count};

	memcpy(judged.legal, view->round.legal, sizeof(judged.legal));
	for (size_t i = 0; i < judged.count; i++) {
		memset(judged.chances, 0, sizeof(judged.chances));
		judged.chances[i] = 1;
		print_turn(seen, lang, &practice, view, &judged, true);
		judged.chances[(i + 1) % judged.count] = 0.5F;
		print_turn(seen, lang, &practice, view, &judged, true);
	}
}

static void print_round(json_t *seen, const struct bot_lang *lang, const struct eg_round *round)
{
	struct eg_match_view view = {.touches = 5, .rounds = 2, .winner = EG_NOBODY};

	eg_round_view(round, EG_WHITE, &view.round);
	if (view.round.legal_count == 0)
		return;
	print_turn(seen, lang, &match, &view, NULL, false);
	print_turn(seen, lang, &match, &view, NULL, true);
	print_recommended(seen, lang, &view);
}

/* Prints the turns with this hand of White at each distance, without and with each attack. */
static void print_hand(json_t *seen, const struct bot_lang *lang, const uint8_t hand[EG_VALUES + 1])
{
	struct eg_round round = {.rules = {EG_ADVANCED, EG_FINAL_POSITION},
		.to_act = EG_WHITE,
		.hand = {{0}, {0, 1, 1, 1, 1, 1}},
		.drawn = 13,
		.plies = 5};

	memcpy(round.hand[EG_WHITE], hand, sizeof(round.hand[EG_WHITE]));
	for (uint8_t distance = 1; distance < EG_SPACES; distance++) {
		uint8_t most = EG_SPACES - distance;

		round.space[EG_WHITE] = most < 10 ? most : 10;
		round.space[EG_BLACK] = (uint8_t)(round.space[EG_WHITE] + distance);
		round.phase = EG_TURN;
		round.attack = (struct eg_attack){0};
		print_round(seen, lang, &round);
		round.phase = EG_DEFEND;
		for (uint8_t i = 0; distance <= EG_VALUES && i < 2 * EG_COPIES; i++) {
			round.attack = (struct eg_attack){
				.card = distance, .count = i / 2 + 1, .indirect = i % 2 == 1};
			print_round(seen, lang, &round);
		}
	}
}

/* Goes through all hands of five cards. `value` is the next value to choose. */
static void print_hands(json_t *seen, const struct bot_lang *lang, uint8_t hand[EG_VALUES + 1],
	uint8_t value, uint8_t rest)
{
	for (uint8_t count = 0; value < EG_VALUES && count <= rest; count++) {
		hand[value] = count;
		print_hands(seen, lang, hand, value + 1, rest - count);
	}
	if (value < EG_VALUES)
		return;
	hand[value] = rest;
	print_hand(seen, lang, hand);
}

int main(void)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		uint8_t hand[EG_VALUES + 1] = {0};
		json_t *seen = json_object();

		print_hands(seen, &bot_langs[i], hand, 1, EG_HAND);
		json_decref(seen);
	}
	return 0;
}
