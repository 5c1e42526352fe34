#include "bot/table/season_view.h"

#include "bot/call/time.h"
#include "bot/club/season.h"
#include "bot/night/loading.h"
#include "bot/table/position.h"

#include <stdlib.h>

#define SHOWN_FOR (INT64_C(28) * 24 * 3600 * 1000) /* milliseconds after the end of a season */

/* The season that a view shows. */
struct shown {
	const struct bot_reader *reader;
	struct bot_night *season;
};

static json_t *number(int64_t value)
{
	return json_integer(value);
}

/* The fencers */

static enum bot_error append_fencer(
	const struct shown *shown, const struct bot_entrant *entrant, json_t *all)
{
	bool takes_part = bot_entrant_takes_part(entrant);
	char label[BOT_LABEL_SIZE];

	enum bot_error error = bot_night_label(shown->reader->host, entrant, label);
	if (!error)
		json_array_append_new(
			all, json_pack("{s:o, s:s}", "name", bot_text_json(label), "state",
				     takes_part ? "signed_up" : "withdrawn"));
	return error;
}

static enum bot_error add_fencers(const struct shown *shown, json_t *json)
{
	const struct bot_night *season = shown->season;
	json_t *all = json_array();
	enum bot_error error = BOT_OK;

	json_object_set_new(json, "fencers", all);
	for (size_t i = 0; !error && i < season->entrants; i++)
		error = append_fencer(shown, &season->entrant[i], all);
	return error;
}

/* The divisions */

/* Says where a fencer goes at the end if the table stays as it is: "up", "down", or "stays". */
static const char *fate_of(
	const struct bot_night *season, const struct bot_standing *standing, size_t place)
{
	static const char *const names[] = {[BOT_SEASON_STAYS] = "stays",
		[BOT_SEASON_PROMOTED] = "up",
		[BOT_SEASON_RELEGATED] = "down"};
	const struct bot_entrant *entrant = &season->entrant[standing->entrant];

	if (season->competition.stage == BOT_STAGE_ENDED)
		return names[bot_season_fate(season, entrant)];
	if (standing->withdrawn || standing->bouts == 0)
		return names[BOT_SEASON_STAYS];
	return names[bot_season_fate_at(season, entrant->pool, place)];
}

static json_t *row_json(
	const struct bot_night *season, const struct bot_standing *standing, size_t place)
{
	return json_pack("{s:i, s:b, s:i, s:i, s:i, s:i, s:i, s:s}", "fencer",
		(int)standing->entrant, "withdrawn", standing->withdrawn, "victories",
		(int)standing->victories, "bouts", (int)standing->bouts, "indicator",
		bot_ranking_indicator(standing), "scored", (int)standing->scored, "place",
		(int)place, "fate", fate_of(season, standing, place));
}

static json_t *division_json(struct bot_night *season, uint8_t division)
{
	bool over = season->competition.stage == BOT_STAGE_ENDED;
	struct bot_standing standings[BOT_NIGHT_ROWS];
	size_t count = bot_season_standings(season, division, over, standings);
	json_t *rows = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(rows, row_json(season, &standings[i], i + 1));
	return json_pack("{s:o}", "rows", rows);
}

static void add_divisions(struct bot_night *season, json_t *json)
{
	uint8_t divisions = bot_night_pools(season);
	json_t *all = json_array();

	for (uint8_t division = 1; division <= divisions; division++)
		json_array_append_new(all, division_json(season, division));
	json_object_set_new(json, "divisions", all);
}

/* Adds the bouts that are fenced now, and the number of those that wait. */
static void add_bouts(struct bot_night *season, json_t *json)
{
	json_t *now = json_array();
	int64_t left = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];
		const struct bot_entrant *one = bot_night_entrant(season, bout->entrant[0]);
		const struct bot_entrant *other = bot_night_entrant(season, bout->entrant[1]);

		left += bout->state == BOT_BOUT_WAITS;
		if (bout->state == BOT_BOUT_FENCED && one && other)
			json_array_append_new(now, json_pack("{s:[o, o], s:o}", "fencers",
							   number(one - season->entrant),
							   number(other - season->entrant), "match",
							   number(bout->match)));
	}
	json_object_set_new(json, "now", now);
	json_object_set_new(json, "left", number(left));
}

/* The season of a room */

static const char *stage_of(struct bot_night *season)
{
	if (season->competition.stage < BOT_STAGE_POOLS)
		return "sign-up";
	if (season->competition.stage != BOT_STAGE_ENDED)
		return "under-way";
	return bot_season_champion(season) ? "over" : "stopped";
}

/* Adds, in wall time, when a season that has not begun begins, or when one under way ends. */
static enum bot_error set_times(const struct shown *shown, json_t *json)
{
	const struct bot_competition *competition = &shown->season->competition;
	const struct bot_port *port = shown->reader->host->port;
	int64_t now = 0, wall = port->now(port->self);

	enum bot_error error = bot_time_now(shown->reader->host, &now);
	if (competition->stage < BOT_STAGE_POOLS)
		json_object_set_new(json, "starts", number(wall + competition->starts - now));
	else if (competition->stage != BOT_STAGE_ENDED)
		json_object_set_new(json, "ends", number(wall + competition->ends - now));
	return error;
}

static enum bot_error write_season(const struct shown *shown, json_t **json)
{
	const struct bot_competition *competition = &shown->season->competition;
	json_t *made = json_object();

	json_object_set_new(made, "stage", json_string(stage_of(shown->season)));
	json_object_set_new(made, "touches", number(competition->rules.touches));
	json_object_set_new(made, "level", json_string(eg_rules_name(&competition->rules.round)));
	json_object_set_new(made, "turn", number(competition->clock));
	add_divisions(shown->season, made);
	add_bouts(shown->season, made);
	enum bot_error error = set_times(shown, made);
	if (!error)
		error = add_fencers(shown, made);
	if (error)
		json_decref(made);
	else
		*json = made;
	return error;
}

static enum bot_error find(
	const struct bot_host *host, const char *room, struct bot_competition *competition)
{
	const struct bot_port *port = host->port;
	enum bot_error error = bot_competition_shown(
		host->store, room, BOT_KIND_SEASON, port->now(port->self) - SHOWN_FOR, competition);

	/* A damaged season ends by itself, and must not stop the board. */
	return error == BOT_STORE_CORRUPT ? BOT_NOT_FOUND : error;
}

enum bot_error bot_season_view_exists(struct bot_host *host, const char *room, bool *exists)
{
	struct bot_competition competition;
	enum bot_error error = find(host, room, &competition);

	*exists = !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_season_view(const struct bot_reader *reader, const char *room, json_t **json)
{
	struct shown shown = {.reader = reader};
	struct bot_competition competition;

	*json = NULL;
	enum bot_error error = find(reader->host, room, &competition);
	if (!error)
		error = bot_night_load(reader->host, competition.id, &shown.season);
	if (!error)
		error = write_season(&shown, json);
	free(shown.season);
	if (error && error != BOT_NOT_FOUND && error != BOT_STORE_CORRUPT)
		return error;
	*json = *json ? *json : json_null();
	return BOT_OK;
}
