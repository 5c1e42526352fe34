#include "bot/competition/contest_life.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/base/log.h"
#include "bot/call/web_link.h"
#include "bot/competition/bouts.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/shown_message.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define UNREAD_WAIT INT64_C(5000) /* how long an unread message delays the start */
#define LOOK_EVERY  BOT_HOUR      /* in case the end of a bout was not reported */

/* The calendar */

static int64_t earlier(int64_t due, int64_t time)
{
	return time > 0 && time < due ? time : due;
}

static int64_t find_due(const struct bot_host *host, const struct bot_kind *kind,
	const struct bot_competition *competition)
{
	int64_t due = competition->starts;

	if (competition->stage == BOT_STAGE_SIGN_UP)
		return due - kind->check_in;
	if (competition->stage == BOT_STAGE_CHECK_IN)
		return due;
	due = earlier(host->time + LOOK_EVERY, competition->resumes);
	return earlier(earlier(due, competition->shows), competition->ends);
}

void bot_competition_set_due(const struct bot_host *host, const struct bot_kind *kind,
	struct bot_competition *competition)
{
	int64_t due = 0;

	if (competition->stage != BOT_STAGE_ENDED) {
		due = find_due(host, kind, competition);
		due = due > 0 ? due : 1;
	}
	competition->due = due;
}

void bot_competition_end(const struct bot_host *host, struct bot_competition *competition)
{
	int64_t now = host->port->now(host->port->self);

	competition->stage = BOT_STAGE_ENDED;
	competition->ended = now > 0 ? now : 1;
}

/* Whether somebody may have written something in a room of the contest that is not read yet. */
static bool is_unread(const struct bot_run *run)
{
	const struct bot_competition *competition = &run->contest->competition;
	const struct bot_port *port = run->host->port;
	struct bot_competition other;

	if (!port->unread)
		return false;
	return port->unread(port->self, competition->room) ||
	       (bot_competition_load_other_half(run->host, competition, &other) &&
		       port->unread(port->self, other.room));
}

bool bot_run_may_begin(struct bot_run *run)
{
	struct bot_competition *competition = &run->contest->competition;

	if (run->host->time < competition->starts)
		return false;
	if (!is_unread(run))
		return true;
	competition->starts = run->host->time + UNREAD_WAIT;
	run->silent = true;
	return false;
}

/* Opening */

void bot_contest_create(
	struct bot_host *host, const struct bot_kind *kind, struct bot_competition *competition)
{
	struct bot_contest *contest = bot_scratch(sizeof(*contest));

	competition->kind = kind->id;
	kind->prepare(host, competition);
	bot_lots_make_secret(host, competition);
	bot_competition_set_due(host, kind, competition);
	contest->competition = *competition;
	bot_competition_add(host->store, &contest->competition);
	bot_shown_message_show(host, kind, contest, true);
	*competition = contest->competition;
}

/* The run */

static struct bot_contest *copy(const struct bot_contest *contest)
{
	struct bot_contest *before = bot_scratch(sizeof(*before));

	memcpy(before, contest, sizeof(*before));
	return before;
}

static void run_loaded(
	struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest)
{
	struct bot_run run = {
		.host = host, .kind = kind, .contest = contest, .before = copy(contest)};

	kind->go_on(&run);
	if (run.before->competition.stage < BOT_STAGE_POOLS &&
		contest->competition.stage == BOT_STAGE_POOLS)
		bot_web_link_begin_sheet(host, &contest->competition);
	if (!run.silent)
		bot_shown_message_send(host, kind, contest, run.as_new);
	kind->tell(&run);
	bot_competition_set_due(host, kind, &contest->competition);
	bot_competition_save_changes(host, contest, run.before);
	if (run.ends)
		kind->close(&run);
}

void bot_contest_stop(
	struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest)
{
	const struct bot_contest *before = copy(contest);

	bot_bouts_stop(host, contest);
	contest->competition.ends = 0; /* it has no result */
	bot_competition_end(host, &contest->competition);
	bot_competition_set_due(host, kind, &contest->competition);
	/* A new message shows what was fenced. */
	bot_shown_message_send(host, kind, contest, contest->bouts > 0);
	bot_competition_save_changes(host, contest, before);
}

/* Whether upgrades of rooms have brought a half of the contest together with an older one. */
static bool is_surplus(struct bot_host *host, const struct bot_competition *competition)
{
	struct bot_competition other;

	return bot_competition_is_surplus(host, competition) ||
	       (bot_competition_load_other_half(host, competition, &other) &&
		       bot_competition_is_surplus(host, &other));
}

/*
 * The cause is how often the contest has been shown: each run that sends or begins anything shows
 * it once. The first half of a team match runs for both.
 */
void bot_contest_run(struct bot_host *host, const struct bot_kind *kind, int64_t id)
{
	struct bot_contest *contest = bot_competition_load(host, id);
	bool surplus = contest && is_surplus(host, &contest->competition);
	char name[24];

	if (contest && !surplus && bot_competition_which_half(&contest->competition) == 1)
		contest = bot_competition_load(host, contest->competition.partner);
	if (!contest) {
		bot_log_write(BOT_LOG_ERROR, "competition damaged", NULL);
		bot_competition_give_up(host->store, id, host->port->now(host->port->self));
		return;
	}
	snprintf(name, sizeof(name), "%" PRId64, id);
	struct bot_cause outer =
		bot_cause_enter(host->store, kind->name, name, contest->competition.edits);
	if (surplus)
		bot_contest_stop(host, kind, contest);
	else
		run_loaded(host, kind, contest);
	bot_cause_leave(host->store, &outer);
}

void bot_contest_go_on(struct bot_host *host, const struct bot_kind *kind, int64_t id)
{
	struct bot_contest *contest = bot_competition_load(host, id);

	if (contest && contest->competition.stage == BOT_STAGE_SIGN_UP)
		bot_shown_message_show(host, kind, contest, false);
	else
		bot_contest_run(host, kind, id);
}
