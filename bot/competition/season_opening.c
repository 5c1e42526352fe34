#include "bot/competition/season_opening.h"

#include "bot/base/attempt.h"
#include "bot/competition/loading.h"
#include "bot/competition/lots.h"
#include "bot/competition/season_calendar.h"
#include "bot/competition/season_table.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static void create(struct bot_host *host, struct bot_contest *season)
{
	struct bot_competition *competition = &season->competition;

	bot_season_set_due(host, competition);
	bot_must(bot_competition_add(host->store, competition));
	bot_season_table_show(host, season, true);
	bot_must(bot_competition_save(host->store, competition));
}

/* Finds the last season of the room that has a result: one that was stopped has none. */
static void find_previous(struct bot_host *host, struct bot_competition *competition)
{
	struct bot_competition last;
	struct bot_contest *season = NULL;

	if (bot_sound(bot_competition_find(host->store, competition->room, BOT_KIND_SEASON, &last)))
		season = bot_competition_load(host, last.id);
	if (season)
		competition->previous = bot_season_has_result(season) ? last.id : last.previous;
}

void bot_season_create(struct bot_host *host, struct bot_competition *competition)
{
	struct bot_contest *season = bot_scratch(sizeof(*season));

	competition->kind = BOT_KIND_SEASON;
	competition->starts = host->time + BOT_SEASON_SIGN_UP;
	find_previous(host, competition);
	bot_lots_make_secret(host, competition);
	season->competition = *competition;
	create(host, season);
	*competition = season->competition;
}

/*
 * Writes the event of the next season: its secret follows from it, so it must differ from the last
 * one's. An event's id may be too long to add to it, so its hash stands for it.
 */
static void write_event(const struct bot_competition *last, char event[BOT_ID_SIZE])
{
	unsigned char hash[EG_KEY];
	char text[EG_KEY_TEXT];

	crypto_generichash(hash, sizeof(hash), (const unsigned char *)last->event,
		strlen(last->event), NULL, 0);
	eg_key_print(hash, text);
	snprintf(event, BOT_ID_SIZE, "%s season %" PRId64, text, last->id);
}

void bot_season_open_next(struct bot_host *host, const struct bot_competition *last)
{
	struct bot_competition next = {
		.rules = last->rules, .clock = last->clock, .length = last->length, .again = true};

	memcpy(next.room, last->room, sizeof(next.room));
	write_event(last, next.event);
	bot_season_create(host, &next);
}
