/*
 * Uploads of the bot's own keys that the homeserver refuses. The bot goes on with the keys that the
 * homeserver has, asks again after minutes, ever more rarely, and says once in the log what is
 * wrong.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_UPLOAD_H
#define ADAPTERS_MATRIX_E2EE_KEY_UPLOAD_H

#include <jansson.h>

struct mx_answer;
struct mx_key_queue;

/* The kind of a request that uploads only the device's keys, without one-time keys. */
#define MX_DEVICE_UPLOAD "device_upload"

/* Handles the refusal of the first request of the queue MX_KEY_QUEUE_UPLOAD. */
void mx_key_upload_refused(
	struct mx_key_queue *queue, const json_t *request, const struct mx_answer *answer);

/* Handles that the homeserver has accepted a request of the queue MX_KEY_QUEUE_UPLOAD. */
void mx_key_upload_accepted(struct mx_key_queue *queue, const json_t *request);

/* Begins a wait after a refusal: a minute at first, twice as long each time, at most an hour. */
void mx_key_upload_wait(struct mx_key_queue *queue);

#endif
