#include "bot/text/render.h"

#include "bot/text/typography.h"

/* For each enum eg_kind, the message that names the action as a command. */
static const enum bot_msg commands[] = {
	[EG_ADVANCE] = BOT_MSG_ACT_ADVANCE,
	[EG_RETREAT] = BOT_MSG_ACT_RETREAT,
	[EG_ATTACK] = BOT_MSG_ACT_ATTACK,
	[EG_ADVANCE_ATTACK] = BOT_MSG_ACT_ADVANCE_ATTACK,
	[EG_PARRY] = BOT_MSG_ACT_PARRY,
	[EG_PASS] = BOT_MSG_ACT_PASS,
};

void bot_render_cards(uint8_t card, uint8_t count, char cards[BOT_CARDS_SIZE])
{
	struct bot_text text = bot_text_in(cards, BOT_CARDS_SIZE);

	for (uint8_t i = 0; i < count; i++) {
		bot_text_add(&text, i > 0 ? " " : "");
		bot_text_add_number(&text, card);
	}
}

void bot_render_all_cards(const uint8_t count[EG_VALUES + 1], char cards[BOT_CARDS_SIZE])
{
	char one[BOT_CARDS_SIZE];
	struct bot_text text = bot_text_in(cards, BOT_CARDS_SIZE);

	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		bot_render_cards(value, count[value], one);
		bot_text_add(&text, text.used > 0 && one[0] ? " " : "");
		bot_text_add(&text, one);
	}
}

/* The hand */

/* Adds the match, the position and the size of the draw pile. */
static void add_position(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view)
{
	const struct eg_view *round = &view->round;
	enum eg_seat other = eg_opponent(round->seat);

	const struct bot_args args = {.id = cast->id,
		.own = round->space[round->seat],
		.name = cast->name[other],
		.other = round->space[other],
		.distance = round->distance,
		.pile = round->pile};

	/* On a phone, whole words would take two lines. */
	bot_page_body(page, BOT_MSG_HAND_PLACE, &args);
	bot_page_html(page, BOT_MSG_HAND_PLACE_SHORT, &args);
}

void bot_render_attack(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_view *round, bool line)
{
	char cards[BOT_CARDS_SIZE];
	struct bot_args args = {.name = cast->name[eg_opponent(round->seat)], .cards = cards};

	bot_render_cards(round->attack.card, round->attack.count, cards);
	if (round->phase == EG_TURN)
		return;
	if (round->phase == EG_LAST_LUNGE)
		bot_page_say(page, BOT_MSG_HAND_LUNGE, NULL);
	else
		bot_page_say(page,
			round->attack.indirect ? BOT_MSG_HAND_ATTACK_INDIRECT : BOT_MSG_HAND_ATTACK,
			&args);
	if (line)
		bot_page_line(page);
	else
		bot_page_space(page);
}

void bot_render_own_cards(struct bot_page *page, const uint8_t cards[EG_VALUES + 1])
{
	char list[BOT_CARDS_SIZE];

	bot_render_all_cards(cards, list);
	bot_page_say(page, BOT_MSG_HAND, &(struct bot_args){.cards = list});
	bot_page_line(page);
}

#define UNSEEN_SIZE 16 /* of the text for one value, with a comma */

static void add_unseen(struct bot_page *page, const uint8_t cards[EG_VALUES + 1])
{
	char card[BOT_CARDS_SIZE], one[UNSEEN_SIZE], list[EG_VALUES * UNSEEN_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));

	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		bot_render_cards(value, 1, card);
		bot_page_string(page->lang, BOT_MSG_HAND_UNSEEN_CARD,
			&(struct bot_args){.card = card, .count = cards[value]}, one, sizeof(one));
		bot_text_add(&text, value > 1 ? page->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_text_add(&text, one);
	}
	bot_page_say_below(page, BOT_MSG_HAND_UNSEEN, &(struct bot_args){.cards = list});
}

void bot_render_action(
	const struct bot_lang *lang, struct eg_action action, char words[BOT_ACTION_WORDS_SIZE])
{
	char cards[BOT_CARDS_SIZE];

	bot_render_cards(action.card, action.count, cards);
	bot_page_string(lang, commands[action.kind],
		&(struct bot_args){.move = action.move, .cards = cards}, words,
		BOT_ACTION_WORDS_SIZE);
}

/* Adds a message that names an action in words and in notation. */
static void say_action(
	struct bot_page *page, enum bot_msg msg, struct bot_args args, struct eg_action action)
{
	char notation[EG_ACTION_SIZE], words[BOT_ACTION_WORDS_SIZE];

	eg_action_print(action, notation);
	bot_render_action(page->lang, action, words);
	args.words = words;
	args.action = notation;
	bot_page_say(page, msg, &args);
}

void bot_render_example(struct bot_page *page, const struct eg_view *view)
{
	struct eg_action choices[EG_LEGAL_MAX];

	if (eg_view_choices(view, choices) > 0)
		say_action(page, BOT_MSG_ACTION_SYNTAX, (struct bot_args){0}, choices[0]);
}

uint32_t bot_letters_free(uint32_t taken, size_t count)
{
	const uint32_t row = ((uint32_t)1 << count) - 1;

	for (size_t first = 0; first + count <= EG_LETTERS; first++)
		if (!(taken & row << first))
			return row << first;
	return row;
}

size_t bot_letters_first(uint32_t letters)
{
	size_t first = 0;

	while (first < EG_LETTERS && !(letters >> first & 1))
		first++;
	return first;
}

/* Adds text to HTML that clients keep on one line. */
static void add_unbroken(struct bot_text *html, const char *text)
{
	for (; *text; text++)
		if (*text == ' ')
			bot_text_add(html, "&nbsp;");
		else
			bot_text_add_bytes(html, text, 1);
}

/* Adds only the cards of an action, the way they stand in its words: "3", "5 5" or "3, 5 5". */
static void add_action_cards(struct bot_text *html, struct eg_action action)
{
	char cards[BOT_CARDS_SIZE];

	if (action.move > 0)
		bot_text_add_number(html, action.move);
	if (action.move > 0 && action.count > 0)
		bot_text_add(html, ",&nbsp;");
	bot_render_cards(action.card, action.count, cards);
	add_unbroken(html, cards);
}

/*
 * Adds a choice with its letter. The HTML names the action in words only if `named`, and otherwise
 * only its cards, because a line on a phone has few letters. In HTML the letter is code, like all
 * that people type. The bot writes the letters itself: Matrix allows no lists with letters. On a
 * phone a line may end between two choices, but not within one, unless it is too long for a line.
 */
static void add_choice(struct bot_page *page, char letter, struct eg_action action, bool named)
{
	const char code[] = {letter, '\0'};
	char words[BOT_ACTION_WORDS_SIZE];

	bot_render_action(page->lang, action, words);
	bot_text_add(&page->html, "<code>");
	bot_page_add(page, code, code);
	bot_page_add(page, ". ", "</code>&nbsp;");
	bot_text_add(&page->body, words);
	if (!named)
		add_action_cards(&page->html, action);
	else if (action.kind == EG_ADVANCE_ATTACK)
		bot_text_add(&page->html, words);
	else
		add_unbroken(&page->html, words);
}

void bot_render_choices(struct bot_page *page, const struct eg_view *view, uint32_t letters,
	const bool chosen[EG_LEGAL_MAX])
{
	struct eg_action choices[EG_LEGAL_MAX], listed[EG_LEGAL_MAX];
	size_t count = eg_view_choices(view, choices), kept = 0, line = 0;
	const size_t first = bot_letters_first(letters);
	char letter[EG_LEGAL_MAX];

	for (size_t i = 0; i < count; i++) {
		if (chosen && !chosen[i])
			continue;
		letter[kept] = eg_choice_letter(first + i);
		listed[kept++] = choices[i];
	}
	for (size_t i = 0; i < kept; i++) {
		bool begins = i == line;

		if (begins) {
			bot_page_line(page);
			line += eg_choices_line(&listed[i], kept - i);
		} else {
			bool long_words = listed[i].kind == EG_ADVANCE_ATTACK;

			bot_text_add(&page->body, long_words ? "\n" : BOT_BETWEEN);
			bot_text_add(&page->html,
				long_words ? "; " : page->lang->messages[BOT_MSG_LIST_COMMA]);
		}
		add_choice(page, letter[i], listed[i], begins);
	}
}

static void say_bout(struct bot_page *page, const struct bot_cast *cast)
{
	bot_page_say(page, cast->bout_is_short ? BOT_MSG_BOUT_SHORT : BOT_MSG_BOUT_LEFT,
		&(struct bot_args){.left = cast->bout});
}

/* Adds how much time is left for a bout, after the sentence about the turn. */
static void add_bout(struct bot_page *page, const struct bot_cast *cast)
{
	if (cast->bout == 0)
		return;
	bot_page_space(page);
	say_bout(page, cast);
}

void bot_render_clock(struct bot_page *page, const struct bot_cast *cast)
{
	enum bot_msg msg = cast->paused  ? BOT_MSG_CLOCK_PAUSED
			   : cast->waits ? BOT_MSG_CLOCK_WAITS
					 : BOT_MSG_CLOCK_UNTIL;
	char until[BOT_INSTANT_SIZE] = "", reserve[BOT_SPAN_SIZE];

	if (!cast->paused && !cast->waits && !cast->until)
		return;
	if (cast->until)
		bot_instant_write(page->lang, cast->until, until);
	if (msg == BOT_MSG_CLOCK_UNTIL && cast->reserve > 0)
		msg = cast->left > cast->reserve ? BOT_MSG_CLOCK_RESERVE : BOT_MSG_CLOCK_IN_RESERVE;
	bot_span_write(page->lang, cast->reserve, reserve);
	bot_page_say_after(page, msg,
		&(struct bot_args){
			.left = cast->span, .clock = reserve, .until = until, .name = cast->waits});
	add_bout(page, cast);
}

/* Adds how much of the turn's time is left, or that the match is paused. */
static void add_time_left(struct bot_page *page, const struct bot_cast *cast)
{
	const struct bot_args args = {.left = cast->left}, reserve = {.left = cast->reserve};

	if (cast->paused)
		bot_render_clock(page, cast);
	if (cast->paused || !cast->until)
		return;
	bot_page_body(page, BOT_MSG_HAND_CLOCK, &args);
	bot_page_html(page, BOT_MSG_HAND_CLOCK_SHORT, &args);
	if (cast->reserve > 0)
		bot_page_say(page, BOT_MSG_HAND_RESERVE, &reserve);
}

void bot_render_hand(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool unseen)
{
	const struct eg_view *round = &view->round;

	if (round->to_act == round->seat)
		bot_render_attack(page, cast, round, true);
	bot_render_own_cards(page, round->hand);
	if (round->to_act != round->seat) {
		bot_page_say(page, BOT_MSG_HAND_WAIT,
			&(struct bot_args){
				.id = cast->id, .name = cast->name[eg_opponent(round->seat)]});
		return;
	}
	add_position(page, cast, view);
	if (!cast->waits)
		add_time_left(page, cast);
	if (cast->bout > 0 && cast->bout_is_short) { /* "5 min left" is no sentence */
		bot_page_line(page);
		say_bout(page, cast);
	}
	if (unseen)
		add_unseen(page, round->unseen);
}

void bot_render_question(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view)
{
	char cards[BOT_CARDS_SIZE];

	bot_render_attack(page, cast, &view->round, false);
	bot_render_all_cards(view->round.hand, cards);
	bot_page_say(page, BOT_MSG_POLL_QUESTION,
		&(struct bot_args){
			.id = cast->id, .cards = cards, .distance = view->round.distance});
}

void bot_render_answers(struct bot_page *page, const struct eg_view *view)
{
	struct eg_action choices[EG_LEGAL_MAX];
	size_t count = eg_view_choices(view, choices);
	char words[BOT_ACTION_WORDS_SIZE];

	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			bot_page_line(page);
		bot_render_action(page->lang, choices[i], words);
		bot_page_add(page, words, words);
	}
}
