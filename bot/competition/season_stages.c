#include "bot/competition/kind_parts.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/call.h"
#include "bot/club/season.h"
#include "bot/competition/bouts.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/entrant_message.h"
#include "bot/competition/entry.h"
#include "bot/competition/loading.h"
#include "bot/store/rounds.h"

#include <string.h>

/*
 * What becomes of the bouts of a season that end, above all of those whose fencers withdraw.
 *
 * However a fencer withdraws, they lose the matches that they are fencing. As bouts, these count
 * for nobody, and the bot tells the opponents so. There are two exceptions, so that a withdrawal
 * takes no lead away from an opponent:
 * - If the fencer has fenced half of their bouts, the opponent wins each bout in which both have
 *   acted.
 * - If the fencer was taken out because of their clock, the opponent wins each bout in which the
 *   opponent has acted.
 */

/* The season while it settles. The arrays are by the index in season->entrant. */
struct settling {
	struct bot_host *host;
	struct bot_contest *season;
	bool gone[BOT_CONTEST_ROWS]; /* took part no more when the settling began */
	bool half[BOT_CONTEST_ROWS]; /* had fenced half of their bouts then */
};

static void note_fencers(struct settling *settling)
{
	for (size_t i = 0; i < settling->season->entrants; i++) {
		const struct bot_entrant *entrant = &settling->season->entrant[i];

		settling->gone[i] = entrant->state != BOT_ENTRANT_PRESENT;
		settling->half[i] = bot_season_has_fenced_half(settling->season, entrant);
	}
}

static size_t find_index(const struct settling *settling, uint8_t number)
{
	return (size_t)(bot_contest_entrant(settling->season, number) - settling->season->entrant);
}

/*
 * Whether a fencer who has withdrawn loses a bout in which the opponent has acted. `acted` tells
 * whether the fencer has acted in it, too. A fencer whom a moderator has excluded loses none.
 */
static bool loses(const struct settling *settling, uint8_t number, bool acted)
{
	size_t at = find_index(settling, number);
	const struct bot_entrant *entrant = &settling->season->entrant[at];

	return bot_entrant_is_timed_out(entrant) ||
	       (entrant->state == BOT_ENTRANT_WITHDRAWN && settling->half[at] && acted);
}

/* Returns the index of the fencer who wins a bout that a withdrawal has ended. */
static uint8_t find_winner(
	const struct settling *settling, const struct bot_bout *bout, const bool acted[2])
{
	for (uint8_t i = 0; i < 2; i++)
		if (acted[1 - i] && loses(settling, bout->entrant[i], acted[i]) &&
			bot_contest_is_present(settling->season, bout->entrant[1 - i]))
			return 1 - i;
	return BOT_BOUT_NOBODY;
}

/* Decides a bout that a withdrawal has ended. */
static void decide(const struct settling *settling, struct bot_bout *bout,
	const struct bot_match *match, const bool acted[2])
{
	bout->winner = find_winner(settling, bout, acted);
	if (bout->winner != BOT_BOUT_NOBODY) {
		bout->touches[bout->winner] = match->rules.touches;
		return;
	}
	memset(bout->touches, 0, sizeof(bout->touches));
	if (match->winner != EG_NOBODY)
		bot_entrant_tell_annulled(settling->host, settling->season, bout);
}

/*
 * Whether a match ended by a withdrawal before this settling: an admin banned a fencer, so that
 * nobody won, or the store forgot one, who has resigned so.
 */
static bool ended_so_before(
	const struct settling *settling, const struct bot_bout *bout, const struct bot_match *match)
{
	for (size_t i = 0; i < 2; i++) {
		size_t at = find_index(settling, bout->entrant[i]);
		bool forgotten = settling->season->entrant[at].user[0] != '@';

		if (settling->gone[at] && (forgotten || match->winner == EG_NOBODY))
			return true;
	}
	return false;
}

/* Decides a bout again if a withdrawal has ended it, in this settling or before. */
static void review(struct settling *settling, struct bot_bout *bout, bool by_withdrawal)
{
	struct bot_match match;
	bool acted[2] = {false, false};

	if (!bot_store_match_get(settling->host->store, bout->match, &match))
		return;
	if (!by_withdrawal && !ended_so_before(settling, bout, &match))
		return;
	if (match.began > 0)
		bot_store_acted(settling->host->store, &match, acted);
	decide(settling, bout, &match, acted);
}

static void collect(struct settling *settling, bool by_withdrawal)
{
	size_t list[BOT_CONTEST_BOUTS];

	size_t count = bot_bouts_collect(settling->host, settling->season, list);
	for (size_t i = 0; i < count; i++)
		review(settling, &settling->season->bout[list[i]], by_withdrawal);
}

/*
 * Collects the bouts that have ended, and ends those of fencers who take part no more, until
 * nothing changes. The caller stores the season.
 */
static void settle(struct bot_host *host, struct bot_contest *season)
{
	struct settling settling = {.host = host, .season = season};
	bool any = true;

	bot_entry_withdraw_barred(host, season);
	note_fencers(&settling);
	collect(&settling, false);
	while (any) {
		any = bot_bouts_end_withdrawn(host, season);
		if (any)
			collect(&settling, true);
		bot_contest_annul(season);
	}
}

#define BOUTS_MOST CFG_PER_ROOM_MOST /* of a season at once: see BOT_MATCHES_MOST */

/* Days off (bot/play/days_off.h) */

static int64_t find_rest(struct bot_host *host, const struct bot_entrant *entrant)
{
	return bot_days_off_rest(host->store, entrant->user, host->port->now(host->port->self));
}

bool bot_season_is_away(struct bot_host *host, const struct bot_entrant *entrant)
{
	return find_rest(host, entrant) > 0;
}

/* Notes who is away now, by the index in season->entrant. */
static void find_away(
	struct bot_host *host, const struct bot_contest *season, bool away[BOT_CONTEST_ROWS])
{
	for (size_t i = 0; i < season->entrants; i++)
		away[i] = bot_season_is_away(host, &season->entrant[i]);
}

/*
 * When a season begins, counts in it the days off that each fencer has left: those that began
 * during the sign-up take days of the season, too.
 */
static void count_days_away(struct bot_host *host, struct bot_contest *season)
{
	for (size_t i = 0; i < season->entrants; i++) {
		struct bot_entrant *entrant = &season->entrant[i];

		if (entrant->state != BOT_ENTRANT_PRESENT)
			continue;
		int64_t rest = find_rest(host, entrant);
		entrant->days_away = (uint8_t)((rest + BOT_DAY - 1) / BOT_DAY);
	}
}

/* What the last season and the ratings say about the entrants */

/* Loads the newest season with a result before this one. Returns NULL if there is none. */
static struct bot_contest *load_last(struct bot_host *host, int64_t previous)
{
	return previous == 0 ? NULL : bot_competition_load(host, previous);
}

static void seed_by_last(
	struct bot_contest *last, const struct bot_entrant *entrant, struct bot_seed *seed)
{
	const struct bot_entrant *before = bot_contest_find(last, entrant->user);

	if (!before || before->pool == 0 || before->state != BOT_ENTRANT_PRESENT)
		return;
	seed->division = before->pool;
	seed->rank = before->rank;
	seed->target = before->pool;
	switch (bot_season_fate(last, before)) {
	case BOT_SEASON_PROMOTED:
		seed->target--;
		break;
	case BOT_SEASON_RELEGATED:
		seed->target++;
		break;
	case BOT_SEASON_STAYS:
		break;
	}
}

static void find_seeds(struct bot_host *host, const struct bot_contest *season,
	struct bot_seed seed[BOT_CONTEST_ROWS])
{
	memset(seed, 0, BOT_CONTEST_ROWS * sizeof(*seed));
	struct bot_contest *last = load_last(host, season->competition.previous);
	for (size_t i = 0; i < season->entrants; i++) {
		seed[i].rating = bot_entrant_rating(host, &season->entrant[i]);
		if (last)
			seed_by_last(last, &season->entrant[i], &seed[i]);
	}
}

/* The start */

static void begin(struct bot_run *run)
{
	struct bot_competition *competition = &run->contest->competition;
	struct bot_seed seed[BOT_CONTEST_ROWS];

	find_seeds(run->host, run->contest, seed);
	bot_season_draw(run->contest, seed);
	competition->stage = BOT_STAGE_POOLS;
	competition->ends = run->host->time + competition->length;
	competition->shows = run->host->time + BOT_WEEK;
	count_days_away(run->host, run->contest);
}

static void run_sign_up(struct bot_run *run)
{
	struct bot_competition *competition = &run->contest->competition;

	if (!bot_run_may_begin(run))
		return;
	bot_entry_close(run->host, run->contest);
	run->as_new = true;
	if (bot_contest_count(run->contest, BOT_ENTRANT_PRESENT) >= BOT_ENTRANTS_LEAST)
		begin(run);
	else
		bot_competition_end(run->host, competition);
}

/* The bouts */

static void begin_bouts(struct bot_run *run)
{
	struct bot_contest *season = run->contest;
	bool away[BOT_CONTEST_ROWS];
	struct bot_bout *next;
	size_t now = 0;
	find_away(run->host, season, away);

	for (size_t i = 0; i < season->bouts; i++)
		now += season->bout[i].state == BOT_BOUT_FENCED;
	for (; now < BOUTS_MOST && (next = bot_season_next_bout(season, away)); now++)
		bot_bout_begin(run->host, season, next);
}

/*
 * If two of the first division are level in everything, they fence for the title, and the season
 * waits for them. Returns whether they do.
 */
static bool decide_title(struct bot_run *run)
{
	struct bot_competition *competition = &run->contest->competition;
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = bot_season_standings(run->contest, 1, true, standings);
	int64_t time = bot_bouts_time(competition);

	if (!bot_bouts_decide_title(run->host, run->contest, standings, count))
		return false;
	if (time > competition->length)
		time = competition->length;
	if (competition->ends < run->host->time + time)
		competition->ends = run->host->time + time;
	return true;
}

/* Whether somebody has stopped the season (direction.h), so that it ends before its time. */
static bool is_stopped(const struct bot_competition *competition)
{
	return competition->ends < competition->starts + competition->length;
}

/* Whether the season is over. If its time is, its bouts end as they stand. */
static bool is_over(struct bot_run *run)
{
	if (run->host->time >= run->contest->competition.ends) {
		bot_bouts_end_unfenced(run->host, run->contest);
		bot_season_annul(run->contest);
	}
	return bot_contest_open_bouts(run->contest, 0) == 0 &&
	       (is_stopped(&run->contest->competition) || !decide_title(run));
}

/* Ranks the fencers. */
static void finish(struct bot_run *run)
{
	bot_season_rank(run->contest);
	bot_competition_end(run->host, &run->contest->competition);
	run->ends = true;
}

/* Lets the room see the standings of the week in a new message. */
static void show_week(struct bot_run *run)
{
	struct bot_competition *competition = &run->contest->competition;

	if (run->host->time < competition->shows)
		return;
	run->as_new = true;
	while (competition->shows <= run->host->time)
		competition->shows += BOT_WEEK;
}

static void run_bouts(struct bot_run *run)
{
	settle(run->host, run->contest);

	if (is_over(run)) {
		finish(run);
		return;
	}
	show_week(run);
	begin_bouts(run);
}

void bot_season_go_on(struct bot_run *run)
{
	if (run->contest->competition.stage == BOT_STAGE_SIGN_UP)
		run_sign_up(run);
	if (run->contest->competition.stage == BOT_STAGE_POOLS)
		run_bouts(run);
	run->silent = !run->as_new && !bot_competition_has_changed(run->contest, run->before);
}

/* Tells those who have lost too many bouts by the clock that they are out. */
void bot_season_tell(const struct bot_run *run)
{
	for (size_t i = 0; i < run->contest->entrants; i++) {
		const struct bot_entrant *entrant = &run->contest->entrant[i];

		if (entrant->forfeits > run->before->entrant[i].forfeits &&
			entrant->forfeits == BOT_CONTEST_FORFEITS)
			bot_entrant_tell_out(
				run->host, run->contest, entrant, BOT_MSG_SEASON_FORFEITED);
	}
}
