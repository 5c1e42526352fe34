#include "bot/show/acknowledgement.h"

#include "bot/match/turn_number.h"
#include "bot/text/board.h"

/* Adds what the player has played. */
static void add_action(struct bot_page *page, struct eg_action action)
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

/* Whether the player of `seat` waits after the news, so that no other message to them follows. */
static bool waits(const struct bot_news *news, enum eg_seat seat)
{
	const struct eg_match_view *after = &news->item[0].view;

	return news->count == 1 && after->round.phase != EG_OVER && after->round.to_act != seat;
}

/*
 * Writes the one line that stays of a player's turn. `ended` is the public view after the action.
 * If the player's next list follows, or the end of the round, their hand is in that message.
 */
static void write_line(struct bot_page *page, const struct bot_loaded_match *loaded,
	enum eg_seat seat, const struct bot_news *news)
{
	const struct eg_match_view *after = &news->item[0].view;
	char cards[BOT_CARDS_SIZE];
	struct eg_match_view view;

	bot_page_init(page, loaded->own[seat]);
	add_action(page, news->item[0].action);
	if (after->round.phase == EG_OVER) {
		bot_page_add(page, ". ", ". ");
		bot_board_ending(page, &loaded->cast, after);
	} else if (!waits(news, seat)) {
		bot_page_add(page, ".", ".");
	} else {
		eg_match_view(&loaded->state, seat, &view);
		bot_render_all_cards(view.round.hand, cards);
		bot_page_say(page, BOT_MSG_HAND_AFTER,
			&(struct bot_args){
				.cards = cards, .name = loaded->cast.name[eg_opponent(seat)]});
	}
}

/* Sends the page to the player of `seat`: instead of the list, or as a notice if `list` is 0. */
static enum bot_error send_line(const struct bot_loaded_match *loaded, enum eg_seat seat,
	int64_t list, const struct bot_page *page)
{
	const struct bot_letter letter = {.kind = list ? BOT_OUT_EDIT : BOT_OUT_MESSAGE,
		.private = true,
		.to = loaded->match.player[seat],
		.match = loaded->match.id,
		.body = page->body.data,
		.edits = list,
		.optional = true};

	return bot_send(loaded->host, letter, NULL, NULL);
}

/*
 * Shows the page instead of the newest list that the player of `seat` got in this turn. Sets *list
 * to the post of this list, or to 0 if the player has none.
 */
static enum bot_error replace_list(const struct bot_loaded_match *loaded, enum eg_seat seat,
	int64_t turn, const struct bot_page *page, int64_t *list)
{
	*list = 0;
	enum bot_error error = bot_store_list_post(
		loaded->host->store, loaded->match.player[seat], loaded->match.id, turn, list);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	return send_line(loaded, seat, *list, page);
}

enum bot_error bot_acknowledge(
	struct bot_loaded_match *loaded, const struct bot_news *news, int64_t turn, bool at_newest)
{
	enum eg_seat seat = news->item[0].seat;
	struct bot_page page;
	int64_t list;
	bool above = false;

	write_line(&page, loaded, seat, news);
	enum bot_error error = replace_list(loaded, seat, turn, &page, &list);
	if (!error && at_newest && waits(news, seat))
		error = bot_store_post_followed(
			loaded->host->store, loaded->match.player[seat], list, &above);
	return error || !above ? error : send_line(loaded, seat, 0, &page);
}

enum bot_error bot_close_list(struct bot_loaded_match *loaded)
{
	enum eg_seat seat = loaded->state.round.to_act;
	struct eg_match_view view;
	struct bot_page page;
	int64_t list;

	if (seat == EG_NOBODY || !loaded->match.player[seat][0])
		return BOT_OK;
	eg_match_view(&loaded->state, seat, &view);
	bot_page_init(&page, loaded->own[seat]);
	bot_page_say(&page, BOT_MSG_BOARD_OVER, NULL);
	return replace_list(loaded, seat, bot_turn_number(&view), &page, &list);
}
