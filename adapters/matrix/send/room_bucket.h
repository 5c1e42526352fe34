/*
 * Limits how many private rooms the bot makes for each user. Each user has a token bucket with
 * three rooms, into which one room comes back every 20 minutes.
 *
 * `buckets` is a JSON object that is empty at the beginning. For each user whose bucket is not
 * full, it has the steady time when the bucket is full again.
 */
#ifndef ADAPTERS_MATRIX_SEND_ROOM_BUCKET_H
#define ADAPTERS_MATRIX_SEND_ROOM_BUCKET_H

#include <jansson.h>
#include <stdbool.h>

/* Returns whether the bot may make a room for the user now. */
bool mx_room_bucket_has_room(const json_t *buckets, const char *user);

/* Takes a room out of the user's bucket. */
void mx_room_bucket_take(json_t *buckets, const char *user);

/* Puts a room back, because the bot did not make it. */
void mx_room_bucket_put_back(json_t *buckets, const char *user);

#endif
