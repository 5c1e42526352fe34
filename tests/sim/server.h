/* The homeserver: the rooms, their members, the stream of all events, and the answers to /sync. */
#ifndef TESTS_SIM_SERVER_H
#define TESTS_SIM_SERVER_H

#include "tests/sim/sim.h"

/*
 * Appends an event to the stream. Takes the reference to `content`. The returned pointer is valid
 * until the next call.
 */
struct sim_event *sim_add(
	size_t room, size_t sender, const char *type, const char *state_key, json_t *content);

/*
 * Creates a room with its creator as a member. `more` holds further fields of m.room.create; the
 * function takes the reference to `more`.
 */
size_t sim_room_add(size_t creator, json_t *more);
/*
 * Called when an older disk has come back, whose bot had received the events up to the stream
 * position `known`. If the bot has left or entered a room since, it need not handle the room's
 * events in between again.
 */
void sim_forgive_again(size_t known);
void sim_set_member(
	size_t room, size_t sender, size_t user, const char *membership, bool is_direct);
/*
 * Sets power levels: the creator has level 100, and the user `other` has `level`. A user needs the
 * level `to_write` to send messages.
 */
void sim_set_levels(size_t room, size_t other, int level, int to_write);

/*
 * Return the index of the room or user with this id. If there is no such room, return SIM_ROOMS. If
 * there is no such user, return SIM_USERS.
 */
size_t sim_room_by_id(const char *id);
size_t sim_user_by_id(const char *id);

/* Returns how many users are joined to the room or invited. */
size_t sim_people(const struct sim_room *room);

/* Converts between stream positions and tokens. */
size_t sim_position(const char *token);
json_t *sim_token(size_t position);

/* Returns the text of a message, or NULL if the message has no text. */
const char *sim_body(const json_t *content);

/*
 * Sends an event of a player, if the player may write in the room. Takes the reference to
 * `content`.
 */
void sim_post(size_t user, size_t room, const char *type, json_t *content,
	const struct sim_intent *intent);
/* Sends a message of a player. */
void sim_say(size_t user, size_t room, const char *text, const struct sim_intent *intent);

/* Whether a /sync after `since` would get news. */
bool sim_has_news(size_t since);
/*
 * Builds the answer to a /sync. `full` is true if the request had no token. The answer has at most
 * `most` events per room.
 */
json_t *sim_sync(size_t since, bool full, size_t most);

json_t *sim_state(size_t room);
json_t *sim_joined(size_t room);
json_t *sim_messages(size_t room, size_t from, size_t to, size_t limit);

#endif
