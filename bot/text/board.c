#include "bot/text/board.h"

/* Actions and endings */

static void add_automatic(struct bot_page *page)
{
	bot_page_say_after(page, BOT_MSG_DID_AUTOMATIC, NULL);
}

void bot_board_action(struct bot_page *page, const struct bot_cast *cast, enum eg_seat seat,
	struct eg_action action, bool automatic)
{
	static const enum bot_msg news[] = {
		[EG_ADVANCE] = BOT_MSG_DID_ADVANCE,
		[EG_RETREAT] = BOT_MSG_DID_RETREAT,
		[EG_ATTACK] = BOT_MSG_DID_ATTACK,
		[EG_ADVANCE_ATTACK] = BOT_MSG_DID_ADVANCE_ATTACK,
		[EG_PARRY] = BOT_MSG_DID_PARRY,
		[EG_PASS] = BOT_MSG_DID_PASS,
	};
	char cards[BOT_CARDS_SIZE];

	bot_render_cards(action.card, action.count, cards);
	bot_page_say(page, news[action.kind],
		&(struct bot_args){.name = cast->name[seat], .move = action.move, .cards = cards});
	if (automatic)
		add_automatic(page);
}

void bot_board_played(struct bot_page *page, struct eg_action action)
{
	static const enum bot_msg played[] = {
		[EG_ADVANCE] = BOT_MSG_YOU_ADVANCE,
		[EG_RETREAT] = BOT_MSG_YOU_RETREAT,
		[EG_ATTACK] = BOT_MSG_YOU_ATTACK,
		[EG_ADVANCE_ATTACK] = BOT_MSG_YOU_ADVANCE_ATTACK,
		[EG_PARRY] = BOT_MSG_YOU_PARRY,
		[EG_PASS] = BOT_MSG_YOU_PASS,
	};
	char cards[BOT_CARDS_SIZE];

	bot_render_cards(action.card, action.count, cards);
	bot_page_say(
		page, played[action.kind], &(struct bot_args){.move = action.move, .cards = cards});
}

void bot_board_own_action(struct bot_page *page, struct eg_action action, bool automatic)
{
	bot_board_played(page, action);
	bot_page_say(page, BOT_MSG_FULL_STOP, NULL);
	if (automatic)
		add_automatic(page);
}

/* Adds how the round ended. The round of `view` is over. */
static void add_ending(
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

void bot_board_ending(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view)
{
	add_ending(page, cast, view);
	if (view->round.result.reason != EG_CARDS)
		return;
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		char cards[BOT_CARDS_SIZE];

		bot_render_all_cards(view->round.shown[seat], cards);
		bot_page_say_after(page, BOT_MSG_END_HAND,
			&(struct bot_args){.name = cast->name[seat], .cards = cards});
	}
}

void bot_board_score(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, enum eg_seat seat)
{
	enum eg_seat other = eg_opponent(seat);

	bot_page_say(page, BOT_MSG_HAND_SCORE,
		&(struct bot_args){.own = view->score[seat],
			.name = cast->name[other],
			.other = view->score[other]});
}

/* The piste */

enum eg_seat bot_board_attacker(const struct eg_view *round)
{
	if (round->phase == EG_DEFEND)
		return eg_opponent(round->to_act);
	if (round->phase == EG_OVER && round->result.reason == EG_TOUCH)
		return round->result.winner;
	return EG_NOBODY;
}

/*
 * The colours behind the characters of the strip, and those of the characters. All but BEHIND are
 * colours of the picture (bot/picture/shapes.c). A client without colours shows the characters.
 */
#define COLOURS(ground, ink) "<span data-mx-bg-color=\"#" ground "\" data-mx-color=\"#" ink "\">"
#define BEHIND               COLOURS("8D949E", "8D949E")
#define BETWEEN              COLOURS("DADDE1", "14181E")
#define BLADE                COLOURS("DADDE1", "A3140F")
#define WHITE                COLOURS("FFFFFF", "14181E")
#define BLACK                COLOURS("14181E", "FFFFFF")

static void add_spaces(struct bot_page *page, const char *mark, int count)
{
	while (count-- > 0)
		bot_text_add(&page->html, mark);
}

static void add_fencer(struct bot_page *page, const char *colours, enum bot_msg letter)
{
	bot_text_add(&page->html, colours);
	bot_text_add(&page->html, "<strong>");
	bot_page_html(page, letter, NULL);
	bot_text_add(&page->html, "</strong></span>");
}

/*
 * Adds one character for each space. The ground behind the fencers is colons. The characters
 * between them are dots, or the blade of the attacker. All are narrow: beside the word "(edited)",
 * Element has 153 pixels on a phone of 390. A screen reader passes over colons and dots.
 */
static void add_piste(struct bot_page *page, const struct eg_view *round)
{
	static const char *const between[] = {
		[EG_WHITE] = "›", [EG_BLACK] = "‹", [EG_NOBODY] = "·"};
	enum eg_seat attacker = bot_board_attacker(round);

	add_spaces(page, ":", round->space[EG_WHITE] - 1);
	add_fencer(page, WHITE, BOT_MSG_STRIP_WHITE);
	bot_text_add(&page->html, attacker == EG_NOBODY ? BETWEEN : BLADE);
	add_spaces(page, between[attacker], round->space[EG_BLACK] - round->space[EG_WHITE] - 1);
	bot_text_add(&page->html, "</span>");
	add_fencer(page, BLACK, BOT_MSG_STRIP_BLACK);
	add_spaces(page, ":", EG_SPACES - round->space[EG_BLACK]);
}

void bot_board_status(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open)
{
	const struct eg_view *round = &view->round;
	char cards[BOT_CARDS_SIZE];
	struct bot_args args = {.cards = cards};
	enum bot_msg msg = BOT_MSG_BOARD_TURN;

	if (open && view->winner == EG_NOBODY && round->phase == EG_OVER) {
		add_ending(page, cast, view);
		return;
	}
	bot_render_cards(round->attack.card, round->attack.count, cards);
	if (view->winner != EG_NOBODY)
		args.name = cast->name[view->winner];
	else if (round->to_act != EG_NOBODY)
		args.name = cast->name[round->to_act];
	if (view->winner != EG_NOBODY)
		msg = BOT_MSG_BOARD_WON;
	else if (!open)
		msg = BOT_MSG_BOARD_OVER;
	else if (round->phase == EG_LAST_LUNGE)
		msg = BOT_MSG_BOARD_LUNGE;
	else if (round->phase == EG_DEFEND)
		msg = round->attack.indirect ? BOT_MSG_BOARD_DEFEND_INDIRECT : BOT_MSG_BOARD_DEFEND;
	bot_page_say(page, msg, &args);
}

/* Writes the last card, or a dash if no card has been played. */
static void write_last_card(
	const struct bot_lang *lang, const struct eg_view *round, char card[BOT_CARDS_SIZE])
{
	bot_render_cards(round->last_card, 1, card);
	if (round->last_card == 0)
		bot_page_string(lang, BOT_MSG_NO_CARD, NULL, card, BOT_CARDS_SIZE);
}

/* Collects what the messages of the board say about the position. */
static struct bot_args position_of(const struct bot_cast *cast, const struct eg_match_view *view)
{
	const char *const *name = view->rounds <= 1 ? cast->with_id : cast->name;
	const struct eg_view *round = &view->round;

	return (struct bot_args){.id = cast->id,
		.round = view->rounds,
		.white = name[EG_WHITE],
		.black = name[EG_BLACK],
		.own = round->space[EG_WHITE],
		.other = round->space[EG_BLACK],
		.distance = round->distance,
		.pile = round->pile};
}

/* Returns the name in the title. In the first round it says who the player is. */
static const char *title_name(
	const struct bot_cast *cast, const struct eg_match_view *view, enum eg_seat seat)
{
	if (view->rounds > 1)
		return cast->name[seat];
	return cast->pill[seat] ? cast->pill[seat] : cast->with_id[seat];
}

void bot_board_strip(struct bot_page *page, const struct eg_view *round)
{
	bot_text_add(&page->html, BEHIND);
	add_piste(page, round);
	bot_text_add(&page->html, "</span><br>");
}

/* Whether a player began the match with touches. */
static bool has_start(const struct eg_match_view *view)
{
	return view->start[EG_WHITE] > 0 || view->start[EG_BLACK] > 0;
}

void bot_board_piste(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view)
{
	struct bot_args score = {.own = view->score[EG_WHITE],
		.other = view->score[EG_BLACK],
		.touches = view->touches};
	const struct bot_args start = {
		.own = view->start[EG_WHITE], .other = view->start[EG_BLACK]};
	struct bot_args place = position_of(cast, view);
	char card[BOT_CARDS_SIZE];

	write_last_card(page->lang, &view->round, card);
	place.card = card;
	score.id = place.id;
	score.round = place.round;
	score.white = title_name(cast, view, EG_WHITE);
	score.black = title_name(cast, view, EG_BLACK);
	bot_page_html(page, BOT_MSG_BOARD_TITLE, &score);
	if (has_start(view))
		bot_page_html(page, BOT_MSG_MARK_START, &start);
	if (cast->casual)
		bot_page_html(page, BOT_MSG_MARK_CASUAL, NULL);
	bot_text_add(&page->html, "<br>");
	bot_board_strip(page, &view->round);
	bot_page_body(page, BOT_MSG_BOARD_TEXT, &place);
	bot_page_body(page, BOT_MSG_SENTENCE_SPACE, NULL);
	bot_page_body(page, BOT_MSG_BOARD_SCORE, &score);
	if (has_start(view)) {
		bot_page_body(page, BOT_MSG_SENTENCE_SPACE, NULL);
		bot_page_body(page, BOT_MSG_BOARD_START, &start);
	}
	if (cast->casual) {
		bot_page_body(page, BOT_MSG_SENTENCE_SPACE, NULL);
		bot_page_body(page, BOT_MSG_BOARD_CASUAL, NULL);
	}
	bot_page_body(page, BOT_MSG_SENTENCE_SPACE, NULL);
	bot_page_body(page, BOT_MSG_BOARD_PILE, &place);
}

void bot_board_places(struct bot_page *page, const struct eg_match_view *view)
{
	const struct eg_view *round = &view->round;
	char card[BOT_CARDS_SIZE];
	const struct bot_args args = {.own = round->space[EG_WHITE],
		.other = round->space[EG_BLACK],
		.distance = round->distance,
		.pile = round->pile,
		.card = card};

	write_last_card(page->lang, round, card);
	bot_page_html(page, BOT_MSG_BOARD_PLACES, &args);
	bot_page_add(page, " ", "<br>");
}

void bot_board_add(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open)
{
	bot_board_piste(page, cast, view);
	bot_board_places(page, view);
	bot_board_status(page, cast, view, open);
	if (open && view->winner == EG_NOBODY)
		bot_render_clock(page, cast);
}
