/* Tests what the bot learns of its homeserver's limit on messages. */
#include "adapters/matrix/send/bucket.h"
#include "tests/support/cmocka.h"

/* A homeserver with a token bucket, and a bot that sends as soon as its model has a token. */
struct server {
	double tokens, burst, interval;
	int64_t at;
};

static bool accepts(struct server *server, int64_t now, int64_t *wait)
{
	server->tokens += (double)(now - server->at) / server->interval;
	server->at = now;
	if (server->tokens > server->burst)
		server->tokens = server->burst;
	if (server->tokens >= 1) {
		server->tokens -= 1;
		return true;
	}
	*wait = 1 + (int64_t)((1 - server->tokens) * server->interval);
	return false;
}

/*
 * Sends `count` messages from *now on: each when the last refusal is over or, if `patient`, when
 * the model has a token. Returns how often the homeserver refused one.
 */
static unsigned send(
	struct mx_bucket *bucket, struct server *server, unsigned count, bool patient, int64_t *now)
{
	unsigned refused = 0;

	while (count > 0) {
		int64_t wait = 0;

		if (patient)
			*now += mx_bucket_wait(bucket, *now, 1);
		if (accepts(server, *now, &wait)) {
			mx_bucket_accept(bucket, *now, *now);
			count--;
			*now += 10;
			continue;
		}
		mx_bucket_refuse(bucket, *now, wait, 0);
		refused++;
		*now += wait;
	}
	return refused;
}

static void assert_near(int64_t value, int64_t expected)
{
	assert_in_range(value, expected * 9 / 10, expected * 11 / 10);
}

UNIT_TEST(test_bucket_begins_with_synapses_default)
{
	struct mx_bucket bucket;

	mx_bucket_init(&bucket);
	assert_int_equal(mx_bucket_tokens(&bucket, 1000), 10);
	for (int i = 0; i < 10; i++)
		mx_bucket_accept(&bucket, 1000, 1000);
	assert_int_equal(mx_bucket_tokens(&bucket, 1000), 0);
	assert_int_equal(mx_bucket_wait(&bucket, 1000, 1), 5000);
	assert_int_equal(mx_bucket_wait(&bucket, 1000, 2), 10000);
	assert_int_equal(mx_bucket_tokens(&bucket, 6000), 1);
	assert_false(bucket.is_limited);
}

UNIT_TEST(test_interval_is_learned_from_refusals)
{
	static const double intervals[] = {200, 2000, 5000, 10000, 30000};

	for (size_t i = 0; i < sizeof(intervals) / sizeof(intervals[0]); i++) {
		struct server server = {5, 5, intervals[i], 1000};
		struct mx_bucket bucket;
		int64_t now = 1000;

		mx_bucket_init(&bucket);
		send(&bucket, &server, 20, false, &now);
		assert_near(bucket.interval, (int64_t)intervals[i]);
		/* Who waits for the model's token is hardly ever refused, and loses little time. */
		int64_t began = now;
		assert_in_range(send(&bucket, &server, 20, true, &now), 0, 4);
		assert_in_range(now - began, 0, (int64_t)(25 * intervals[i]));
	}
}

UNIT_TEST(test_smaller_burst_is_learned_after_a_rest)
{
	struct server server = {3, 3, 5000, 1000};
	struct mx_bucket bucket;
	int64_t now = 1000;

	mx_bucket_init(&bucket);
	send(&bucket, &server, 10, false, &now);
	now += 1000000;
	send(&bucket, &server, 10, false, &now);
	now += 1000000;
	assert_in_range(mx_bucket_tokens(&bucket, now), 2, 4);
}

UNIT_TEST(test_refusal_beside_others_in_flight_says_nothing_of_the_burst)
{
	struct mx_bucket bucket;

	mx_bucket_init(&bucket);
	mx_bucket_accept(&bucket, 1000, 1000);
	mx_bucket_accept(&bucket, 1000000, 1000000);
	mx_bucket_refuse(&bucket, 1000010, 4000, 9);
	assert_int_equal(bucket.burst, 10);
	/* The homeserver took the tokens of these before it refused that one. */
	for (int i = 0; i < 9; i++)
		mx_bucket_accept(&bucket, 1000020, 1000000);
	assert_int_equal(bucket.burst, 10);
	assert_in_range(mx_bucket_wait(&bucket, 1000020, 1), 3990, 4400);
}

UNIT_TEST(test_homeserver_that_accepts_far_more_has_no_limit)
{
	struct mx_bucket bucket;

	mx_bucket_init(&bucket);
	mx_bucket_refuse(&bucket, 1000, 3000, 0);
	for (int i = 0; i < 30; i++)
		mx_bucket_accept(&bucket, 5000, 4900);
	assert_true(bucket.is_limited);
	for (int i = 0; i < 10; i++)
		mx_bucket_accept(&bucket, 5000, 4900);
	assert_false(bucket.is_limited);
	assert_true(bucket.is_generous);
	mx_bucket_refuse(&bucket, 6000, 3000, 0);
	assert_true(bucket.is_limited);
	assert_int_equal(mx_bucket_tokens(&bucket, 6000), 0);
	assert_int_equal(mx_bucket_tokens(&bucket, 9500), 1);
}

UNIT_TEST(test_liar_does_not_move_the_model_out_of_its_bounds)
{
	static const int64_t lies[] = {0, 1, -5, 36000000, INT64_MAX, INT64_MIN, 60000, 1, 1};
	struct mx_bucket bucket;
	int64_t now = 1000;

	mx_bucket_init(&bucket);
	for (unsigned i = 0; i < 1000; i++) {
		mx_bucket_refuse(&bucket, now, lies[i % (sizeof(lies) / sizeof(lies[0]))], i % 2);
		now += i % 7;
		if (i % 3 > 0)
			mx_bucket_accept(&bucket, now, now);
		assert_in_range(bucket.interval, MX_BUCKET_INTERVAL_LEAST, MX_BUCKET_INTERVAL_MOST);
		assert_in_range(bucket.burst, 1, MX_BUCKET_BURST_MOST);
		assert_in_range(mx_bucket_wait(&bucket, now, 1), 0, 2 * MX_BUCKET_INTERVAL_MOST);
	}
}
