/* Whether a batch brings news, or only what the bot knows already. */
#ifndef ADAPTERS_MATRIX_RECEIVE_BATCH_KIND_H
#define ADAPTERS_MATRIX_RECEIVE_BATCH_KIND_H

#include <jansson.h>

struct mx_receiver;

enum mx_batch_kind {
	MX_BATCH_WITH_NEWS,
	/*
	 * The batch has only echoes of the bot's own messages. Echoes change only the outbox, and
	 * the bot can ask for the batch again.
	 */
	MX_BATCH_OF_ECHOES,
	MX_EMPTY_BATCH,
};

/*
 * Returns the kind of a batch. In a build with encryption every batch counts as news, because it
 * may bring keys.
 */
enum mx_batch_kind mx_batch_kind_find(const struct mx_receiver *receiver, const json_t *batch);

#endif
