#include "bot/night/upcoming.h"

#include "bot/competition/room_competition.h"
#include "bot/competition/sheet_text.h"
#include "bot/night/direction.h"
#include "bot/night/pause.h"
#include "bot/text/signs.h"

#define NEXT_MOST 4 /* bouts */
#define LIST_SIZE 4096

/*
 * Writes the bouts in this state, at most `most`. The bouts that wait are in the order in which
 * they begin, as far as their fencers are free.
 */
static enum bot_error write_bouts(const struct bot_call *call, struct bot_night *night,
	enum bot_bout_state state, size_t most, struct bot_text *text)
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0, count = 0; !error && i < night->bouts && count < most; i++) {
		if (night->bout[i].state != state)
			continue;
		bot_text_add(text, count++ > 0 ? BOT_BETWEEN_LINES : "");
		error = bot_sheet_write_bout(call->host, night, &night->bout[i], text);
	}
	bot_text_show_cut(text);
	return error;
}

/* Adds a line with these bouts, if there are any. */
static enum bot_error add_bouts(const struct bot_call *call, struct bot_night *night,
	enum bot_bout_state state, struct bot_page *page)
{
	bool waits = state == BOT_BOUT_WAITS;
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	enum bot_error error =
		write_bouts(call, night, state, waits ? NEXT_MOST : BOT_NIGHT_BOUTS, &text);
	if (error || text.used == 0)
		return error;
	if (page->body.used > 0)
		bot_page_line(page);
	bot_page_say(page, waits ? BOT_MSG_NIGHT_UPCOMING : BOT_MSG_NIGHT_NOW,
		&(struct bot_args){.words = list});
	return BOT_OK;
}

static enum bot_error show(const struct bot_call *call, struct bot_night *night)
{
	struct bot_page page;

	bot_page_init(&page, call->lang);
	enum bot_error error = add_bouts(call, night, BOT_BOUT_FENCED, &page);
	if (!error)
		error = add_bouts(call, night, BOT_BOUT_WAITS, &page);
	if (!error && page.body.used == 0) /* all bouts have ended, and a pause goes on */
		return bot_night_show(call);
	if (!error)
		error = bot_pause_add(call->host, &night->competition, &page);
	return error ? error : bot_reply_page(call, &page);
}

static enum bot_error show_if_begun(const struct bot_call *call, struct bot_night *night)
{
	return night->competition.stage < BOT_STAGE_POOLS ? bot_night_show(call)
							  : show(call, night);
}

enum bot_error bot_night_upcoming(const struct bot_call *call)
{
	return bot_competition_with(call, BOT_KIND_NIGHT, show_if_begun);
}
