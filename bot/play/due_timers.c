#include "bot/play/due_timers.h"

#include "bot/base/attempt.h"
#include "bot/match/loading.h"
#include "bot/match/position.h"
#include "bot/match/timers.h"
#include "bot/match/turn_clock.h"
#include "bot/play/absence.h"
#include "bot/play/match_life.h"
#include "bot/play/presence.h"
#include "bot/show/hand.h"
#include "bot/show/notification.h"

#define UNREAD_WAIT 5000 /* by how many milliseconds an unread message delays a timer */

static void show_held_hand(struct bot_loaded_match *loaded)
{
	bot_show_held_hand(loaded, bot_position_seen_by(loaded, loaded->state.round.to_act));
}

static void expire(struct bot_loaded_match *loaded)
{
	bot_match_end(loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, BOT_MSG_EXPIRED, (struct bot_args){0});
}

static void remind(struct bot_loaded_match *loaded)
{
	enum eg_seat seat = loaded->state.round.to_act;
	const char *name = loaded->cast.name[eg_opponent(seat)];

	bot_tell_player_time(loaded, seat, BOT_RING_NOW, BOT_MSG_REMINDER,
		(struct bot_args){.name = name, .left = loaded->cast.left}, loaded->until);
}

/*
 * Reminds the player if more than `least` milliseconds of the turn remain. Otherwise sends no
 * reminder, because then the next timer of the turn is due as well.
 */
static void remind_before(struct bot_loaded_match *loaded, int64_t least)
{
	if (loaded->cast.left > least)
		remind(loaded);
}

/*
 * In the player's quiet hours, sets the timer again for the time at which it may ring. Returns
 * whether the bot must wait for that.
 */
static bool wait_for_ring(struct bot_loaded_match *loaded, enum bot_timer timer)
{
	int64_t at = bot_turn_notice_find(loaded);

	if (at > 0)
		bot_timer_set(loaded, timer, at);
	return at > 0;
}

static void remind_at_half(struct bot_loaded_match *loaded)
{

	if (loaded->timers.set[BOT_TIMER_QUIET]) { /* it rings soon */
		bot_clock_set_after_half(loaded);
		return;
	}
	if (wait_for_ring(loaded, BOT_TIMER_HALF))
		return;
	remind_before(loaded, bot_match_clock(&loaded->match, loaded->state.round.to_act) / 10);
	bot_clock_set_after_half(loaded);
}

/* Tells the player that the turn's own time is over, and that their reserve runs. */
static void begin_reserve(struct bot_loaded_match *loaded)
{
	enum eg_seat seat = loaded->state.round.to_act;

	if (wait_for_ring(loaded, BOT_TIMER_RESERVE))
		return;
	int64_t left = loaded->cast.left;
	if (left > bot_match_clock(&loaded->match, seat) / 10) /* else it is near */
		bot_clock_set_late(loaded);
	if (loaded->timers.set[BOT_TIMER_QUIET])
		return;
	bot_tell_player_time(loaded, seat, BOT_RING_NOW, BOT_MSG_RESERVE_RUNS,
		(struct bot_args){.name = loaded->cast.name[eg_opponent(seat)], .left = left},
		loaded->until);
}

static void remind_late(struct bot_loaded_match *loaded)
{

	if (loaded->timers.set[BOT_TIMER_QUIET])
		return;
	if (!wait_for_ring(loaded, BOT_TIMER_LATE))
		remind_before(loaded, 0);
}

static bool is_reminder(enum bot_timer timer)
{
	return timer == BOT_TIMER_HALF || timer == BOT_TIMER_RESERVE || timer == BOT_TIMER_LATE;
}

/* Whether a reminder is due at this moment, too. */
static bool is_reminder_due(const struct bot_loaded_match *loaded)
{
	int64_t due;

	for (enum bot_timer timer = 0; timer < BOT_TIMERS; timer++)
		if (is_reminder(timer) && bot_timer_find(loaded, timer, &due) &&
			due <= loaded->host->time)
			return true;
	return false;
}

/*
 * Rings for a turn that began in quiet hours. Waits longer if the player has chosen other hours
 * since.
 */
static void end_quiet(struct bot_loaded_match *loaded)
{
	enum eg_seat seat = loaded->state.round.to_act;
	int64_t due;

	if (wait_for_ring(loaded, BOT_TIMER_QUIET) || is_reminder_due(loaded))
		return;
	if (bot_clock_runs(loaded, &due))
		remind(loaded);
	else
		bot_tell_player(loaded, seat, BOT_RING_NOW, BOT_MSG_NUDGED,
			(struct bot_args){.name = loaded->cast.name[eg_opponent(seat)]});
}

static void forfeit(struct bot_loaded_match *loaded)
{
	enum eg_seat loser = loaded->state.round.to_act;

	bot_match_end(loaded, BOT_FORFEITED, eg_opponent(loser), BOT_MSG_MATCH_FORFEITED,
		(struct bot_args){.loser = loaded->cast.name[loser],
			.winner = loaded->cast.name[eg_opponent(loser)]});
}

/*
 * Warns both players that the idle time of a turn whose clock does not run, or of a pause, is
 * nearly over.
 */
static void warn(struct bot_loaded_match *loaded)
{
	enum bot_msg msg = loaded->match.left > 0 ? BOT_MSG_PAUSE_SOON_OVER : BOT_MSG_IDLE_SOON;
	int64_t due;

	if (bot_clock_runs(loaded, &due))
		return;
	due = bot_clock_due(loaded, BOT_TIMER_IDLE);
	struct bot_instant end =
		bot_time_instant(loaded->host, due, bot_clock_idle_time(loaded->host));
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		if (!loaded->match.player[seat][0])
			continue;
		bot_tell_player_time(loaded, seat, BOT_RING, msg,
			(struct bot_args){.name = loaded->cast.name[eg_opponent(seat)],
				.left = due - loaded->host->time},
			end);
	}
}

/*
 * Ends a pause, or a match whose clock does not run and in which nobody has acted for the idle
 * time. After the pause the turn gets its whole time again, so that a player who comes back after
 * weeks does not lose at once.
 */
static void end_idle(struct bot_loaded_match *loaded)
{
	int64_t due;

	if (bot_clock_runs(loaded, &due))
		return;
	if (loaded->match.left > 0) {
		loaded->match.left = bot_clock_whole_turn(loaded);
		loaded->match.proposal = BOT_NO_PROPOSAL;
		bot_match_resume(loaded);
		return;
	}
	bot_match_end(loaded, BOT_UNDECIDED, EG_NOBODY, BOT_MSG_MATCH_IDLE,
		(struct bot_args){.left = bot_clock_idle_time(loaded->host)});
}

static void end_bout(struct bot_loaded_match *loaded)
{
	bot_match_end_bout(loaded, BOT_UNDECIDED);
}

/* Tells people of a challenge: the user whom it asks or, if it is open, those who want to hear. */
static void tell_of_challenge(struct bot_loaded_match *loaded)
{
	if (bot_match_challenged(&loaded->match)[0])
		bot_late_ring_run(loaded);
	else
		bot_notification_tell(loaded, false);
}

static const struct {
	bool in_play; /* true if the timer is for matches in play, false if it is for matches that
			 wait for players */
	void (*run)(struct bot_loaded_match *loaded); /* NULL if the bot does nothing when
								   the timer runs out */
} timers[] = {
	[BOT_TIMER_CHALLENGE] = {false, expire},
	[BOT_TIMER_NOTIFY] = {false, tell_of_challenge},
	[BOT_TIMER_HALF] = {true, remind_at_half},
	[BOT_TIMER_LATE] = {true, remind_late},
	[BOT_TIMER_FORFEIT] = {true, forfeit},
	[BOT_TIMER_NUDGE] = {true, NULL},
	[BOT_TIMER_IDLE_SOON] = {true, warn},
	[BOT_TIMER_IDLE] = {true, end_idle},
	[BOT_TIMER_DELIVERED] = {true, bot_presence_delivered},
	/* a hand that takes a whole turn to deliver holds up no bout any longer */
	[BOT_TIMER_SHOWN] = {true, bot_clock_run_bout},
	[BOT_TIMER_JOIN] = {true, bot_absence_end_unjoined},
	[BOT_TIMER_WHITE_ABSENT] = {true, bot_presence_let_black_claim},
	[BOT_TIMER_BLACK_ABSENT] = {true, bot_presence_let_white_claim},
	[BOT_TIMER_WHITE_CLAIM] = {true, NULL},
	[BOT_TIMER_BLACK_CLAIM] = {true, NULL},
	[BOT_TIMER_HELD] = {true, show_held_hand},
	[BOT_TIMER_BOUT] = {true, end_bout},
	[BOT_TIMER_RESERVE] = {true, begin_reserve},
	[BOT_TIMER_QUIET] = {true, end_quiet},
};

/*
 * Whether a player may have sent a message, in the match's room or in private, that the adapter has
 * not received yet.
 */
static bool is_unread(const struct bot_host *host, const struct bot_match *match)
{
	const struct bot_port *port = host->port;
	char room[BOT_ID_SIZE];

	if (!port->unread)
		return false;
	if (port->unread(port->self, match->room))
		return true;
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (bot_store_private_room(host->store, match->player[seat], room) &&
			port->unread(port->self, room))
			return true;
	return false;
}

/* In each turn of a match, each of its timers is a cause. */
static void enter_cause_of_timer(const struct bot_loaded_match *loaded, enum bot_timer timer)
{
	const int64_t kinds = sizeof(timers) / sizeof(timers[0]);
	int64_t turn = 0;

	if (loaded->match.status == BOT_PLAYING)
		turn = bot_turn_number(&loaded->state);
	bot_match_enter_cause(loaded->host, &loaded->match, "timer", turn * kinds + timer);
}

void bot_due_timer_run(struct bot_host *host, int64_t id, enum bot_timer timer)
{
	struct bot_loaded_match loaded;
	struct bot_match match;
	int64_t due;

	bot_store_timer_clear(host->store, id, timer);
	if (!timers[timer].run)
		return;
	bot_need(bot_store_match_get(host->store, id, &match));
	bool in_play = match.status == BOT_PLAYING;
	if (match.status == BOT_ENDED || in_play != timers[timer].in_play)
		return;
	if (timer != BOT_TIMER_DELIVERED && is_unread(host, &match)) {
		bot_store_timer_set(host->store, id, timer, host->time + UNREAD_WAIT);
		return;
	}
	bot_match_load(&loaded, host, &match);
	if (is_reminder(timer) && !bot_clock_runs(&loaded, &due)) {
		/* The host then starts the clock, not the store, and sets its reminders again. */
		bot_timer_clear(&loaded, BOT_TIMER_FORFEIT);
		return;
	}
	enter_cause_of_timer(&loaded, timer);
	timers[timer].run(&loaded);
}
