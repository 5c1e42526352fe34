#include "bot/competition/season_table.h"

#include "bot/base/duration.h"
#include "bot/call/web_link.h"
#include "bot/challenge/terms.h"
#include "bot/competition/bouts.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_time.h"
#include "bot/competition/sheet_text.h"
#include "bot/match/loading.h"
#include "bot/competition/season_away.h"
#include "bot/text/signs.h"

#define LIST_SIZE 4096
#define NOW_SIZE  1800 /* for the bouts that are fenced now: the tables need the rest */
#define TEXT_SIZE 64
/* On a phone a line must not begin with a sign. */
#define AGAINST BOT_NO_BREAK "\xE2\x80\x93 " /* U+2013 EN DASH */

void bot_season_write_time(struct bot_host *host, const struct bot_competition *competition,
	const struct bot_lang *lang, int64_t time, char until[BOT_INSTANT_SIZE])
{
	/* with the day, and without seconds, however near the time is */
	bot_room_time_write(host, NULL, competition->room, lang, time, BOT_WEEK, until);
}

/* The sign-up */

static void add_signed_up(
	struct bot_host *host, const struct bot_contest *season, struct bot_page *page)
{
	size_t count = bot_contest_count(season, BOT_ENTRANT_SIGNED_UP);
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	for (size_t i = 0; i < season->entrants; i++) {
		if (season->entrant[i].state != BOT_ENTRANT_SIGNED_UP)
			continue;
		bot_text_add(&text, text.used > 0 ? page->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_entrant_add_label(host, season, &season->entrant[i], &text);
	}
	if (count == 0)
		return;
	bot_text_show_cut(&text);
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_NIGHT_SIGNED_UP,
		&(struct bot_args){.count = (int64_t)count, .words = list});
}

/* Says that the season can end before a slow bout. */
static void warn_of_clock(const struct bot_competition *competition, struct bot_page *page)
{
	int64_t bout = bot_bouts_longest(competition);

	if (bout <= competition->length)
		return;
	bot_page_space(page);
	bot_page_say(page, BOT_MSG_SEASON_SLOW, &(struct bot_args){.left = bout});
}

static void add_sign_up(struct bot_host *host, struct bot_contest *season, struct bot_page *page)
{
	const struct bot_competition *competition = &season->competition;
	const struct bot_match match = {
		.rules = competition->rules, .clock = competition->clock, .challenger = EG_NOBODY};
	char until[BOT_INSTANT_SIZE], ends[BOT_INSTANT_SIZE];
	struct bot_terms_text terms;
	struct bot_args args = {.until = until,
		.date = ends,
		.left = competition->length,
		.touches = competition->rules.touches,
		.rules = terms.rules,
		.clock = terms.clock,
		.prefix = host->prefix};

	bot_season_write_time(host, competition, page->lang, competition->starts, until);
	bot_season_write_time(
		host, competition, page->lang, competition->starts + competition->length, ends);
	bot_challenge_write_terms(&match, NULL, page->lang, &terms);
	bot_page_say(page, BOT_MSG_SEASON_SIGN_UP, &args);
	warn_of_clock(competition, page);
	if (competition->again) {
		bot_page_space(page);
		bot_page_say(page, BOT_MSG_SEASON_AGAIN, &args);
	}
	add_signed_up(host, season, page);
}

/* The tables */

/* Adds what a fencer is: withdrawn, or away. */
static void add_mark(const struct bot_lang *lang, enum bot_msg msg, struct bot_text *text)
{
	char mark[TEXT_SIZE];

	bot_page_string(lang, msg, NULL, mark, sizeof(mark));
	bot_text_add(text, BOT_NO_BREAK);
	bot_text_add(text, mark);
}

static void write_table(struct bot_host *host, struct bot_contest *season, uint8_t division,
	const struct bot_lang *lang, struct bot_text *text)
{
	bool over = season->competition.stage == BOT_STAGE_ENDED;
	struct bot_standing standings[BOT_NIGHT_ROWS];
	size_t count = bot_season_standings(season, division, over, standings);

	for (size_t i = 0; i < count; i++) {
		const struct bot_entrant *entrant = &season->entrant[standings[i].entrant];

		bot_text_add(text, i > 0 ? BOT_BETWEEN_LINES : "");
		bot_entrant_add_label(host, season, entrant, text);
		if (standings[i].withdrawn) {
			add_mark(lang, BOT_MSG_NIGHT_WITHDRAWN, text);
			continue;
		}
		if (standings[i].bouts > 0) {
			bot_text_add(text, BOT_NO_BREAK);
			bot_sheet_write_result(&standings[i], text);
		}
		if (!over && bot_season_is_away(host, entrant))
			add_mark(lang, BOT_MSG_DAYS_OFF_MARK, text);
	}
	bot_text_show_cut(text);
}

void bot_season_table_add_division(
	struct bot_host *host, struct bot_contest *season, uint8_t division, struct bot_page *page)
{
	bool only = bot_contest_pools(season) == 1;
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	write_table(host, season, division, page->lang, &text);
	bot_page_line(page);
	bot_page_say(page, only ? BOT_MSG_SEASON_TABLE : BOT_MSG_SEASON_DIVISION,
		&(struct bot_args){.round = division, .words = list});
}

static void add_divisions(struct bot_host *host, struct bot_contest *season, struct bot_page *page)
{
	uint8_t divisions = bot_contest_pools(season);

	for (uint8_t division = 1; division <= divisions; division++)
		bot_season_table_add_division(host, season, division, page);
}

/* Writes the two fencers of a bout, and the match in which they fence. */
static void write_bout(struct bot_host *host, struct bot_contest *season,
	const struct bot_bout *bout, struct bot_text *text)
{
	bot_entrant_add_label(host, season, bot_contest_entrant(season, bout->entrant[0]), text);

	bot_text_add(text, AGAINST);
	bot_entrant_add_label(host, season, bot_contest_entrant(season, bout->entrant[1]), text);
	bot_text_add(text, BOT_NO_BREAK "#");
	bot_text_add_number(text, bout->match);
}

/* Adds the bouts that are fenced now. */
static void add_now(struct bot_host *host, struct bot_contest *season, struct bot_page *page)
{
	char list[NOW_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	for (size_t i = 0; i < season->bouts; i++) {
		if (season->bout[i].state != BOT_BOUT_FENCED)
			continue;
		bot_text_add(&text, text.used > 0 ? BOT_BETWEEN_LINES : "");
		write_bout(host, season, &season->bout[i], &text);
	}
	if (text.used == 0)
		return;
	bot_text_show_cut(&text);
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_NIGHT_NOW, &(struct bot_args){.words = list});
}

void bot_season_table_add(struct bot_host *host, struct bot_contest *season, const char *reader,
	struct bot_page *page)
{
	const struct bot_competition *competition = &season->competition;
	bool goes_on = competition->stage == BOT_STAGE_POOLS;
	char until[BOT_INSTANT_SIZE], command[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(page->lang, BOT_KIND_SEASON, command);

	(void)reader; /* all read the times by the clocks of the room */
	args.until = until;
	args.prefix = host->prefix;
	if (competition->stage < BOT_STAGE_POOLS) {
		add_sign_up(host, season, page);
		return;
	}
	if (season->bouts ==
		0) { /* it has ended before it began: it was stopped, or too few came */
		bot_page_say(page,
			host->time < competition->starts ? BOT_MSG_CONTEST_CALLED_OFF
							 : BOT_MSG_SEASON_OFF,
			&args);
		if (competition->again) {
			bot_page_space(page);
			bot_page_say(page, BOT_MSG_SEASON_NO_MORE, &args);
		}
		return;
	}
	bot_season_write_time(host, competition, page->lang, competition->ends, until);
	bot_page_say(page,
		goes_on                       ? BOT_MSG_SEASON_UNDER_WAY
		: bot_season_champion(season) ? BOT_MSG_CONTEST_RESULTS
					      : BOT_MSG_CONTEST_NO_RESULT,
		&args);
	if (goes_on && bot_web_link_is_available(host)) {
		bot_page_space(page);
		bot_page_say(page, BOT_MSG_CONTEST_PAGE, &args);
	}
	add_divisions(host, season, page);
	add_now(host, season, page);
}
