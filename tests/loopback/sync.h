/* The answers to /sync, /messages, /state and /joined_members. */
#ifndef TESTS_LOOPBACK_SYNC_H
#define TESTS_LOOPBACK_SYNC_H

#include "tests/loopback/world.h"

/* Returns the stream position that the sync token names, or 0 if it names none. */
size_t lo_position(const struct lo_world *world, const char *token);

/* Returns whether the homeserver has events for the bot after the position. */
bool lo_has_news(const struct lo_world *world, size_t since);

/*
 * Builds an answer to /sync. `full` is true if the request had no sync token. The answer has at
 * most `limit` events of each room. options.share can make the answer end before the newest event.
 * Such an answer is right only if no membership changes after its end.
 */
void lo_sync(struct lo_world *world, size_t since, bool full, size_t limit, struct lo_text *out);
void lo_messages(const struct lo_world *world, size_t room, size_t from, size_t to, size_t limit,
	struct lo_text *out);
void lo_state(const struct lo_world *world, size_t room, struct lo_text *out);
void lo_joined_members(const struct lo_world *world, size_t room, struct lo_text *out);

#endif
