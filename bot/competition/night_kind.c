#include "bot/competition/night_kind.h"

#include "bot/base/attempt.h"
#include "bot/club/elimination.h"
#include "bot/competition/check_in.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/kind_parts.h"
#include "bot/competition/night_sheet.h"
#include "bot/competition/pause.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/weekly.h"
#include "bot/match/loading.h"

#define START_WAIT INT64_C(180000) /* the check-in, if somebody starts the night early */
#define NOW_SIZE   4096
#define APART      (4 * BOT_HOUR) /* nobody fences in two nights that start within this time */

static void say(const struct bot_call *call, enum bot_msg msg)
{
	bot_competition_say(call, BOT_KIND_NIGHT, msg);
}

/* Opening and starting */

static bool may_open(const struct bot_call *call, const struct bot_competition *wanted)
{
	struct bot_competition other;

	if (bot_competition_find_live(call, BOT_KIND_NIGHT, &other)) {
		say(call, BOT_MSG_NIGHT_HERE);
		return false;
	}
	if (!bot_call_moderates(call) &&
		bot_weekly_comes_before(call, wanted->starts - call->host->time)) {
		say(call, BOT_MSG_NIGHT_WEEKLY_FIRST);
		return false;
	}
	return true;
}

static void prepare(struct bot_host *host, struct bot_competition *competition)
{
	bot_competition_find_previous(host, &bot_night_kind, competition);
	if (competition->starts - host->time <= 2 * BOT_NIGHT_CHECK_IN)
		competition->stage = BOT_STAGE_CHECK_IN;
}

/* Whether all who have signed up are there: they have said so, or have done it lately. */
static bool are_here(const struct bot_host *host, const struct bot_contest *night)
{
	if (night->competition.stage == BOT_STAGE_CHECK_IN)
		return bot_contest_count(night, BOT_ENTRANT_SIGNED_UP) == 0;
	for (size_t i = 0; i < night->entrants; i++)
		if (night->entrant[i].state == BOT_ENTRANT_SIGNED_UP &&
			night->entrant[i].joined < host->time - BOT_NIGHT_RECENT)
			return false;
	return true;
}

static int64_t find_start(const struct bot_host *host, const struct bot_contest *night)
{
	return are_here(host, night) ? host->time : host->time + START_WAIT;
}

/* Signing up */

static enum bot_msg find_clash(
	const struct bot_call *call, const struct bot_competition *competition)
{
	bool elsewhere = bot_competition_is_elsewhere(call->host->store, competition->id,
		call->message->sender, competition->starts - APART, competition->starts + APART);

	return elsewhere ? BOT_MSG_NIGHT_ELSEWHERE : BOT_MSG_COUNT;
}

/* Whoever signs up long before the check-in is asked then whether they are there. */
static enum bot_msg enter(const struct bot_host *host, const struct bot_competition *competition,
	struct bot_entrant *entrant)
{
	if (competition->stage == BOT_STAGE_CHECK_IN)
		entrant->state = BOT_ENTRANT_PRESENT;
	else if (host->time < competition->starts - BOT_NIGHT_CHECK_IN - BOT_NIGHT_RECENT)
		return BOT_MSG_NIGHT_JOINED;
	return BOT_MSG_NIGHT_JOINED_HERE;
}

/* Pauses */

/* Stores the competition, and lets it go on. */
static void go_on(const struct bot_call *call, const struct bot_competition *competition)
{
	bot_competition_save(call->host->store, competition);
	bot_contest_run(call->host, &bot_night_kind, competition->id);
}

static void pause_loaded(
	const struct bot_call *call, struct bot_competition *competition, int64_t length)
{
	char until[BOT_INSTANT_SIZE], name[BOT_WORDS_SIZE];

	if (competition->stage < BOT_STAGE_POOLS) {
		say(call, BOT_MSG_NIGHT_NOT_BEGUN);
		return;
	}
	if (competition->ends > 0) { /* somebody has stopped it (direction.h) */
		struct bot_args args = bot_kind_args(call->lang, competition->kind, name);

		bot_sheet_write_time(call->host, NULL, competition->room, call->lang,
			competition->ends, BOT_WEEK, until);
		args.until = until;
		bot_reply(call, BOT_MSG_CONTEST_ENDS, args);
		return;
	}
	if (!bot_pause_begin(call->host, competition, length)) {
		say(call, BOT_MSG_NIGHT_PAUSED_ENOUGH);
		return;
	}
	go_on(call, competition);
	bot_pause_write_end(call->host, competition, call->lang, until);
	bot_reply(call, BOT_MSG_NIGHT_PAUSED, (struct bot_args){.until = until});
}

void bot_night_pause(const struct bot_call *call, int64_t length)
{
	if (!bot_call_moderates(call)) {
		say(call, BOT_MSG_MODERATORS_ONLY);
		return;
	}
	if (length < BOT_PAUSE_LEAST || length > BOT_PAUSES_MOST) {
		say(call, BOT_MSG_NIGHT_PAUSE_LENGTH);
		return;
	}
	struct bot_contest *night = bot_competition_of_room(call, &bot_night_kind);
	if (night)
		pause_loaded(call, &night->competition, length);
}

static void resume(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *night)
{
	(void)kind;
	if (night->competition.resumes == 0) {
		say(call, BOT_MSG_NIGHT_NOT_PAUSED);
		return;
	}
	bot_pause_end(call->host, &night->competition);
	go_on(call, &night->competition);
	say(call, BOT_MSG_NIGHT_PAUSE_OVER);
}

void bot_night_resume(const struct bot_call *call)
{
	if (!bot_call_moderates(call))
		say(call, BOT_MSG_MODERATORS_ONLY);
	else
		bot_competition_with(call, &bot_night_kind, resume);
}

/* The kind */

const struct bot_kind bot_night_kind = {.id = BOT_KIND_NIGHT,
	.name = "night",
	.usage = BOT_MSG_USAGE_NIGHT,
	.none = BOT_MSG_NIGHT_NONE,
	.leave = BOT_MSG_NIGHT_LEAVE,
	.clock = 2 * BOT_MINUTE,
	.clock_least = 1,
	.clock_most = 10 * BOT_MINUTE,
	.wrong_clock = BOT_MSG_NIGHT_CLOCK,
	.check_in = BOT_NIGHT_CHECK_IN,
	.end_later = BOT_MSG_CONTEST_END_LATER,
	.notice = 10 * BOT_MINUTE,
	.role = BOT_POST_NIGHT,
	.link_text = BOT_MSG_LINK_NIGHT_TEXT,
	.allowance = BOT_ALLOW_SHEET,
	.may_open = may_open,
	.prepare = prepare,
	.find_start = find_start,
	.find_clash = find_clash,
	.enter = enter,
	.go_on = bot_night_go_on,
	.tell = bot_night_tell,
	.under_way = BOT_MSG_NIGHT_UNDER_WAY,
	.group = BOT_MSG_WEB_NIGHT_POOL,
	.only_group = BOT_MSG_WEB_NIGHT_POOL,
	.now_size = NOW_SIZE,
	.add_sign_up = bot_night_add_sign_up,
	.add_rounds = bot_night_add_rounds,
	.list_standings = bot_contest_standings,
	.has_result = bot_night_is_decided};
