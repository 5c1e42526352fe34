/*
 * The requests about keys that no message waits for: the uploads of the bot's own keys, and queries
 * about users whose devices have changed.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_BACKGROUND_H
#define ADAPTERS_MATRIX_E2EE_KEY_BACKGROUND_H

#include <stdint.h>

struct mx_crypto;

/* Adds the requests that the machine wants to send to their queues, if the queues are idle. */
void mx_key_background_add(struct mx_crypto *crypto);

/*
 * Shortens *timeout, milliseconds from now, so that the loop wakes when mx_key_background_add has
 * work.
 */
void mx_key_background_limit_timeout(const struct mx_crypto *crypto, int64_t *timeout);

#endif
