/*
 * What the bot knows of its homeserver's limit on messages. The model is a token bucket: each
 * accepted message takes a token, a token comes back in each interval, and the bucket holds a
 * certain number of tokens, the burst. Synapse, Conduit and Dendrite limit messages in this way, or
 * in a way that looks like it.
 *
 * The model begins with Synapse's default, a burst of 10 and an interval of 5 s, and learns from
 * the answers:
 * - A refusal says when the next token comes. If the homeserver has accepted n messages between
 *   two refusals, and the bucket was never full, then n intervals lie between the two times that
 *   the refusals name.
 * - If the homeserver refuses a message although the model has tokens, after a time without
 *   messages, the burst is smaller than in the model. If it accepts messages although the model has
 *   no token, the burst is larger.
 *
 * The homeserver may lie. Neither number leaves the bounds below.
 */
#ifndef ADAPTERS_MATRIX_SEND_BUCKET_H
#define ADAPTERS_MATRIX_SEND_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

/* The bounds of the interval, in milliseconds. */
#define MX_BUCKET_INTERVAL_LEAST 50
#define MX_BUCKET_INTERVAL_MOST  60000
/* A homeserver that would need a larger burst than this has no limit that the bot can notice. */
#define MX_BUCKET_BURST_MOST 40

/* All times are those of bot_clock_steady. */
struct mx_bucket {
	int64_t interval;   /* milliseconds until a token comes back */
	unsigned burst;     /* the most tokens */
	int64_t full_at;    /* when the bucket is full */
	int64_t next_at;    /* when the next token comes, as the last refusal says; 0: unknown */
	int64_t refused_at; /* when the last refusal came */
	unsigned accepted;  /* how many messages were accepted since then */
	bool was_full;      /* the bucket has been full since then */
	bool is_limited;    /* the homeserver has refused a message */
	bool is_generous;   /* it has accepted far more than the model allows */
};

void mx_bucket_init(struct mx_bucket *bucket);

/* The homeserver has accepted a message whose request began at `started`. */
void mx_bucket_accept(struct mx_bucket *bucket, int64_t now, int64_t started);

/*
 * The homeserver has refused a message because of its limit, while `in_flight` others are in
 * flight. `wait` is how many milliseconds later it would accept the message, or 0 if it has not
 * said that.
 */
void mx_bucket_refuse(struct mx_bucket *bucket, int64_t now, int64_t wait, unsigned in_flight);

/* Empties the bucket: the homeserver has refused a message, but not said when a token comes. */
void mx_bucket_drain(struct mx_bucket *bucket, int64_t now);

/* Returns how many tokens the bucket has. */
unsigned mx_bucket_tokens(const struct mx_bucket *bucket, int64_t now);

/*
 * Returns how many milliseconds it takes until the bucket has `tokens` tokens or, if that is more
 * than the burst, until it is full. 0: it has them now.
 */
int64_t mx_bucket_wait(const struct mx_bucket *bucket, int64_t now, unsigned tokens);

#endif
