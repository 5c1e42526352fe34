#include "bot/play/presence.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/allowance.h"
#include "bot/match/loading.h"
#include "bot/match/timers.h"
#include "bot/match/turn_clock.h"
#include "bot/show/board.h"
#include "bot/show/hand.h"
#include "bot/store/rounds.h"

static const enum bot_timer absent[] = {
	[EG_WHITE] = BOT_TIMER_WHITE_ABSENT, [EG_BLACK] = BOT_TIMER_BLACK_ABSENT};
static const enum bot_timer claim[] = {
	[EG_WHITE] = BOT_TIMER_WHITE_CLAIM, [EG_BLACK] = BOT_TIMER_BLACK_CLAIM};

/* How long a player may take to join their private room. In a competition others wait for them. */
static int64_t time_to_join(const struct bot_loaded_match *loaded)
{
	return loaded->match.competition != 0 ? 2 * loaded->match.clock : BOT_DAY;
}

bool bot_presence_has_joined(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	const char *user = loaded->match.player[seat];

	bool joined = true;
	if (user[0])
		joined = bot_store_has_joined(loaded->host->store, user);
	return joined;
}

void bot_presence_begin(struct bot_loaded_match *loaded)
{
	if (!bot_presence_has_joined(loaded, EG_WHITE) ||
		!bot_presence_has_joined(loaded, EG_BLACK))
		bot_timer_set(loaded, BOT_TIMER_JOIN, loaded->host->time + time_to_join(loaded));
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
static void tell_absent(
	struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_msg msg, int64_t span)
{
	enum eg_seat other = eg_opponent(seat);

	if (bot_allowance_take(loaded->host, BOT_ALLOW_PROPOSE, loaded->match.player[seat],
		    loaded->match.player[other]) > 0)
		return;
	struct bot_args args = {
		.name = loaded->cast.name[seat], .winner = loaded->cast.name[other], .left = span};
	bot_announce(loaded->host, &loaded->match, msg, args);
	bot_tell_player(loaded, other, BOT_QUIET, msg, args);
}

int64_t bot_presence_span(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t clock = bot_match_clock(&loaded->match, seat);
	int64_t span = clock > 0 && !loaded->cast.paused ? clock : BOT_DAY;
	int64_t most = bot_clock_idle_time(loaded->host) / 2;

	return span < most ? span : most;
}

/* Sets the time after which the opponent of a player who is absent may claim the win. */
static void await(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	bot_timer_set(loaded, absent[seat], loaded->host->time + bot_presence_span(loaded, seat));
}

void bot_presence_note_absent(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_msg msg)
{
	if (bot_presence_time_to_claim(loaded, seat) >= 0)
		return;
	await(loaded, seat);
	tell_absent(loaded, seat, msg, bot_presence_span(loaded, seat));
}

/* Gives the players time to join their private rooms, unless the bot has done this already. */
static void await_join(struct bot_loaded_match *loaded)
{
	int64_t due;

	if (!bot_timer_find(loaded, BOT_TIMER_JOIN, &due))
		bot_timer_set(loaded, BOT_TIMER_JOIN, loaded->host->time + time_to_join(loaded));
}

/*
 * Notes that a player is absent because a message did not reach them. Which message shows this
 * first is chance, so the cause is the turn.
 */
static void note_undelivered(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t turn = bot_turn_number(&loaded->state);
	struct bot_cause outer =
		bot_match_enter_cause(loaded->host, &loaded->match, "away", 2 * turn + seat);
	bot_presence_note_absent(loaded, seat, BOT_MSG_ABSENT_PRIVATE);
	bot_cause_leave(loaded->host->store, &outer);
}

/*
 * Notes that a player is absent, if both players of the match have acted. Otherwise the match ends
 * early unless the player joins in time: else a player who does not like their hand could put the
 * bot out of their private room, and the clock would never start.
 */
static void note_absent_late(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	if (loaded->match.practice != BOT_NO_PRACTICE)
		return;
	bot_clock_run_bout(loaded);
	if (bot_store_both_acted(loaded->host->store, &loaded->match))
		note_undelivered(loaded, seat);
	else
		await_join(loaded);
}

void bot_presence_note_left(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	if (loaded->state.round.to_act == seat)
		bot_clock_run_bout(loaded);
	if (bot_store_both_acted(loaded->host->store, &loaded->match))
		bot_presence_note_absent(loaded, seat, BOT_MSG_ABSENT_PRIVATE);
	else
		await_join(loaded);
}

void bot_presence_delivered(struct bot_loaded_match *loaded)
{
	enum eg_seat seat = loaded->state.round.to_act;

	if (bot_clock_start(loaded))
		bot_show_board_again(loaded);
	if (!bot_presence_has_joined(loaded, seat))
		note_absent_late(loaded, seat);
}

void bot_presence_unreachable(struct bot_loaded_match *loaded)
{
	if (loaded->match.status == BOT_PLAYING)
		note_absent_late(loaded, loaded->state.round.to_act);
}

static void clear_absent(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	bot_timer_clear(loaded, absent[seat]);

	bot_timer_clear(loaded, claim[seat]);
}

void bot_presence_acted(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	enum eg_seat other = eg_opponent(seat);

	if (loaded->match.practice != BOT_NO_PRACTICE)
		return;
	clear_absent(loaded, seat);
	if (bot_presence_time_to_claim(loaded, other) < 0)
		return;
	clear_absent(loaded, other);
	await(loaded, other);
}

void bot_presence_came(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t wait = bot_presence_time_to_claim(loaded, seat);

	if (loaded->match.status != BOT_PLAYING)
		return;
	clear_absent(loaded, seat);
	if (wait == 0)
		bot_announce(loaded->host, &loaded->match, BOT_MSG_BACK,
			(struct bot_args){.name = loaded->cast.name[seat]});
	if (loaded->state.round.to_act == seat && bot_clock_start(loaded))
		bot_show_board_again(loaded);
}

/* Lets the opponent of the player in `seat` claim the win. */
static void let_claim(struct bot_loaded_match *loaded, enum eg_seat seat)
{
	int64_t due = loaded->host->time + bot_clock_idle_time(loaded->host);

	if (!loaded->cast.paused && loaded->state.round.to_act != seat) {
		await(loaded, seat);
		return;
	}
	bot_timer_set(loaded, claim[seat], due);
	bot_tell_player(loaded, eg_opponent(seat), BOT_RING, BOT_MSG_CLAIM_OPEN,
		(struct bot_args){.name = loaded->cast.name[seat]});
}

void bot_presence_let_black_claim(struct bot_loaded_match *loaded)
{
	let_claim(loaded, EG_WHITE);
}

void bot_presence_let_white_claim(struct bot_loaded_match *loaded)
{
	let_claim(loaded, EG_BLACK);
}
