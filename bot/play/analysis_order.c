#include "bot/play/analysis_order.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"

#include <string.h>

/*
 * An analysis that was asked for earlier lets one that was asked for later come first if this has
 * fewer rounds, but only so many rounds count. A stranger's analysis lets so many more come first.
 */
#define ROUNDS_MOST 16
#define STRANGER    4

/* The people of one origin may have half of the queue, and the newcomers among them a quarter. */
#define ORIGIN_MOST    (BOT_ANALYSES_WAITING_MOST / 2)
#define NEWCOMERS_MOST (BOT_ANALYSES_WAITING_MOST / 4)

/* Whether the user is of the bot's own server. */
static bool is_local(const struct bot_port *port, const char *user)
{
	char own[BOT_ID_SIZE] = "", site[BOT_ID_SIZE] = "";

	if (!port->site || !port->user || !user[0])
		return !port->site;
	port->site(port->self, port->user, own);
	port->site(port->self, user, site);
	return strcmp(own, site) == 0;
}

static int64_t rank(const struct bot_port *port, const struct bot_waiting_analysis *waiting)
{
	int64_t rounds = waiting->rounds < ROUNDS_MOST ? waiting->rounds : ROUNDS_MOST;

	return waiting->number + rounds + (is_local(port, waiting->asker) ? 0 : STRANGER);
}

int64_t bot_analysis_order_first(const struct bot_port *port, const struct bot_analyses *waiting)
{
	int64_t match = 0, least = INT64_MAX;

	for (size_t i = 0; i < waiting->count; i++) {
		int64_t own = rank(port, &waiting->list[i]);

		if (own >= least)
			continue;
		least = own;
		match = waiting->list[i].match;
	}
	return match;
}

bool bot_analysis_order_has_room(const struct bot_call *call)
{
	const char *asker[BOT_ANALYSES_WAITING_MOST];
	struct bot_origin_share share = {
		.holder = asker, .newcomers_most = NEWCOMERS_MOST, .most = ORIGIN_MOST};
	struct bot_analyses waiting;

	waiting.count = bot_store_analyses_waiting(call->host->store, waiting.list);
	for (size_t i = 0; i < waiting.count; i++)
		if (waiting.list[i].asker[0])
			asker[share.count++] = waiting.list[i].asker;
	return waiting.count < BOT_ANALYSES_WAITING_MOST && bot_origin_share_check(call, &share);
}
