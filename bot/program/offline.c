#include "bot/program/offline.h"

#include "bot/program/open.h"

#include <sodium.h>
#include <time.h>

static int64_t read_clock(clockid_t clock)
{
	struct timespec now = {0};

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t now(void *self)
{
	(void)self;
	return read_clock(CLOCK_REALTIME);
}

static int64_t steady(void *self)
{
	(void)self;
	return read_clock(CLOCK_MONOTONIC);
}

static void fill_random(void *self, void *out, size_t size)
{
	(void)self;
	randombytes_buf(out, size);
}

static bool moderates(void *self, const char *room, const char *user)
{
	(void)self;
	(void)room;
	(void)user;
	return false;
}

bool offline_change(const struct cfg *config,
	enum bot_error (*change)(struct bot_host *host, struct bot_store *store, const void *self),
	const void *self)
{
	static const struct bot_port port = {NULL, now, steady, fill_random, moderates};
	struct bot_store *store = NULL;
	struct bot_host *host = NULL;
	enum bot_error error;

	if (!open_store(config->store, stderr, &store))
		return false;
	error = bot_host_create(store, &port, config, &host);
	if (!error)
		error = bot_store_begin(store);
	if (!error)
		error = change(host, store, self);
	if (!error)
		error = bot_store_commit(store);
	if (error)
		bot_store_rollback(store);
	if (error && error != BOT_INVALID)
		open_explain(config->store, error, 0, stderr);
	bot_host_destroy(host);
	bot_store_close(store);
	return !error;
}
