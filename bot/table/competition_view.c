#include "bot/table/competition_view.h"

#include "bot/base/duration.h"
#include "bot/call/time.h"
#include "bot/competition/loading.h"

#include <stdlib.h>

static enum bot_error find(const struct bot_host *host, const char *room,
	enum bot_competition_kind kind, struct bot_competition *competition)
{
	static const int64_t shown_for[] = {
		[BOT_KIND_NIGHT] = BOT_DAY, [BOT_KIND_SEASON] = 4 * BOT_WEEK};
	const struct bot_port *port = host->port;

	enum bot_error error = bot_competition_shown(
		host->store, room, kind, port->now(port->self) - shown_for[kind], competition);
	/* A damaged competition ends by itself, and must not stop the board. */
	return error == BOT_STORE_CORRUPT ? BOT_NOT_FOUND : error;
}

enum bot_error bot_competition_view_exists(
	struct bot_host *host, const char *room, enum bot_competition_kind kind, bool *exists)
{
	struct bot_competition competition;
	enum bot_error error = find(host, room, kind, &competition);

	*exists = !error;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_competition_view_of(
	const struct bot_reader *reader, int64_t id, bot_shown_write *write, json_t **json)
{
	struct bot_shown shown = {.reader = reader};
	json_t *made = json_object();

	*json = NULL;
	enum bot_error error = bot_competition_load(reader->host, id, &shown.night);
	if (!error)
		error = write(&shown, made);
	if (error)
		json_decref(made);
	else
		*json = made;
	free(shown.night);
	return error == BOT_STORE_CORRUPT || error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_competition_view(const struct bot_reader *reader, const char *room,
	enum bot_competition_kind kind, bot_shown_write *write, json_t **json)
{
	struct bot_competition competition;

	*json = NULL;
	enum bot_error error = find(reader->host, room, kind, &competition);
	if (!error)
		error = bot_competition_view_of(reader, competition.id, write, json);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*json = *json ? *json : json_null();
	return BOT_OK;
}

void bot_competition_view_add_terms(const struct bot_competition *competition, json_t *json)
{
	json_object_set_new(json, "touches", json_integer(competition->rules.touches));
	json_object_set_new(json, "level", json_string(eg_rules_name(&competition->rules.round)));
	json_object_set_new(json, "turn", json_integer(competition->clock));
}

enum bot_error bot_competition_view_add_time(
	const struct bot_shown *shown, const char *key, int64_t time, json_t *json)
{
	const struct bot_port *port = shown->reader->host->port;
	int64_t now = 0;

	enum bot_error error = bot_time_now(shown->reader->host, &now);
	json_object_set_new(json, key, json_integer(port->now(port->self) + time - now));
	return error;
}
