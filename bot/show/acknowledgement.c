#include "bot/show/acknowledgement.h"

#include "bot/show/introduction.h"
#include "bot/text/board.h"

/*
 * Adds what the player has played, and how the round ended if the action ended it. `view` is the
 * public view after the action.
 */
static void add_action(struct bot_page *page, const struct bot_cast *cast, struct eg_action action,
	const struct eg_match_view *view)
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
	if (view->round.phase == EG_OVER) {
		bot_page_add(page, " ", " ");
		bot_board_ending(page, cast, view);
	}
	bot_page_line(page);
}

enum bot_error bot_acknowledge(
	struct bot_loaded_match *loaded, const struct bot_news *news, int64_t turn)
{
	enum eg_seat seat = news->item[0].seat;
	struct bot_letter letter = {.kind = BOT_OUT_EDIT,
		.private = true,
		.to = loaded->match.player[seat],
		.match = loaded->match.id,
		.optional = true};
	struct eg_match_view view;
	struct bot_page page;

	if (loaded->state.round.to_act == seat)
		return BOT_OK;
	enum bot_error error = bot_store_list_post(
		loaded->host->store, letter.to, letter.match, turn, &letter.edits);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	eg_match_view(&loaded->state, seat, &view);
	bot_page_init(&page, loaded->own[seat]);
	error = bot_introduction_keep(loaded, &page, seat, turn);
	if (error)
		return error;
	add_action(&page, &loaded->cast, news->item[0].action, &news->item[0].view);
	bot_render_hand(&page, &loaded->cast, &view, false);
	return bot_send(loaded->host, letter, &page, NULL);
}
