#include "bot/competition/standing.h"

#include "bot/competition/loading.h"
#include "bot/competition/sheet.h"
#include "bot/competition/sheet_text.h"
#include "bot/text/typography.h"

#define LIST_SIZE   4096
#define RESULT_SIZE 64

/* Adds the place of the entrant in their division, and its result. */
static void add_place(
	struct bot_contest *season, const struct bot_entrant *entrant, struct bot_page *page)
{
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = bot_season_standings(season, entrant->pool, false, standings), place = 0;
	char result[RESULT_SIZE];

	while (place < count && &season->entrant[standings[place].entrant] != entrant)
		place++;
	if (place == count || standings[place].bouts == 0)
		return; /* a place says nothing yet */
	struct bot_text text = bot_text_in(result, sizeof(result));
	bot_sheet_write_result(&standings[place], &text);
	bot_page_say_below(page, BOT_MSG_SEASON_PLACE,
		&(struct bot_args){
			.round = entrant->pool, .place = (int64_t)place + 1, .words = result});
}

/* Writes the opponents in all bouts of the entrant in a state, and the matches if there are any. */
static void write_bouts(struct bot_host *host, struct bot_contest *season, uint8_t number,
	enum bot_bout_state state, struct bot_text *text)
{
	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];

		if (bout->state != state ||
			(bout->entrant[0] != number && bout->entrant[1] != number))
			continue;
		bot_text_add(text, text->used > 0 ? BOT_BETWEEN_LINES : "");
		bot_entrant_add_label(host, season,
			bot_contest_entrant(season, bout->entrant[bout->entrant[0] == number]),
			text);
		if (state == BOT_BOUT_FENCED) {
			bot_text_add(text, BOT_NO_BREAK "#");
			bot_text_add_number(text, bout->match);
		}
	}
}

static void add_bouts(struct bot_host *host, struct bot_contest *season, uint8_t number,
	enum bot_bout_state state, struct bot_page *page)
{
	char list[LIST_SIZE];
	struct bot_text text = bot_text_in(list, sizeof(list));

	write_bouts(host, season, number, state, &text);
	if (text.used == 0)
		return;
	bot_page_say_below(page,
		state == BOT_BOUT_FENCED ? BOT_MSG_SEASON_OWN_BOUTS : BOT_MSG_SEASON_OWN_NEXT,
		&(struct bot_args){.words = list});
}

void bot_season_add_waiting(struct bot_host *host, struct bot_contest *season,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	add_bouts(host, season, entrant->number, BOT_BOUT_WAITS, page);
}

void bot_season_add_place_and_waiting(struct bot_host *host, struct bot_contest *season,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	add_place(season, entrant, page);
	bot_season_add_waiting(host, season, entrant, page);
}

void bot_season_add_own(const struct bot_call *call, const struct bot_kind *kind,
	struct bot_contest *season, struct bot_page *page)
{
	const struct bot_entrant *entrant = bot_contest_find(season, call->message->sender);

	if (!entrant || entrant->pool == 0) {
		bot_page_line(page);
		bot_sheet_add(call->host, kind, season, call->message->sender, page);
		return;
	}
	add_place(season, entrant, page);
	add_bouts(call->host, season, entrant->number, BOT_BOUT_FENCED, page);
	bot_season_add_waiting(call->host, season, entrant, page);
	bot_page_line(page);
	bot_sheet_add_group(call->host, kind, season, entrant->pool, BOT_MSG_CONTEST_LINE, page);
}
