/* What a batch holds, found out without a change to the store. */
#ifndef MX_BATCH_KIND_H
#define MX_BATCH_KIND_H

#include <jansson.h>

struct mx_receiver;

enum mx_batch_kind {
	MX_BATCH_NEWS,
	/*
	 * Only echoes of the bot's own messages. They change only the outbox, and the bot can ask
	 * for the batch again.
	 */
	MX_BATCH_ECHOES,
	MX_BATCH_EMPTY,
};

/* Returns the kind of a batch. In a build with encryption every batch is MX_BATCH_NEWS. */
enum mx_batch_kind mx_batch_kind_of(struct mx_receiver *receiver, const json_t *batch);

#endif
