#include "bot/table/table_view.h"

#include "bot/base/attempt.h"
#include "bot/match/loading.h"
#include "bot/play/automatic.h"
#include "bot/show/hand.h"
#include "bot/table/competition_view.h"
#include "bot/table/match_view.h"
#include "bot/table/night_view.h"
#include "bot/table/position.h"

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

	if (!bot_store_match_last(table->reader->host->store, filter->room, filter->player, &match))
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
	add_own(state, "seasons", bot_season_view_own(&reader));
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
	BOT_ATTEMPT(*json = write_competition(host, room, "season", bot_season_view));
}
