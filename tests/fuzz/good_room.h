/*
 * A room with a correct command (the good room). The bot must answer this command whatever else the
 * homeserver sends.
 */
#ifndef TESTS_FUZZ_GOOD_ROOM_H
#define TESTS_FUZZ_GOOD_ROOM_H

#include "tests/fuzz/bot.h"

#define FUZZ_GOOD_ROOM "!good:x"
#define FUZZ_BAD_ROOM  "!r:x"

/* Makes the bot join the good room and the room that is fuzzed. */
void fuzz_enter_rooms(struct fuzz_bot *bot);

/*
 * Puts the good room with its command into an answer to /sync. Returns false if the answer has no
 * place for the room.
 */
bool fuzz_put_command(json_t *body);

/* Handles an answer to /sync as the adapter does, in one transaction. */
void fuzz_handle(struct fuzz_bot *bot, const json_t *body);

/*
 * Returns whether a message for the good room waits in the outbox. If so, bot->answer is the id of
 * its row.
 */
bool fuzz_is_answered(struct fuzz_bot *bot);

/*
 * Parses an input as JSON from the homeserver. Returns NULL if the input is not a JSON object, or
 * if it names the good room.
 */
json_t *fuzz_read(const uint8_t *data, size_t size);

#endif
