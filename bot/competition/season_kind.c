#include "bot/competition/season_kind.h"

#include "bot/base/attempt.h"
#include "bot/competition/bouts.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/entry.h"
#include "bot/competition/honours.h"
#include "bot/competition/invitation.h"
#include "bot/competition/kind_parts.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "bot/competition/results_picture.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/shown_message.h"
#include "bot/competition/standing.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define WEEKS_OPEN   4             /* only moderators open longer ones */
#define SIGN_UP      (3 * BOT_DAY) /* how long the sign-up takes */
#define NOW_SIZE     1800          /* for the bouts that are fenced now: the tables need the rest */
#define SEASONS_MOST 4             /* in so many seasons one user takes part at most */
#define LIST_SIZE    4096
#define WHAT_SIZE    32

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
	(void)competition;

	return bot_competition_rooms_of(call->host->store, call->message->sender, BOT_KIND_SEASON,
		       rooms, SEASONS_MOST) < SEASONS_MOST
		       ? BOT_MSG_COUNT
		       : BOT_MSG_SEASON_ELSEWHERE;
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
	bot_entrant_save(call->host->store, season->competition.id, entrant);
	bot_contest_run(call->host, &bot_season_kind, season->competition.id);
	bot_reply(call, BOT_MSG_SEASON_MORE, (struct bot_args){.count = bouts});
}

/* The sheet */

static void write_time(struct bot_host *host, const struct bot_competition *competition,
	const struct bot_lang *lang, int64_t time, char until[BOT_INSTANT_SIZE])
{
	/* with the day, and without seconds, however near the time is */
	bot_sheet_write_time(host, NULL, competition->room, lang, time, BOT_WEEK, until);
}

/* Says that the season can end before a slow bout. */
static void warn_of_clock(const struct bot_competition *competition, struct bot_page *page)
{
	int64_t bout = bot_bouts_time(competition);

	if (bout <= competition->length)
		return;
	bot_page_say_after(page, BOT_MSG_SEASON_SLOW, &(struct bot_args){.left = bout});
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
	if (competition->again)
		bot_page_say_after(page, BOT_MSG_SEASON_AGAIN, &args);
	if (competition->previous != 0)
		bot_page_say_after(page, BOT_MSG_SEASON_LAST, &args);
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

/* The end: who has won, and who changes the division */

/* Adds a line with the fencers whom the results promote, or relegate, if there are any. */
static void add_fates(struct bot_host *host, struct bot_contest *season, enum bot_season_fate fate,
	enum bot_msg msg, struct bot_page *page)
{
	char list[LIST_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));

	for (size_t i = 0; i < season->entrants; i++) {
		if (bot_season_fate(season, &season->entrant[i]) != fate)
			continue;
		bot_text_add(&text, text.used > 0 ? page->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_entrant_add_label(host, season, &season->entrant[i], &text);
	}
	if (text.used == 0)
		return;
	bot_text_show_cut(&text);
	bot_page_say_below(page, msg, &(struct bot_args){.words = list});
}

static void add_champion(
	struct bot_host *host, const struct bot_entrant *champion, struct bot_page *page)
{
	char label[BOT_LABEL_SIZE];

	if (!champion) {
		bot_page_say(page, BOT_MSG_SEASON_OVER_NOBODY, NULL);
		return;
	}
	bot_entrant_label(host, champion, label);
	bot_page_say(page, BOT_MSG_SEASON_OVER,
		&(struct bot_args){.name = label, .prefix = host->prefix});
}

static void add_end(struct bot_host *host, const struct bot_kind *kind, struct bot_contest *season,
	struct bot_page *page)
{
	uint8_t divisions = bot_contest_pools(season);

	add_champion(host, bot_season_champion(season), page);
	for (uint8_t division = 1; division <= divisions; division++) {
		bot_page_line(page);
		bot_sheet_add_group(host, kind, season, division, BOT_MSG_CONTEST_LINE, page);
	}
	add_fates(host, season, BOT_SEASON_PROMOTED, BOT_MSG_SEASON_PROMOTED, page);
	add_fates(host, season, BOT_SEASON_RELEGATED, BOT_MSG_SEASON_RELEGATED, page);
}

void bot_season_say_end(
	struct bot_host *host, const struct bot_kind *kind, struct bot_contest *season)
{
	const char *room = season->competition.room;
	const struct bot_entrant *champion = bot_season_champion(season);
	const struct bot_letter letter = {
		.to = room, .ring = BOT_RING, .mentions = champion ? champion->user : NULL};
	uint8_t place[BOT_CONTEST_ROWS];
	BOT_PAGE(page);

	const struct bot_lang *lang = bot_language_of_room(host, room);
	bot_page_init(&page, lang);
	add_end(host, kind, season, &page);
	bot_send(host, letter, &page, NULL);
	if (!champion)
		return;
	bot_season_places(season, place);
	bot_honours_note(host, season, place);
	bot_results_picture_send(host, season, lang);
}

/* The season after it */

/* Opens the season after one that has ended, with its terms. It has no organiser. */
static void open_next(
	struct bot_host *host, const struct bot_kind *kind, const struct bot_competition *last)
{
	struct bot_competition next = {
		.rules = last->rules, .clock = last->clock, .length = last->length, .again = true};
	char what[WHAT_SIZE];

	memcpy(next.room, last->room, sizeof(next.room));
	snprintf(what, sizeof(what), "season %" PRId64, last->id);
	bot_lots_next_event(last->event, what, next.event);
	bot_contest_create(host, kind, &next);
	bot_invitation_send(host, kind, &next, last->id);
}

/* Closes a season (struct bot_kind): says the end, and opens the next one if the room wants it. */
static void close_season(const struct bot_run *run)
{
	struct bot_competition *competition = &run->contest->competition;

	bot_season_say_end(run->host, run->kind, run->contest);
	if (!competition->again)
		return;
	if (bot_competition_is_seen(run->host, competition->room)) {
		open_next(run->host, run->kind, competition);
		return;
	}
	competition->again = false; /* nobody would see the sign-up */
	bot_competition_save(run->host->store, competition);
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
	.close = close_season,
	.under_way = BOT_MSG_SEASON_UNDER_WAY,
	.group = BOT_MSG_WEB_SEASON_DIVISION,
	.only_group = BOT_MSG_WEB_SEASON_TABLE,
	.now_size = NOW_SIZE,
	.add_sign_up = add_sign_up,
	.list_standings = list_standings,
	.is_away = bot_season_is_away,
	.has_result = has_result,
	.add_own = bot_season_add_own};
