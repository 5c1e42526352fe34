#include "bot/play/match_finish.h"

#include "bot/base/attempt.h"
#include "bot/call/guests.h"
#include "bot/call/question.h"
#include "bot/call/reaction_keys.h"
#include "bot/call/time_zone.h"
#include "bot/call/web_link.h"
#include "bot/club/rating.h"
#include "bot/match/loading.h"
#include "bot/match/practice_opponent.h"
#include "bot/play/finish_page.h"
#include "bot/play/plan.h"
#include "bot/show/acknowledgement.h"
#include "bot/show/board.h"
#include "bot/show/ended_challenge.h"
#include "bot/show/picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Notes that the post has asked the players whether they play again. */
static void offer_next(const struct bot_finish *finish, int64_t post)
{
	const struct bot_match *match = &finish->loaded->match;
	char command[64] = "practice";

	if (!bot_finish_suggests_rematch(finish))
		return;
	if (!match->practice)
		snprintf(command, sizeof(command), "rematch #%" PRId64, match->id);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (match->player[seat][0])
			bot_question_offer(finish->loaded->host, match->player[seat], match->room,
				post, command);
}

/*
 * Writes the ids of the players for whom the message in the room must ring: those to whom no
 * private message tells the end. In a practice match nobody needs it: the player has just acted.
 */
static void list_unreached(const struct bot_match *match, char players[2 * BOT_ID_SIZE])
{
	struct bot_text text = bot_text_in(players, 2 * BOT_ID_SIZE);

	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK && !match->practice; seat++) {
		if (match->reached[seat] || !match->player[seat][0])
			continue;
		bot_text_add(&text, text.used > 0 ? " " : "");
		bot_text_add(&text, match->player[seat]);
	}
}

/*
 * Tells the end of the match in its room. The message mentions only players whom no private message
 * reaches, because clients colour the whole of a message that mentions their user. Without such
 * players it is a notice. It is never a picture, because many clients show no caption.
 */
static void tell_room(const struct bot_finish *finish)
{
	struct bot_loaded_match *loaded = finish->loaded;
	const struct bot_match *match = &loaded->match;
	char players[2 * BOT_ID_SIZE];
	struct bot_letter letter = {.to = match->room, .match = match->id, .role = BOT_POST_END};
	BOT_PAGE(page);
	int64_t post = 0;

	bot_show_last_board(loaded);
	bot_page_init(&page, loaded->lang);
	list_unreached(match, players);
	if (players[0]) {
		letter.ring = BOT_RING;
		letter.mentions = players;
	}
	bot_finish_add(finish, &page, loaded->host->prefix);
	if (bot_finish_suggests_rematch(finish) && !match->practice)
		letter.reactions = BOT_REACTION_AGAIN;
	bot_send(loaded->host, letter, &page, &post);
	offer_next(finish, post);
}

/*
 * Returns the message that tells a player that they have won or lost. If there is no such message
 * for this ending, returns the message for the room.
 */
static enum bot_msg own_message(const struct bot_finish *finish, enum eg_seat seat)
{
	static const struct {
		enum bot_msg why, won, lost;
	} messages[] = {
		{BOT_MSG_MATCH_WON, BOT_MSG_YOU_WON, BOT_MSG_YOU_LOST},
		{BOT_MSG_MATCH_RESIGNED, BOT_MSG_YOU_WON_RESIGNED, BOT_MSG_YOU_RESIGNED},
		{BOT_MSG_MATCH_FORFEITED, BOT_MSG_YOU_WON_TIME, BOT_MSG_YOU_LOST_TIME},
	};

	for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++)
		if (messages[i].why == finish->why)
			return finish->loaded->match.winner == seat ? messages[i].won
								    : messages[i].lost;
	return finish->why;
}

/* Adds how the player plays again, and where they can read more. */
static void add_own_next(const struct bot_finish *finish, enum eg_seat seat, struct bot_page *page)
{
	const struct bot_match *match = &finish->loaded->match;
	struct bot_host *host = finish->loaded->host;
	char room[BOT_LABEL_SIZE];

	bot_page_say_below(page, BOT_MSG_FINISH_AGAIN, &(struct bot_args){.id = match->id});
	bot_finish_add_analysis(finish, page, "");
	if (!bot_guests_may_see_room(host, match->room, match->player[seat]))
		return;
	bot_page_space(page);
	bot_page_string(page->lang, BOT_MSG_MATCH_ROOM, NULL, room, sizeof(room));
	bot_id_link_room(host, page, match->room, room);
	bot_page_say(page, BOT_MSG_FINISH_IN_ROOM, &(struct bot_args){.name = room});
}

/*
 * Tells a player the last actions and the end of a match against somebody, in private and in the
 * player's language.
 */
static void tell_player(
	const struct bot_finish *finish, const struct bot_news *news, enum eg_seat seat)
{
	struct bot_loaded_match *loaded = finish->loaded;
	const struct bot_match *match = &loaded->match;
	const struct bot_letter letter = {.private = true,
		.to = match->player[seat],
		.match = match->id,
		.role = BOT_POST_END,
		.ring = BOT_RING};
	BOT_PAGE(page);

	/*
	 * The opponent is not in this private room, so a client would show a link to them as an id.
	 */
	bot_match_begin_private(loaded, seat, &page);
	bot_news_add(&page, loaded, news, seat, 0);
	bot_page_say(&page, own_message(finish, seat), &finish->args);
	if (match->rated) {
		bot_page_line(&page);
		bot_finish_add_rating(finish, &page, seat, BOT_MSG_FINISH_OWN_RATING);
		if (match->competition != 0) /* the room is not told */
			bot_finish_add_between(finish, &page);
	} else if (match->competition != 0 && match->winner != EG_NOBODY) {
		bot_finish_add_unrated(finish, &page); /* the room is not told */
	}
	if (bot_finish_suggests_rematch(finish))
		add_own_next(finish, seat, &page);
	bot_send(loaded->host, letter, &page, NULL);
}

/*
 * Tells the end of a match between two people in its room and to both players. Sends nothing to a
 * player whom private messages don't reach.
 */
static void tell_room_and_players(const struct bot_finish *finish, const struct bot_news *news)
{
	bool is_bout = finish->loaded->match.competition != 0; /* bot/competition/ tells the room */
	if (is_bout)
		bot_show_last_board(finish->loaded);
	else
		tell_room(finish);

	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (finish->loaded->match.reached[seat])
			tell_player(finish, news, seat);
}

/* Tells the player of a practice match in their private room how the match ended. */
static void tell_in_private_room(const struct bot_finish *finish, const struct bot_news *news)
{
	struct bot_loaded_match *loaded = finish->loaded;
	const struct bot_match *match = &loaded->match;
	const struct bot_letter letter = {.private = true,
		.to = match->player[EG_WHITE],
		.match = match->id,
		.role = BOT_POST_END};
	BOT_PAGE(page);
	int64_t post = 0;

	bot_page_init(&page, loaded->lang);
	bot_news_add(&page, loaded, news, EG_WHITE, 0);
	bot_board_piste(&page, &loaded->cast, &loaded->state);
	bot_page_add(&page, "\n", "");
	bot_finish_add(finish, &page, "");
	bot_store_match_save(loaded->host->store, match);
	bot_send(loaded->host, letter, &page, &post);
	offer_next(finish, post);
}

static void tell(const struct bot_finish *finish, const struct bot_news *news)
{
	const struct bot_match *match = &finish->loaded->match;

	if (match->private)
		tell_in_private_room(finish, news);
	else if (match->practice)
		tell_room(finish);
	else
		tell_room_and_players(finish, news);
}

/* Finds the opponent that the player gets in the next practice match. Stores the match. */
static void find_next_opponent(struct bot_finish *finish)
{
	const struct bot_match *match = &finish->loaded->match;
	struct bot_host *host = finish->loaded->host;

	bot_store_match_save(host->store, match);
	finish->next = bot_practice_opponent_adapt(host, match->player[EG_WHITE]);
}

/*
 * Counts a rated match for one of its players: in the last results, and in the victories by rule
 * set and by month.
 */
static void count_rated(struct bot_finish *finish, const char *month, enum eg_seat seat)
{
	struct bot_store *store = finish->loaded->host->store;
	const struct bot_match *match = &finish->loaded->match;
	const struct bot_tally_key rules = {
		BOT_TALLY_RULES, eg_rules_name(&match->rules.round), NULL};
	const struct bot_tally_key of_month = {BOT_TALLY_MONTH, month, match->room};
	const char *user = match->player[seat];
	bool won = match->winner == seat;
	const struct bot_result result = {.ended = match->ended,
		.match = match->id,
		.won = won,
		.rating = lround(finish->change.over_all[seat])};

	bot_result_add(store, user, &result);
	bot_tally_add(store, user, &rules, won);
	bot_tally_add(store, user, &of_month, won);
}

/*
 * Counts a practice match for its player: the victories against the practice opponents. Matches
 * with a handicap do not count.
 */
static void count_practice(struct bot_store *store, const struct bot_match *match)
{
	const struct bot_tally_key practice = {
		BOT_TALLY_PRACTICE, bot_practice_name(match->practice), NULL};

	if (match->winner != EG_NOBODY && !bot_match_has_handicap(match))
		bot_tally_add(store, match->player[EG_WHITE], &practice, match->winner == EG_WHITE);
}

/* Updates the ratings, and counts the match for the players' results. */
static void count_match(struct bot_finish *finish)
{
	struct bot_host *host = finish->loaded->host;
	struct bot_match *match = &finish->loaded->match;
	char month[BOT_MONTH_SIZE];

	bot_rating_update(host->store, match, &finish->change);
	if (match->practice)
		count_practice(host->store, match);
	if (!match->rated)
		return;
	bot_zone_month(host, match->room, match->ended, 0, month);
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		count_rated(finish, month, seat);
	finish->earlier = bot_store_match_between(host->store, match->player[match->winner],
		match->player[eg_opponent(match->winner)]);
}

/* Sets the match to ended, clears its timers, and counts it. Does not store the match. */
static void close_match(struct bot_finish *finish, enum bot_ending ending, enum eg_seat winner)
{
	struct bot_host *host = finish->loaded->host;
	struct bot_match *match = &finish->loaded->match;
	int64_t now = host->port->now(host->port->self);

	if (match->status == BOT_PLAYING)
		match->ended = now > 0 ? now : 1;
	match->status = BOT_ENDED;
	match->ending = ending;
	match->winner = winner;
	bot_store_timers_clear(host->store, match->id);
	if (match->competition != 0)
		bot_competition_wake(host->store, match->competition);
	if (match->ended > 0)
		bot_store_moderators_clear(host->store, match->id);
	count_match(finish);
}

/* Ends a challenge, or an accepted match that has not begun. */
static void end_unplayed(
	const struct bot_loaded_match *loaded, const struct bot_finish *finish, bool was_challenge)
{
	struct bot_host *host = loaded->host;

	bot_store_match_save(host->store, &loaded->match);
	if (loaded->match.competition == 0)
		bot_announce(host, &loaded->match, finish->why, finish->args);
	if (was_challenge)
		bot_ended_challenge_unplayed(loaded);
}

void bot_match_finish(struct bot_loaded_match *loaded, const struct bot_news *news,
	enum bot_ending ending, enum eg_seat winner, enum bot_msg why, struct bot_args args)
{
	struct bot_match *match = &loaded->match;
	struct bot_finish finish = {.loaded = loaded,
		.why = why,
		.args = args,
		.first = winner == EG_NOBODY ? EG_WHITE : winner};
	enum bot_match_status before = match->status;

	finish.args.id = match->id;
	finish.args.white = loaded->cast.name[EG_WHITE];
	finish.args.black = loaded->cast.name[EG_BLACK];
	finish.args.challenged = loaded->cast.name[eg_opponent(match->challenger)];
	bot_plan_drop(match);
	close_match(&finish, ending, winner);
	if (before != BOT_PLAYING) {
		end_unplayed(loaded, &finish, before == BOT_CHALLENGE);
		return;
	}
	bot_finish_note_rounds(&finish);
	bot_close_last_lists(loaded);
	if (match->practice)
		find_next_opponent(&finish);
	tell(&finish, news);
	bot_picture_overtake(loaded);
}
