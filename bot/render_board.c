#include "bot/render.h"

#include "bot/why.h"

#define DOT "\xC2\xB7" /* U+00B7 MIDDLE DOT: narrow in every monospaced type */

enum eg_seat bot_render_attacker(const struct eg_view *round)
{
	if (round->phase == EG_DEFEND)
		return eg_opponent(round->to_act);
	if (round->phase == EG_OVER && round->result.reason == EG_TOUCH)
		return round->result.winner;
	return EG_NOBODY;
}

/* The piste, a column a space; between the fencers lies their distance, or a blade. */
static void piste(struct bot_page *page, const struct eg_view *round)
{
	static const char *const between[] = {
		[EG_WHITE] = "&gt;", [EG_BLACK] = "&lt;", [EG_NOBODY] = "-"};

	for (uint8_t space = 1; space <= EG_SPACES; space++) {
		if (space == round->space[EG_WHITE])
			bot_page_html(page, BOT_MSG_STRIP_WHITE, NULL);
		else if (space == round->space[EG_BLACK])
			bot_page_html(page, BOT_MSG_STRIP_BLACK, NULL);
		else if (space > round->space[EG_WHITE] && space < round->space[EG_BLACK])
			bot_text_add(&page->html, between[bot_render_attacker(round)]);
		else
			bot_text_add(&page->html, DOT);
	}
}

static void strip(struct bot_page *page, const struct eg_view *round, const struct bot_args *score,
	const struct bot_args *place)
{
	bot_text_add(&page->html, "<pre><code>");
	bot_page_html(page, BOT_MSG_STRIP_SCORE, score);
	bot_text_add(&page->html, "\n");
	piste(page, round);
	bot_text_add(&page->html, "\n");
	bot_page_html(page, BOT_MSG_STRIP_RULER, NULL);
	bot_text_add(&page->html, "\n");
	bot_page_html(page, BOT_MSG_STRIP_FACTS, place);
	bot_text_add(&page->html, "</code></pre>");
}

void bot_render_standing(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open)
{
	const struct eg_view *round = &view->round;
	char cards[BOT_CARDS_SIZE];
	struct bot_args args = {.cards = cards};
	enum bot_msg msg = BOT_MSG_BOARD_TURN;

	if (open && view->winner == EG_NOBODY && round->phase == EG_OVER) {
		bot_render_ending(page, cast, view);
		return;
	}
	bot_cards_print(round->attack.card, round->attack.count, cards);
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

void bot_render_piste(
	struct bot_page *page, const struct bot_cast *cast, const struct eg_match_view *view)
{
	const struct eg_view *round = &view->round;
	char card[BOT_CARDS_SIZE];
	struct bot_args title = {.id = cast->id,
		.round = view->rounds,
		.white = cast->name[EG_WHITE],
		.black = cast->name[EG_BLACK]};
	struct bot_args score = {.own = view->score[EG_WHITE],
		.other = view->score[EG_BLACK],
		.touches = view->touches};
	struct bot_args place = {.id = cast->id,
		.round = view->rounds,
		.white = title.white,
		.black = title.black,
		.own = round->space[EG_WHITE],
		.other = round->space[EG_BLACK],
		.distance = round->distance,
		.pile = round->pile,
		.card = card};

	bot_cards_print(round->last_card, 1, card);
	if (round->last_card == 0)
		bot_page_string(page->lang, BOT_MSG_NO_CARD, NULL, card, sizeof(card));
	bot_page_html(page, BOT_MSG_BOARD_TITLE, &title);
	strip(page, round, &score, &place);
	bot_page_body(page, BOT_MSG_BOARD_TEXT, &place);
	bot_text_add(&page->body, " ");
	bot_page_body(page, BOT_MSG_BOARD_SCORE, &score);
	bot_text_add(&page->body, " ");
	bot_page_body(page, BOT_MSG_BOARD_PILE, &place);
}

void bot_render_board(struct bot_page *page, const struct bot_cast *cast,
	const struct eg_match_view *view, bool open)
{
	bot_render_piste(page, cast, view);
	bot_text_add(&page->body, " ");
	bot_render_standing(page, cast, view, open);
	if (open && view->winner == EG_NOBODY)
		bot_render_clock(page, cast);
}
