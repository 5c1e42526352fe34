#include "adapters/matrix/send/bucket.h"

/* Synapse's default */
#define USUAL_INTERVAL 5000
#define USUAL_BURST    10
/* A small difference moves the interval by half of it if it is the mean of this many messages. */
#define STEADINESS 20

void mx_bucket_init(struct mx_bucket *bucket)
{
	*bucket = (struct mx_bucket){.interval = USUAL_INTERVAL, .burst = USUAL_BURST};
}

static int64_t within(int64_t value, int64_t least, int64_t most)
{
	return value < least ? least : value > most ? most : value;
}

/* Returns how many milliseconds it takes until the bucket is full. */
static int64_t time_to_full(const struct mx_bucket *bucket, int64_t now)
{
	return bucket->full_at > now ? bucket->full_at - now : 0;
}

/* Returns how many milliseconds it takes to fill an empty bucket. */
static int64_t fill_time(const struct mx_bucket *bucket)
{
	return bucket->burst * bucket->interval;
}

unsigned mx_bucket_tokens(const struct mx_bucket *bucket, int64_t now)
{
	int64_t left = fill_time(bucket) - time_to_full(bucket, now);

	return left > 0 ? (unsigned)(left / bucket->interval) : 0;
}

int64_t mx_bucket_wait(const struct mx_bucket *bucket, int64_t now, unsigned tokens)
{
	int64_t needed = (tokens < bucket->burst ? tokens : bucket->burst) * bucket->interval;

	return within(time_to_full(bucket, now) - (fill_time(bucket) - needed), 0, INT64_MAX);
}

void mx_bucket_drain(struct mx_bucket *bucket, int64_t now)
{
	bucket->is_limited = true;
	bucket->is_generous = false;
	bucket->full_at = now + fill_time(bucket);
	bucket->refused_at = now;
	bucket->next_at = 0;
}

/*
 * The homeserver has accepted a message although the model has no token. (A quarter of a token may
 * be missing: requests do not take equally long.) If that goes on, the homeserver has no limit, or
 * none any more.
 */
static void note_excess(struct mx_bucket *bucket, int64_t now)
{
	if (time_to_full(bucket, now) > fill_time(bucket) + bucket->interval / 4)
		bucket->burst++;
	if (bucket->burst > MX_BUCKET_BURST_MOST) {
		mx_bucket_init(bucket);
		bucket->is_generous = true;
		return;
	}
	bucket->full_at = now + within(time_to_full(bucket, now), 0, fill_time(bucket));
}

void mx_bucket_accept(struct mx_bucket *bucket, int64_t now, int64_t started)
{
	/* The homeserver may have taken this message's token before the last refusal. */
	if (bucket->is_generous || (bucket->is_limited && started <= bucket->refused_at))
		return;
	bucket->accepted++;
	if (bucket->full_at <= now) {
		/* full_at is 0 until the first message: the bucket may not have been full then. */
		bucket->was_full = bucket->was_full || bucket->full_at > 0;
		bucket->full_at = now;
	}
	bucket->full_at += bucket->interval;
	note_excess(bucket, now);
}

/*
 * Learns the interval from a refusal and the one before it, unless the bucket was full between
 * them: a full bucket gets no tokens. A small difference may come from the time that the answers
 * take, so the interval follows it only in part.
 */
static void measure(struct mx_bucket *bucket, int64_t next_at)
{
	int64_t more;

	if (bucket->next_at == 0 || bucket->accepted == 0 || bucket->was_full)
		return;
	more = (next_at - bucket->next_at) / bucket->accepted - bucket->interval;
	if (more > -bucket->interval / 4 && more < bucket->interval / 4)
		more = more * bucket->accepted / (bucket->accepted + STEADINESS);
	bucket->interval += more;
}

void mx_bucket_refuse(struct mx_bucket *bucket, int64_t now, int64_t wait, unsigned in_flight)
{
	unsigned tokens = mx_bucket_tokens(bucket, now);

	if (wait <= 0 || wait > MX_BUCKET_INTERVAL_MOST) {
		mx_bucket_drain(bucket, now);
		return;
	}
	measure(bucket, now + wait);
	if (bucket->interval < wait) /* a token never takes longer than the interval */
		bucket->interval = wait;
	bucket->interval =
		within(bucket->interval, MX_BUCKET_INTERVAL_LEAST, MX_BUCKET_INTERVAL_MOST);
	if (bucket->was_full && !bucket->is_generous && in_flight == 0)
		bucket->burst -= tokens < bucket->burst ? tokens : bucket->burst - 1;
	mx_bucket_drain(bucket, now);
	/* The model stays a little behind, so that the bot rarely asks too early. */
	bucket->full_at += wait - bucket->interval + bucket->interval / 16;
	bucket->next_at = now + wait;
	bucket->accepted = 0;
	bucket->was_full = false;
}
