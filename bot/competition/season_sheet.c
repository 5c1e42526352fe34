#include "bot/competition/season_sheet.h"

#include "bot/base/duration.h"
#include "bot/challenge/terms.h"
#include "bot/competition/bouts.h"
#include "bot/competition/room_time.h"
#include "bot/competition/sheet_text.h"

static void write_time(struct bot_host *host, const struct bot_competition *competition,
	const struct bot_lang *lang, int64_t time, char until[BOT_INSTANT_SIZE])
{
	/* with the day, and without seconds, however near the time is */
	bot_room_time_write(host, NULL, competition->room, lang, time, BOT_WEEK, until);
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

void bot_season_add_sign_up(struct bot_host *host, struct bot_contest *season, const char *reader,
	struct bot_page *page)
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

	(void)reader; /* all read the times by the clocks of the room */
	write_time(host, competition, page->lang, competition->starts, until);
	write_time(host, competition, page->lang, competition->starts + competition->length, ends);
	bot_challenge_write_terms(&match, NULL, page->lang, &terms);
	bot_page_say(page, BOT_MSG_SEASON_SIGN_UP, &args);
	warn_of_clock(competition, page);
	if (competition->again) {
		bot_page_space(page);
		bot_page_say(page, BOT_MSG_SEASON_AGAIN, &args);
	}
	bot_sheet_add_entrants(host, season, BOT_ENTRANT_SIGNED_UP, BOT_MSG_NIGHT_SIGNED_UP, page);
}
