#include "bot/play/early_ending.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/play/match_finish.h"
#include "bot/store/rounds.h"

#define FREE      2             /* how many early endings cost nothing */
#define SPAN      (3 * BOT_DAY) /* until the count goes down by one */
#define COUNT_MAX 100

/*
 * The store keeps the wall time at which the count is 0 again, as for an allowance. Returns this
 * time, or now.
 */
static int64_t read_full(
	struct bot_host *host, enum bot_allowance kind, const char *user, int64_t now)
{
	int64_t full = now;
	bot_store_allowance(host->store, kind, user, user, &full);
	if (full < now)
		full = now;
	if (full > now + COUNT_MAX * SPAN) /* or the wall clock has jumped back */
		full = now + COUNT_MAX * SPAN;
	return full;
}

static int64_t read_count(struct bot_host *host, enum bot_allowance kind, const char *user)
{
	int64_t now = host->port->now(host->port->self);

	return (read_full(host, kind, user, now) - now + SPAN - 1) / SPAN;
}

int64_t bot_early_ending_count(struct bot_host *host, const char *user)
{
	return read_count(host, BOT_ALLOW_EARLY_END, user);
}

bool bot_early_ending_trusts_reactions(struct bot_host *host, const char *user)
{
	return read_count(host, BOT_ALLOW_UNPROVEN_END, user) < FREE;
}

static void add_one(struct bot_host *host, enum bot_allowance kind, const char *user)
{
	int64_t now = host->port->now(host->port->self);

	int64_t full = read_full(host, kind, user, now);
	bot_store_set_allowance(host->store, kind, user, user, full + SPAN);
}

/*
 * Counts that the player in `seat` has ended the match. Returns what bot_early_ending_count finds
 * now, or 0 if the match counts apart.
 */
static int64_t add(const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	const char *user = loaded->match.player[seat];

	if (loaded->match.unproven[seat]) {
		add_one(loaded->host, BOT_ALLOW_UNPROVEN_END, user);
		return 0;
	}
	add_one(loaded->host, BOT_ALLOW_EARLY_END, user);
	return bot_early_ending_count(loaded->host, user);
}

bool bot_early_ending_is_possible(const struct bot_loaded_match *loaded)
{
	const struct bot_match *match = &loaded->match;

	if (match->status != BOT_PLAYING || match->practice != BOT_NO_PRACTICE ||
		match->competition != 0)
		return false;
	return !bot_store_both_acted(loaded->host->store, match);
}

bool bot_early_ending_costs(
	const struct bot_loaded_match *loaded, enum eg_seat seat, int64_t *count)
{
	*count = bot_early_ending_count(loaded->host, loaded->match.player[seat]);
	return bot_match_may_be_rated(&loaded->match) && !loaded->match.unproven[seat] &&
	       *count >= FREE;
}

void bot_early_ending_end(
	struct bot_loaded_match *loaded, enum eg_seat seat, const struct bot_early_ending *ending)
{
	enum eg_seat other = eg_opponent(seat);
	struct bot_args args = {.name = loaded->cast.name[seat],
		.loser = loaded->cast.name[seat],
		.winner = loaded->cast.name[other]};
	int64_t count;

	if (loaded->match.competition != 0) { /* no bout is void */
		bot_match_finish(
			loaded, &(struct bot_news){0}, ending->lost, other, ending->lost_why, args);
		return;
	}
	bool costs = bot_early_ending_costs(loaded, seat, &count);
	if (bot_match_may_be_rated(&loaded->match))
		args.count = add(loaded, seat);
	bot_match_finish(loaded, &(struct bot_news){0}, costs ? ending->lost : BOT_VOID,
		costs ? other : EG_NOBODY, costs ? ending->lost_why : ending->void_why, args);
}

/* Who may stop a match */

/*
 * The most moderators that the bot notes for a match. In a room with more of them, the others can't
 * stop it.
 */
#define MOST 64

struct note {
	struct bot_store *store;
	int64_t match;
	size_t count;
	enum bot_error error;
};

static enum bot_error add_moderator(const struct note *note, const char *user)
{
	BOT_ATTEMPT(bot_store_moderator_add(note->store, note->match, user));
}

/* A failure must not jump over the adapter's function. */
static void take(void *taker, const char *user)
{
	struct note *note = taker;

	if (!note->error && note->count++ < MOST)
		note->error = add_moderator(note, user);
}

void bot_early_ending_note_moderators(const struct bot_loaded_match *loaded)
{
	const struct bot_port *port = loaded->host->port;
	struct note note = {.store = loaded->host->store, .match = loaded->match.id};

	if (bot_match_may_be_rated(&loaded->match) && port->each_moderator)
		port->each_moderator(port->self, loaded->match.room, take, &note);
	bot_must(note.error);
}

bool bot_early_ending_may_stop(const struct bot_loaded_match *loaded, const char *user)
{
	return !bot_match_may_be_rated(&loaded->match) || loaded->match.status != BOT_PLAYING ||
	       bot_store_moderated(loaded->host->store, loaded->match.id, user);
}
