/*
 * Requests to the homeserver about keys, and the homeserver's answers. Each lane (crypto_state.h)
 * sends one request at a time. Most requests come from the crypto machine; the adapter adds a few
 * of its own.
 */
#ifndef MX_KEY_REQUESTS_H
#define MX_KEY_REQUESTS_H

#include "adapters/matrix/e2ee/crypto_state.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Makes the lanes' queues, empties them, or frees them. Requests under way are forgotten. */
void mx_key_requests_init(struct mx_crypto *crypto);
void mx_key_requests_clear(struct mx_crypto *crypto);
void mx_key_requests_finish(struct mx_crypto *crypto);

/*
 * Returns whether the keys are open, the lane has no requests, and the lane need not wait after a
 * failure.
 */
bool mx_key_requests_is_idle(const struct mx_crypto *crypto, enum mx_key_lane_id lane);

/*
 * Returns the requests that the crypto machine wants to send, as a new array. `recipients` is NULL,
 * or the room and its members, as the JSON text that mx_olm_requests takes. Returns NULL if the
 * machine failed.
 */
json_t *mx_key_requests_from_machine(struct mx_crypto *crypto, const char *recipients);

/*
 * Appends requests to a lane. Takes the reference to the array, which may be NULL. Returns false if
 * the array has no requests.
 */
bool mx_key_requests_add(struct mx_crypto *crypto, enum mx_key_lane_id lane, json_t *requests);

/*
 * Appends a GET request of the adapter itself, which has this `kind` and `id`. Frees `path`.
 * Returns the request, borrowed from the lane.
 */
json_t *mx_key_requests_add_get(struct mx_crypto *crypto, enum mx_key_lane_id lane,
	const char *kind, const char *id, char *path);

/* Sends the first request of each lane that has none under way and need not wait. */
void mx_key_requests_send(struct mx_crypto *crypto);

/*
 * Shortens *timeout, milliseconds from now, so that the loop wakes when a lane need not wait any
 * more.
 */
void mx_key_requests_limit_timeout(const struct mx_crypto *crypto, int64_t *timeout);

/* Gives the machine the answer `body` to a request of its own. Returns false if it failed. */
bool mx_key_requests_pass(struct mx_crypto *crypto, const json_t *request, const char *body);

#endif
