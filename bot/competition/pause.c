#include "bot/competition/pause.h"

#include "bot/base/attempt.h"
#include "bot/competition/sheet_text.h"

void bot_pause_write_end(struct bot_host *host, const struct bot_competition *competition,
	const struct bot_lang *lang, char until[BOT_INSTANT_SIZE])
{
	bot_sheet_write_time(
		host, NULL, competition->room, lang, competition->resumes, BOT_PAUSES_MOST, until);
}

/* Returns how many milliseconds of the pause are left. */
static int64_t rest(const struct bot_host *host, const struct bot_competition *competition)
{
	return competition->resumes > host->time ? competition->resumes - host->time : 0;
}

void bot_pause_end(const struct bot_host *host, struct bot_competition *competition)
{
	competition->paused -= rest(host, competition);
	if (competition->paused < 0) /* only in a damaged row */
		competition->paused = 0;
	competition->resumes = 0;
}

bool bot_pause_begin(
	const struct bot_host *host, struct bot_competition *competition, int64_t length)
{
	int64_t left = BOT_PAUSES_MOST - competition->paused + rest(host, competition);

	if (left < BOT_PAUSE_LEAST)
		return false;
	bot_pause_end(host, competition);
	if (length > left)
		length = left;
	competition->resumes = host->time + length;
	competition->paused += length;
	return true;
}

void bot_pause_end_due(struct bot_host *host, struct bot_contest *night)
{
	struct bot_competition *competition = &night->competition;

	if (competition->resumes == 0 || competition->resumes > host->time)
		return;
	bot_pause_end(host, competition);
	bot_send_to_room(host, (struct bot_letter){.to = competition->room},
		BOT_MSG_NIGHT_PAUSE_OVER, (struct bot_args){0});
}

void bot_pause_add(
	struct bot_host *host, const struct bot_competition *competition, struct bot_page *page)
{
	char until[BOT_INSTANT_SIZE];

	if (competition->resumes == 0 || competition->stage == BOT_STAGE_ENDED)
		return;
	bot_pause_write_end(host, competition, page->lang, until);
	bot_page_say_below(page, BOT_MSG_NIGHT_PAUSE, &(struct bot_args){.until = until});
}
