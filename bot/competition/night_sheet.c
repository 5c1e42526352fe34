#include "bot/competition/night_sheet.h"

#include "bot/club/elimination.h"
#include "bot/competition/estimate.h"
#include "bot/competition/sheet_text.h"

#define MINUTES   INT64_C(600000)
#define LIST_SIZE 4096

/* The sign-up */

void bot_night_add_sign_up(
	struct bot_host *host, struct bot_contest *night, const char *reader, struct bot_page *page)
{
	const struct bot_competition *competition = &night->competition;
	bool checks_in = competition->stage == BOT_STAGE_CHECK_IN;
	struct bot_terms_text terms;
	struct bot_args args = bot_sheet_terms(&competition->rules, competition->clock,
		competition->third_place, page->lang, &terms);
	char until[BOT_INSTANT_SIZE];

	/* without seconds, however near the start is */
	bot_room_time_write(host, reader, competition->room, page->lang, competition->starts,
		competition->starts - host->time + MINUTES, until);
	args.until = until;
	args.prefix = host->prefix;
	bot_page_say(page, checks_in ? BOT_MSG_NIGHT_CHECK_IN : BOT_MSG_NIGHT_SIGN_UP, &args);
	bot_estimate_add(host, night, page);
	bot_sheet_add_entrants(host, night, BOT_ENTRANT_PRESENT, BOT_MSG_NIGHT_PRESENT, page);
	bot_sheet_add_entrants(host, night, BOT_ENTRANT_SIGNED_UP, BOT_MSG_CONTEST_SIGNED_UP, page);
}

/* The tableau */

static void add_round(struct bot_host *host, struct bot_contest *night, struct bot_page *page,
	uint8_t round, enum bot_msg msg)
{
	char list[LIST_SIZE], name[BOT_ROUND_NAME_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	bot_sheet_list_bouts(
		host, night, (struct bot_bout_filter){round, -1, BOT_CONTEST_BOUTS}, &text);
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
	char list[LIST_SIZE];
	struct bot_text text;

	if (!bout)
		return;
	bot_text_init(&text, list, sizeof(list));
	bot_sheet_write_bout(host, night, bout, &text);
	bot_page_line(page);
	bot_sheet_add_line(page, BOT_MSG_CONTEST_LINE, BOT_MSG_NIGHT_THIRD_PLACE, 0, list);
}

/* Adds the rounds that have begun, the newest first, after the bout for the third place. */
void bot_night_add_rounds(struct bot_host *host, struct bot_contest *night, struct bot_page *page)
{
	uint8_t last = 0;
	add_third_place(host, night, page);

	for (size_t i = 0; i < night->bouts; i++)
		if (night->bout[i].round > last)
			last = night->bout[i].round;
	for (; last > 0; last--) {
		bot_page_line(page);
		add_round(host, night, page, last, BOT_MSG_CONTEST_LINE);
	}
}
