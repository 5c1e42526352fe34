#include "bot/competition/season_direction.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/competition/directing.h"
#include "bot/competition/exclusion.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/match/loading.h"
#include "bot/competition/season_opening.h"
#include "bot/competition/season_progress.h"
#include "bot/competition/season_table.h"
#include "bot/show/muted_room.h"

#include <string.h>

/* Opening */

static bool has_same_terms(const struct bot_competition *a, const struct bot_competition *b)
{
	return a->length == b->length && a->clock == b->clock &&
	       a->rules.touches == b->rules.touches &&
	       a->rules.round.level == b->rules.round.level &&
	       a->rules.round.final_retreat == b->rules.round.final_retreat;
}

/*
 * Whether the sender may open a season. If not, says why. If the season that goes on is just as
 * wanted, "season every 4 weeks" makes the next one follow it.
 */
static bool may_open(const struct bot_call *call, const struct bot_competition *wanted)
{
	struct bot_competition other;

	if (bot_muted_room_is(call->host, call->message->room)) {
		bot_muted_room_tell(call, call->message->room);
		return false;
	}
	if (wanted->again && !bot_call_moderates(call)) {
		bot_competition_say(call, BOT_KIND_SEASON, BOT_MSG_MODERATORS_ONLY);
		return false;
	}
	if (wanted->length > BOT_SEASON_WEEKS_OPEN * BOT_WEEK && !bot_call_moderates(call)) {
		bot_competition_say(call, BOT_KIND_SEASON, BOT_MSG_SEASON_LONG);
		return false;
	}
	if (!bot_competition_find_live(call, BOT_KIND_SEASON, &other))
		return bot_competition_take_opening(call);
	if (wanted->again && has_same_terms(wanted, &other))
		bot_season_repeat(call, true);
	else
		bot_competition_say(call, BOT_KIND_SEASON, BOT_MSG_SEASON_HERE);
	return false;
}

void bot_season_open(const struct bot_call *call, struct bot_competition *competition)
{

	if (!may_open(call, competition))
		return;
	bot_competition_set_opener(call, competition);
	bot_season_create(call->host, competition);
}

/* Starting and stopping */

/* Whether the sender may direct the season: its organiser may until it starts. */
static bool directs(const struct bot_call *call, const struct bot_contest *season)
{
	const struct bot_competition *competition = &season->competition;

	return bot_call_moderates(call) ||
	       (competition->stage == BOT_STAGE_SIGN_UP &&
		       strcmp(competition->organiser, call->message->sender) == 0);
}

/* Returns the message that says why the season can't start now, or BOT_MSG_COUNT if it can. */
static enum bot_msg find_start_obstacle(
	const struct bot_call *call, const struct bot_contest *season)
{
	if (season->competition.stage != BOT_STAGE_SIGN_UP)
		return BOT_MSG_CONTEST_BEGUN;
	if (!directs(call, season))
		return BOT_MSG_CONTEST_NOT_YOURS;
	return bot_contest_count(season, BOT_ENTRANT_SIGNED_UP) < BOT_ENTRANTS_LEAST
		       ? BOT_MSG_CONTEST_FEW
		       : BOT_MSG_COUNT;
}

static void start(const struct bot_call *call, struct bot_contest *season)
{
	struct bot_competition *competition = &season->competition;
	enum bot_msg why = find_start_obstacle(call, season);

	if (why != BOT_MSG_COUNT) {
		bot_competition_say(call, BOT_KIND_SEASON, why);
		return;
	}
	competition->starts = call->host->time;
	bot_must(bot_competition_save(call->host->store, competition));
	bot_season_run(call->host, competition->id);
}

/* People who would still sign up miss the season after an early start: the bot asks for a "yes". */
static void start_or_ask(const struct bot_call *call, struct bot_contest *season)
{
	enum bot_msg why = find_start_obstacle(call, season);

	if (why != BOT_MSG_COUNT)
		bot_competition_say(call, BOT_KIND_SEASON, why);
	else if (season->competition.starts - call->host->time <= BOT_NIGHT_SOON)
		start(call, season);
	else
		bot_competition_ask_to_start(call, season, BOT_WEEK, "season start yes");
}

void bot_season_start(const struct bot_call *call, bool confirmed)
{
	bot_competition_with(call, BOT_KIND_SEASON, confirmed ? start : start_or_ask);
}

static void ask_to_stop(const struct bot_call *call, struct bot_contest *season)
{
	if (!directs(call, season))
		bot_competition_say(call, BOT_KIND_SEASON, BOT_MSG_CONTEST_NOT_YOURS);
	else
		bot_competition_ask_to_stop(call, season, "season stop yes");
}

static void stop(const struct bot_call *call, struct bot_contest *season)
{
	char command[BOT_WORDS_SIZE];
	struct bot_page page;

	if (!directs(call, season)) {
		bot_competition_say(call, BOT_KIND_SEASON, BOT_MSG_CONTEST_NOT_YOURS);
		return;
	}
	bot_competition_forget_opening(call, &season->competition);
	bot_season_stop_now(call->host, season, call->message->sender);
	bot_write_reply(call, BOT_MSG_CONTEST_STOPPED,
		bot_kind_args(call->lang, BOT_KIND_SEASON, command), &page);
	if (season->competition.again) {
		bot_page_space(&page);
		bot_page_say(&page, BOT_MSG_SEASON_NO_MORE,
			&(struct bot_args){.prefix = call->host->prefix});
	}
	bot_reply_page(call, &page);
}

void bot_season_stop(const struct bot_call *call, bool confirmed)
{
	bot_competition_with(call, BOT_KIND_SEASON, confirmed ? stop : ask_to_stop);
}

/* The next season */

static void set_again(const struct bot_call *call, struct bot_contest *season, bool again)
{
	struct bot_competition *competition = &season->competition;

	competition->again = again;
	bot_season_table_show(call->host, season, false);
	bot_must(bot_competition_save(call->host->store, competition));
	bot_competition_say(
		call, BOT_KIND_SEASON, again ? BOT_MSG_SEASON_EVERY : BOT_MSG_SEASON_NEVER);
}

void bot_season_repeat(const struct bot_call *call, bool again)
{

	if (!bot_call_moderates(call)) {
		bot_competition_say(call, BOT_KIND_SEASON, BOT_MSG_MODERATORS_ONLY);
		return;
	}
	struct bot_contest *season = bot_competition_of_room(call, BOT_KIND_SEASON);
	if (season)
		set_again(call, season, again);
}

/* Excluding */

/* Lets the season go on. Before the start only its message changes. */
static void go_on(struct bot_host *host, int64_t id)
{
	struct bot_contest *season = bot_competition_load(host, id);

	if (!season || season->competition.stage != BOT_STAGE_SIGN_UP) {
		bot_season_run(host, id);
		return;
	}
	bot_season_table_show(host, season, false);
	bot_must(bot_competition_save(host->store, &season->competition));
}

static const struct bot_exclusion exclusion = {.kind = BOT_KIND_SEASON,
	.go_on = go_on,
	.excluded = BOT_MSG_CONTEST_EXCLUDED,
	.included = BOT_MSG_CONTEST_INCLUDED,
	.left = BOT_MSG_CONTEST_LEFT,
	.you_excluded = BOT_MSG_CONTEST_YOU_EXCLUDED,
	.you_included = BOT_MSG_CONTEST_YOU_INCLUDED,
	.not_entrant = BOT_MSG_CONTEST_NOT_ENTRANT,
	.not_excluded = BOT_MSG_CONTEST_NOT_EXCLUDED,
	.full = BOT_MSG_CONTEST_FULL};

void bot_season_exclude(const struct bot_call *call, const char *user)
{
	bot_exclusion_begin(call, &exclusion, user);
}

void bot_season_include(const struct bot_call *call, const char *user)
{
	bot_exclusion_end(call, &exclusion, user);
}
