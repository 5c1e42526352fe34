/*
 * Requests to the homeserver about keys, and the homeserver's answers. The bot sends one request at
 * a time. Most requests come from the crypto machine; the adapter adds a few of its own.
 */
#ifndef MX_KEY_REQUESTS_H
#define MX_KEY_REQUESTS_H

#include <jansson.h>
#include <stdbool.h>

struct mx_crypto;

/*
 * Returns whether the keys are open, the queue is empty, no request is under way, and the bot need
 * not wait after a failure.
 */
bool mx_key_requests_is_idle(const struct mx_crypto *crypto);

/*
 * Returns the requests that the crypto machine wants to send, as a new array. If `recipients` is
 * NULL, returns all requests. Otherwise `recipients` is the room and its members, as the JSON text
 * that mx_olm_requests takes, and the function returns only the requests that the next encryption
 * in this room needs. Returns NULL if the machine failed.
 */
json_t *mx_key_requests_from_machine(struct mx_crypto *crypto, const char *recipients);

/*
 * Appends requests to the queue. Takes the reference to the array, which may be NULL. Returns false
 * if the array has no requests.
 */
bool mx_key_requests_add(struct mx_crypto *crypto, json_t *requests);

/* Appends a GET request of the adapter itself, which has this `kind` and `id`. Frees `path`. */
void mx_key_requests_add_get(
	struct mx_crypto *crypto, const char *kind, const char *id, char *path);

/*
 * Sends the first request of the queue. Does nothing if a request is under way or the bot must not
 * send one now.
 */
void mx_key_requests_send(struct mx_crypto *crypto);

#endif
