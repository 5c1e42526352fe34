#include "bot/table/competition_view.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/time.h"
#include "bot/club/season.h"
#include "bot/competition/loading.h"
#include "bot/competition/named_room.h"
#include "bot/competition/standing.h"
#include "bot/table/position.h"

#include <string.h>

/* A damaged competition ends by itself, and must not stop the board. */
static bool find(const struct bot_host *host, const char *room, enum bot_competition_kind kind,
	struct bot_competition *competition)
{
	static const int64_t shown_for[] = {
		[BOT_KIND_NIGHT] = BOT_DAY, [BOT_KIND_SEASON] = 4 * BOT_WEEK};
	const struct bot_port *port = host->port;

	return bot_competition_shown(
		host->store, room, kind, port->now(port->self) - shown_for[kind], competition);
}

bool bot_competition_view_exists(
	struct bot_host *host, const char *room, enum bot_competition_kind kind)
{
	struct bot_competition competition;

	return find(host, room, kind, &competition);
}

json_t *bot_competition_view_of(const struct bot_reader *reader, int64_t id, bot_shown_write *write)
{
	struct bot_shown shown = {
		.reader = reader, .contest = bot_competition_load(reader->host, id)};

	if (!shown.contest)
		return NULL;
	json_t *json = bot_scratch_json(json_object());
	write(&shown, json);
	return json_incref(json);
}

json_t *bot_competition_view(const struct bot_reader *reader, const char *room,
	enum bot_competition_kind kind, bot_shown_write *write)
{
	struct bot_competition competition;
	json_t *json = NULL;

	if (find(reader->host, room, kind, &competition))
		json = bot_competition_view_of(reader, competition.id, write);
	return json ? json : json_null();
}

void bot_competition_view_add_terms(const struct bot_competition *competition, json_t *json)
{
	json_object_set_new(json, "touches", json_integer(competition->rules.touches));
	json_object_set_new(json, "level", json_string(eg_rules_name(&competition->rules.round)));
	json_object_set_new(json, "turn", json_integer(competition->clock));
}

void bot_competition_view_add_time(
	const struct bot_shown *shown, const char *key, int64_t time, json_t *json)
{
	const struct bot_port *port = shown->reader->host->port;

	int64_t now = bot_time_now(shown->reader->host);
	json_object_set_new(json, key, json_integer(port->now(port->self) + time - now));
}

void bot_competition_view_add_standing(
	const struct bot_standing *standing, size_t place, json_t *json)
{
	json_object_set_new(json, "withdrawn", json_boolean(standing->withdrawn));
	json_object_set_new(json, "victories", json_integer(standing->victories));
	json_object_set_new(json, "bouts", json_integer(standing->bouts));
	json_object_set_new(json, "indicator", json_integer(bot_ranking_indicator(standing)));
	json_object_set_new(json, "scored", json_integer(standing->scored));
	json_object_set_new(json, "place", json_integer((json_int_t)place));
}

/* The fencers of a season */

static void append_fencer(
	const struct bot_shown *shown, const struct bot_entrant *entrant, json_t *all)
{
	bool takes_part = bot_entrant_takes_part(entrant);
	char label[BOT_LABEL_SIZE];

	bot_entrant_label(shown->reader->host, entrant, label);
	json_array_append_new(all, json_pack("{s:o, s:s}", "name", bot_text_json(label), "state",
					   takes_part ? "signed_up" : "withdrawn"));
}

static void add_fencers(const struct bot_shown *shown, json_t *json)
{
	const struct bot_contest *season = shown->contest;
	json_t *all = json_array();

	json_object_set_new(json, "fencers", all);
	for (size_t i = 0; i < season->entrants; i++)
		append_fencer(shown, &season->entrant[i], all);
}

/* The divisions */

/* Says where a fencer goes at the end if the table stays as it is: "up", "down", or "stays". */
static const char *fate_of(
	const struct bot_contest *season, const struct bot_standing *standing, size_t place)
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

static json_t *division_json(struct bot_contest *season, uint8_t division)
{
	bool over = season->competition.stage == BOT_STAGE_ENDED;
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = bot_season_standings(season, division, over, standings);
	json_t *rows = json_array();

	for (size_t i = 0; i < count; i++) {
		json_t *row = json_object();

		json_object_set_new(row, "fencer", json_integer(standings[i].entrant));
		bot_competition_view_add_standing(&standings[i], i + 1, row);
		json_object_set_new(
			row, "fate", json_string(fate_of(season, &standings[i], i + 1)));
		json_array_append_new(rows, row);
	}
	return json_pack("{s:o}", "rows", rows);
}

static void add_divisions(struct bot_contest *season, json_t *json)
{
	uint8_t divisions = bot_contest_pools(season);
	json_t *all = json_array();

	for (uint8_t division = 1; division <= divisions; division++)
		json_array_append_new(all, division_json(season, division));
	json_object_set_new(json, "divisions", all);
}

/* Adds the bouts that are fenced now, and the number of those that wait. */
static void add_bouts(struct bot_contest *season, json_t *json)
{
	json_t *now = json_array();
	int64_t left = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];
		const struct bot_entrant *one = bot_contest_entrant(season, bout->entrant[0]);
		const struct bot_entrant *other = bot_contest_entrant(season, bout->entrant[1]);

		left += bout->state == BOT_BOUT_WAITS;
		if (bout->state == BOT_BOUT_FENCED && one && other)
			json_array_append_new(now, json_pack("{s:[o, o], s:o}", "fencers",
							   json_integer(one - season->entrant),
							   json_integer(other - season->entrant),
							   "match", json_integer(bout->match)));
	}
	json_object_set_new(json, "now", now);
	json_object_set_new(json, "left", json_integer(left));
}

/* The season of a room */

static const char *stage_of(struct bot_contest *season)
{
	if (season->competition.stage < BOT_STAGE_POOLS)
		return "sign-up";
	if (season->competition.stage != BOT_STAGE_ENDED)
		return "under-way";
	return bot_season_champion(season) ? "over" : "stopped";
}

/* Adds, in wall time, when a season that has not begun begins, or when one under way ends. */
static void set_times(const struct bot_shown *shown, json_t *json)
{
	const struct bot_competition *competition = &shown->contest->competition;

	if (competition->stage < BOT_STAGE_POOLS) {
		bot_competition_view_add_time(shown, "starts", competition->starts, json);
		return;
	}
	if (competition->stage != BOT_STAGE_ENDED)
		bot_competition_view_add_time(shown, "ends", competition->ends, json);
}

static void write_season(struct bot_shown *shown, json_t *json)
{
	json_object_set_new(json, "stage", json_string(stage_of(shown->contest)));
	bot_competition_view_add_terms(&shown->contest->competition, json);
	add_divisions(shown->contest, json);
	add_bouts(shown->contest, json);
	set_times(shown, json);
	add_fencers(shown, json);
}

json_t *bot_season_view(const struct bot_reader *reader, const char *room)
{
	return bot_competition_view(reader, room, BOT_KIND_SEASON, write_season);
}

/* The reader's part */

/* Adds the reader's bouts that are fenced now: the opponent, and the match. */
static void add_own_bouts(struct bot_shown *shown, const struct bot_entrant *entrant, json_t *json)
{
	struct bot_contest *season = shown->contest;
	json_t *all = json_array();

	json_object_set_new(json, "bouts", all);
	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];
		uint8_t other = bout->entrant[bout->entrant[0] == entrant->number];
		char label[BOT_LABEL_SIZE];

		if (bout->state != BOT_BOUT_FENCED || (bout->entrant[0] != entrant->number &&
							      bout->entrant[1] != entrant->number))
			continue;
		bot_entrant_label(shown->reader->host, bot_contest_entrant(season, other), label);
		json_array_append_new(all, json_pack("{s:o, s:I}", "name", bot_text_json(label),
						   "match", (json_int_t)bout->match));
	}
}

static void write_own(struct bot_shown *shown, json_t *json)
{
	struct bot_contest *season = shown->contest;
	const struct bot_entrant *entrant = bot_contest_find(season, shown->reader->user);
	BOT_PAGE(page);

	bot_page_init(&page, shown->reader->lang);
	json_object_set_new(json, "stage", json_string(stage_of(season)));
	set_times(shown, json);
	if (entrant && entrant->pool > 0) {
		add_own_bouts(shown, entrant, json);
		bot_season_add_place_and_waiting(shown->reader->host, season, entrant, &page);
	}
	json_object_set_new(
		json, "text", bot_text_json(page.body.data + strspn(page.body.data, "\n")));
}

/* Adds the reader's part in the season of a room. */
static void append_own(const struct bot_reader *reader, const char *room, json_t *all)
{
	struct bot_competition competition;

	if (!bot_competition_find(reader->host->store, room, BOT_KIND_SEASON, &competition))
		return;
	json_t *json = bot_competition_view_of(reader, competition.id, write_own);
	if (json)
		json_array_append_new(all, json);
}

json_t *bot_season_view_own(const struct bot_reader *reader)
{
	char rooms[BOT_OWN_COMPETITIONS_MOST][BOT_ID_SIZE];

	size_t count = bot_competition_rooms_of(reader->host->store, reader->user, BOT_KIND_SEASON,
		rooms, BOT_OWN_COMPETITIONS_MOST);
	if (count == 0)
		return NULL;
	json_t *all = bot_scratch_json(json_array());
	for (size_t i = 0; i < count; i++)
		append_own(reader, rooms[i], all);
	return json_incref(all);
}
