#include "bot/show/acknowledgement.h"

#include "bot/base/attempt.h"
#include "bot/match/loading.h"
#include "bot/match/timers.h"
#include "bot/show/introduction.h"
#include "bot/text/board.h"

/* Returns the public view after all of the news. */
static const struct eg_match_view *last_view(const struct bot_news *news)
{
	return &news->item[news->count - 1].view;
}

/* Whether the player of `seat` waits after the news, so that no other message to them follows. */
static bool waits(const struct bot_news *news, enum eg_seat seat)
{
	return !news->round_end && last_view(news)->round.to_act != seat;
}

/*
 * Adds what a player who waits has to know: that the opponent's parry played itself, where the
 * fencers stand, the new hand, and whether the opponent's device rings only later.
 */
static void write_wait(struct bot_page *page, struct bot_loaded_match *loaded,
	const struct bot_news *news, const struct eg_match_view *own)
{
	enum eg_seat opponent = eg_opponent(own->round.seat);
	char cards[BOT_CARDS_SIZE];

	bot_render_all_cards(own->round.hand, cards);
	const struct bot_args args = {.own = own->round.space[EG_WHITE],
		.other = own->round.space[EG_BLACK],
		.cards = cards,
		.name = loaded->cast.name[opponent]};
	if (news->count > 1)
		bot_page_say(page, BOT_MSG_HAND_AFTER_PARRY, &args);
	bot_page_say(page, BOT_MSG_HAND_AFTER, &args);
	if (bot_turn_notice_is_silent(loaded, opponent))
		bot_page_say(page, BOT_MSG_HAND_AFTER_SILENT, NULL);
}

/*
 * Returns the action before the first one of the news, in the same round, if `seat` has played it.
 * Otherwise returns NULL.
 */
static const struct bot_played *find_before(
	const struct bot_loaded_match *loaded, const struct bot_news *news, enum eg_seat seat)
{
	const struct eg_match_view *after = &news->item[0].view;
	const struct bot_public_round round = bot_match_public_round(loaded, after->rounds);
	size_t before = after->round.plies - 1U; /* how many actions the round had before */

	const struct bot_played *played = round.played;

	if (before == 0 || before > round.count || played[before - 1].seat != seat)
		return NULL;
	return played + before - 1;
}

/*
 * Adds what the first list of a round told, apart from the choices: in a first match, who writes
 * here and how to answer; and the score after the round before.
 */
static void write_beginning(struct bot_page *page, const struct bot_loaded_match *loaded,
	const struct eg_match_view *after, enum eg_seat seat)
{
	if (after->rounds == 1) {
		bot_introduction_keep(loaded, seat, page);
		return;
	}
	bot_board_score(page, &loaded->cast, after, seat);
	bot_page_space(page);
}

/*
 * Writes the line that replaces the list of a player's turn: the opponent's action that the list
 * told, the player's answer to it, and what write_wait adds. So these lines together tell the
 * match. If the player's next list or the end of the round follows, that message has the hand, and
 * says how the round has ended; the last round's end stands in the finish. The line is short,
 * because Element gives it two thirds of its width on a phone, beside the word "(edited)". If
 * `notice` is true, the line is a message of its own. Then the list is still shown, so the line
 * does not repeat its beginning.
 */
static void write_line(struct bot_page *page, struct bot_loaded_match *loaded,
	const struct bot_news *news, const struct eg_match_view *own, bool notice)
{
	const struct eg_match_view *after = &news->item[0].view;
	const struct bot_played *answered = find_before(loaded, news, eg_opponent(own->round.seat));

	bot_match_begin_private(loaded, own->round.seat, page);
	if (answered) {
		bot_board_action(page, &loaded->cast, answered->seat, answered->action, false);
		bot_page_space(page);
	} else if (after->round.plies == 1 && !notice) {
		write_beginning(page, loaded, after, own->round.seat);
	}
	bot_board_played(page, news->item[0].action);
	if (waits(news, own->round.seat))
		write_wait(page, loaded, news, own);
	else
		bot_page_say(page, BOT_MSG_FULL_STOP, NULL);
}

/* Sends a line to the player of `seat`: instead of a message, or as a notice if `edits` is 0. */
static void send_line(const struct bot_loaded_match *loaded, enum eg_seat seat, int64_t edits,
	const struct bot_page *page)
{
	const struct bot_letter letter = {.kind = edits ? BOT_OUT_EDIT : BOT_OUT_MESSAGE,
		.private = true,
		.to = loaded->match.player[seat],
		.match = loaded->match.id,
		.body = page->body.data,
		.edits = edits,
		.optional = true};

	bot_send(loaded->host, letter, NULL, NULL);
}

static void remove_poll(const struct bot_loaded_match *loaded, enum eg_seat seat, int64_t poll)
{
	const struct bot_letter letter = {.kind = BOT_OUT_REMOVE,
		.private = true,
		.to = loaded->match.player[seat],
		.match = loaded->match.id,
		.edits = poll,
		.optional = true};

	bot_send(loaded->host, letter, NULL, NULL);
}

/*
 * Removes an open list of the player of `seat` if it is a poll. Otherwise replaces it by the page
 * or, if `page` is NULL, by a line that points below.
 */
static void close_list(const struct bot_loaded_match *loaded, enum eg_seat seat,
	const struct bot_open_list *list, const struct bot_page *page)
{
	BOT_PAGE(below);

	if (list->poll) {
		remove_poll(loaded, seat, list->post);
		return;
	}
	if (page) {
		send_line(loaded, seat, list->post, page);
		return;
	}
	bot_page_init(&below, loaded->own[seat]);
	bot_page_say(&below, BOT_MSG_LIST_BELOW, NULL);
	send_line(loaded, seat, list->post, &below);
}

/*
 * Finds open lists of the player of `seat`. Returns how many there are of this match, which are the
 * first ones, and sets *count to how many there are of all matches.
 */
static size_t find_lists(const struct bot_loaded_match *loaded, enum eg_seat seat,
	struct bot_open_list lists[BOT_OPEN_MOST], size_t *count)
{
	size_t own = 0;

	*count = bot_store_open_lists(
		loaded->host->store, loaded->match.player[seat], loaded->match.id, lists);
	while (own < *count && lists[own].match == loaded->match.id)
		own++;
	return own;
}

/*
 * Closes all open lists of the player of `seat`: the newest as close_list does with this page, and
 * the older ones without a page. Returns the newest list, or zero if none was open.
 */
static struct bot_open_list close_lists(
	const struct bot_loaded_match *loaded, enum eg_seat seat, const struct bot_page *page)
{
	struct bot_open_list lists[BOT_OPEN_MOST], newest = {0};
	size_t own, count, left;

	do {
		own = find_lists(loaded, seat, lists, &count);
		bot_store_close_lists(loaded->host->store, loaded->match.player[seat],
			loaded->match.id, lists, count);
		if (newest.post == 0 && own > 0)
			newest = lists[0];
		for (left = own; left-- > 0;)
			close_list(loaded, seat, &lists[left],
				lists[left].post == newest.post ? page : NULL);
	} while (own == BOT_OPEN_MOST);
	return newest;
}

void bot_acknowledge(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *own, bool typed_in_private)
{
	enum eg_seat seat = own->round.seat;
	BOT_PAGE(page);

	write_line(&page, loaded, news, own, false);
	struct bot_open_list list = close_lists(loaded, seat, &page);
	bool unseen = list.poll;
	if (!waits(news, seat))
		return;
	if (!unseen && typed_in_private)
		unseen = bot_store_post_followed(
			loaded->host->store, loaded->match.player[seat], list.post);
	if (!unseen)
		return;
	write_line(&page, loaded, news, own, true);
	send_line(loaded, seat, 0, &page);
}

void bot_acknowledge_late(const struct bot_loaded_match *loaded, enum eg_seat seat,
	const struct bot_news *news, struct bot_page *page)
{
	const struct bot_played *own = NULL;
	bool waits = false;

	if (news->count > 0 && news->item[0].seat != seat)
		own = find_before(loaded, news, seat);
	if (own)
		waits = bot_outbox_has_optional(
			loaded->host->store, loaded->match.player[seat], loaded->match.id);
	if (!waits)
		return;
	bot_board_played(page, own->action);
	bot_page_say(page, BOT_MSG_FULL_STOP, NULL);
	bot_page_space(page);
}

uint32_t bot_list_letters(const struct bot_loaded_match *loaded, const struct eg_match_view *own)
{
	struct bot_open_list lists[BOT_OPEN_MOST];
	int64_t turn = bot_turn_number(own);
	uint32_t taken = 0;
	size_t count, i;

	find_lists(loaded, own->round.seat, lists, &count);
	for (i = 0; i < count; i++) {
		if (lists[i].match != loaded->match.id)
			taken |= lists[i].letters;
		else if (lists[i].turn == turn && lists[i].letters)
			return lists[i].letters;
	}
	return bot_letters_free(taken, own->round.legal_count);
}

void bot_close_older_lists(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	close_lists(loaded, seat, NULL);
}

void bot_close_last_lists(const struct bot_loaded_match *loaded)
{
	BOT_PAGE(page);

	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		if (!loaded->match.player[seat][0])
			continue;
		bot_page_init(&page, loaded->own[seat]);
		bot_page_say(&page, BOT_MSG_BOARD_OVER, NULL);
		close_lists(loaded, seat, &page);
	}
}
