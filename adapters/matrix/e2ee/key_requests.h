/*
 * Requests to the homeserver about keys, sent one after the other, and its answers. The crypto
 * machine wants most of them; the adapter adds a few of its own.
 */
#ifndef MX_KEY_REQUESTS_H
#define MX_KEY_REQUESTS_H

#include <jansson.h>
#include <stdbool.h>

struct mx_crypto;

/* Returns whether no request waits or is under way, and the bot may send one now. */
bool mx_key_requests_is_idle(const struct mx_crypto *crypto);

/*
 * Returns the requests that the crypto machine wants to send, as a new array. `recipients`: the
 * room and its members, as the JSON text that mx_olm_requests takes; then only the requests that
 * the next encryption in that room needs. NULL: all requests. Returns NULL if the machine failed.
 */
json_t *mx_key_requests_from_machine(struct mx_crypto *crypto, const char *recipients);

/*
 * Appends requests to the queue. Takes the reference to the array, which may be NULL. Returns
 * whether it appended any.
 */
bool mx_key_requests_add(struct mx_crypto *crypto, json_t *requests);

/* Appends a GET request of the adapter itself, with its `kind` and `id`. Frees `path`. */
void mx_key_requests_add_get(
	struct mx_crypto *crypto, const char *kind, const char *id, char *path);

/* Sends the first request of the queue, unless it is under way or must not be sent now. */
void mx_key_requests_send(struct mx_crypto *crypto);

#endif
