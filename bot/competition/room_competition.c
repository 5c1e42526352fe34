#include "bot/competition/room_competition.h"

#include "bot/base/attempt.h"
#include "bot/competition/loading.h"
#include "bot/competition/named_room.h"
#include "bot/match/loading.h"
#include "bot/show/muted_room.h"

void bot_competition_say(
	const struct bot_call *call, enum bot_competition_kind kind, enum bot_msg msg)
{
	char command[BOT_WORDS_SIZE];

	bot_reply(call, msg, bot_kind_args(call->lang, kind, command));
}

bool bot_competition_find_live_in(struct bot_host *host, const char *room,
	enum bot_competition_kind kind, struct bot_competition *competition)
{
	/* A damaged row ends when it is due (contest_life.h), and must not stop other commands. */
	return bot_competition_find(host->store, room, kind, competition) &&
	       competition->stage != BOT_STAGE_ENDED;
}

bool bot_competition_find_live(const struct bot_call *call, enum bot_competition_kind kind,
	struct bot_competition *competition)
{
	return bot_competition_find_live_in(call->host, call->message->room, kind, competition);
}

bool bot_competition_is_surplus(struct bot_host *host, const struct bot_competition *competition)
{
	struct bot_competition first;

	return bot_competition_find(host->store, competition->room, competition->kind, &first) &&
	       competition->stage != BOT_STAGE_ENDED && first.id != competition->id;
}

bool bot_competition_goes_on(const struct bot_call *call, enum bot_competition_kind kind)
{
	struct bot_competition competition;
	char room[1][BOT_ID_SIZE];

	if (!call->message->private)
		return bot_competition_find_live(call, kind, &competition);
	return bot_competition_rooms_of(call->host->store, call->message->sender, kind, room, 1) >
	       0;
}

static struct bot_contest *load(
	const struct bot_call *call, const char *room, const struct bot_kind *kind)
{
	struct bot_competition competition;
	struct bot_contest *contest = NULL;

	if (bot_competition_find_live_in(call->host, room, kind->id, &competition))
		contest = bot_competition_load(call->host, competition.id);
	if (!contest)
		bot_competition_say(call, kind->id, kind->none);
	return contest;
}

struct bot_contest *bot_competition_of_room(
	const struct bot_call *call, const struct bot_kind *kind)
{
	char room[BOT_ID_SIZE];

	if (!call->message->private)
		return load(call, call->message->room, kind);
	bot_named_room_find(call, kind->id, room);
	return room[0] ? load(call, room, kind) : NULL;
}

void bot_competition_with(
	const struct bot_call *call, const struct bot_kind *kind, bot_contest_action *run)
{
	struct bot_contest *contest = bot_competition_of_room(call, kind);

	if (contest)
		run(call, kind, contest);
}

bool bot_competition_is_seen(const struct bot_host *host, const char *room)
{
	const struct bot_port *port = host->port;

	return (!port->is_inside || port->is_inside(port->self, room)) &&
	       !bot_muted_room_is(host, room);
}

void bot_competition_find_previous(
	struct bot_host *host, const struct bot_kind *kind, struct bot_competition *competition)
{
	struct bot_contest *last = bot_competition_load_last(host, competition->room, kind->id);

	if (last)
		competition->previous =
			kind->has_result(last) ? last->competition.id : last->competition.previous;
}
