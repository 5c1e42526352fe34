#include "bot/competition/upcoming.h"

#include "bot/competition/room_competition.h"
#include "bot/competition/sheet_text.h"
#include "bot/competition/direction.h"
#include "bot/competition/pause.h"
#include "bot/text/signs.h"

#define NEXT_MOST 4 /* bouts */
#define LIST_SIZE 4096

/*
 * Writes the bouts in this state, at most `most`. The bouts that wait are in the order in which
 * they begin, as far as their fencers are free.
 */
static void write_bouts(const struct bot_call *call, struct bot_contest *night,
	enum bot_bout_state state, size_t most, struct bot_text *text)
{
	for (size_t i = 0, count = 0; i < night->bouts && count < most; i++) {
		if (night->bout[i].state != state)
			continue;
		bot_text_add(text, count++ > 0 ? BOT_BETWEEN_LINES : "");
		bot_sheet_write_bout(call->host, night, &night->bout[i], text);
	}
	bot_text_show_cut(text);
}

/* Adds a line with these bouts, if there are any. */
static void add_bouts(const struct bot_call *call, struct bot_contest *night,
	enum bot_bout_state state, struct bot_page *page)
{
	bool waits = state == BOT_BOUT_WAITS;
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	write_bouts(call, night, state, waits ? NEXT_MOST : BOT_NIGHT_BOUTS, &text);
	if (text.used == 0)
		return;
	if (page->body.used > 0)
		bot_page_line(page);
	bot_page_say(page, waits ? BOT_MSG_NIGHT_UPCOMING : BOT_MSG_NIGHT_NOW,
		&(struct bot_args){.words = list});
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
