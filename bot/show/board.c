#include "bot/show/board.h"

#include "bot/base/attempt.h"
#include "bot/call/web_link.h"
#include "bot/match/loading.h"
#include "bot/show/picture.h"

#include <string.h>

/* News */

/* Adds what an action did. `seat` is the player who reads it, or EG_NOBODY. */
static void add_action(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news_item *item, enum eg_seat seat)
{
	if (item->seat == seat)
		bot_board_own_action(page, item->action, item->automatic);
	else
		bot_board_action(page, &loaded->cast, item->seat, item->action, item->automatic);
}

void bot_news_add(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct bot_news *news, enum eg_seat seat, uint16_t round)
{
	for (size_t i = 0; i < news->count; i++) {
		const struct bot_news_item *item = &news->item[i];
		const struct eg_match_view *view = &item->view;
		bool ended = view->round.phase == EG_OVER;
		/* the player's hand begins with this attack */
		bool told = i + 1 == news->count && seat == view->round.to_act &&
			    view->round.phase == EG_DEFEND;
		bool known = item->seat == seat && !ended && !item->automatic && !item->planned;

		if (view->rounds < round || told || known)
			continue;
		add_action(page, loaded, item, seat);
		if (ended) {
			bot_page_space(page);
			bot_board_ending(page, &loaded->cast, view);
		}
		bot_page_line(page);
	}
}

#define SCROLLED_MAX  12 /* if more messages follow a board, people no longer find it */
#define EDITS_MAX     50 /* the most edits of one message, because clients load all its edits */
#define ACTIONS_SHOWN 3  /* how many actions of the round stand above the board */

/* Whether the room sees no board of the match: a bout that nobody has asked to see. */
static bool is_hidden(const struct bot_match *match)
{
	return match->competition != 0 && match->board == 0;
}

/* Stores that the post with the round's board is `post`. */
static void note_board(struct bot_loaded_match *loaded, int64_t post, bool as_new)
{
	struct bot_match *match = &loaded->match;

	match->edits++;
	if (as_new) {
		match->board = post;
		match->edits = 0;
		match->scrolled = 0;
	}
	bot_store_match_save(loaded->host->store, match);
}

/*
 * Sends a page as the board of the round. Usually this edits the old message with the board. The
 * bot sends a new message if `as_new` is true, if the round has no board yet, if too many other
 * messages follow the old board, or if the old board has too many edits.
 *
 * If `pictured` is true, the message shows a picture of the view, and the page is its caption. A
 * board that somebody asked for as a picture becomes a text when the position changes. But if
 * nobody has got this picture yet, it becomes a picture of the new position.
 */
static void post_board(struct bot_loaded_match *loaded, const struct bot_page *page,
	const struct eg_match_view *view, bool pictured, bool as_new)
{
	struct bot_match *match = &loaded->match;
	struct bot_letter letter = {.to = match->room, .match = match->id};
	bool shown = false, unsent = false;
	int64_t post = 0;

	as_new = as_new || match->board == 0 || match->scrolled > SCROLLED_MAX ||
		 match->edits >= EDITS_MAX;
	if (!as_new) {
		bot_picture_find(loaded, match->board, &shown, &unsent);
		letter.kind = BOT_OUT_EDIT;
		letter.edits = match->board;
	}
	if (shown && !unsent)
		bot_store_picture_over(loaded->host->store, match->board);
	if (pictured || unsent)
		post = bot_picture_send(loaded, view, letter, page);
	else
		bot_send(loaded->host, letter, page, &post);
	note_board(loaded, post, as_new);
}

void bot_show_last_actions(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct eg_match_view *view)
{
	const struct bot_public_round round = bot_match_public_round(loaded, view->rounds);

	for (size_t i = 0; i < round.count; i++) {
		const struct bot_played *played = &round.played[i];

		if (i + ACTIONS_SHOWN < round.count)
			continue;
		bot_board_action(
			page, &loaded->cast, played->seat, played->action, played->automatic);
		bot_page_space(page);
	}
	if (view->round.phase == EG_OVER)
		bot_board_ending(page, &loaded->cast, view);
	if (round.count > 0)
		bot_page_line(page);
}

/*
 * Makes the players' names in the title of the first board links. Clients show such a link as a
 * pill, which says who the player is in less space than their id.
 */
static void link_players(struct bot_loaded_match *loaded, struct bot_page *page)
{
	if (loaded->state.rounds > 2) /* the first round may just have ended */
		return;
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		size_t links = page->links_count;

		memcpy(loaded->pill[seat], loaded->named[seat].label, BOT_LABEL_SIZE);
		if (loaded->match.player[seat][0])
			bot_id_link_user(
				loaded->host, page, loaded->match.player[seat], loaded->pill[seat]);
		if (page->links_count > links)
			loaded->cast.pill[seat] = loaded->pill[seat];
	}
}

void bot_show_board(struct bot_loaded_match *loaded, struct bot_page *page, bool as_new)
{
	if (is_hidden(&loaded->match) && !as_new) {
		bot_store_match_save(loaded->host->store, &loaded->match);
		return;
	}
	bot_show_last_actions(page, loaded, &loaded->state);
	link_players(loaded, page);
	bot_board_add(page, &loaded->cast, &loaded->state, loaded->match.status == BOT_PLAYING);
	post_board(loaded, page, &loaded->state, false, as_new);
}

void bot_show_board_again(struct bot_loaded_match *loaded)
{
	BOT_PAGE(page);

	if (loaded->match.private)
		return;
	bot_page_init(&page, loaded->lang);
	bot_show_board(loaded, &page, false);
}

void bot_show_end_of_turn(struct bot_loaded_match *loaded)
{
	if (loaded->cast.until)
		bot_show_board_again(loaded);
}

void bot_show_last_board(struct bot_loaded_match *loaded)
{
	bool shown = false, unsent = false;
	BOT_PAGE(page);

	if (is_hidden(&loaded->match)) {
		bot_store_match_save(loaded->host->store, &loaded->match);
		return;
	}
	bot_page_init(&page, loaded->lang);
	bot_show_last_actions(&page, loaded, &loaded->state);
	link_players(loaded, &page);
	bot_board_add(&page, &loaded->cast, &loaded->state, false);
	bool pictures = bot_picture_wanted(loaded->host, loaded->match.room);
	bot_picture_find(loaded, loaded->match.board, &shown, &unsent);
	post_board(loaded, &page, &loaded->state, pictures, pictures && shown && !unsent);
	if (pictures)
		bot_store_picture_over(loaded->host->store, loaded->match.board);
}

void bot_show_pictured_board(struct bot_loaded_match *loaded)
{
	const struct bot_letter letter = {.to = loaded->match.room};
	BOT_PAGE(page);

	bot_page_init(&page, loaded->lang);
	bot_show_last_actions(&page, loaded, &loaded->state);
	link_players(loaded, &page);
	bot_board_add(&page, &loaded->cast, &loaded->state, loaded->match.status == BOT_PLAYING);
	note_board(loaded, bot_picture_post(loaded, letter, &page), true);
}

/*
 * Adds the end of a round to a page, and what has happened since. `ended` is the public view of the
 * round that has ended.
 */
static void add_round_end(struct bot_page *page, struct bot_loaded_match *loaded,
	const struct bot_news *news, const struct eg_match_view *ended)
{
	const struct bot_args next = {.round = loaded->state.rounds,
		.name = loaded->cast.name[loaded->state.round.to_act]};

	bot_show_last_actions(page, loaded, ended);
	link_players(loaded, page);
	bot_board_piste(page, &loaded->cast, ended);
	bot_board_places(page, ended);
	bot_news_add(page, loaded, news, EG_NOBODY, loaded->state.rounds);
	bot_page_say(page, BOT_MSG_BOARD_NEXT, &next);
}

/*
 * Shows the end of a round in the round's board, because the next round gets a new board. `ended`
 * is the public view of the round that has ended.
 *
 * The board becomes a picture if the room wants pictures. If it is a picture already, which
 * somebody asked for, the end of the round is a new message: many clients show a new picture in an
 * edited message only when they load the message again. (They show at once that a picture has
 * become a text, or a text a picture.)
 */
static void show_round_end(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *ended, bool pictured)
{
	struct bot_match *match = &loaded->match;
	bool shown, unsent;
	BOT_PAGE(page);

	bot_page_init(&page, loaded->lang);
	add_round_end(&page, loaded, news, ended);
	bot_picture_find(loaded, match->board, &shown, &unsent);
	post_board(loaded, &page, ended, pictured, pictured && shown && !unsent);
	bot_store_picture_over(loaded->host->store, match->board);
	match->board = 0;
	bot_store_match_save(loaded->host->store, match);
}

void bot_show_new_round(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown)
{
	BOT_PAGE(page);

	if (is_hidden(&loaded->match)) {
		bot_store_match_save(loaded->host->store, &loaded->match);
		return;
	}
	bool pictures = bot_picture_wanted(loaded->host, loaded->match.room);
	if (shown->round.phase == EG_OVER) {
		show_round_end(loaded, news, shown, pictures);
		return;
	}
	if (pictures) {
		bot_show_pictured_board(loaded);
		return;
	}
	bot_page_init(&page, loaded->lang);
	bot_show_board(loaded, &page, true);
}

/* The result */

void bot_match_result(const struct bot_loaded_match *loaded, const struct bot_lang *lang,
	char result[BOT_RESULT_SIZE])
{
	static const enum bot_msg results[] = {
		[BOT_ENDING_UNKNOWN] = BOT_MSG_RESULT_UNKNOWN,
		[BOT_WON] = BOT_MSG_RESULT_WON,
		[BOT_RESIGNED] = BOT_MSG_RESULT_RESIGNED,
		[BOT_FORFEITED] = BOT_MSG_RESULT_FORFEITED,
		[BOT_STOPPED] = BOT_MSG_RESULT_STOPPED,
		[BOT_ABANDONED] = BOT_MSG_RESULT_ABANDONED,
		[BOT_UNDECIDED] = BOT_MSG_RESULT_UNKNOWN,
		[BOT_VOID] = BOT_MSG_RESULT_VOID,
	};
	const struct bot_match *match = &loaded->match;
	struct bot_args args = {0};

	if (match->winner != EG_NOBODY) {
		args.winner = loaded->cast.name[match->winner];
		args.loser = loaded->cast.name[eg_opponent(match->winner)];
	}
	bot_page_string(lang, results[match->ending], &args, result, BOT_RESULT_SIZE);
}
