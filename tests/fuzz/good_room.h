/* A good room, whose command must be answered whatever else the homeserver sends. */
#ifndef TESTS_FUZZ_GOOD_ROOM_H
#define TESTS_FUZZ_GOOD_ROOM_H

#include "tests/fuzz/bot.h"

#define FUZZ_GOOD_ROOM "!good:x"
#define FUZZ_BAD_ROOM  "!r:x"

/* Makes the bot join both rooms. */
void fuzz_enter_rooms(struct fuzz_bot *bot);

/*
 * Puts the good room with its command into an answer to /sync; false: the answer has no place for
 * it.
 */
bool fuzz_put_command(json_t *body);

/* Handles an answer to /sync as the adapter does, in one transaction. */
void fuzz_handle(struct fuzz_bot *bot, const json_t *body);

/* Whether a message for the good room waits in the outbox. Then bot->answer is its row. */
bool fuzz_is_answered(struct fuzz_bot *bot);

/* Parses JSON from the homeserver; NULL: it is no object, or it names the good room itself. */
json_t *fuzz_read(const uint8_t *data, size_t size);

#endif
