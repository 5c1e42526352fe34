/* What the host asks of the world, and the console may decide: time, luck and who moderates. */
#ifndef CONSOLE_WORLD_H
#define CONSOLE_WORLD_H

#include "bot/port.h"
#include "bot/store.h"

#define CON_WORLD_MAX 32 /* moderators, and people out of reach */

struct con_world {
	bool seeded;
	uint64_t seed, drawn;
	int64_t passed; /* milliseconds that were waited for */
	struct con_moderator {
		char room[BOT_ID_SIZE], user[BOT_ID_SIZE];
	} moderator[CON_WORLD_MAX];
	size_t moderators;
	char refuser[CON_WORLD_MAX][BOT_ID_SIZE]; /* people who refuse private messages */
	size_t refusers;
};

/* The port borrows the world. */
void con_world_init(struct con_world *world, bool seeded, uint64_t seed, struct bot_port *port);

int64_t con_world_steady(const struct con_world *world);

/* False when there is no more room. */
bool con_world_add_moderator(struct con_world *world, const char *room, const char *user);
bool con_world_set_refusing(struct con_world *world, const char *user, bool refuses);
bool con_world_refuses(const struct con_world *world, const char *user);

#endif
