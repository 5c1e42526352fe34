#include "bot/play/match_finish.h"

#include "bot/call/id_link.h"
#include "bot/call/question.h"
#include "bot/call/reaction_keys.h"
#include "bot/club/rating.h"
#include "bot/match/loading.h"
#include "bot/match/practice_opponent.h"
#include "bot/show/acknowledgement.h"
#include "bot/show/board.h"
#include "bot/show/ended_challenge.h"
#include "bot/show/picture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PROVISIONAL_MATCHES 5 /* a rating changes a lot in so many first matches */

#define ROUNDS_SHOWN 15 /* the most rounds that the finish lists */
#define REASON_SIZE  32 /* bytes for the word that says how a round ended, and a NUL */
#define ENTRY_SIZE   (REASON_SIZE + 24) /* bytes for one round in the list of rounds */

#define NO_BREAK "\xC2\xA0"             /* U+00A0 NO-BREAK SPACE */
#define BETWEEN  " \xC2\xB7 "           /* U+00B7 MIDDLE DOT */
#define EARLIER  "\xE2\x80\xA6" BETWEEN /* U+2026 HORIZONTAL ELLIPSIS */
#define MINUS    "\xE2\x88\x92"         /* U+2212 MINUS SIGN */

/* What the bot tells about a match that has ended. */
struct finish {
	struct bot_loaded_match *loaded;
	enum bot_msg why;
	struct bot_args args;
	struct bot_rating_change change; /* only if the match is rated */
	enum eg_seat first;     /* whose touches each score begins with: the winner, else White */
	enum bot_practice next; /* only for practice: the opponent that the player gets next */
	unsigned actions;
	unsigned rounds; /* how many rounds have ended */
	/* The last rounds that have ended. Round i, counted from 0, is at i % ROUNDS_SHOWN. */
	struct {
		uint8_t score[2];
		enum eg_reason reason;
	} round[ROUNDS_SHOWN];
};

/* Notes how the rounds of the match ended, and counts its actions. */
static enum bot_error note_rounds(struct finish *finish)
{
	const struct bot_match *match = &finish->loaded->match;
	struct bot_store *store = finish->loaded->host->store;
	struct bot_round round;
	struct eg_match state;
	enum bot_error error = BOT_OK;

	if (eg_match_init(&state, &match->rules))
		return bot_store_damaged(store, match->id);
	for (uint16_t number = 1; !error; number++) {
		error = bot_store_round_get(store, match->id, number, &round);
		if (error)
			break;
		if (!bot_round_play(&state, &round))
			return bot_store_damaged(store, match->id);
		finish->actions += (unsigned)round.actions;
		if (state.round.phase != EG_OVER)
			continue;
		size_t place = finish->rounds++ % ROUNDS_SHOWN;
		finish->round[place].reason = state.round.result.reason;
		for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
			finish->round[place].score[seat] = state.score[seat];
	}
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

/* Adds the score after each round, and how the round ended. Adds nothing if no round has ended. */
static void add_rounds(const struct finish *finish, struct bot_page *page)
{
	static const enum bot_msg reasons[] = {
		[EG_TOUCH] = BOT_MSG_REASON_TOUCH,
		[EG_NO_MOVE] = BOT_MSG_REASON_NO_MOVE,
		[EG_CARDS] = BOT_MSG_REASON_CARDS,
		[EG_POSITION] = BOT_MSG_REASON_POSITION,
		[EG_DRAW] = BOT_MSG_REASON_DRAW,
	};
	const char *const *name = finish->loaded->cast.name;
	enum eg_seat first = finish->first, second = eg_opponent(first);
	unsigned from = finish->rounds > ROUNDS_SHOWN ? finish->rounds - ROUNDS_SHOWN : 0;
	char list[ROUNDS_SHOWN * ENTRY_SIZE], reason[REASON_SIZE];
	struct bot_text text;

	if (finish->rounds == 0)
		return;
	bot_text_init(&text, list, sizeof(list));
	bot_text_add(&text, from > 0 ? EARLIER : "");
	for (unsigned i = from; i < finish->rounds; i++) {
		const uint8_t *score = finish->round[i % ROUNDS_SHOWN].score;

		bot_text_add(&text, i > from ? BETWEEN : "");
		bot_text_add_number(&text, score[first]);
		bot_text_add(&text, ":");
		bot_text_add_number(&text, score[second]);
		bot_page_string(page->lang, reasons[finish->round[i % ROUNDS_SHOWN].reason], NULL,
			reason, sizeof(reason));
		bot_text_add(&text, NO_BREAK);
		bot_text_add(&text, reason);
	}
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_FINISH_ROUNDS,
		&(struct bot_args){.first = name[first], .second = name[second], .words = list});
}

/* Adds the rating of a player before and after the match. */
static void add_rating(
	const struct finish *finish, struct bot_page *page, enum eg_seat seat, enum bot_msg msg)
{
	long before = lround(finish->change.before[seat]);
	long after = lround(finish->change.after[seat]);
	char change[32];

	snprintf(change, sizeof(change), "%s%ld", after < before ? MINUS : "+",
		labs(after - before));
	bot_page_say(page, msg,
		&(struct bot_args){.name = finish->loaded->cast.name[seat],
			.before = before,
			.rating = after,
			.change = change});
	if (finish->change.played[seat] <= PROVISIONAL_MATCHES)
		bot_page_say(page,
			msg == BOT_MSG_FINISH_RATING ? BOT_MSG_RATING_PROVISIONAL
						     : BOT_MSG_OWN_PROVISIONAL,
			NULL);
}

/* Returns the message that says why a match with a winner is not rated. */
static enum bot_msg why_unrated(const struct bot_match *match)
{
	if (!match->casual)
		return BOT_MSG_MATCH_UNRATED;
	return match->clock == 0 ? BOT_MSG_UNRATED_NO_CLOCK : BOT_MSG_UNRATED_RESTORED;
}

/* Adds the ratings of both players. If a match with a winner is not rated, says so. */
static void add_ratings(const struct finish *finish, struct bot_page *page)
{
	const struct bot_match *match = &finish->loaded->match;

	if (match->rated) {
		bot_page_line(page);
		add_rating(finish, page, finish->first, BOT_MSG_FINISH_RATING);
		bot_page_line(page);
		add_rating(finish, page, eg_opponent(finish->first), BOT_MSG_FINISH_RATING);
	} else if (match->winner != EG_NOBODY && !match->practice) {
		bot_page_line(page);
		bot_page_say(page, why_unrated(match), NULL);
	}
}

/* Adds how often the player who has ended the match early has done this lately. */
static void add_early(const struct finish *finish, struct bot_page *page)
{
	if (finish->loaded->match.ending != BOT_VOID || finish->args.count == 0)
		return;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_FINISH_EARLY, &finish->args);
}

/* Adds how many actions the match had and, if this is known, how long it took. */
static void add_length(const struct finish *finish, struct bot_page *page)
{
	const struct bot_match *match = &finish->loaded->match;
	bool known = match->began > 0 && match->ended >= match->began;
	char span[BOT_SPAN_SIZE];

	if (finish->actions == 0)
		return;
	bot_time_format_span(match->ended - match->began, span);
	bot_page_line(page);
	bot_page_say(page, known ? BOT_MSG_FINISH_LENGTH : BOT_MSG_FINISH_ACTIONS,
		&(struct bot_args){.count = finish->actions, .left = span});
}

/* Whether people may play the match again. They may not if a moderator has stopped it. */
static bool suggests_rematch(const struct finish *finish)
{
	return finish->loaded->match.ending != BOT_STOPPED;
}

/*
 * Adds what people can do now: play again, and read the record of the match. After a practice match
 * names the opponent that the player gets next.
 */
static void add_next(const struct finish *finish, struct bot_page *page, const char *prefix)
{
	const struct bot_match *match = &finish->loaded->match;
	char next[BOT_LABEL_SIZE] = "";
	const struct bot_args args = {.prefix = prefix, .id = match->id, .name = next};

	if (!suggests_rematch(finish))
		return;
	if (match->practice)
		bot_page_string(page->lang, bot_practice_opponent_name(finish->next), NULL, next,
			sizeof(next));
	bot_page_line(page);
	bot_page_say(page, match->practice ? BOT_MSG_FINISH_PRACTICE : BOT_MSG_FINISH_NEXT, &args);
	if (finish->actions == 0)
		return;
	bot_page_add(page, " ", " ");
	bot_page_say(page, BOT_MSG_FINISH_RECORD, &args);
}

/* Notes that the post has asked the players whether they play again. */
static enum bot_error offer_next(const struct finish *finish, int64_t post)
{
	const struct bot_match *match = &finish->loaded->match;
	char command[64] = "practice";
	enum bot_error error = BOT_OK;

	if (!suggests_rematch(finish))
		return BOT_OK;
	if (!match->practice)
		snprintf(command, sizeof(command), "rematch #%" PRId64, match->id);
	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
		if (match->player[seat][0])
			error = bot_question_offer(finish->loaded->host, match->player[seat],
				match->room, post, command);
	return error;
}

/* Adds all that the room gets to know about the end of the match. */
static void add_finish(const struct finish *finish, struct bot_page *page, const char *prefix)
{
	bot_page_say(page, finish->why, &finish->args);
	add_rounds(finish, page);
	add_early(finish, page);
	add_ratings(finish, page);
	add_length(finish, page);
	add_next(finish, page, prefix);
}

/*
 * Tells the end of the match in its room, and mentions the players there. The message is always a
 * text, because many clients show a picture without its caption.
 */
static enum bot_error tell_room(const struct finish *finish)
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
	add_finish(finish, &page, loaded->host->prefix);
	if (suggests_rematch(finish) && !match->practice)
		letter.reactions = BOT_REACTION_AGAIN;
	error = bot_send(loaded->host, letter, &page, &post);
	return error ? error : offer_next(finish, post);
}

/*
 * Returns the message that tells a player that they have won or lost. If there is no such message
 * for this ending, returns the message for the room.
 */
static enum bot_msg own_message(const struct finish *finish, enum eg_seat seat)
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

/* Tells a player the end of a match against somebody, in private and in the player's language. */
static enum bot_error tell_player(const struct finish *finish, enum eg_seat seat)
{
	struct bot_loaded_match *loaded = finish->loaded;
	const struct bot_match *match = &loaded->match;
	const struct bot_letter letter = {
		.private = true, .to = match->player[seat], .match = match->id, .ring = BOT_RING};
	char room[BOT_LABEL_SIZE];
	struct bot_page page;

	/*
	 * The opponent is not in this private room, so a client would show a link to them as an id.
	 */
	bot_page_init(&page, loaded->own[seat]);
	bot_page_say(&page, own_message(finish, seat), &finish->args);
	if (match->rated) {
		bot_page_line(&page);
		add_rating(finish, &page, seat, BOT_MSG_FINISH_OWN_RATING);
	}
	if (suggests_rematch(finish)) {
		bot_page_string(page.lang, BOT_MSG_MATCH_ROOM, NULL, room, sizeof(room));
		bot_id_link_room(loaded->host, &page, match->room, room);
		bot_page_line(&page);
		bot_page_say(&page, BOT_MSG_FINISH_IN_ROOM, &(struct bot_args){.name = room});
	}
	return bot_send(loaded->host, letter, &page, NULL);
}

/*
 * Tells the end of a match between two people in its room and to both players. Sends nothing to a
 * player whom private messages don't reach.
 */
static enum bot_error tell_room_and_players(const struct finish *finish)
{
	enum bot_error error = tell_room(finish);

	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
		if (finish->loaded->match.reached[seat])
			error = tell_player(finish, seat);
	return error;
}

/* Tells the player of a practice match in their private room how the match ended. */
static enum bot_error tell_in_private_room(const struct finish *finish, const struct bot_news *news)
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
	add_finish(finish, &page, "");
	enum bot_error error = bot_store_match_save(loaded->host->store, match);
	if (!error)
		error = bot_send(loaded->host, letter, &page, &post);
	return error ? error : offer_next(finish, post);
}

static enum bot_error tell(const struct finish *finish, const struct bot_news *news)
{
	const struct bot_match *match = &finish->loaded->match;

	if (match->private)
		return tell_in_private_room(finish, news);
	return match->practice ? tell_room(finish) : tell_room_and_players(finish);
}

/* Finds the opponent that the player gets in the next practice match. Stores the match. */
static enum bot_error find_next_opponent(struct finish *finish)
{
	const struct bot_match *match = &finish->loaded->match;
	struct bot_host *host = finish->loaded->host;

	enum bot_error error = bot_store_match_save(host->store, match);
	return error ? error
		     : bot_practice_opponent_adapt(host, match->player[EG_WHITE], &finish->next);
}

/* Sets the match to ended, clears its timers, and updates the ratings. Does not store the match. */
static enum bot_error close_match(
	struct finish *finish, enum bot_ending ending, enum eg_seat winner)
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
	if (!error && match->ended > 0)
		error = bot_store_moderators_clear(host->store, match->id);
	return error ? error : bot_rating_update(host->store, match, &finish->change);
}

/* Ends a challenge, or an accepted match that has not begun. */
static enum bot_error end_unplayed(
	const struct bot_loaded_match *loaded, const struct finish *finish, bool was_challenge)
{
	struct bot_host *host = loaded->host;

	enum bot_error error = bot_store_match_save(host->store, &loaded->match);
	if (!error)
		error = bot_announce(host, &loaded->match, finish->why, finish->args);
	return error || !was_challenge ? error : bot_ended_challenge_why(loaded, finish->why);
}

enum bot_error bot_match_finish(struct bot_loaded_match *loaded, const struct bot_news *news,
	enum bot_ending ending, enum eg_seat winner, enum bot_msg why, struct bot_args args)
{
	struct bot_match *match = &loaded->match;
	struct finish finish = {.loaded = loaded,
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
	error = note_rounds(&finish);
	if (error)
		return error;
	error = bot_close_last_lists(loaded);
	if (!error && match->practice)
		error = find_next_opponent(&finish);
	if (!error)
		error = tell(&finish, news);
	return error ? error : bot_picture_overtake(loaded);
}
