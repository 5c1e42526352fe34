/*
 * Sends the requests about keys (key_queue.h), one at a time in each queue. Only the loop of
 * crypto.h sends, and key_answers.h handles the answers.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_REQUESTS_H
#define ADAPTERS_MATRIX_E2EE_KEY_REQUESTS_H

#include <stdint.h>

struct mx_crypto;

/* Sends the first request of each queue that has none under way and need not wait. */
void mx_key_requests_send(struct mx_crypto *crypto);

/*
 * Shortens *timeout, milliseconds from now, so that the loop wakes when the next request may be
 * sent.
 */
void mx_key_requests_limit_timeout(const struct mx_crypto *crypto, int64_t *timeout);

#endif
