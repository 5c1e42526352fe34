/*
 * The homeserver without its network: rooms, members and the stream of events. Each event is stored
 * as the JSON that is sent, so an answer only copies it, and all searches use tables. The
 * homeserver of tests/sim has virtual time and more faults. This one serves the real program, with
 * many rooms and long histories.
 */
#ifndef TESTS_LOOPBACK_WORLD_H
#define TESTS_LOOPBACK_WORLD_H

#include "tests/loopback/text.h"
#include "tests/sim/random.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LO_NONE SIZE_MAX
#define LO_BOT  0 /* the first user */
#define LO_ID   64

/* Times are microseconds of a clock that only moves forward. */
#define LO_MILLISECOND INT64_C(1000)
#define LO_SECOND      (1000 * LO_MILLISECOND)

/* A message of the bot, with its last edit. */
struct lo_said {
	char *body, *html; /* html may be NULL */
	/* the stream position of the message that this one edits; 0: not an edit */
	size_t edits;
};

struct lo_event {
	char *text; /* JSON */
	size_t size, room, sender;
	/* the event's number among its sender's events, from 1: a part of the event id */
	size_t number;
	struct lo_said *said; /* the message, if the bot has sent it; otherwise NULL */
};

enum lo_membership { LO_OUT, LO_INVITED, LO_JOINED };

struct lo_member {
	size_t user, event; /* the stream position of the membership event */
	enum lo_membership membership;
};

struct lo_room {
	char id[LO_ID];
	size_t *events; /* stream positions, counted from 1 */
	size_t count, room;
	size_t *state; /* the stream positions of the state without members */
	size_t state_count, state_room;
	struct lo_member *members; /* the first member is the bot, if the bot is in the room */
	size_t member_count, member_room;
	size_t owner; /* the player whose private room this is; LO_NONE: not a private room */
	/* the index of the room's people (people.h); LO_NONE: the room has none */
	size_t bout;
	size_t last_said; /* the stream position of the bot's last message; 0: none */
	size_t answer;    /* the number of the last /sync answer that had the room */
};

struct lo_user {
	char id[LO_ID], name[LO_ID];
	size_t said;    /* how many messages the user has sent */
	size_t private; /* how many private rooms the bot made for the user */
	size_t bout;
};

struct lo_options {
	uint64_t seed;
	const char *bot;  /* the bot's user id */
	uint32_t limited; /* of a thousand requests, how many the server answers with 429 */
	uint32_t failed;  /* of a thousand requests, how many the server answers with 502 */
	/* of a thousand requests, for how many the server cuts the connection, before or after it
	 * executes them */
	uint32_t cut;
	/* how many milliseconds the answer 429 tells the bot to wait; 0: it names no time */
	int64_t retry_after;
	/* rate limit: how many messages a second, and how many at once; 0: no limit */
	double rate, burst;
	/* faults of a homeserver that laws.h must report: */
	/* forgets transaction ids: executes repeated requests again, and leaves the ids out of
	 * /sync */
	bool forgets;
	/* of a thousand messages, how many the homeserver accepts and loses */
	uint32_t swallows;
	/* how long the server delays each answer, and how long a player thinks, in milliseconds */
	int64_t delay, think;
	/* how many milliseconds /sync waits at most; 0: as long as the request says */
	int64_t poll;
	/* how many events a /sync answer has at most, as if the server were slow; 0: all */
	size_t share;
};

struct lo_world {
	struct lo_options options;
	struct sim_random random;
	int64_t now;
	struct lo_user *users;
	size_t user_count, user_room;
	struct lo_room *rooms;
	size_t room_count, room_room;
	struct lo_event *events; /* the stream of all events; its positions count from 1 */
	size_t event_count, event_room;
	size_t *own; /* the stream positions of the bot's events */
	size_t own_count, own_room;
	json_t *user_index, *room_index;
	json_t *sent; /* key: device, room and transaction id; value: stream position */
	json_t *direct;
	double credit;
	int64_t credit_at;
	size_t answers;     /* answers to /sync */
	int64_t first_sync; /* when the first /sync arrived; 0: not yet */
	size_t requests, limited, failed, cut;
	struct lo_people *people;
	struct lo_laws *laws;
};

struct lo_world *lo_world_create(const struct lo_options *options);
void lo_world_destroy(struct lo_world *world);

/* "@name:loopback" */
size_t lo_user_add(struct lo_world *world, const char *name);
/* Returns the index of a user or room with that id, or LO_NONE. */
size_t lo_user_by_id(const struct lo_world *world, const char *id);
size_t lo_room_by_id(const struct lo_world *world, const char *id);

/* Creates a room with that id and its creator as member. */
size_t lo_room_add(struct lo_world *world, const char *id, size_t creator, const char *creation);
void lo_room_set(struct lo_world *world, size_t room, size_t sender, size_t user,
	enum lo_membership membership);
/* Appends a state event other than a membership; `content` is JSON. */
void lo_room_state(
	struct lo_world *world, size_t room, size_t sender, const char *type, const char *content);
enum lo_membership lo_room_member(const struct lo_world *world, size_t room, size_t user);

/* Appends a message of the bot and returns its stream position; `content` is JSON. */
size_t lo_bot_says(struct lo_world *world, size_t room, const char *type, const char *txn,
	const char *content, size_t size);
/* Appends a message of a player. */
void lo_say(struct lo_world *world, size_t user, size_t room, const char *text);

#endif
