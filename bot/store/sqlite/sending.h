/*
 * The outbox rows that an adapter may have sent without getting an answer. Only memory holds them:
 * storing them would need a commit before each request.
 */
#ifndef BOT_STORE_SENDING_H
#define BOT_STORE_SENDING_H

#include "bot/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zero: no rows. */
struct bot_sending {
	int64_t *row;
	size_t count, size;
	int64_t before; /* an earlier process may have sent all rows up to this one */
};

/* Frees the memory. The struct then has no rows. */
void bot_sending_finish(struct bot_sending *sending);

bool bot_sending_has(const struct bot_sending *sending, int64_t row);
/* Does nothing if the row was added before. */
BOT_MUST_USE enum bot_error bot_sending_add(struct bot_sending *sending, int64_t row);
/* Does nothing if the row was not added. */
void bot_sending_remove(struct bot_sending *sending, int64_t row);

#endif
