#include "bot/competition/upcoming.h"

#include "bot/competition/direction.h"
#include "bot/competition/pause.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet_text.h"

#define NEXT_MOST 4 /* bouts */
#define LIST_SIZE 4096

/* Adds a line with these bouts, if there are any. */
static void add_bouts(const struct bot_call *call, struct bot_contest *night,
	enum bot_bout_state state, struct bot_page *page)
{
	bool waits = state == BOT_BOUT_WAITS;
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	/* The bouts that wait are in the order in which they begin, as far as fencers are free. */
	bot_sheet_list_bouts(call->host, night,
		(struct bot_bout_filter){-1, (int)state, waits ? NEXT_MOST : BOT_CONTEST_BOUTS},
		&text);
	if (text.used == 0)
		return;
	if (page->body.used > 0)
		bot_page_line(page);
	if (waits)
		bot_page_say(page, BOT_MSG_NIGHT_UPCOMING, &(struct bot_args){.words = list});
	else
		bot_sheet_add_line(page, BOT_MSG_CONTEST_LINE, BOT_MSG_WEB_NIGHT_NOW, 0, list);
}

static void show(const struct bot_call *call, struct bot_contest *night)
{
	struct bot_page page;

	bot_page_init(&page, call->lang);
	add_bouts(call, night, BOT_BOUT_FENCED, &page);
	add_bouts(call, night, BOT_BOUT_WAITS, &page);
	if (page.body.used == 0) { /* all bouts have ended, and a pause goes on */
		bot_direction_show(call, &bot_night_kind);
		return;
	}
	bot_pause_add(call->host, &night->competition, &page);
	bot_reply_page(call, &page);
}

static void show_if_begun(
	const struct bot_call *call, const struct bot_kind *kind, struct bot_contest *night)
{
	if (night->competition.stage < BOT_STAGE_POOLS)
		bot_direction_show(call, kind);
	else
		show(call, night);
}

void bot_night_upcoming(const struct bot_call *call)
{
	bot_competition_with(call, &bot_night_kind, show_if_begun);
}
