/* The homeserver's side: rooms, members, the stream of events, and how they are synced. */
#ifndef TESTS_SIM_SERVER_H
#define TESTS_SIM_SERVER_H

#include "tests/sim/sim.h"

/* Appends an event to the stream; `content` is taken. It is valid until the next one. */
struct sim_event *sim_add(
	size_t room, size_t sender, const char *type, const char *state_key, json_t *content);

/* A new room with its creator inside; `more` is what m.room.create says besides (taken). */
size_t sim_room_add(size_t creator, json_t *more);
void sim_set_member(
	size_t room, size_t sender, size_t user, const char *membership, bool is_direct);
/* Its creator has all power, `other` so much, and who has less than `to_write` may not write. */
void sim_set_levels(size_t room, size_t other, int level, int to_write);

/* SIM_ROOMS and SIM_USERS: there is none of that id. */
size_t sim_room_by_id(const char *id);
size_t sim_user_by_id(const char *id);

/* How many are joined or invited. */
size_t sim_people(const struct sim_room *room);

/* The stream position of a token, and its token. */
size_t sim_position(const char *token);
json_t *sim_token(size_t position);

/* What a message says; NULL: nothing. */
const char *sim_body(const json_t *content);

/* An event of a player's, where he can write; `content` is taken. */
void sim_post(size_t user, size_t room, const char *type, json_t *content,
	const struct sim_intent *intent);
/* A message. */
void sim_say(size_t user, size_t room, const char *text, const struct sim_intent *intent);

/* Whether there is something to answer a sync with after `since`. */
bool sim_has_news(size_t since);
/* The answer; `full`: there was no token. */
json_t *sim_sync(size_t since, bool full);

json_t *sim_state(size_t room);
json_t *sim_messages(size_t room, size_t from, size_t to, size_t limit);

#endif
