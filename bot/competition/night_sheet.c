#include "bot/competition/night_sheet.h"

#include "bot/base/attempt.h"
#include "bot/call/web_link.h"
#include "bot/challenge/terms.h"
#include "bot/club/elimination.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_time.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/shown_message.h"
#include "bot/match/loading.h"
#include "bot/competition/estimate.h"
#include "bot/competition/pause.h"
#include "bot/text/signs.h"

#define MINUTES   INT64_C(600000)
#define LIST_SIZE 4096
#define TEXT_SIZE 64

/* The sign-up */

static void list_entrants(struct bot_host *host, const struct bot_contest *night,
	enum bot_entrant_state state, const char *comma, struct bot_text *text)
{
	for (size_t i = 0; i < night->entrants; i++) {
		if (night->entrant[i].state != state)
			continue;
		bot_text_add(text, text->used > 0 ? comma : "");
		bot_entrant_add_label(host, night, &night->entrant[i], text);
	}
	bot_text_show_cut(text);
}

/* Adds a line with the entrants in this state, if there are any. */
static void add_entrants(struct bot_host *host, const struct bot_contest *night,
	struct bot_page *page, enum bot_entrant_state state, enum bot_msg msg)
{
	size_t count = bot_contest_count(night, state);
	char list[LIST_SIZE];
	struct bot_text text;

	if (count == 0)
		return;
	bot_text_init(&text, list, sizeof(list));
	list_entrants(host, night, state, page->lang->messages[BOT_MSG_LIST_COMMA], &text);
	bot_page_line(page);
	bot_page_say(page, msg, &(struct bot_args){.count = (int64_t)count, .words = list});
}

static void add_sign_up(
	struct bot_host *host, struct bot_contest *night, const char *reader, struct bot_page *page)
{
	const struct bot_competition *competition = &night->competition;
	const struct bot_match match = {
		.rules = competition->rules, .clock = competition->clock, .challenger = EG_NOBODY};
	bool checks_in = competition->stage == BOT_STAGE_CHECK_IN;
	struct bot_terms_text terms;
	char until[BOT_INSTANT_SIZE];

	/* without seconds, however near the start is */
	bot_room_time_write(host, reader, competition->room, page->lang, competition->starts,
		competition->starts - host->time + MINUTES, until);
	bot_challenge_write_terms(&match, NULL, page->lang, &terms);
	bot_page_say(page, checks_in ? BOT_MSG_NIGHT_CHECK_IN : BOT_MSG_NIGHT_SIGN_UP,
		&(struct bot_args){.until = until,
			.touches = competition->rules.touches,
			.rules = terms.rules,
			.clock = terms.clock,
			.words = competition->third_place
					 ? page->lang->messages[BOT_MSG_NIGHT_WITH_THIRD_PLACE]
					 : "",
			.prefix = host->prefix});
	bot_estimate_add(host, night, page);
	add_entrants(host, night, page, BOT_ENTRANT_PRESENT, BOT_MSG_NIGHT_PRESENT);
	add_entrants(host, night, page, BOT_ENTRANT_SIGNED_UP, BOT_MSG_NIGHT_SIGNED_UP);
}

/* The pools */

static void write_pool(struct bot_host *host, struct bot_contest *night, uint8_t pool,
	const struct bot_lang *lang, struct bot_text *text)
{
	char withdrawn[TEXT_SIZE];
	struct bot_standing standings[BOT_NIGHT_ROWS];
	size_t count = bot_contest_standings(night, pool, standings);

	bot_page_string(lang, BOT_MSG_NIGHT_WITHDRAWN, NULL, withdrawn, sizeof(withdrawn));
	for (size_t i = 0; i < count; i++) {
		bot_text_add(text, i > 0 ? BOT_BETWEEN_LINES : "");
		bot_entrant_add_label(host, night, &night->entrant[standings[i].entrant], text);
		if (standings[i].withdrawn || standings[i].bouts > 0)
			bot_text_add(text, BOT_NO_BREAK);
		if (standings[i].withdrawn)
			bot_text_add(text, withdrawn);
		else if (standings[i].bouts > 0)
			bot_sheet_write_result(&standings[i], text);
	}
	bot_text_show_cut(text);
}

static void add_pool(struct bot_host *host, struct bot_contest *night, struct bot_page *page,
	uint8_t pool, enum bot_msg msg)
{
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	write_pool(host, night, pool, page->lang, &text);
	bot_page_say(page, msg, &(struct bot_args){.round = pool, .words = list});
}

void bot_sheet_add_pool_end(
	struct bot_host *host, struct bot_contest *night, struct bot_page *page, uint8_t pool)
{
	add_pool(host, night, page, pool, BOT_MSG_NIGHT_POOL_OVER);
}

static void add_pools(struct bot_host *host, struct bot_contest *night, struct bot_page *page)
{
	uint8_t pools = bot_contest_pools(night);

	for (uint8_t pool = 1; pool <= pools; pool++) {
		bot_page_line(page);
		add_pool(host, night, page, pool, BOT_MSG_NIGHT_POOL);
	}
}

/* The bouts */

/*
 * Writes the bouts of a round: all, or only those that are fenced now. Leaves out the bout for the
 * third place.
 */
static void write_bouts(struct bot_host *host, struct bot_contest *night, uint8_t round,
	bool only_now, struct bot_text *text)
{
	const struct bot_bout *third = bot_night_third_place_bout(night);

	for (size_t i = 0; i < night->bouts; i++) {
		const struct bot_bout *bout = &night->bout[i];

		if (bout->round != round || bout == third ||
			(only_now && bout->state != BOT_BOUT_FENCED))
			continue;
		bot_text_add(text, text->used > 0 ? BOT_BETWEEN_LINES : "");
		bot_sheet_write_bout(host, night, bout, text);
	}
	bot_text_show_cut(text);
}

/* Adds the bouts of the pools that are fenced now. */
static void add_now(struct bot_host *host, struct bot_contest *night, struct bot_page *page)
{
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	write_bouts(host, night, 0, true, &text);
	if (text.used == 0)
		return;
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_NIGHT_NOW, &(struct bot_args){.words = list});
}

static void add_round(struct bot_host *host, struct bot_contest *night, struct bot_page *page,
	uint8_t round, enum bot_msg msg)
{
	char list[LIST_SIZE], name[BOT_ROUND_NAME_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	write_bouts(host, night, round, false, &text);
	bot_sheet_round_name(night, round, page->lang, name, sizeof(name));
	bot_page_say(page, msg, &(struct bot_args){.name = name, .words = list});
}

void bot_sheet_add_round_end(
	struct bot_host *host, struct bot_contest *night, struct bot_page *page, uint8_t round)
{
	add_round(host, night, page, round, BOT_MSG_NIGHT_ROUND_OVER);
}

static void add_third_place(struct bot_host *host, struct bot_contest *night, struct bot_page *page)
{
	const struct bot_bout *bout = bot_night_third_place_bout(night);
	char list[LIST_SIZE], name[BOT_ROUND_NAME_SIZE];
	struct bot_text text;

	if (!bout)
		return;
	bot_text_init(&text, list, sizeof(list));
	bot_sheet_write_bout(host, night, bout, &text);
	bot_page_string(page->lang, BOT_MSG_NIGHT_THIRD_PLACE, NULL, name, sizeof(name));
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_NIGHT_ROUND, &(struct bot_args){.name = name, .words = list});
}

/* Adds the rounds that have begun, the newest first, after the bout for the third place. */
static void add_tableau(struct bot_host *host, struct bot_contest *night, struct bot_page *page)
{
	uint8_t last = 0;
	add_third_place(host, night, page);

	for (size_t i = 0; i < night->bouts; i++)
		if (night->bout[i].round > last)
			last = night->bout[i].round;
	for (; last > 0; last--) {
		bot_page_line(page);
		add_round(host, night, page, last, BOT_MSG_NIGHT_ROUND);
	}
}

static enum bot_msg title_of(struct bot_contest *night)
{
	if (night->competition.stage != BOT_STAGE_ENDED)
		return BOT_MSG_NIGHT_UNDER_WAY;
	return bot_night_is_decided(night) ? BOT_MSG_CONTEST_RESULTS : BOT_MSG_CONTEST_NO_RESULT;
}

void bot_sheet_add(
	struct bot_host *host, struct bot_contest *night, const char *reader, struct bot_page *page)
{
	char command[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(page->lang, BOT_KIND_NIGHT, command);

	if (night->competition.stage < BOT_STAGE_POOLS) {
		add_sign_up(host, night, reader, page);
		return;
	}
	args.prefix = host->prefix;
	if (night->bouts == 0) { /* it has ended before it began: it was stopped, or too few came */
		bot_page_say(page,
			host->time < night->competition.starts ? BOT_MSG_CONTEST_CALLED_OFF
							       : BOT_MSG_NIGHT_OFF,
			&args);
		return;
	}
	bot_page_say(page, title_of(night), &args);
	if (night->competition.stage != BOT_STAGE_ENDED && bot_web_link_is_available(host)) {
		bot_page_space(page);
		bot_page_say(page, BOT_MSG_CONTEST_PAGE, &args);
	}
	bot_pause_add(host, &night->competition, page);
	add_tableau(host, night, page);
	add_pools(host, night, page);
	add_now(host, night, page);
}
