#include "bot/season/standing.h"

#include "bot/call/room_label.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet_text.h"
#include "bot/season/table.h"
#include "bot/text/signs.h"

#include <stdlib.h>

#define LIST_SIZE   4096
#define RESULT_SIZE 64

/* Adds the place of the entrant in their division, and its result. */
static void add_place(
	struct bot_night *season, const struct bot_entrant *entrant, struct bot_page *page)
{
	struct bot_standing standings[BOT_NIGHT_ROWS];
	size_t count = bot_season_standings(season, entrant->pool, false, standings), place = 0;
	char result[RESULT_SIZE];
	struct bot_text text;

	while (place < count && &season->entrant[standings[place].entrant] != entrant)
		place++;
	if (place == count || standings[place].bouts == 0)
		return; /* a place says nothing yet */
	bot_text_init(&text, result, sizeof(result));
	bot_sheet_write_result(&standings[place], &text);
	bot_page_line(page);
	bot_page_say(page, BOT_MSG_SEASON_PLACE,
		&(struct bot_args){
			.round = entrant->pool, .place = (int64_t)place + 1, .words = result});
}

/* Writes the opponents in all bouts of the entrant in a state, and the matches if there are any. */
static enum bot_error write_bouts(struct bot_host *host, struct bot_night *season, uint8_t number,
	enum bot_bout_state state, struct bot_text *text)
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; !error && i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];

		if (bout->state != state ||
			(bout->entrant[0] != number && bout->entrant[1] != number))
			continue;
		bot_text_add(text, text->used > 0 ? BOT_BETWEEN_LINES : "");
		error = bot_entrant_add_label(host, season,
			bot_night_entrant(season, bout->entrant[bout->entrant[0] == number]), text);
		if (state == BOT_BOUT_FENCED) {
			bot_text_add(text, BOT_NO_BREAK "#");
			bot_text_add_number(text, bout->match);
		}
	}
	return error;
}

static enum bot_error add_bouts(struct bot_host *host, struct bot_night *season, uint8_t number,
	enum bot_bout_state state, struct bot_page *page)
{
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	enum bot_error error = write_bouts(host, season, number, state, &text);
	if (error || text.used == 0)
		return error;
	bot_page_line(page);
	bot_page_say(page,
		state == BOT_BOUT_FENCED ? BOT_MSG_SEASON_OWN_BOUTS : BOT_MSG_SEASON_OWN_NEXT,
		&(struct bot_args){.words = list});
	return BOT_OK;
}

enum bot_error bot_season_add_waiting(struct bot_host *host, struct bot_night *season,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	return add_bouts(host, season, entrant->number, BOT_BOUT_WAITS, page);
}

enum bot_error bot_season_add_place_and_waiting(struct bot_host *host, struct bot_night *season,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	add_place(season, entrant, page);
	return bot_season_add_waiting(host, season, entrant, page);
}

static enum bot_error add_own(struct bot_host *host, struct bot_night *season,
	const struct bot_entrant *entrant, struct bot_page *page)
{
	add_place(season, entrant, page);
	enum bot_error error = add_bouts(host, season, entrant->number, BOT_BOUT_FENCED, page);
	if (!error)
		error = bot_season_add_waiting(host, season, entrant, page);
	return error ? error : bot_season_table_add_division(host, season, entrant->pool, page);
}

static enum bot_error show_private(const struct bot_call *call, struct bot_night *season)
{
	const struct bot_entrant *entrant = bot_night_find(season, call->message->sender);
	char label[BOT_ROOM_LABEL_SIZE];
	struct bot_page page;

	bot_room_label(call, season->competition.room, label);
	enum bot_error error = bot_write_reply(
		call, BOT_MSG_NIGHT_IN_ROOM, (struct bot_args){.room = label}, &page);
	if (!error && entrant && entrant->pool > 0) {
		error = add_own(call->host, season, entrant, &page);
	} else if (!error) {
		bot_page_line(&page);
		error = bot_season_table_add(call->host, season, &page);
	}
	return error ? error : bot_reply_page(call, &page);
}

static enum bot_error show(const struct bot_call *call, struct bot_night *season)
{
	struct bot_page page;
	bool linked;

	if (call->message->private)
		return show_private(call, season);
	bot_page_init(&page, call->lang);
	enum bot_error error =
		bot_season_table_add_link(call->host, &season->competition, &page, &linked);
	if (!error && linked)
		return bot_reply_page(call, &page);
	if (!error)
		error = bot_season_table_show(call->host, season, true);
	return error ? error : bot_competition_save(call->host->store, &season->competition);
}

/* Adds the season that a question is about, or in its room perhaps a link to it. */
static enum bot_error add(
	const struct bot_call *call, struct bot_night *season, struct bot_page *page)
{
	bool linked = false;
	enum bot_error error = BOT_OK;

	if (!call->message->private)
		error = bot_season_table_add_link(call->host, &season->competition, page, &linked);
	if (!error && !linked)
		error = bot_season_table_add(call->host, season, page);
	bot_page_line(page);
	return error;
}

enum bot_error bot_season_add_last(const struct bot_call *call, struct bot_page *page)
{
	struct bot_competition competition;
	struct bot_night *season = NULL;

	enum bot_error error = bot_competition_find(
		call->host->store, call->message->room, BOT_KIND_SEASON, &competition);
	if (!error)
		error = bot_competition_load(call->host, competition.id, &season);
	if (!error && (season->bouts > 0 || season->competition.stage != BOT_STAGE_ENDED))
		error = add(call, season, page);
	free(season);
	return error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT ? BOT_OK : error;
}

/* Shows the last season of the room, or says how to open one. */
static enum bot_error show_last(const struct bot_call *call)
{
	struct bot_page page;

	bot_page_init(&page, call->lang);
	enum bot_error error = bot_season_add_last(call, &page);
	if (error)
		return error;
	bot_page_say(
		&page, BOT_MSG_SEASON_NONE, &(struct bot_args){.prefix = bot_call_prefix(call)});
	return bot_reply_page(call, &page);
}

enum bot_error bot_season_show(const struct bot_call *call)
{
	struct bot_competition competition = {.id = 1};

	if (!call->message->private) {
		enum bot_error error =
			bot_competition_find_live(call, BOT_KIND_SEASON, &competition);
		if (error)
			return error;
	}
	return competition.id == 0 ? show_last(call)
				   : bot_competition_with(call, BOT_KIND_SEASON, show);
}
