/* Stands for this folder in a build without PostgreSQL. */
#include "bot/store/postgresql/database.h"

#include "bot/base/memory.h"
#include "bot/store/opening.h"
#include "bot/store/standby.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct bot_standby {
	char fault[BOT_FAULT_SIZE];
};

bool bot_store_has_server(void)
{
	return false;
}

static enum bot_error refuse(char fault[BOT_FAULT_SIZE])
{
	snprintf(fault, BOT_FAULT_SIZE,
		"this engarde-bot was built without PostgreSQL; name a file, or build it with "
		"-DENGARDE_POSTGRESQL=ON");
	errno = 0;
	return BOT_STORE_FAILED;
}

enum bot_error bot_server_store_open(
	const char *url, const char *account, struct bot_store **store, char fault[BOT_FAULT_SIZE])
{
	(void)url;
	(void)account;
	(void)store;
	return refuse(fault);
}

enum bot_error bot_server_store_open_to_read(
	const char *url, struct bot_store **store, char fault[BOT_FAULT_SIZE])
{
	(void)url;
	(void)store;
	return refuse(fault);
}

enum bot_error bot_server_store_probe(const char *url, char fault[BOT_FAULT_SIZE])
{
	(void)url;
	return refuse(fault);
}

struct bot_standby *bot_standby_create(const char *url, const char *account)
{
	(void)url;
	(void)account;
	return bot_calloc(1, sizeof(struct bot_standby));
}

void bot_standby_destroy(struct bot_standby *standby)
{
	free(standby);
}

void bot_standby_on_wait(struct bot_standby *standby, void (*serve)(void *self), void *self)
{
	(void)standby;
	(void)serve;
	(void)self;
}

enum bot_error bot_standby_try(struct bot_standby *standby, struct bot_store **store)
{
	(void)store;
	return refuse(standby->fault);
}

const char *bot_standby_leader(const struct bot_standby *standby)
{
	(void)standby;
	return "";
}

const char *bot_standby_detail(const struct bot_standby *standby)
{
	return standby->fault;
}
