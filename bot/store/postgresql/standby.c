#include "bot/store/standby.h"

#include "bot/base/memory.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/take_over.h"

#include <stdlib.h>

struct bot_standby {
	struct bot_server_store *server; /* NULL after the store has been taken over */
	char leader[BOT_LEADER_SIZE];
};

struct bot_standby *bot_standby_create(const char *url, const char *account)
{
	struct bot_standby *standby = bot_calloc(1, sizeof(*standby));

	standby->server = bot_server_create(url, account);
	return standby;
}

void bot_standby_destroy(struct bot_standby *standby)
{
	if (standby && standby->server)
		bot_store_close(&standby->server->store);
	free(standby);
}

void bot_standby_on_wait(struct bot_standby *standby, void (*serve)(void *self), void *self)
{
	bot_store_on_wait(&standby->server->store, serve, self);
}

enum bot_error bot_standby_try(struct bot_standby *standby, struct bot_store **store)
{
	enum bot_error error = bot_server_take_over(standby->server);

	standby->leader[0] = '\0';
	if (!error) {
		bot_standby_on_wait(standby, NULL, NULL);
		*store = &standby->server->store;
		standby->server = NULL;
	}
	/* The tables may not be there yet, and the name is of no importance. */
	if (error == BOT_STORE_IN_USE &&
		bot_server_read_leader(standby->server, standby->leader, sizeof(standby->leader)))
		standby->leader[0] = '\0';
	return error;
}

const char *bot_standby_leader(const struct bot_standby *standby)
{
	return standby->leader;
}

const char *bot_standby_detail(const struct bot_standby *standby)
{
	return bot_store_detail(&standby->server->store);
}
