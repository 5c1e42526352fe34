#include "bot/table/table_view.h"

#include "bot/match/loading.h"
#include "bot/play/automatic.h"
#include "bot/show/held_hand.h"
#include "bot/table/match_view.h"
#include "bot/table/night_view.h"
#include "bot/table/position.h"
#include "bot/table/season_view.h"

#include <stdlib.h>

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
		table->ranked[i] = json_array();
}

/* Returns all matches in one array, and frees the others. */
static json_t *end_table(struct table *table)
{
	json_t *all = table->ranked[0];

	for (size_t i = 1; i < BOT_RANKS; i++) {
		json_array_extend(all, table->ranked[i]);
		json_decref(table->ranked[i]);
	}
	return all;
}

/* A match in a private room is for nobody but its player. */
static enum bot_error add_match(struct table *table, const struct bot_match *match)
{
	enum bot_match_rank rank;
	json_t *json;

	if (match->private && !table->reader->user)
		return BOT_OK;
	enum bot_error error = bot_match_view(table->reader, match, &rank, &json);
	if (!error)
		json_array_append_new(table->ranked[rank], json);
	return error;
}

static enum bot_error add_matches(struct table *table, const struct bot_match_filter *filter)
{
	struct bot_store *store = table->reader->host->store;
	struct bot_match_list *list;

	enum bot_error error = bot_match_list_load(store, filter, &list);
	if (error)
		return error;
	for (size_t i = 0; !error && i < list->count; i++)
		error = add_match(table, &list->match[i]);
	free(list);
	return error;
}

static enum bot_error add_last(
	struct table *table, const struct bot_match_filter *filter, int64_t now)
{
	struct bot_match match;

	enum bot_error error = bot_store_match_last(
		table->reader->host->store, filter->room, filter->player, &match);
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	return now - match.ended > SHOWN_FOR ? BOT_OK : add_match(table, &match);
}

/* Adds the matches to the fields in `state`, and writes the whole as a text. Steals `state`. */
static enum bot_error write_table(const struct bot_reader *reader,
	const struct bot_match_filter *filter, json_t *state, char **json)
{
	const struct bot_port *port = reader->host->port;
	int64_t now = port->now(port->self);
	struct table table;

	begin_table(&table, reader);
	enum bot_error error = add_matches(&table, filter);
	if (!error)
		error = add_last(&table, filter, now);
	json_object_set_new(state, "language", json_string(reader->lang->code));
	json_object_set_new(state, "now", json_integer(now));
	json_object_set_new(state, "matches", end_table(&table));
	if (!error)
		*json = json_dumps(state, JSON_COMPACT);
	json_decref(state);
	return error;
}

/* Adds the reader's part in a competition, if they take part in one. */
static enum bot_error add_own(const struct bot_reader *reader, const char *key,
	enum bot_error (*view)(const struct bot_reader *reader, json_t **json), json_t *state)
{
	json_t *own;
	enum bot_error error = view(reader, &own);

	if (!error && own)
		json_object_set_new(state, key, own);
	return error;
}

enum bot_error bot_table_of_user(struct bot_host *host, const char *user, char **json)
{
	const struct bot_message message = {.sender = user, .room = "", .private = true};
	const struct bot_match_filter filter = {.player = user, .status = -1};
	struct bot_reader reader = {.host = host, .user = user};
	char name[BOT_LABEL_SIZE];
	bool held = false, automatic = false;

	enum bot_error error = bot_language_of_message(host, &message, &reader.lang);
	if (!error)
		error = bot_name_label(host->store, user, name);
	if (!error)
		error = bot_held_hand_wanted(host, user, &held);
	if (!error)
		error = bot_automatic_wanted(host, user, &automatic);
	if (error)
		return error;
	json_t *state = json_object();
	json_object_set_new(state, "type", json_string("table"));
	json_object_set_new(state, "name", bot_text_json(name));
	json_object_set_new(state, "hands", json_string(held ? "page" : "chat"));
	json_object_set_new(state, "auto", json_boolean(automatic));
	error = add_own(&reader, "night", bot_night_view_own, state);
	if (!error)
		error = add_own(&reader, "seasons", bot_season_view_own, state);
	if (!error)
		return write_table(&reader, &filter, state, json);
	json_decref(state);
	return error;
}

enum bot_error bot_table_of_room(struct bot_host *host, const char *room, char **json)
{
	const struct bot_match_filter filter = {.room = room, .status = -1};
	struct bot_reader reader = {.host = host};
	bool has_night, has_season;

	enum bot_error error = bot_language_of_room(host, room, &reader.lang);
	if (!error)
		error = bot_night_view_exists(host, room, &has_night);
	if (!error)
		error = bot_season_view_exists(host, room, &has_season);
	if (error)
		return error;
	json_t *state = json_object();
	json_object_set_new(state, "type", json_string("board"));
	if (has_night)
		json_object_set_new(state, "night", json_true());
	if (has_season)
		json_object_set_new(state, "season", json_true());
	return write_table(&reader, &filter, state, json);
}

/* Writes the state of a competition of a room, whose JSON `view` makes. */
static enum bot_error write_competition(struct bot_host *host, const char *room, const char *type,
	enum bot_error (*view)(const struct bot_reader *reader, const char *room, json_t **json),
	char **json)
{
	const struct bot_port *port = host->port;
	struct bot_reader reader = {.host = host};
	json_t *shown;

	enum bot_error error = bot_language_of_room(host, room, &reader.lang);
	if (!error)
		error = view(&reader, room, &shown);
	if (error)
		return error;
	json_t *state = json_pack("{s:s, s:s, s:I, s:o}", "type", type, "language",
		reader.lang->code, "now", (json_int_t)port->now(port->self), type, shown);
	*json = json_dumps(state, JSON_COMPACT);
	json_decref(state);
	return BOT_OK;
}

enum bot_error bot_table_of_night(struct bot_host *host, const char *room, char **json)
{
	return write_competition(host, room, "night", bot_night_view, json);
}

enum bot_error bot_table_of_season(struct bot_host *host, const char *room, char **json)
{
	return write_competition(host, room, "season", bot_season_view, json);
}
