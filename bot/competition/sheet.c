#include "bot/competition/sheet.h"

#include "bot/base/duration.h"
#include "bot/call/web_link.h"
#include "bot/competition/loading.h"
#include "bot/competition/pause.h"
#include "bot/competition/sheet_text.h"
#include "bot/match/loading.h"
#include "bot/text/typography.h"

#define LIST_SIZE 4096
#define MARK_SIZE 64

/* Pools and divisions */

/* Adds what a fencer is: withdrawn, away, or placed by lots. */
static void add_mark(const struct bot_lang *lang, enum bot_msg msg, struct bot_text *text)
{
	char mark[MARK_SIZE];

	bot_page_string(lang, msg, NULL, mark, sizeof(mark));
	bot_text_add(text, BOT_NO_BREAK);
	bot_text_add(text, mark);
}

static void write_group(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, uint8_t group, const struct bot_lang *lang,
	struct bot_text *text)
{
	bool over = contest->competition.stage == BOT_STAGE_ENDED;
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = kind->list_standings(contest, group, standings);
	bool decided = bot_contest_open_in_pool(contest, group) == 0 &&
		       bot_contest_open_in_pool(contest, BOT_CONTEST_DECIDES) == 0;

	for (size_t i = 0; i < count; i++) {
		const struct bot_entrant *entrant = &contest->entrant[standings[i].entrant];

		bot_text_add(text, i > 0 ? BOT_BETWEEN_LINES : "");
		bot_entrant_add_label(host, contest, entrant, text);
		if (standings[i].withdrawn) {
			add_mark(lang, BOT_MSG_CONTEST_WITHDRAWN, text);
			continue;
		}
		if (standings[i].bouts > 0) {
			bot_text_add(text, BOT_NO_BREAK);
			bot_sheet_write_result(&standings[i], text);
		}
		if (decided && standings[i].by_lots)
			add_mark(lang, BOT_MSG_CONTEST_BY_LOTS, text);
		if (!over && kind->is_away && kind->is_away(host, entrant))
			add_mark(lang, BOT_MSG_DAYS_OFF_MARK, text);
	}
	bot_text_show_cut(text);
}

void bot_sheet_add_group(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, uint8_t group, enum bot_msg msg, struct bot_page *page)
{
	bool only = bot_contest_pools(contest) == 1;
	char list[LIST_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));

	write_group(host, kind, contest, group, page->lang, &text);
	bot_sheet_add_line(page, msg, only ? kind->only_group : kind->group, group, list);
}

static void add_groups(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, struct bot_page *page)
{
	uint8_t groups = bot_contest_pools(contest);

	for (uint8_t group = 1; group <= groups; group++) {
		bot_page_line(page);
		bot_sheet_add_group(host, kind, contest, group, BOT_MSG_CONTEST_LINE, page);
	}
}

/* The sheet */

/* Adds the bouts of the pools or divisions that are fenced now. */
static void add_now(struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest,
	struct bot_page *page)
{
	const struct bot_bout_filter now = {0, BOT_BOUT_FENCED, BOT_CONTEST_BOUTS};
	char list[LIST_SIZE];
	struct bot_text text = bot_text_in(list, kind->now_size);

	bot_sheet_list_bouts(host, contest, now, &text);
	if (text.used == 0)
		return;
	bot_page_line(page);
	bot_sheet_add_line(page, BOT_MSG_CONTEST_LINE, BOT_MSG_WEB_NIGHT_NOW, 0, list);
}

/* Says that the contest has ended before it began: it was stopped, or too few came. */
static void add_off(const struct bot_host *host, const struct bot_competition *competition,
	const struct bot_args *args, struct bot_page *page)
{
	bool stopped = host->time < competition->starts;

	bot_page_say(page, stopped ? BOT_MSG_CONTEST_CALLED_OFF : BOT_MSG_CONTEST_OFF, args);
	if (competition->again)
		bot_page_say_after(page, BOT_MSG_SEASON_NO_MORE, args);
}

static void add_title(struct bot_host *host, const struct bot_kind *kind,
	struct bot_contest *contest, const struct bot_args *args, struct bot_page *page)
{
	if (contest->competition.stage == BOT_STAGE_ENDED) {
		bot_page_say(page,
			kind->has_result(contest) ? BOT_MSG_CONTEST_RESULTS
						  : BOT_MSG_CONTEST_NO_RESULT,
			args);
		return;
	}
	bot_page_say(page, kind->under_way, args);
	bot_web_link_add_sheet(host, page, &contest->competition);
}

void bot_sheet_add(struct bot_host *host, const struct bot_kind *kind, struct bot_contest *contest,
	const char *reader, struct bot_page *page)
{
	const struct bot_competition *competition = &contest->competition;
	char until[BOT_INSTANT_SIZE], command[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(page->lang, kind->id, command);

	if (kind->add_sheet) {
		kind->add_sheet(host, contest, page);
		return;
	}
	if (competition->stage < BOT_STAGE_POOLS) {
		kind->add_sign_up(host, contest, reader, page);
		return;
	}
	/* with the day, and without seconds, however near the end is */
	bot_sheet_write_time(
		host, NULL, competition->room, page->lang, competition->ends, BOT_WEEK, until);
	args.until = until;
	args.prefix = host->prefix;
	if (contest->bouts == 0) {
		add_off(host, competition, &args, page);
		return;
	}
	add_title(host, kind, contest, &args, page);
	bot_pause_add(host, competition, page);
	if (kind->add_rounds)
		kind->add_rounds(host, contest, page);
	add_groups(host, kind, contest, page);
	add_now(host, kind, contest, page);
}
