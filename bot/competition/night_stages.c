#include "bot/competition/kind_parts.h"

#include "bot/club/elimination.h"
#include "bot/competition/bouts.h"
#include "bot/competition/check_in.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/entrant_message.h"
#include "bot/competition/entry.h"
#include "bot/competition/loading.h"
#include "bot/competition/night_sheet.h"
#include "bot/competition/pause.h"
#include "bot/competition/podium.h"
#include "bot/competition/sheet.h"

#include <string.h>

/* Messages to the room */

/* Says in the room how a round of the tableau has ended or, if `round` is 0, a pool. */
static void say_end(const struct bot_run *run, uint8_t round, uint8_t pool)
{
	const char *room = run->contest->competition.room;
	BOT_PAGE(page);

	const struct bot_lang *lang = bot_language_of_room(run->host, room);
	bot_page_init(&page, lang);
	if (round > 0)
		bot_sheet_add_round_end(run->host, run->contest, &page, round);
	else
		bot_sheet_add_group(
			run->host, run->kind, run->contest, pool, BOT_MSG_NIGHT_ROUND_OVER, &page);
	bot_send(run->host, (struct bot_letter){.to = room}, &page, NULL);
}

/* The start */

static void begin_check_in(struct bot_run *run)
{
	bot_check_in_begin(run->host, run->contest);
}

static void draw_pools(struct bot_run *run)
{
	struct bot_contest *night = run->contest;
	double rating[BOT_CONTEST_ROWS] = {0};

	for (size_t i = 0; i < night->entrants; i++) {
		rating[i] = bot_entrant_rating(run->host, &night->entrant[i]);
		run->tells[i] = night->entrant[i].state == BOT_ENTRANT_PRESENT;
	}
	bot_night_draw_pools(night, rating);
	night->competition.stage = BOT_STAGE_POOLS;
	run->as_new = true;
}

static void begin_pools(struct bot_run *run)
{
	struct bot_contest *night = run->contest;

	if (!bot_run_may_begin(run))
		return;
	bot_check_in_close(run->host, run->contest);
	if (bot_contest_count(night, BOT_ENTRANT_PRESENT) >= BOT_ENTRANTS_LEAST) {
		draw_pools(run);
		return;
	}
	bot_competition_end(run->host, &night->competition);
	run->as_new = true;
}

/* The bouts */

/* Notes that the bot must tell both fencers of a bout how they stand. */
static void tell_both(struct bot_run *run, const struct bot_bout *bout)
{
	struct bot_contest *night = run->contest;

	for (size_t i = 0; i < 2; i++)
		run->tells[bot_contest_entrant(night, bout->entrant[i]) - night->entrant] = true;
}

/* Counts the open bouts of each pool, by its number. */
static void count_open(const struct bot_contest *night, size_t open[BOT_POOLS_MOST + 1])
{
	for (uint8_t pool = 1; pool <= BOT_POOLS_MOST; pool++)
		open[pool] = bot_contest_open_in_pool(night, pool);
}

/* Says in the room which pools are over now, if there are several. */
static void say_pools_over(const struct bot_run *run, const size_t before[BOT_POOLS_MOST + 1])
{
	bool several = bot_contest_pools(run->contest) > 1;

	for (uint8_t pool = 1; several && pool <= BOT_POOLS_MOST; pool++)
		if (before[pool] > 0 && bot_contest_open_in_pool(run->contest, pool) == 0)
			say_end(run, 0, pool);
}

static void begin_bouts(struct bot_run *run)
{
	if (run->contest->competition.resumes == 0)
		bot_bouts_begin(run->host, run->contest);
}

/* Collects what has ended, until nothing changes any more. */
static void settle(struct bot_run *run)
{
	size_t list[BOT_CONTEST_BOUTS], open[BOT_POOLS_MOST + 1];
	bool any = true, fenced[BOT_CONTEST_BOUTS] = {false};
	bot_entry_withdraw_barred(run->host, run->contest);

	count_open(run->contest, open);
	for (size_t i = 0; i < run->contest->bouts; i++)
		fenced[i] = run->contest->bout[i].state == BOT_BOUT_FENCED;
	while (any) {
		bot_bouts_collect(run->host, run->contest, list);
		any = bot_bouts_end_withdrawn(run->host, run->contest);
		bot_contest_annul(run->contest);
	}
	for (size_t i = 0; i < run->contest->bouts; i++) {
		const struct bot_bout *bout = &run->contest->bout[i];

		if (!fenced[i] || bout->state != BOT_BOUT_ENDED)
			continue;
		if (bout->round == 0 && bout->winner != BOT_BOUT_NOBODY)
			bot_entrant_tell_annulled(run->host, run->contest, bout);
		tell_both(run, bout);
	}
	say_pools_over(run, open);
}

static void end_night(struct bot_run *run)
{
	struct bot_contest *night = run->contest;

	memset(run->tells, 0, sizeof(run->tells));
	if (bot_contest_ranked(night) > 0)
		bot_podium_say(run->host, night);
	bot_competition_end(run->host, &night->competition);
}

/*
 * Ends the night before all its bouts are fenced, because somebody has stopped it (direction.h).
 * The places count what was fenced.
 */
static void end_early(struct bot_run *run)
{
	struct bot_contest *night = run->contest;
	size_t ended = 0;

	bot_bouts_end_unfenced(run->host, night);
	for (size_t i = 0; i < night->bouts; i++)
		ended += bot_bout_is_fenced(&night->bout[i]);
	if (ended > 0 && night->competition.stage == BOT_STAGE_POOLS)
		bot_night_rank(night);
	run->as_new = true;
	end_night(run);
}

static bool is_stopped(const struct bot_run *run)
{
	int64_t ends = run->contest->competition.ends;

	return ends > 0 && ends <= run->host->time;
}

/*
 * If one pool decides the night and two are level in everything, they fence for the title. Returns
 * whether they do.
 */
static bool decide_title(struct bot_run *run, bool one_pool)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];
	struct bot_contest *night = run->contest;
	size_t count = bot_contest_standings(night, 0, standings);

	return one_pool && bot_bouts_decide_title(run->host, night, standings, count);
}

/* After the pools: the podium if one pool has decided, else the tableau. */
static void end_pools(struct bot_run *run)
{
	struct bot_contest *night = run->contest;
	bool one_pool = bot_contest_fencers(night) <= BOT_NIGHT_ONE_POOL;

	if (decide_title(run, one_pool)) {
		begin_bouts(run);
		return;
	}
	bot_night_rank(night);
	if (one_pool || bot_contest_ranked(night) < 2) {
		end_night(run);
		return;
	}
	night->competition.stage = BOT_STAGE_TABLEAU;
	for (size_t i = 0; i < night->entrants; i++)
		run->tells[i] = night->entrant[i].rank > 0;
	run->as_new = true;
}

static void run_pools(struct bot_run *run)
{
	settle(run);

	if (is_stopped(run)) {
		end_early(run);
		return;
	}
	begin_bouts(run);
	if (bot_contest_open_bouts(run->contest, 0) == 0)
		end_pools(run);
}

/* Counts the rounds of the tableau whose bouts have all ended, byes included. */
static uint8_t count_rounds_over(const struct bot_tableau *tableau)
{
	uint8_t over = 0;

	for (; over < tableau->rounds; over++) {
		for (size_t i = 0; i < bot_tableau_bouts(tableau, over); i++) {
			if (tableau->winner[over][i] == BOT_TABLEAU_OPEN)
				return over;
		}
	}
	return over;
}

/* Adds the bouts that are due. If a withdrawal ends a bout, its fencers hear it. */
static void update_tableau(struct bot_run *run)
{
	struct bot_contest *night = run->contest;
	bool had_ended[BOT_CONTEST_BOUTS] = {false};

	for (size_t i = 0; i < night->bouts; i++)
		had_ended[i] = night->bout[i].state == BOT_BOUT_ENDED;
	while (bot_night_update_tableau(night) > 0)
		;
	for (size_t i = 0; i < night->bouts; i++)
		if (!had_ended[i] && night->bout[i].state == BOT_BOUT_ENDED)
			tell_both(run, &night->bout[i]);
}

static void run_tableau(struct bot_run *run)
{
	struct bot_contest *night = run->contest;
	struct bot_tableau tableau;

	bot_night_tableau(night, &tableau);
	uint8_t before = count_rounds_over(&tableau);
	settle(run);
	update_tableau(run);
	bot_night_tableau(night, &tableau);
	uint8_t over = count_rounds_over(&tableau);
	for (uint8_t round = before + 1; round <= over && round < tableau.rounds; round++)
		say_end(run, round, 0);
	if (over == tableau.rounds && bot_contest_open_bouts(night, tableau.rounds) == 0)
		end_night(run);
	else if (is_stopped(run))
		end_early(run);
	else
		begin_bouts(run);
}

/* All stages */

void bot_night_go_on(struct bot_run *run)
{
	static void (*const stages[])(struct bot_run *) = {
		[BOT_STAGE_SIGN_UP] = begin_check_in,
		[BOT_STAGE_CHECK_IN] = begin_pools,
		[BOT_STAGE_POOLS] = run_pools,
		[BOT_STAGE_TABLEAU] = run_tableau,
	};
	enum bot_stage before = BOT_STAGE_ENDED;

	bot_pause_end_due(run->host, run->contest);
	while (run->contest->competition.stage != before &&
		run->contest->competition.stage != BOT_STAGE_ENDED) {
		before = run->contest->competition.stage;
		stages[before](run);
	}
}

/* Private messages */

/* Whether the night has just begun without the entrant, because they did not check in. */
static bool is_no_show(const struct bot_contest *before, const struct bot_contest *night, size_t i)
{
	return before->entrant[i].state == BOT_ENTRANT_SIGNED_UP &&
	       night->entrant[i].state == BOT_ENTRANT_ABSENT && night->entrant[i].user[0] == '@' &&
	       night->competition.stage == BOT_STAGE_POOLS;
}

/* Tells the entrants whom this run concerns how they stand. */
void bot_night_tell(const struct bot_run *run)
{
	const struct bot_contest *before = run->before;
	struct bot_contest *night = run->contest;

	for (size_t i = 0; i < night->entrants; i++) {
		const struct bot_entrant *entrant = &night->entrant[i];

		if (entrant->forfeits > before->entrant[i].forfeits &&
			entrant->forfeits == BOT_CONTEST_FORFEITS)
			bot_entrant_tell_out(run->host, night, entrant, BOT_MSG_NIGHT_FORFEITED);
		else if (is_no_show(before, night, i))
			bot_entrant_tell_out(run->host, night, entrant, BOT_MSG_NIGHT_NO_SHOW);
		else if (run->tells[i])
			bot_entrant_tell_next(run->host, night, entrant);
	}
}
