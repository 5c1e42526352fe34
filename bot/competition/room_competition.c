#include "bot/competition/room_competition.h"

#include "bot/competition/loading.h"
#include "bot/competition/own_competition.h"
#include "bot/show/muted_room.h"

#include <stdlib.h>

enum bot_error bot_competition_say(const struct bot_call *call, enum bot_msg msg)
{
	return bot_reply(call, msg, (struct bot_args){0});
}

/* Finds the competition of a room that goes on. Sets competition->id to 0 if there is none. */
static enum bot_error find_live(const struct bot_call *call, const char *room,
	enum bot_competition_kind kind, struct bot_competition *competition)
{
	enum bot_error error = bot_competition_find(call->host->store, room, kind, competition);

	/* A damaged row ends when it is due (progress.h), and must not stop other commands. */
	if (error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT ||
		(!error && competition->stage == BOT_STAGE_ENDED)) {
		competition->id = 0;
		return BOT_OK;
	}
	return error;
}

enum bot_error bot_competition_find_live(const struct bot_call *call,
	enum bot_competition_kind kind, struct bot_competition *competition)
{
	return find_live(call, call->message->room, kind, competition);
}

enum bot_error bot_competition_is_second(
	struct bot_host *host, const struct bot_competition *competition, bool *second)
{
	struct bot_competition first = {0};

	enum bot_error error =
		bot_competition_find(host->store, competition->room, competition->kind, &first);
	*second = !error && competition->stage != BOT_STAGE_ENDED && first.id != competition->id;
	return error == BOT_NOT_FOUND || error == BOT_STORE_CORRUPT ? BOT_OK : error;
}

enum bot_error bot_competition_goes_on(
	const struct bot_call *call, enum bot_competition_kind kind, bool *on)
{
	struct bot_competition competition = {0};
	char room[1][BOT_ID_SIZE];
	size_t count = 0;

	enum bot_error error = call->message->private
				       ? bot_competition_rooms_of(call->host->store,
						 call->message->sender, kind, room, 1, &count)
				       : bot_competition_find_live(call, kind, &competition);
	*on = count > 0 || competition.id != 0;
	return error;
}

static enum bot_error load(const struct bot_call *call, const char *room,
	enum bot_competition_kind kind, struct bot_night **night)
{
	struct bot_competition competition;

	enum bot_error error = find_live(call, room, kind, &competition);
	if (error)
		return error;
	if (competition.id != 0)
		error = bot_competition_load(call->host, competition.id, night);
	if (competition.id == 0 || error == BOT_STORE_CORRUPT)
		return bot_competition_say(
			call, kind == BOT_KIND_SEASON ? BOT_MSG_SEASON_NONE : BOT_MSG_NIGHT_NONE);
	return error;
}

enum bot_error bot_competition_of_room(
	const struct bot_call *call, enum bot_competition_kind kind, struct bot_night **night)
{
	char room[BOT_ID_SIZE];

	*night = NULL;
	if (!call->message->private)
		return load(call, call->message->room, kind, night);
	enum bot_error error = bot_own_competition_find(call, kind, room);
	return error || !room[0] ? error : load(call, room, kind, night);
}

enum bot_error bot_competition_with(const struct bot_call *call, enum bot_competition_kind kind,
	enum bot_error (*run)(const struct bot_call *call, struct bot_night *night))
{
	struct bot_night *night;

	enum bot_error error = bot_competition_of_room(call, kind, &night);
	if (!error && night)
		error = run(call, night);
	free(night);
	return error;
}

bool bot_competition_is_seen(const struct bot_host *host, const char *room)
{
	const struct bot_port *port = host->port;

	return (!port->is_inside || port->is_inside(port->self, room)) &&
	       !bot_muted_room_is(host, room);
}
