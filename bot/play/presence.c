#include "bot/play/presence.h"

#include "bot/base/duration.h"
#include "bot/call/allowance.h"
#include "bot/match/loading.h"
#include "bot/match/timers.h"
#include "bot/match/turn_clock.h"
#include "bot/match/turn_number.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"

static const enum bot_timer absent[] = {
	[EG_WHITE] = BOT_TIMER_WHITE_ABSENT, [EG_BLACK] = BOT_TIMER_BLACK_ABSENT};
static const enum bot_timer claim[] = {
	[EG_WHITE] = BOT_TIMER_WHITE_CLAIM, [EG_BLACK] = BOT_TIMER_BLACK_CLAIM};

/* How long a player may take to join their private room. In a competition others wait for them. */
static int64_t time_to_join(const struct bot_loaded_match *loaded)
{
	return loaded->match.competition != 0 ? 2 * loaded->match.clock : BOT_DAY;
}

enum bot_error bot_presence_has_joined(
	const struct bot_loaded_match *loaded, enum eg_seat seat, bool *joined)
{
	const char *user = loaded->match.player[seat];

	*joined = true;
	return user[0] ? bot_store_has_joined(loaded->host->store, user, joined) : BOT_OK;
}

enum bot_error bot_presence_begin(struct bot_loaded_match *loaded)
{
	bool joined[2] = {false, false};
	enum bot_error error = BOT_OK;

	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
		error = bot_presence_has_joined(loaded, seat, &joined[seat]);
	if (error || (joined[EG_WHITE] && joined[EG_BLACK]))
		return error;
	return bot_timer_set(loaded, BOT_TIMER_JOIN, loaded->host->time + time_to_join(loaded));
}

int64_t bot_presence_time_to_claim(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t due;

	if (bot_timer_find(loaded, claim[seat], &due))
		return 0;
	if (!bot_timer_find(loaded, absent[seat], &due))
		return -1;
	return due > loaded->host->time ? due - loaded->host->time : 1;
}

/*
 * Tells the room and the opponent that a player is absent. A player who leaves and comes back again
 * and again uses up their allowance for proposals; then the bot tells nobody.
 */
static enum bot_error tell_absent(
	struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_msg msg, int64_t span)
{
	enum eg_seat other = eg_opponent(seat);
	int64_t wait = 0;

	enum bot_error error = bot_allowance_take(loaded->host, BOT_ALLOW_PROPOSE,
		loaded->match.player[seat], loaded->match.player[other], &wait);
	if (error || wait > 0)
		return error;
	struct bot_args args = {
		.name = loaded->cast.name[seat], .winner = loaded->cast.name[other], .left = span};
	error = bot_announce(loaded->host, &loaded->match, msg, args);
	return error ? error : bot_tell_player(loaded, other, BOT_QUIET, msg, args);
}

int64_t bot_presence_span(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t clock = bot_match_clock(&loaded->match, seat);
	int64_t span = clock > 0 && !loaded->cast.paused ? clock : BOT_DAY;
	int64_t most = bot_clock_idle_time(loaded->host) / 2;

	return span < most ? span : most;
}

/* Sets the time after which the opponent of a player who is absent may claim the win. */
static enum bot_error await(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	return bot_timer_set(
		loaded, absent[seat], loaded->host->time + bot_presence_span(loaded, seat));
}

enum bot_error bot_presence_note_absent(
	struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_msg msg)
{
	if (bot_presence_time_to_claim(loaded, seat) >= 0)
		return BOT_OK;
	enum bot_error error = await(loaded, seat);
	return error ? error : tell_absent(loaded, seat, msg, bot_presence_span(loaded, seat));
}

/* Gives the players time to join their private rooms, unless the bot has done this already. */
static enum bot_error await_join(struct bot_loaded_match *loaded)
{
	int64_t due;

	if (bot_timer_find(loaded, BOT_TIMER_JOIN, &due))
		return BOT_OK;
	return bot_timer_set(loaded, BOT_TIMER_JOIN, loaded->host->time + time_to_join(loaded));
}

/*
 * Notes that a player is absent because a message did not reach them. Which message shows this
 * first is chance, so the cause is the turn.
 */
static enum bot_error note_undelivered(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct eg_match_view view;
	struct bot_cause outer;

	eg_match_view(&loaded->state, EG_NOBODY, &view);
	enum bot_error error = bot_match_enter_cause(loaded->host, &loaded->match, "away",
		2 * (int64_t)bot_turn_number(&view) + seat, &outer);
	if (!error)
		error = bot_presence_note_absent(loaded, seat, BOT_MSG_ABSENT_PRIVATE);
	bot_cause_leave(loaded->host->store, &outer);
	return error;
}

/*
 * Notes that a player is absent, if both players of the match have acted. Otherwise the match ends
 * early unless the player joins in time: else a player who does not like their hand could put the
 * bot out of their private room, and the clock would never start.
 */
static enum bot_error note_absent_late(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	bool both;

	if (loaded->match.practice != BOT_NO_PRACTICE)
		return BOT_OK;
	enum bot_error error = bot_store_both_acted(loaded->host->store, &loaded->match, &both);
	if (error)
		return error;
	return both ? note_undelivered(loaded, seat) : await_join(loaded);
}

enum bot_error bot_presence_note_left(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	bool both;

	enum bot_error error = bot_store_both_acted(loaded->host->store, &loaded->match, &both);
	if (error)
		return error;
	return both ? bot_presence_note_absent(loaded, seat, BOT_MSG_ABSENT_PRIVATE)
		    : await_join(loaded);
}

enum bot_error bot_presence_delivered(struct bot_loaded_match *loaded)
{
	enum eg_seat seat = loaded->state.round.to_act;
	bool board_stale, joined = false;

	enum bot_error error = bot_clock_start(loaded, &board_stale);
	if (!error && board_stale)
		error = bot_show_board_again(loaded);
	if (!error)
		error = bot_presence_has_joined(loaded, seat, &joined);
	return error || joined ? error : note_absent_late(loaded, seat);
}

enum bot_error bot_presence_unreachable(struct bot_loaded_match *loaded)
{
	if (loaded->match.status != BOT_PLAYING)
		return BOT_OK;
	return note_absent_late(loaded, loaded->state.round.to_act);
}

static enum bot_error clear_absent(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	enum bot_error error = bot_timer_clear(loaded, absent[seat]);

	return error ? error : bot_timer_clear(loaded, claim[seat]);
}

enum bot_error bot_presence_acted(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	enum eg_seat other = eg_opponent(seat);

	if (loaded->match.practice != BOT_NO_PRACTICE)
		return BOT_OK;
	enum bot_error error = clear_absent(loaded, seat);
	if (error || bot_presence_time_to_claim(loaded, other) < 0)
		return error;
	error = clear_absent(loaded, other);
	return error ? error : await(loaded, other);
}

enum bot_error bot_presence_came(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t wait = bot_presence_time_to_claim(loaded, seat);
	bool board_stale;

	if (loaded->match.status != BOT_PLAYING)
		return BOT_OK;
	enum bot_error error = clear_absent(loaded, seat);
	if (!error && wait == 0)
		error = bot_announce(loaded->host, &loaded->match, BOT_MSG_BACK,
			(struct bot_args){.name = loaded->cast.name[seat]});
	if (error || loaded->state.round.to_act != seat || !loaded->cast.waits)
		return error;
	error = bot_clock_start(loaded, &board_stale);
	return error || !board_stale ? error : bot_show_board_again(loaded);
}

/* Lets the opponent of the player in `seat` claim the win. */
static enum bot_error let_claim(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t due = loaded->host->time + bot_clock_idle_time(loaded->host);

	if (!loaded->cast.paused && loaded->state.round.to_act != seat)
		return await(loaded, seat);
	enum bot_error error = bot_timer_set(loaded, claim[seat], due);
	if (error)
		return error;
	return bot_tell_player(loaded, eg_opponent(seat), BOT_RING, BOT_MSG_CLAIM_OPEN,
		(struct bot_args){.name = loaded->cast.name[seat]});
}

enum bot_error bot_presence_let_black_claim(struct bot_loaded_match *loaded)
{
	return let_claim(loaded, EG_WHITE);
}

enum bot_error bot_presence_let_white_claim(struct bot_loaded_match *loaded)
{
	return let_claim(loaded, EG_BLACK);
}
