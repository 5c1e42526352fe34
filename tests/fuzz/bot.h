/*
 * The adapter and the host with an empty store and no homeserver. Time stands still and random
 * numbers are zero.
 */
#ifndef TESTS_FUZZ_BOT_H
#define TESTS_FUZZ_BOT_H

#include "adapters/matrix/receive/receiver.h"
#include "config/config.h"

struct fuzz_bot {
	struct cfg config;
	struct bot_port port;
	struct mx_account account;
	struct mx_session session;
	struct mx_sender sender;
	struct mx_policy_lists policy_lists; /* none */
	struct mx_receiver receiver;
	int64_t answer; /* the id of the row that fuzz_is_answered (good_room.h) has found */
};

/*
 * Initialises the bot. The struct's parts point at each other, so the caller must not copy or move
 * the struct.
 */
void fuzz_bot_init(struct fuzz_bot *bot);
void fuzz_bot_finish(struct fuzz_bot *bot);

/* Handles an answer to /sync in one transaction. */
void fuzz_bot_sync(struct fuzz_bot *bot, const json_t *batch);

#endif
