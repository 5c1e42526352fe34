/* Tests the exponential back-off, and when the loop wakes. */
#include "adapters/matrix/client/wait.h"
#include "bot/base/clock.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

UNIT_TEST(test_delay_grows_to_its_limit)
{
	assert_int_equal(mx_backoff_delay(0, 0), 500);
	assert_int_equal(mx_backoff_delay(0, 500), 1000);
	assert_int_equal(mx_backoff_delay(3, 0), 4000);
	assert_int_equal(mx_backoff_delay(4000000000, 0), 150000);
	for (uint32_t random = 0; random < 1000; random++)
		assert_in_range(mx_backoff_delay(4000000000, random * 4294967), 150000, 300000);
}

UNIT_TEST(test_extend_never_shortens_the_wait)
{
	struct mx_backoff backoff = {0};

	assert_true(mx_backoff_is_over(&backoff));
	assert_int_equal(mx_wake_timeout(30000), 30000);
	mx_backoff_extend(&backoff, 20000);
	mx_backoff_extend(&backoff, 10);
	assert_false(mx_backoff_is_over(&backoff));
	assert_in_range(mx_wake_timeout(30000), 15000, 20000);
	mx_backoff_reset(&backoff);
	assert_true(mx_backoff_is_over(&backoff));
}

UNIT_TEST(test_loop_wakes_for_the_earliest_time)
{
	int64_t now = bot_clock_steady();

	assert_false(mx_time_has_come(now + 20000));
	assert_false(mx_time_has_come(now + 60000));
	assert_true(mx_time_has_come(now));
	assert_in_range(mx_wake_timeout(30000), 15000, 20000);
	assert_int_equal(mx_wake_timeout(30000), 30000); /* nobody has asked again */
	assert_false(mx_time_has_come(now + 60000));
	assert_int_equal(mx_wake_timeout(30000), 30000);
	mx_wake_at(0);
	assert_int_equal(mx_wake_timeout(30000), 0);
}

/* A wait that begins lets the loop wake, also if nobody looks at it any more in this pass. */
UNIT_TEST(test_loop_wakes_when_a_new_wait_ends)
{
	struct mx_backoff backoff = {0};

	mx_backoff_extend(&backoff, 20000);
	assert_in_range(mx_wake_timeout(30000), 15000, 20000);
}

/*
 * A time may come during a pass of the loop, after the loop has checked it. Then the loop must
 * begin another pass at once, instead of sleeping for half a minute.
 */
UNIT_TEST(test_time_that_comes_within_a_pass_needs_another_pass)
{
	mx_wake_at(bot_clock_steady());
	assert_int_equal(mx_wake_timeout(30000), 0);
	assert_int_equal(mx_wake_timeout(30000), 30000);
}

UNIT_TEST(test_failures_wait_within_a_limit)
{
	struct mx_backoff backoff = {0};

	for (unsigned i = 0; i < 200; i++) {
		int64_t left = 0;

		backoff.until = 0;
		mx_backoff_fail_within(&backoff, 20000);
		left = backoff.until - bot_clock_steady();
		assert_true(left <= 20000);
		if (i >= 6) /* from here on, the wait without the limit would be longer */
			assert_true(left > 14000);
	}
	assert_int_equal(backoff.failures, 200);
}
