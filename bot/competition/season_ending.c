#include "bot/competition/season_ending.h"

#include "bot/base/attempt.h"
#include "bot/competition/contest_life.h"
#include "bot/competition/honours.h"
#include "bot/competition/invitation.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "bot/competition/results_picture.h"
#include "bot/competition/room_competition.h"
#include "bot/competition/sheet.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LIST_SIZE 4096
#define WHAT_SIZE 32

/* Adds a line with the fencers whom the results promote, or relegate, if there are any. */
static void add_fates(struct bot_host *host, struct bot_contest *season, enum bot_season_fate fate,
	enum bot_msg msg, struct bot_page *page)
{
	char list[LIST_SIZE];
	struct bot_text text;

	bot_text_init(&text, list, sizeof(list));
	for (size_t i = 0; i < season->entrants; i++) {
		if (bot_season_fate(season, &season->entrant[i]) != fate)
			continue;
		bot_text_add(&text, text.used > 0 ? page->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_entrant_add_label(host, season, &season->entrant[i], &text);
	}
	if (text.used == 0)
		return;
	bot_text_show_cut(&text);
	bot_page_line(page);
	bot_page_say(page, msg, &(struct bot_args){.words = list});
}

static void add_champion(
	struct bot_host *host, const struct bot_entrant *champion, struct bot_page *page)
{
	char label[BOT_LABEL_SIZE];

	if (!champion) {
		bot_page_say(page, BOT_MSG_SEASON_OVER_NOBODY, NULL);

		return;
	}
	bot_entrant_label(host, champion, label);
	bot_page_say(page, BOT_MSG_SEASON_OVER,
		&(struct bot_args){.name = label, .prefix = host->prefix});
}

static void add_end(struct bot_host *host, const struct bot_kind *kind, struct bot_contest *season,
	struct bot_page *page)
{
	uint8_t divisions = bot_contest_pools(season);

	add_champion(host, bot_season_champion(season), page);
	for (uint8_t division = 1; division <= divisions; division++) {
		bot_page_line(page);
		bot_sheet_add_group(host, kind, season, division, BOT_MSG_CONTEST_LINE, page);
	}
	add_fates(host, season, BOT_SEASON_PROMOTED, BOT_MSG_SEASON_PROMOTED, page);
	add_fates(host, season, BOT_SEASON_RELEGATED, BOT_MSG_SEASON_RELEGATED, page);
}

void bot_season_say_end(
	struct bot_host *host, const struct bot_kind *kind, struct bot_contest *season)
{
	const char *room = season->competition.room;
	const struct bot_entrant *champion = bot_season_champion(season);
	const struct bot_letter letter = {
		.to = room, .ring = BOT_RING, .mentions = champion ? champion->user : NULL};
	uint8_t place[BOT_CONTEST_ROWS];
	BOT_PAGE(page);

	const struct bot_lang *lang = bot_language_of_room(host, room);
	bot_page_init(&page, lang);
	add_end(host, kind, season, &page);
	bot_send(host, letter, &page, NULL);
	if (!champion)
		return;
	bot_season_places(season, place);
	bot_honours_note(host, season, place);
	bot_results_picture_send(host, season, lang);
}

/* The next season */

/* Opens the season after one that has ended, with its terms. It has no organiser. */
static void open_next(
	struct bot_host *host, const struct bot_kind *kind, const struct bot_competition *last)
{
	struct bot_competition next = {
		.rules = last->rules, .clock = last->clock, .length = last->length, .again = true};
	char what[WHAT_SIZE];

	memcpy(next.room, last->room, sizeof(next.room));
	snprintf(what, sizeof(what), "season %" PRId64, last->id);
	bot_lots_next_event(last->event, what, next.event);
	bot_contest_create(host, kind, &next);
	bot_invitation_send(host, kind, &next, last->id);
}

void bot_season_close(const struct bot_run *run)
{
	struct bot_competition *competition = &run->contest->competition;

	bot_season_say_end(run->host, run->kind, run->contest);
	if (!competition->again)
		return;
	if (bot_competition_is_seen(run->host, competition->room)) {
		open_next(run->host, run->kind, competition);
		return;
	}
	competition->again = false; /* nobody would see the sign-up */
	bot_must(bot_competition_save(run->host->store, competition));
}
