/*
 * The homeserver's side without its network: rooms, members and the stream of events. An event is
 * kept as the JSON that is sent, so that answering is copying; nothing is searched for but in
 * tables. tests/sim has a world of its own, of virtual time and of everything that may go wrong in
 * a room; this one is for the program as it is, and for many rooms and long histories.
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

/* Microseconds, by a clock that only moves forward. */
#define LO_MILLISECOND INT64_C(1000)
#define LO_SECOND      (1000 * LO_MILLISECOND)

/* What the bot has said: of a message that was edited, what it says now. */
struct lo_said {
	char *body, *html; /* html may be NULL */
	size_t edits;      /* the stream position of the message that it edits; 0: of none */
};

struct lo_event {
	char *text; /* JSON */
	size_t size, room, sender;
	size_t number;        /* of its sender's, counted from 1: a part of its name */
	struct lo_said *said; /* NULL: no message of the bot's */
};

enum lo_membership { LO_OUT, LO_INVITED, LO_JOINED };

struct lo_member {
	size_t user, event; /* the stream position of what says so */
	enum lo_membership membership;
};

struct lo_room {
	char id[LO_ID];
	size_t *events; /* stream positions, counted from 1 */
	size_t count, room;
	size_t *state; /* the stream positions of the state but for the members */
	size_t state_count, state_room;
	struct lo_member *members; /* the bot is the first, or is not there */
	size_t member_count, member_room;
	size_t owner;     /* a private room's player; LO_NONE: it is none */
	size_t bout;      /* whom it concerns: see people.h; LO_NONE: nobody */
	size_t last_said; /* the stream position of the bot's last message; 0: of none */
	size_t answer;    /* the number of the last answer to /sync in which it was */
};

struct lo_user {
	char id[LO_ID], name[LO_ID];
	size_t said;    /* how often */
	size_t private; /* how many private rooms were made for him */
	size_t bout;
};

struct lo_options {
	uint64_t seed;
	const char *bot;     /* its user id */
	uint32_t limited;    /* in a thousand: requests answered with 429 */
	uint32_t failed;     /* in a thousand: with 502 */
	uint32_t cut;        /* in a thousand: connections cut, before or after it is done */
	int64_t retry_after; /* how long such a 429 says to wait, in milliseconds; 0: it doesn't say
			      */
	double rate, burst;  /* messages a second, and at once; 0: not limited */
	/* Faults of a homeserver's that the laws must notice: */
	bool forgets;         /* the transaction ids */
	uint32_t swallows;    /* in a thousand: messages that it says to have taken */
	int64_t delay, think; /* of each answer, of each player; in milliseconds */
	int64_t poll; /* milliseconds that /sync waits at most; 0: as long as it is asked to */
	size_t share; /* events in an answer to /sync at most, as if it were behind; 0: all */
};

struct lo_world {
	struct lo_options options;
	struct sim_random random;
	int64_t now;
	struct lo_user *users;
	size_t user_count, user_room;
	struct lo_room *rooms;
	size_t room_count, room_room;
	struct lo_event *events; /* the stream: position 1 is the first */
	size_t event_count, event_room;
	size_t *own; /* the stream positions of the bot's events */
	size_t own_count, own_room;
	json_t *user_index, *room_index;
	json_t *sent; /* device, room and transaction id: the stream position */
	json_t *direct;
	double credit;
	int64_t credit_at;
	size_t answers;     /* to /sync */
	int64_t first_sync; /* when it was asked for; 0: not yet */
	size_t requests, limited, failed, cut;
	struct lo_people *people;
	struct lo_laws *laws;
};

struct lo_world *lo_world_create(const struct lo_options *options);
void lo_world_destroy(struct lo_world *world);

/* "@name:loopback" */
size_t lo_user_add(struct lo_world *world, const char *name);
/* LO_NONE: there is none of that id. */
size_t lo_user_by_id(const struct lo_world *world, const char *id);
size_t lo_room_by_id(const struct lo_world *world, const char *id);

/* A room of that id with its creator inside. */
size_t lo_room_add(struct lo_world *world, const char *id, size_t creator, const char *creation);
void lo_room_set(struct lo_world *world, size_t room, size_t sender, size_t user,
	enum lo_membership membership);
/* State that is no member's; `content` is JSON. */
void lo_room_state(
	struct lo_world *world, size_t room, size_t sender, const char *type, const char *content);
enum lo_membership lo_room_member(const struct lo_world *world, size_t room, size_t user);

/* Appends a message of the bot's; returns its stream position. `content` is JSON. */
size_t lo_bot_says(struct lo_world *world, size_t room, const char *type, const char *txn,
	const char *content, size_t size);
/* A message of a player's. */
void lo_say(struct lo_world *world, size_t user, size_t room, const char *text);

#endif
