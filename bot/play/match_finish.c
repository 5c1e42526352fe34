#include "bot/play/match_finish.h"

#include "bot/call/guests.h"
#include "bot/call/id_link.h"
#include "bot/call/question.h"
#include "bot/call/reaction_keys.h"
#include "bot/call/time_zone.h"
#include "bot/club/rating.h"
#include "bot/club/tally.h"
#include "bot/match/loading.h"
#include "bot/match/practice_opponent.h"
#include "bot/play/finish_page.h"
#include "bot/show/acknowledgement.h"
#include "bot/show/board.h"
#include "bot/show/ended_challenge.h"
#include "bot/show/picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Notes that the post has asked the players whether they play again. */
static enum bot_error offer_next(const struct bot_finish *finish, int64_t post)
{
	const struct bot_match *match = &finish->loaded->match;
	char command[64] = "practice";
	enum bot_error error = BOT_OK;

	if (!bot_finish_suggests_rematch(finish))
		return BOT_OK;
	if (!match->practice)
		snprintf(command, sizeof(command), "rematch #%" PRId64, match->id);
	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
		if (match->player[seat][0])
			error = bot_question_offer(finish->loaded->host, match->player[seat],
				match->room, post, command);
	return error;
}

/*
 * Tells the end of the match in its room, and mentions the players there. The message is always a
 * text, because many clients show a picture without its caption.
 */
static enum bot_error tell_room(const struct bot_finish *finish)
{
	struct bot_loaded_match *loaded = finish->loaded;
	const struct bot_match *match = &loaded->match;
	char players[2 * BOT_ID_SIZE];
	struct bot_letter letter = {.to = match->room,
		.match = match->id,
		.ring = BOT_RING,
		.mentions = players,
		.role = BOT_POST_END};
	struct bot_page page;
	int64_t post = 0;

	enum bot_error error = bot_show_last_board(loaded);
	bot_page_init(&page, loaded->lang);
	if (!error)
		error = bot_match_link_players(loaded, &page);
	if (error)
		return error;
	snprintf(players, sizeof(players), "%s%s%s", match->player[EG_WHITE],
		match->player[EG_BLACK][0] ? " " : "", match->player[EG_BLACK]);
	bot_finish_add(finish, &page, loaded->host->prefix);
	if (bot_finish_suggests_rematch(finish) && !match->practice)
		letter.reactions = BOT_REACTION_AGAIN;
	error = bot_send(loaded->host, letter, &page, &post);
	return error ? error : offer_next(finish, post);
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

/* Adds where the player can read more, and how they play again. */
static enum bot_error add_own_next(
	const struct bot_finish *finish, enum eg_seat seat, struct bot_page *page)
{
	const struct bot_match *match = &finish->loaded->match;
	struct bot_host *host = finish->loaded->host;
	char room[BOT_LABEL_SIZE];
	bool sees = false;

	enum bot_error error =
		bot_guests_may_see_room(host, match->room, match->player[seat], &sees);
	if (error)
		return error;
	bot_page_line(page);
	if (!sees) {
		bot_page_say(page, BOT_MSG_FINISH_GUEST, &(struct bot_args){.id = match->id});
		return BOT_OK;
	}
	bot_page_string(page->lang, BOT_MSG_MATCH_ROOM, NULL, room, sizeof(room));
	bot_id_link_room(host, page, match->room, room);
	bot_page_say(page, BOT_MSG_FINISH_IN_ROOM, &(struct bot_args){.name = room});
	return BOT_OK;
}

/* Tells a player the end of a match against somebody, in private and in the player's language. */
static enum bot_error tell_player(const struct bot_finish *finish, enum eg_seat seat)
{
	struct bot_loaded_match *loaded = finish->loaded;
	const struct bot_match *match = &loaded->match;
	const struct bot_letter letter = {.private = true,
		.to = match->player[seat],
		.match = match->id,
		.role = BOT_POST_END,
		.ring = BOT_RING};
	struct bot_page page;
	enum bot_error error = BOT_OK;

	/*
	 * The opponent is not in this private room, so a client would show a link to them as an id.
	 */
	bot_match_begin_private(loaded, seat, &page);
	bot_page_say(&page, own_message(finish, seat), &finish->args);
	if (match->rated) {
		bot_page_line(&page);
		bot_finish_add_rating(finish, &page, seat, BOT_MSG_FINISH_OWN_RATING);
	}
	if (bot_finish_suggests_rematch(finish))
		error = add_own_next(finish, seat, &page);
	return error ? error : bot_send(loaded->host, letter, &page, NULL);
}

/*
 * Tells the end of a match between two people in its room and to both players. Sends nothing to a
 * player whom private messages don't reach.
 */
static enum bot_error tell_room_and_players(const struct bot_finish *finish)
{
	bool is_bout = finish->loaded->match.competition != 0; /* bot/night/ tells the room */
	enum bot_error error = is_bout ? bot_show_last_board(finish->loaded) : tell_room(finish);

	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
		if (finish->loaded->match.reached[seat])
			error = tell_player(finish, seat);
	return error;
}

/* Tells the player of a practice match in their private room how the match ended. */
static enum bot_error tell_in_private_room(
	const struct bot_finish *finish, const struct bot_news *news)
{
	struct bot_loaded_match *loaded = finish->loaded;
	const struct bot_match *match = &loaded->match;
	const struct bot_letter letter = {.private = true,
		.to = match->player[EG_WHITE],
		.match = match->id,
		.role = BOT_POST_END};
	struct eg_match_view view;
	struct bot_page page;
	int64_t post = 0;

	eg_match_view(&loaded->state, EG_NOBODY, &view);
	bot_page_init(&page, loaded->lang);
	bot_news_add(&page, loaded, news, EG_WHITE, 0);
	bot_board_piste(&page, &loaded->cast, &view);
	bot_page_add(&page, "\n", "");
	bot_finish_add(finish, &page, "");
	enum bot_error error = bot_store_match_save(loaded->host->store, match);
	if (!error)
		error = bot_send(loaded->host, letter, &page, &post);
	return error ? error : offer_next(finish, post);
}

static enum bot_error tell(const struct bot_finish *finish, const struct bot_news *news)
{
	const struct bot_match *match = &finish->loaded->match;

	if (match->private)
		return tell_in_private_room(finish, news);
	return match->practice ? tell_room(finish) : tell_room_and_players(finish);
}

/* Finds the opponent that the player gets in the next practice match. Stores the match. */
static enum bot_error find_next_opponent(struct bot_finish *finish)
{
	const struct bot_match *match = &finish->loaded->match;
	struct bot_host *host = finish->loaded->host;

	enum bot_error error = bot_store_match_save(host->store, match);
	return error ? error
		     : bot_practice_opponent_adapt(host, match->player[EG_WHITE], &finish->next);
}

/* Updates the ratings, and counts the match for the players' results. */
static enum bot_error count_match(struct bot_finish *finish)
{
	struct bot_host *host = finish->loaded->host;
	struct bot_match *match = &finish->loaded->match;
	char month[BOT_MONTH_SIZE];

	enum bot_error error = bot_rating_update(host->store, match, &finish->change);
	if (!error)
		error = bot_zone_month(host, match->room, match->ended, 0, month);
	if (!error)
		error = bot_tally_match(host->store, match, &finish->change, month);
	if (error || !match->rated)
		return error;
	return bot_store_match_between(host->store, match->player[match->winner],
		match->player[eg_opponent(match->winner)], &finish->earlier);
}

/* Sets the match to ended, clears its timers, and counts it. Does not store the match. */
static enum bot_error close_match(
	struct bot_finish *finish, enum bot_ending ending, enum eg_seat winner)
{
	struct bot_host *host = finish->loaded->host;
	struct bot_match *match = &finish->loaded->match;
	int64_t now = host->port->now(host->port->self);

	if (match->status == BOT_PLAYING)
		match->ended = now > 0 ? now : 1;
	match->status = BOT_ENDED;
	match->ending = ending;
	match->winner = winner;
	enum bot_error error = bot_store_timers_clear(host->store, match->id);
	if (!error && match->competition != 0)
		error = bot_competition_wake(host->store, match->competition);
	if (!error && match->ended > 0)
		error = bot_store_moderators_clear(host->store, match->id);
	return error ? error : count_match(finish);
}

/* Ends a challenge, or an accepted match that has not begun. */
static enum bot_error end_unplayed(
	const struct bot_loaded_match *loaded, const struct bot_finish *finish, bool was_challenge)
{
	struct bot_host *host = loaded->host;

	enum bot_error error = bot_store_match_save(host->store, &loaded->match);
	if (!error && loaded->match.competition == 0)
		error = bot_announce(host, &loaded->match, finish->why, finish->args);
	return error || !was_challenge ? error : bot_ended_challenge_why(loaded, finish->why);
}

enum bot_error bot_match_finish(struct bot_loaded_match *loaded, const struct bot_news *news,
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
	enum bot_error error = close_match(&finish, ending, winner);
	if (error)
		return error;
	if (before != BOT_PLAYING)
		return end_unplayed(loaded, &finish, before == BOT_CHALLENGE);
	error = bot_finish_note_rounds(&finish);
	if (error)
		return error;
	error = bot_close_last_lists(loaded);
	if (!error && match->practice)
		error = find_next_opponent(&finish);
	if (!error)
		error = tell(&finish, news);
	return error ? error : bot_picture_overtake(loaded);
}
