#include "adapters/console/world.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int64_t read_clock(const struct con_world *world, clockid_t clock)
{
	struct timespec now = {0};

	if (!world->seeded)
		clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + world->passed;
}

int64_t con_world_steady(const struct con_world *world)
{
	return read_clock(world, CLOCK_MONOTONIC);
}

static int64_t port_now(void *self)
{
	return read_clock(self, CLOCK_REALTIME);
}

static int64_t port_steady(void *self)
{
	return con_world_steady(self);
}

/* Every call draws from a stream of its own: ChaCha20, whose key is the seed and the call. */
static void port_random(void *self, void *out, size_t size)
{
	struct con_world *world = self;
	unsigned char key[randombytes_SEEDBYTES] = {0};

	if (!world->seeded) {
		randombytes_buf(out, size);
		return;
	}
	for (size_t i = 0; i < 8; i++) {
		key[i] = (unsigned char)(world->seed >> (8 * i));
		key[8 + i] = (unsigned char)(world->drawn >> (8 * i));
	}
	world->drawn++;
	randombytes_buf_deterministic(out, size, key);
}

static bool port_moderates(void *self, const char *room, const char *user)
{
	const struct con_world *world = self;

	for (size_t i = 0; i < world->moderators; i++)
		if (!strcmp(world->moderator[i].room, room) &&
			!strcmp(world->moderator[i].user, user))
			return true;
	return false;
}

void con_world_init(struct con_world *world, bool seeded, uint64_t seed, struct bot_port *port)
{
	*world = (struct con_world){.seeded = seeded, .seed = seed};
	*port = (struct bot_port){
		.self = world,
		.now = port_now,
		.steady = port_steady,
		.random = port_random,
		.moderates = port_moderates,
	};
}

bool con_world_add_moderator(struct con_world *world, const char *room, const char *user)
{
	if (port_moderates(world, room, user))
		return true;
	if (world->moderators == CON_WORLD_MAX)
		return false;
	struct con_moderator *moderator = &world->moderator[world->moderators++];
	snprintf(moderator->room, sizeof(moderator->room), "%s", room);
	snprintf(moderator->user, sizeof(moderator->user), "%s", user);
	return true;
}

static size_t find_refuser(const struct con_world *world, const char *user)
{
	size_t i = 0;

	while (i < world->refusers && strcmp(world->refuser[i], user) != 0)
		i++;
	return i;
}

bool con_world_refuses(const struct con_world *world, const char *user)
{
	return find_refuser(world, user) < world->refusers;
}

bool con_world_set_refusing(struct con_world *world, const char *user, bool refuses)
{
	size_t i = find_refuser(world, user);

	if (refuses == (i < world->refusers))
		return true;
	if (!refuses) {
		world->refusers--;
		memmove(world->refuser[i], world->refuser[i + 1],
			(world->refusers - i) * sizeof(world->refuser[0]));
		return true;
	}
	if (i == CON_WORLD_MAX)
		return false;
	snprintf(world->refuser[i], sizeof(world->refuser[i]), "%s", user);
	world->refusers++;
	return true;
}
