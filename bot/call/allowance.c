#include "bot/call/allowance.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"

#include <string.h>

/*
 * An allowance is a bucket of at most `most` uses. Every `share` milliseconds the bucket regains
 * one use. The store keeps the time when the bucket is full again. Allowances use the wall clock,
 * because a bucket must also fill while the bot is down, when the host's time stands still.
 */
static const struct {
	int64_t share;
	int64_t most;
} allowances[] = {
	[BOT_ALLOW_RING] = {20 * BOT_MINUTE, 3},
	[BOT_ALLOW_CHALLENGE] = {8 * BOT_HOUR, 3},
	[BOT_ALLOW_CORRECT] = {2 * BOT_HOUR, 4},
	[BOT_ALLOW_PROPOSE] = {5 * BOT_MINUTE, 6},
	[BOT_ALLOW_FORGET] = {24 * BOT_HOUR, 1},
	[BOT_ALLOW_STRANGERS] = {10 * BOT_MINUTE, 6},
	[BOT_ALLOW_MUTED] = {8 * BOT_HOUR, 1},
	[BOT_ALLOW_VERIFY] = {BOT_HOUR, 1},
	[BOT_ALLOW_LOBBY] = {15 * BOT_MINUTE, 3},
	[BOT_ALLOW_LOBBY_NEW] = {30 * BOT_MINUTE, 2},
	[BOT_ALLOW_CONTEST] = {8 * BOT_HOUR, 2},
	[BOT_ALLOW_TABLE] = {BOT_HOUR, 1},
	[BOT_ALLOW_SHEET] = {BOT_HOUR / 2, 1},
	[BOT_ALLOW_TEAMS] = {BOT_MINUTE, 8},
	[BOT_ALLOW_MOVE] = {10 * BOT_MINUTE, 1},
	[BOT_ALLOW_REOPEN] = {24 * BOT_HOUR, 1},
	[BOT_ALLOW_RECORDS] = {BOT_HOUR, 6},
	/* half of the rooms that Synapse lets an account make (rc_room_creation) */
	[BOT_ALLOW_EARLY] = {2 * BOT_MINUTE, 5},
};

int64_t bot_allowance_take(
	struct bot_host *host, enum bot_allowance kind, const char *sender, const char *receiver)
{
	int64_t share = allowances[kind].share, empty = share * allowances[kind].most;
	int64_t now = host->port->now(host->port->self), full = now;

	bot_store_allowance(host->store, kind, sender, receiver, &full);
	if (full < now)
		full = now;
	bool set_back = full > now + empty; /* the wall clock has jumped back */
	if (set_back)
		full = now + empty;
	int64_t over = full + share - (now + empty);
	if (over <= 0 || set_back)
		bot_store_set_allowance(
			host->store, kind, sender, receiver, over > 0 ? full : full + share);
	return over > 0 ? over : 0;
}

void bot_allowance_give_back(
	struct bot_host *host, enum bot_allowance kind, const char *sender, const char *receiver)
{
	int64_t full = 0;

	if (!bot_store_allowance(host->store, kind, sender, receiver, &full))
		return;
	bot_store_set_allowance(host->store, kind, sender, receiver, full - allowances[kind].share);
}

enum bot_ring bot_allowance_ring(struct bot_host *host, const char *sender, const char *receiver)
{
	return bot_allowance_take(host, BOT_ALLOW_RING, sender, receiver) > 0 ? BOT_QUIET
									      : BOT_RING;
}

enum bot_ring bot_allowance_ring_by_stranger(struct bot_host *host, const char *receiver)
{
	return bot_allowance_take(host, BOT_ALLOW_STRANGERS, receiver, receiver) > 0 ? BOT_QUIET
										     : BOT_RING;
}

bool bot_origin_share_is_newcomer(struct bot_host *host, const char *user)
{
	struct bot_rating rating;

	return !bot_rating_get(host->store, NULL, user, &rating);
}

/* Whether the user has the origin of the call's sender. */
static bool is_alike(const struct bot_call *call, const char *user)
{
	const struct bot_port *port = call->host->port;
	char site[BOT_ID_SIZE] = "";

	if (port->site)
		port->site(port->self, user, site);
	return strcmp(site, call->message->origin) == 0;
}

bool bot_origin_share_check(const struct bot_call *call, const struct bot_origin_share *share)
{
	size_t alike = 0, newcomers = 0;

	if (!call->message->origin)
		return true;
	bool newcomer = bot_origin_share_is_newcomer(call->host, call->message->sender);
	for (size_t i = 0; i < share->count; i++) {
		if (!is_alike(call, share->holder[i]))
			continue;
		alike++;
		newcomers += newcomer && bot_origin_share_is_newcomer(call->host, share->holder[i]);
	}
	return alike < share->most && (!newcomer || newcomers < share->newcomers_most);
}
