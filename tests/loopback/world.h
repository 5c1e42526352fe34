/*
 * The homeserver without its network: rooms, members and the stream, which is the list of all
 * events in their order. A stream position is the number of an event in this list. Each event is
 * stored as the JSON that the server sends, so an answer only copies this text, and all searches
 * use tables. The homeserver of tests/sim has virtual time and more faults. The homeserver of this
 * file serves the real program, with many rooms and long histories.
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

/*
 * A message or an edit of the bot. If a message was edited, `body` and `html` are those of its last
 * edit.
 */
struct lo_said {
	char *body, *html; /* html may be NULL */
	/* the stream position of the message that this message edits, or 0 if it is not an edit */
	size_t edits;
};

struct lo_event {
	char *text; /* JSON */
	size_t size, room, sender;
	/*
	 * the event's number among its sender's events, counted from 1. It is a part of the event
	 * id.
	 */
	size_t number;
	struct lo_said *said; /* NULL if the event is not a message or an edit of the bot */
};

enum lo_membership { LO_OUT, LO_INVITED, LO_JOINED };

struct lo_member {
	size_t user, event; /* the stream position of the membership event */
	enum lo_membership membership;
};

struct lo_room {
	char id[LO_ID];
	size_t *events; /* the stream positions of the room's events */
	size_t count, room;
	size_t *state; /* the stream positions of the state events, except the member events */
	size_t state_count, state_room;
	struct lo_member *members; /* if the bot is in the room, the bot is the first member */
	size_t member_count, member_room;
	/* the player whose private room this is, or LO_NONE if it is not a private room */
	size_t owner;
	/* the index of the room's people (people.h), or LO_NONE if the room has no people */
	size_t bout;
	/* the stream position of the bot's last message, or 0 if there is no message */
	size_t last_said;
	size_t answer; /* the number of the last section (see `answers`) that contained the room */
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
	uint32_t limited; /* how many of a thousand requests the server answers with 429 */
	uint32_t failed;  /* how many of a thousand requests the server answers with 502 */
	/*
	 * for how many of a thousand requests the server cuts the connection, before or after it
	 * executes the request
	 */
	uint32_t cut;
	/*
	 * how many milliseconds the answer 429 tells the bot to wait; with 0 the answer names no
	 * time
	 */
	int64_t retry_after;
	/*
	 * the rate limit: how many messages the bot may send a second, and how many at once. With 0
	 * there is no limit.
	 */
	double rate, burst;
	/* Two faults of the homeserver, which the tests must notice: */
	/*
	 * the homeserver forgets transaction ids: it executes repeated requests again, and leaves
	 * the ids, also those in the messages, out of /sync
	 */
	bool forgets;
	/* how many of a thousand messages the homeserver accepts but loses */
	uint32_t swallows;
	/* how long the server delays each answer, and how long a player thinks, in milliseconds */
	int64_t delay, think;
	/* how many milliseconds /sync waits at most; with 0 it waits as long as the request says */
	int64_t poll;
	bool holds_sync; /* /sync waits even if there are new events */
	/* how many events a /sync answer has at most, as on a slow server; 0 for no limit */
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
	/* the stream of all events; the first event has the stream position 1 */
	struct lo_event *events;
	size_t event_count, event_room;
	size_t *own; /* the stream positions of the bot's events */
	size_t own_count, own_room;
	json_t *user_index, *room_index;
	/* maps device, room and transaction id to the stream position of the bot's event */
	json_t *sent;
	json_t *direct;
	double credit;
	int64_t credit_at;
	size_t answers;     /* how many sections of /sync answers the server has built */
	int64_t first_sync; /* when the first /sync arrived, or 0 if none has arrived yet */
	size_t requests, limited, failed, cut;
	struct lo_people *people;
	struct lo_laws *laws;
};

struct lo_world *lo_world_create(const struct lo_options *options);
void lo_world_destroy(struct lo_world *world);

/* Adds a user with the id "@name:loopback" and returns the user's index. */
size_t lo_user_add(struct lo_world *world, const char *name);
/* Returns the index of a user or room with that id, or LO_NONE. */
size_t lo_user_by_id(const struct lo_world *world, const char *id);
size_t lo_room_by_id(const struct lo_world *world, const char *id);

/* Creates a room with this id. Its creator becomes a member. */
size_t lo_room_add(struct lo_world *world, const char *id, size_t creator, const char *creation);
void lo_room_set(struct lo_world *world, size_t room, size_t sender, size_t user,
	enum lo_membership membership);
enum lo_membership lo_room_member(const struct lo_world *world, size_t room, size_t user);

/* Appends a message of the bot and returns its stream position; `content` is JSON. */
size_t lo_bot_says(struct lo_world *world, size_t room, const char *type, const char *txn,
	const char *content, size_t size);
/* Appends a message of a player. */
void lo_say(struct lo_world *world, size_t user, size_t room, const char *text);

#endif
