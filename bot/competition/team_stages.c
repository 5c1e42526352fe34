#include "bot/competition/team_stages.h"

#include "bot/club/team.h"
#include "bot/competition/admission.h"
#include "bot/competition/bouts.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/entrant_message.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"

/* The start */

/* Whether the bot can still write in both rooms, and both have enough fencers. */
static bool is_possible(const struct bot_run *run)
{
	const struct bot_competition *own = &run->contest->competition;
	struct bot_competition other;

	return bot_competition_load_other_half(run->host, own, &other) &&
	       bot_competition_is_seen(run->host, own->room) &&
	       bot_competition_is_seen(run->host, other.room) &&
	       bot_team_size(run->contest, 0) >= BOT_TEAM_LEAST &&
	       bot_team_size(run->contest, 1) >= BOT_TEAM_LEAST;
}

static void begin(struct bot_run *run)
{
	struct bot_competition *competition = &run->contest->competition;
	double rating[BOT_CONTEST_ROWS] = {0};

	if (!bot_run_may_begin(run))
		return;
	/* Nobody needs to hear loudly of a question that has got no answer. */
	run->as_new = competition->agreed;
	if (competition->agreed)
		bot_admission_close(run->host, run->contest);
	if (!competition->agreed || !is_possible(run)) {
		bot_competition_end(run->host, competition);
		return;
	}
	for (size_t i = 0; i < run->contest->entrants; i++)
		rating[i] = bot_entrant_rating(run->host, &run->contest->entrant[i]);
	bot_team_set_boards(run->contest, rating);
	competition->stage = BOT_STAGE_POOLS;
}

/* The bouts */

/*
 * Ends each waiting bout that can't be fenced any more. If one fencer is left, they win it with all
 * touches.
 */
static void end_impossible(struct bot_contest *contest)
{
	for (size_t i = 0; i < contest->bouts; i++) {
		struct bot_bout *bout = &contest->bout[i];
		bool present[2];

		for (size_t j = 0; j < 2; j++)
			present[j] = bot_contest_is_present(contest, bout->entrant[j]);
		if (bout->state != BOT_BOUT_WAITS || (present[0] && present[1]))
			continue;
		bout->state = BOT_BOUT_ENDED;
		if (present[0] == present[1])
			continue;
		bout->winner = present[1];
		bout->touches[bout->winner] = contest->competition.rules.touches;
	}
}

/* Collects what has ended, until nothing changes any more. */
static void end_bouts(struct bot_run *run)
{
	size_t list[BOT_CONTEST_BOUTS];
	bool any = true;

	bot_admission_withdraw_barred(run->host, run->contest);
	while (any) {
		bot_bouts_collect(run->host, run->contest, list);
		any = bot_bouts_end_withdrawn(run->host, run->contest);
	}
	end_impossible(run->contest);
}

static void fence(struct bot_run *run)
{
	struct bot_contest *contest = run->contest;
	int64_t ends = contest->competition.ends;

	end_bouts(run);
	if (ends > 0 && ends <= run->host->time)
		bot_bouts_end_unfenced(run->host, contest);
	else if (bot_contest_open_bouts(contest, 0) > 0) {
		bot_bouts_begin(run->host, contest);
		run->silent = !run->as_new && !bot_competition_has_changed(contest, run->before);
		return;
	}
	run->as_new = true;
	bot_competition_end(run->host, &contest->competition);
}

void bot_team_go_on(struct bot_run *run)
{
	if (run->contest->competition.stage == BOT_STAGE_SIGN_UP)
		begin(run);
	if (run->contest->competition.stage == BOT_STAGE_POOLS)
		fence(run);
}

/* Tells those for whom there is no board. The others get their cards. */
void bot_team_tell(const struct bot_run *run)
{
	for (size_t i = 0; i < run->contest->entrants; i++) {
		const struct bot_entrant *entrant = &run->contest->entrant[i];

		if (run->contest->competition.stage == BOT_STAGE_POOLS &&
			run->before->entrant[i].state == BOT_ENTRANT_SIGNED_UP &&
			entrant->state == BOT_ENTRANT_ABSENT && entrant->user[0] == '@')
			bot_entrant_tell_out(
				run->host, run->contest, entrant, BOT_MSG_TEAM_RESERVE);
	}
}
