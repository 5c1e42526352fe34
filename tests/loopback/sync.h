/* What /sync, /messages and /state answer. */
#ifndef TESTS_LOOPBACK_SYNC_H
#define TESTS_LOOPBACK_SYNC_H

#include "tests/loopback/world.h"

/* The stream position of a token; 0: of none. */
size_t lo_position(const struct lo_world *world, const char *token);

/* Whether something after the position concerns the bot. */
bool lo_has_news(const struct lo_world *world, size_t since);

/*
 * The answer; `full`: there was no token. `limit`: events of a room. Where options.share ends it,
 * nothing may have come that changes who is in a room.
 */
void lo_sync(struct lo_world *world, size_t since, bool full, size_t limit, struct lo_text *out);
void lo_messages(const struct lo_world *world, size_t room, size_t from, size_t to, size_t limit,
	struct lo_text *out);
void lo_state(const struct lo_world *world, size_t room, struct lo_text *out);

#endif
