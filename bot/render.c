#include "bot/render.h"

#include "bot/why.h"

/* What an action is called by who plays it and in the news; by enum eg_kind. */
static const struct {
	enum bot_msg command;
	enum bot_msg news;
} actions[] = {
	[EG_ADVANCE] = {BOT_MSG_ACT_ADVANCE, BOT_MSG_DID_ADVANCE},
	[EG_RETREAT] = {BOT_MSG_ACT_RETREAT, BOT_MSG_DID_RETREAT},
	[EG_ATTACK] = {BOT_MSG_ACT_ATTACK, BOT_MSG_DID_ATTACK},
	[EG_ADVANCE_ATTACK] = {BOT_MSG_ACT_ADVANCE_ATTACK, BOT_MSG_DID_ADVANCE_ATTACK},
	[EG_PARRY] = {BOT_MSG_ACT_PARRY, BOT_MSG_DID_PARRY},
	[EG_PASS] = {BOT_MSG_ACT_PASS, BOT_MSG_DID_PASS},
};

void bot_render_ending(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view)
{
	static const enum bot_msg endings[] = {
		[EG_TOUCH] = BOT_MSG_END_TOUCH,
		[EG_NO_MOVE] = BOT_MSG_END_NO_MOVE,
		[EG_CARDS] = BOT_MSG_END_CARDS,
		[EG_POSITION] = BOT_MSG_END_POSITION,
		[EG_DRAW] = BOT_MSG_END_DRAW,
	};
	struct eg_result result = view->round.result;
	struct bot_args args = {.round = view->rounds, .distance = view->round.distance};

	if (result.winner != EG_NOBODY) {
		args.winner = cast->name[result.winner];
		args.loser = cast->name[eg_opponent(result.winner)];
	}
	bot_page_say(page, endings[result.reason], &args);
}

void bot_render_news(struct bot_page *page, const struct bot_cast *cast, enum eg_seat seat,
	struct eg_action action, const struct eg_match_view *view)
{
	char cards[BOT_CARDS_SIZE];

	bot_cards_print(action.card, action.count, cards);
	bot_page_say(page, actions[action.kind].news,
		&(struct bot_args){.name = cast->name[seat], .move = action.move, .cards = cards});
	if (view->round.phase == EG_OVER) {
		bot_page_add(page, " ", " ");
		bot_render_ending(page, cast, view);
	}
	bot_page_line(page);
}

/* The hand */

static void place(struct bot_page *page, const struct bot_cast *cast, const struct eg_view *round)
{
	enum eg_seat other = eg_opponent(round->seat);
	char colour[BOT_CARDS_SIZE];

	bot_page_string(page->lang, round->seat == EG_WHITE ? BOT_MSG_WHITE : BOT_MSG_BLACK, NULL,
		colour, sizeof(colour));
	bot_page_say(page, BOT_MSG_HAND_PLACE,
		&(struct bot_args){.id = cast->id,
			.colour = colour,
			.own = round->space[round->seat],
			.name = cast->name[other],
			.other = round->space[other],
			.distance = round->distance,
			.pile = round->pile});
}

static void danger(struct bot_page *page, const struct bot_cast *cast, const struct eg_view *round)
{
	char cards[BOT_CARDS_SIZE];
	struct bot_args args = {.name = cast->name[eg_opponent(round->seat)], .cards = cards};

	bot_cards_print(round->attack.card, round->attack.count, cards);
	if (round->phase == EG_TURN)
		return;
	bot_page_add(page, " ", " ");
	if (round->phase == EG_LAST_LUNGE)
		bot_page_say(page, BOT_MSG_HAND_LUNGE, NULL);
	else
		bot_page_say(page,
			round->attack.indirect ? BOT_MSG_HAND_ATTACK_INDIRECT : BOT_MSG_HAND_ATTACK,
			&args);
}

static void hand(struct bot_page *page, const uint8_t cards[EG_VALUES + 1])
{
	char list[BOT_CARDS_SIZE], one[BOT_CARDS_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		bot_cards_print(value, cards[value], one);
		bot_text_add(&text, text.used > 0 && one[0] ? " " : "");
		bot_text_add(&text, one);
	}
	bot_page_say(page, BOT_MSG_HAND, &(struct bot_args){.cards = list});
	bot_page_line(page);
}

static void unseen_cards(struct bot_page *page, const uint8_t cards[EG_VALUES + 1])
{
	char list[BOT_CARDS_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	for (uint8_t value = 1; value <= EG_VALUES; value++) {
		bot_text_add(&text, value > 1 ? ", " : "");
		bot_text_add_number(&text, value);
		bot_text_add(&text, ": ");
		bot_text_add_number(&text, cards[value]);
	}
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_HAND_UNSEEN, &(struct bot_args){.cards = list});
}

/* Says something of an action, in words and in notation. */
static void say_action(
	struct bot_page *page, enum bot_msg msg, struct bot_args args, struct eg_action action)
{
	char notation[EG_ACTION_SIZE], cards[BOT_CARDS_SIZE], words[2 * BOT_CARDS_SIZE];

	eg_action_print(action, notation);
	bot_cards_print(action.card, action.count, cards);
	bot_page_string(page->lang, actions[action.kind].command,
		&(struct bot_args){.move = action.move, .cards = cards}, words, sizeof(words));
	args.words = words;
	args.action = notation;
	bot_page_say(page, msg, &args);
}

void bot_render_advice(
	struct bot_page *page, int64_t match, struct eg_action action, uint8_t percent)
{
	say_action(page, BOT_MSG_HINT, (struct bot_args){.id = match, .count = percent}, action);
}

static void choice(struct bot_page *page, struct eg_action action)
{
	say_action(page, BOT_MSG_CHOICE, (struct bot_args){0}, action);
}

/* A list in HTML numbers its items itself; in the plain text the numbers are ours. */
static void choices(struct bot_page *page, const struct eg_view *round)
{
	bot_text_add(&page->html, "<ol>");
	for (uint8_t i = 0; i < round->legal_count; i++) {
		bot_text_add(&page->body, "\n");
		bot_text_add_number(&page->body, i + 1);
		bot_page_add(page, ". ", "<li>");
		choice(page, round->legal[i]);
		bot_text_add(&page->html, "</li>");
	}
	bot_text_add(&page->html, "</ol>");
}

void bot_render_answers(struct bot_page *page, const struct eg_view *view)
{
	for (uint8_t i = 0; i < view->legal_count; i++) {
		if (i > 0)
			bot_page_line(page);
		choice(page, view->legal[i]);
	}
}

void bot_render_choices(
	struct bot_page *page, const struct eg_view *view, const bool chosen[EG_LEGAL_MAX])
{
	for (uint8_t i = 0; i < view->legal_count; i++) {
		if (!chosen[i])
			continue;
		bot_page_line(page);
		bot_text_add_number(&page->body, i + 1);
		bot_text_add_number(&page->html, i + 1);
		bot_page_add(page, ". ", ". ");
		choice(page, view->legal[i]);
	}
}

void bot_render_clock(struct bot_page *page, const struct bot_cast *cast)
{
	if (!cast->paused && !cast->until)
		return;
	bot_page_add(page, " ", " ");
	bot_page_say(page, cast->paused ? BOT_MSG_CLOCK_PAUSED : BOT_MSG_CLOCK_UNTIL,
		&(struct bot_args){.until = cast->until});
}

void bot_render_hand(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool unseen, bool listed)
{
	const struct eg_view *round = &view->round;

	hand(page, round->hand);
	if (round->to_act != round->seat) {
		bot_page_say(page, BOT_MSG_HAND_WAIT,
			&(struct bot_args){
				.id = cast->id, .name = cast->name[eg_opponent(round->seat)]});
		return;
	}
	place(page, cast, round);
	danger(page, cast, round);
	bot_render_clock(page, cast);
	if (unseen)
		unseen_cards(page, round->unseen);
	if (listed)
		choices(page, round);
}
