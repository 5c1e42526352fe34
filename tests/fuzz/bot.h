/* The adapter and the host in an empty store, with no homeserver, at one time, all dice zero. */
#ifndef TESTS_FUZZ_BOT_H
#define TESTS_FUZZ_BOT_H

#include "adapters/matrix/context.h"
#include "config/config.h"

struct fuzz_bot {
	struct cfg config;
	struct mx mx;
};

/* Its parts point at each other: it is not to be moved. */
void fuzz_bot_init(struct fuzz_bot *bot);
void fuzz_bot_finish(struct fuzz_bot *bot);

/* Handles what an answer to /sync holds, in one transaction. */
void fuzz_bot_sync(struct fuzz_bot *bot, const json_t *batch);

#endif
