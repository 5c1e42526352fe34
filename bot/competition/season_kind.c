#include "bot/competition/season_kind.h"

#include "bot/base/attempt.h"
#include "bot/competition/bouts.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/entry.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/season_ending.h"
#include "bot/competition/season_stages.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/shown_message.h"
#include "bot/competition/standing.h"

#define WEEKS_OPEN   4             /* only moderators open longer ones */
#define SIGN_UP      (3 * BOT_DAY) /* how long the sign-up takes */
#define NOW_SIZE     1800          /* for the bouts that are fenced now: the tables need the rest */
#define SEASONS_MOST 4             /* in so many seasons one user takes part at most */

static void say(const struct bot_call *call, enum bot_msg msg)
{
	bot_competition_say(call, BOT_KIND_SEASON, msg);
}

/* The next season */

static void set_again(const struct bot_call *call, bool again)
{
	struct bot_contest *season = bot_competition_of_room(call, &bot_season_kind);

	if (!season)
		return;
	season->competition.again = again;
	bot_shown_message_show(call->host, &bot_season_kind, season, false);
	say(call, again ? BOT_MSG_SEASON_EVERY : BOT_MSG_SEASON_NEVER);
}

void bot_season_repeat(const struct bot_call *call, bool again)
{
	if (bot_call_moderates(call))
		set_again(call, again);
	else
		say(call, BOT_MSG_MODERATORS_ONLY);
}

/* Opening and starting */

static bool has_same_terms(const struct bot_competition *a, const struct bot_competition *b)
{
	return a->length == b->length && a->clock == b->clock &&
	       a->rules.touches == b->rules.touches &&
	       a->rules.round.level == b->rules.round.level &&
	       a->rules.round.final_retreat == b->rules.round.final_retreat;
}

/*
 * If the season that goes on is just as wanted, "season every 4 weeks" makes the next one follow
 * it.
 */
static bool may_open(const struct bot_call *call, const struct bot_competition *wanted)
{
	bool moderates = bot_call_moderates(call);
	struct bot_competition other;

	if (wanted->again && !moderates)
		say(call, BOT_MSG_MODERATORS_ONLY);
	else if (wanted->length > WEEKS_OPEN * BOT_WEEK && !moderates)
		say(call, BOT_MSG_SEASON_LONG);
	else if (!bot_competition_find_live(call, BOT_KIND_SEASON, &other))
		return true;
	else if (wanted->again && has_same_terms(wanted, &other))
		set_again(call, true);
	else
		say(call, BOT_MSG_SEASON_HERE);
	return false;
}

static void prepare(struct bot_host *host, struct bot_competition *competition)
{
	competition->starts = host->time + SIGN_UP;
	bot_competition_find_previous(host, &bot_season_kind, competition);
}

static int64_t find_start(const struct bot_host *host, const struct bot_contest *season)
{
	(void)season;
	return host->time;
}

/* Signing up */

static enum bot_msg find_clash(
	const struct bot_call *call, const struct bot_competition *competition)
{
	char rooms[SEASONS_MOST][BOT_ID_SIZE];
	size_t count;
	(void)competition;

	bot_must(bot_competition_rooms_of(call->host->store, call->message->sender, BOT_KIND_SEASON,
		rooms, SEASONS_MOST, &count));
	return count < SEASONS_MOST ? BOT_MSG_COUNT : BOT_MSG_SEASON_ELSEWHERE;
}

static enum bot_msg enter(const struct bot_host *host, const struct bot_competition *competition,
	struct bot_entrant *entrant)
{
	(void)host;
	(void)competition;
	entrant->at_once = BOT_SEASON_AT_ONCE;
	return BOT_MSG_SEASON_JOINED;
}

void bot_season_want(const struct bot_call *call, uint8_t bouts)
{
	struct bot_contest *season = bot_competition_of_room(call, &bot_season_kind);
	struct bot_entrant *entrant =
		season ? bot_entry_find(call, &bot_season_kind, season) : NULL;

	if (!entrant)
		return;
	entrant->at_once = bouts;
	bot_must(bot_entrant_save(call->host->store, season->competition.id, entrant));
	bot_contest_run(call->host, &bot_season_kind, season->competition.id);
	bot_reply(call, BOT_MSG_SEASON_MORE, (struct bot_args){.count = bouts});
}

/* The sheet */

static void write_time(struct bot_host *host, const struct bot_competition *competition,
	const struct bot_lang *lang, int64_t time, char until[BOT_INSTANT_SIZE])
{
	/* with the day, and without seconds, however near the time is */
	bot_room_time_write(host, NULL, competition->room, lang, time, BOT_WEEK, until);
}

/* Says that the season can end before a slow bout. */
static void warn_of_clock(const struct bot_competition *competition, struct bot_page *page)
{
	int64_t bout = bot_bouts_time(competition);

	if (bout <= competition->length)
		return;
	bot_page_space(page);
	bot_page_say(page, BOT_MSG_SEASON_SLOW, &(struct bot_args){.left = bout});
}

static void add_sign_up(struct bot_host *host, struct bot_contest *season, const char *reader,
	struct bot_page *page)
{
	const struct bot_competition *competition = &season->competition;
	char until[BOT_INSTANT_SIZE], ends[BOT_INSTANT_SIZE];
	struct bot_terms_text terms;
	struct bot_args args =
		bot_sheet_terms(&competition->rules, competition->clock, false, page->lang, &terms);

	(void)reader; /* all read the times by the clocks of the room */
	write_time(host, competition, page->lang, competition->starts, until);
	write_time(host, competition, page->lang, competition->starts + competition->length, ends);
	args.until = until;
	args.date = ends;
	args.left = competition->length;
	args.prefix = host->prefix;
	bot_page_say(page, BOT_MSG_SEASON_SIGN_UP, &args);
	warn_of_clock(competition, page);
	if (competition->again) {
		bot_page_space(page);
		bot_page_say(page, BOT_MSG_SEASON_AGAIN, &args);
	}
	if (competition->previous != 0) {
		bot_page_space(page);
		bot_page_say(page, BOT_MSG_SEASON_LAST, &args);
	}
	bot_sheet_add_entrants(
		host, season, BOT_ENTRANT_SIGNED_UP, BOT_MSG_CONTEST_SIGNED_UP, page);
}

static size_t list_standings(struct bot_contest *season, uint8_t division,
	struct bot_standing standings[BOT_CONTEST_ROWS])
{
	bool over = season->competition.stage == BOT_STAGE_ENDED;

	return bot_season_standings(season, division, over, standings);
}

static bool has_result(struct bot_contest *season)
{
	return bot_season_has_result(season);
}

/* The kind */

const struct bot_kind bot_season_kind = {.id = BOT_KIND_SEASON,
	.name = "season",
	.usage = BOT_MSG_USAGE_SEASON,
	.none = BOT_MSG_SEASON_NONE,
	.leave = BOT_MSG_SEASON_LEAVE,
	.clock = BOT_DAY,
	.clock_least = 12 * BOT_HOUR, /* nobody has to get up at night */
	.clock_most = BOT_WEEK,
	.wrong_clock = BOT_MSG_SEASON_CLOCK,
	.end_later = BOT_MSG_CONTEST_END_LATER,
	.notice = BOT_DAY,
	.names_day = true,
	.role = BOT_POST_SEASON,
	.link_text = BOT_MSG_LINK_SEASON_TEXT,
	.allowance = BOT_ALLOW_TABLE,
	.may_open = may_open,
	.prepare = prepare,
	.find_start = find_start,
	.find_clash = find_clash,
	.enter = enter,
	.go_on = bot_season_go_on,
	.tell = bot_season_tell,
	.close = bot_season_close,
	.under_way = BOT_MSG_SEASON_UNDER_WAY,
	.group = BOT_MSG_WEB_SEASON_DIVISION,
	.only_group = BOT_MSG_WEB_SEASON_TABLE,
	.now_size = NOW_SIZE,
	.add_sign_up = add_sign_up,
	.list_standings = list_standings,
	.is_away = bot_season_is_away,
	.has_result = has_result,
	.add_own = bot_season_add_own};
