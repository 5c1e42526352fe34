#include "bot/table/competition_view.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/time.h"
#include "bot/competition/loading.h"
#include "bot/table/position.h"

/* A damaged competition ends by itself, and must not stop the board. */
static bool find(const struct bot_host *host, const char *room, enum bot_competition_kind kind,
	struct bot_competition *competition)
{
	static const int64_t shown_for[] = {
		[BOT_KIND_NIGHT] = BOT_DAY, [BOT_KIND_SEASON] = 4 * BOT_WEEK};
	const struct bot_port *port = host->port;

	return bot_sound(bot_competition_shown(
		host->store, room, kind, port->now(port->self) - shown_for[kind], competition));
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
