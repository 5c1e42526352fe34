#include "bot/match/match_timers.h"

#include "bot/command/time.h"
#include "bot/match/match_display.h"
#include "bot/match/match_life.h"
#include "bot/match/turn_clock.h"

#define UNREAD_WAIT 5000 /* by how many milliseconds an unread message delays a timer */

/* Challenges */

static enum bot_error expire(struct bot_loaded_match *loaded)
{
	return bot_match_end(
		loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, BOT_MSG_EXPIRED, (struct bot_args){0});
}

/* Turns with a clock */

static enum bot_error remind(struct bot_loaded_match *loaded, int64_t left)
{
	enum eg_seat seat = loaded->state.round.to_act;
	char span[BOT_SPAN_SIZE];

	bot_time_format_span(left, span);
	return bot_display_tell(loaded, seat, BOT_RING, BOT_MSG_REMINDER,
		(struct bot_args){.name = loaded->cast.name[eg_opponent(seat)],
			.left = span,
			.until = loaded->until});
}

/* Reminds the player, unless less than `least` of the turn is left: then a later timer is due. */
static enum bot_error remind_before(struct bot_loaded_match *loaded, int64_t least)
{
	int64_t due;

	enum bot_error error = bot_clock_due(loaded, BOT_TIMER_FORFEIT, &due);
	if (error)
		return error;
	int64_t left = due - loaded->host->time;
	return left > least ? remind(loaded, left) : BOT_OK;
}

static enum bot_error remind_at_half(struct bot_loaded_match *loaded)
{
	return remind_before(loaded, loaded->match.clock / 10);
}

static enum bot_error remind_late(struct bot_loaded_match *loaded)
{
	return remind_before(loaded, 0);
}

static enum bot_error forfeit(struct bot_loaded_match *loaded)
{
	enum eg_seat loser = loaded->state.round.to_act;

	return bot_match_end(loaded, BOT_FORFEITED, eg_opponent(loser), BOT_MSG_MATCH_FORFEITED,
		(struct bot_args){.loser = loaded->cast.name[loser],
			.winner = loaded->cast.name[eg_opponent(loser)]});
}

/* Turns without a clock, and pauses */

static enum bot_error warn(struct bot_loaded_match *loaded)
{
	enum bot_msg msg = loaded->match.left > 0 ? BOT_MSG_PAUSE_SOON_OVER : BOT_MSG_IDLE_SOON;
	char until[BOT_SPAN_SIZE];
	int64_t due;

	enum bot_error error = bot_clock_due(loaded, BOT_TIMER_IDLE, &due);
	if (error)
		return error;
	bot_time_format_instant(loaded->host, due, bot_clock_idle_time(loaded->host), until);
	for (enum eg_seat seat = EG_WHITE; !error && seat <= EG_BLACK; seat++)
		if (loaded->match.player[seat][0])
			error = bot_display_tell(loaded, seat, BOT_RING, msg,
				(struct bot_args){.name = loaded->cast.name[eg_opponent(seat)],
					.until = until});
	return error;
}

/*
 * Ends a match in which nobody has acted, or a pause. After a pause the turn gets its whole time
 * again, so that a player who comes back after weeks does not lose at once.
 */
static enum bot_error end_idle(struct bot_loaded_match *loaded)
{
	char left[BOT_SPAN_SIZE];

	if (loaded->match.left > 0) {
		loaded->match.left = loaded->match.clock;
		loaded->match.proposal = BOT_NO_PROPOSAL;
		return bot_match_resume(loaded);
	}
	bot_time_format_span(bot_clock_idle_time(loaded->host), left);
	return bot_match_end(loaded, BOT_UNDECIDED, EG_NOBODY, BOT_MSG_MATCH_IDLE,
		(struct bot_args){.left = left});
}

static const struct {
	bool in_play; /* the match is being played; otherwise it waits for players */
	enum bot_error (*run)(struct bot_loaded_match *loaded); /* NULL: does nothing */
} timers[] = {
	[BOT_TIMER_CHALLENGE] = {false, expire},
	[BOT_TIMER_HALF] = {true, remind_at_half},
	[BOT_TIMER_LATE] = {true, remind_late},
	[BOT_TIMER_FORFEIT] = {true, forfeit},
	[BOT_TIMER_NUDGE] = {true, NULL},
	[BOT_TIMER_IDLE_SOON] = {true, warn},
	[BOT_TIMER_IDLE] = {true, end_idle},
};

/* Whether a player may have sent a message that the adapter has not received yet. */
static bool is_unread(const struct bot_host *host, const struct bot_match *match)
{
	const struct bot_port *port = host->port;
	char room[BOT_ID_SIZE];

	if (!port->unread)
		return false;
	if (port->unread(port->self, match->room))
		return true;
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++)
		if (bot_store_private_room(host->store, match->player[seat], room) == BOT_OK &&
			port->unread(port->self, room))
			return true;
	return false;
}

enum bot_error bot_timer_run(struct bot_host *host, int64_t id, enum bot_timer timer)
{
	struct bot_loaded_match loaded;
	struct bot_match match;

	enum bot_error error = bot_store_timer_clear(host->store, id, timer);
	if (error || !timers[timer].run)
		return error;
	error = bot_store_match_get(host->store, id, &match);
	if (error)
		return error;
	bool in_play = match.status == BOT_PLAYING;
	if (match.status == BOT_ENDED || in_play != timers[timer].in_play)
		return BOT_OK;
	if (is_unread(host, &match))
		return bot_store_timer_set(host->store, id, timer, host->time + UNREAD_WAIT);
	error = bot_match_load(&loaded, host, &match);
	return error ? error : timers[timer].run(&loaded);
}

static enum bot_error update_board(struct bot_loaded_match *loaded)
{
	struct bot_page page;

	if (!loaded->cast.until || loaded->match.private)
		return BOT_OK;
	bot_page_init(&page, loaded->lang);
	return bot_display_board(loaded, &page, false);
}

enum bot_error bot_timer_update_boards(struct bot_host *host)
{
	const struct bot_match_filter filter = {.status = BOT_PLAYING};
	bool moved;

	enum bot_error error = bot_time_has_shifted(host, &moved);
	return error || !moved ? error : bot_match_load_each(host, &filter, update_board);
}
