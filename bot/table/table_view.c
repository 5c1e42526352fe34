#include "bot/table/table_view.h"

#include "bot/base/attempt.h"
#include "bot/club/season.h"
#include "bot/competition/loading.h"
#include "bot/competition/own_competition.h"
#include "bot/competition/standing.h"
#include "bot/match/loading.h"
#include "bot/play/automatic.h"
#include "bot/show/hand.h"
#include "bot/table/competition_view.h"
#include "bot/table/match_view.h"
#include "bot/table/night_view.h"
#include "bot/table/position.h"

#include <string.h>

static json_t *number(int64_t value)
{
	return json_integer(value);
}

/* The fencers */

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

static json_t *row_json(
	const struct bot_contest *season, const struct bot_standing *standing, size_t place)
{
	return json_pack("{s:i, s:b, s:i, s:i, s:i, s:i, s:i, s:s}", "fencer",
		(int)standing->entrant, "withdrawn", standing->withdrawn, "victories",
		(int)standing->victories, "bouts", (int)standing->bouts, "indicator",
		bot_ranking_indicator(standing), "scored", (int)standing->scored, "place",
		(int)place, "fate", fate_of(season, standing, place));
}

static json_t *division_json(struct bot_contest *season, uint8_t division)
{
	bool over = season->competition.stage == BOT_STAGE_ENDED;
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = bot_season_standings(season, division, over, standings);
	json_t *rows = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(rows, row_json(season, &standings[i], i + 1));
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
							   number(one - season->entrant),
							   number(other - season->entrant), "match",
							   number(bout->match)));
	}
	json_object_set_new(json, "now", now);
	json_object_set_new(json, "left", number(left));
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

/*
 * Returns the JSON of the room's season: its fencers, the tables of its divisions, and the bouts
 * that are fenced now; or null if there is no season to show. Fencers are named by their index in
 * the list `fencers`. The rows of a division are in the order of the table; `fate` says where its
 * fencer goes at the end if the table stays as it is.
 */
static json_t *season_view(const struct bot_reader *reader, const char *room)
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
	struct bot_page page;

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

	if (!bot_sound(
		    bot_competition_find(reader->host->store, room, BOT_KIND_SEASON, &competition)))
		return;
	json_t *json = bot_competition_view_of(reader, competition.id, write_own);
	if (json)
		json_array_append_new(all, json);
}

/*
 * Returns a JSON list of the reader's part in each season that they have entered: when it begins or
 * ends, their bouts that are fenced now, and in `text` their place and whom they fence later; or
 * NULL if they take part in none.
 */
static json_t *season_view_own(const struct bot_reader *reader)
{
	char rooms[BOT_OWN_COMPETITIONS_MOST][BOT_ID_SIZE];
	size_t count = 0;

	bot_must(bot_competition_rooms_of(reader->host->store, reader->user, BOT_KIND_SEASON, rooms,
		BOT_OWN_COMPETITIONS_MOST, &count));
	if (count == 0)
		return NULL;
	json_t *all = bot_scratch_json(json_array());
	for (size_t i = 0; i < count; i++)
		append_own(reader, rooms[i], all);
	return json_incref(all);
}

#define SHOWN_FOR (INT64_C(24) * 3600 * 1000) /* milliseconds after the end of a match */

/* The matches that a table shows, in the order of their ranks. */
struct table {
	const struct bot_reader *reader;
	json_t *ranked[BOT_RANKS];
};

static void begin_table(struct table *table, const struct bot_reader *reader)
{
	table->reader = reader;
	for (size_t i = 0; i < BOT_RANKS; i++)
		table->ranked[i] = bot_scratch_json(json_array());
}

/* Returns all matches in one array. */
static json_t *end_table(struct table *table)
{
	json_t *all = table->ranked[0];

	for (size_t i = 1; i < BOT_RANKS; i++)
		json_array_extend(all, table->ranked[i]);
	return json_incref(all);
}

/* A match in a private room is for nobody but its player. */
static void add_match(struct table *table, const struct bot_match *match)
{
	enum bot_match_rank rank;

	if (match->private && !table->reader->user)
		return;
	json_t *json = bot_match_view(table->reader, match, &rank);
	json_array_append_new(table->ranked[rank], json);
}

static void add_matches(struct table *table, const struct bot_match_filter *filter)
{
	struct bot_store *store = table->reader->host->store;

	struct bot_match_list *list = bot_match_list_load(store, filter);
	for (size_t i = 0; i < list->count; i++)
		add_match(table, &list->match[i]);
}

static void add_last(struct table *table, const struct bot_match_filter *filter, int64_t now)
{
	struct bot_match match;

	if (!bot_found(bot_store_match_last(
		    table->reader->host->store, filter->room, filter->player, &match)))
		return;
	if (now - match.ended <= SHOWN_FOR)
		add_match(table, &match);
}

/* Adds the matches to the fields in `state`, and writes the whole as a text. */
static char *write_table(
	const struct bot_reader *reader, const struct bot_match_filter *filter, json_t *state)
{
	const struct bot_port *port = reader->host->port;
	int64_t now = port->now(port->self);
	struct table table;

	begin_table(&table, reader);
	add_matches(&table, filter);
	add_last(&table, filter, now);
	json_object_set_new(state, "language", json_string(reader->lang->code));
	json_object_set_new(state, "now", json_integer(now));
	json_object_set_new(state, "matches", end_table(&table));
	return json_dumps(state, JSON_COMPACT);
}

/* Adds the reader's part in a competition, if they take part in one. */
static void add_own(json_t *state, const char *key, json_t *own)
{
	if (own)
		json_object_set_new(state, key, own);
}

static char *write_table_of_user(struct bot_host *host, const char *user)
{
	const struct bot_message message = {.sender = user, .room = "", .private = true};
	const struct bot_match_filter filter = {.player = user, .status = -1};
	struct bot_reader reader = {.host = host, .user = user};
	json_t *state = bot_scratch_json(json_object());
	char name[BOT_LABEL_SIZE];

	reader.lang = bot_language_of_message(host, &message);
	bot_name_label(host->store, user, name);
	json_object_set_new(state, "type", json_string("table"));
	json_object_set_new(state, "name", bot_text_json(name));
	json_object_set_new(
		state, "hands", json_string(bot_held_hand_wanted(host, user) ? "page" : "chat"));
	json_object_set_new(state, "auto", json_boolean(bot_automatic_wanted(host, user)));
	add_own(state, "night", bot_night_view_own(&reader));
	add_own(state, "seasons", season_view_own(&reader));
	return write_table(&reader, &filter, state);
}

enum bot_error bot_table_of_user(struct bot_host *host, const char *user, char **json)
{
	BOT_ATTEMPT(*json = write_table_of_user(host, user));
}

static char *write_table_of_room(struct bot_host *host, const char *room)
{
	const struct bot_match_filter filter = {.room = room, .status = -1};
	struct bot_reader reader = {.host = host};
	json_t *state = bot_scratch_json(json_object());

	reader.lang = bot_language_of_room(host, room);
	json_object_set_new(state, "type", json_string("board"));
	if (bot_competition_view_exists(host, room, BOT_KIND_NIGHT))
		json_object_set_new(state, "night", json_true());
	if (bot_competition_view_exists(host, room, BOT_KIND_SEASON))
		json_object_set_new(state, "season", json_true());
	return write_table(&reader, &filter, state);
}

enum bot_error bot_table_of_room(struct bot_host *host, const char *room, char **json)
{
	BOT_ATTEMPT(*json = write_table_of_room(host, room));
}

/* Writes the state of a competition of a room, whose JSON `view` makes. */
static char *write_competition(struct bot_host *host, const char *room, const char *type,
	json_t *(*view)(const struct bot_reader *reader, const char *room))
{
	const struct bot_port *port = host->port;
	struct bot_reader reader = {.host = host};
	json_t *state = bot_scratch_json(json_object());

	reader.lang = bot_language_of_room(host, room);
	json_object_set_new(state, "type", json_string(type));
	json_object_set_new(state, "language", json_string(reader.lang->code));
	json_object_set_new(state, "now", json_integer(port->now(port->self)));
	json_object_set_new(state, type, view(&reader, room));
	return json_dumps(state, JSON_COMPACT);
}

enum bot_error bot_table_of_night(struct bot_host *host, const char *room, char **json)
{
	BOT_ATTEMPT(*json = write_competition(host, room, "night", bot_night_view));
}

enum bot_error bot_table_of_season(struct bot_host *host, const char *room, char **json)
{
	BOT_ATTEMPT(*json = write_competition(host, room, "season", season_view));
}
