#include "bot/command/allowance.h"

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)

/*
 * Each allowance is a bucket of `most` uses. The store keeps the time when the bucket is full
 * again. One use comes back every `share` milliseconds. Allowances use the wall clock, since the
 * host's time stands still while no timer runs. They also come back while the bot is down.
 */
static const struct {
	int64_t share;
	int64_t most;
} buckets[] = {
	[BOT_ALLOW_RING] = {20 * MINUTE, 3},
	[BOT_ALLOW_CHALLENGE] = {8 * HOUR, 3},
	[BOT_ALLOW_PROPOSE] = {5 * MINUTE, 6},
	[BOT_ALLOW_STRANGERS] = {10 * MINUTE, 6},
};

enum bot_error bot_allowance_take(struct bot_host *host, enum bot_allowance kind,
	const char *sender, const char *receiver, int64_t *wait)
{
	int64_t share = buckets[kind].share, empty = share * buckets[kind].most;
	int64_t now = host->port->now(host->port->self), full = now;

	enum bot_error error = bot_store_allowance(host->store, kind, sender, receiver, &full);
	if (error && error != BOT_NOT_FOUND)
		return error;
	if (full < now)
		full = now;
	bool set_back = full > now + empty; /* the wall clock was set back */
	if (set_back)
		full = now + empty;
	int64_t over = full + share - (now + empty);
	*wait = over > 0 ? over : 0;
	if (over > 0 && !set_back)
		return BOT_OK;
	return bot_store_set_allowance(
		host->store, kind, sender, receiver, over > 0 ? full : full + share);
}

enum bot_error bot_allowance_ring(
	struct bot_host *host, const char *sender, const char *receiver, enum bot_ring *ring)
{
	int64_t wait = 0;

	enum bot_error error = bot_allowance_take(host, BOT_ALLOW_RING, sender, receiver, &wait);
	*ring = wait > 0 ? BOT_QUIET : BOT_RING;
	return error;
}

enum bot_error bot_allowance_ring_by_stranger(
	struct bot_host *host, const char *receiver, enum bot_ring *ring)
{
	int64_t wait = 0;

	enum bot_error error =
		bot_allowance_take(host, BOT_ALLOW_STRANGERS, receiver, receiver, &wait);
	if (wait > 0)
		*ring = BOT_QUIET;
	return error;
}
