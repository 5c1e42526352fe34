/*
 * The queues (crypto_state.h) of the requests to the homeserver about keys. Most requests come from
 * the crypto machine; the adapter adds a few of its own. key_requests.h sends them.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_QUEUE_H
#define ADAPTERS_MATRIX_E2EE_KEY_QUEUE_H

#include "adapters/matrix/e2ee/crypto_state.h"

#include <jansson.h>
#include <stdbool.h>

/* Makes the queues, empties them, or frees them. Requests under way are forgotten. */
void mx_key_queue_init(struct mx_crypto *crypto);
void mx_key_queue_clear(struct mx_crypto *crypto);
void mx_key_queue_finish(struct mx_crypto *crypto);

/*
 * Returns whether the keys are open, the queue has no requests, and the queue need not wait after a
 * failure.
 */
bool mx_key_queue_is_idle(const struct mx_crypto *crypto, enum mx_key_queue_id queue);

/*
 * Returns the requests that the crypto machine wants to send, as a new array. `recipients` is NULL,
 * or the room and its members, as the JSON text that mx_machine_requests takes. Returns NULL if the
 * machine failed.
 */
json_t *mx_key_queue_from_machine(struct mx_crypto *crypto, const char *recipients);

/*
 * Appends requests to a queue. Takes the reference to the array, which may be NULL. Returns false
 * if the array has no requests.
 */
bool mx_key_queue_add(struct mx_crypto *crypto, enum mx_key_queue_id queue, json_t *requests);

/*
 * Appends a GET request of the adapter itself, which has this `kind` and `id`. Frees `path`.
 * Returns the request, borrowed from the queue.
 */
json_t *mx_key_queue_add_get(struct mx_crypto *crypto, enum mx_key_queue_id queue, const char *kind,
	const char *id, char *path);

/*
 * Gives the machine the `answer` to a request of its own. Returns a new reference to the
 * machine's result, or NULL if it failed.
 */
json_t *mx_key_queue_pass(struct mx_crypto *crypto, const json_t *request, const char *answer);

#endif
