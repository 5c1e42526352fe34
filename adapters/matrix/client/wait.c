#include "adapters/matrix/client/wait.h"

#include "bot/base/clock.h"

#include <sodium.h>

#define DELAY_FIRST 1000
#define DELAY_MOST  (INT64_C(5) * 60 * 1000)

static int64_t wakes_at = INT64_MAX; /* steady time when the loop begins its next pass */

bool mx_time_has_come(int64_t time)
{
	if (time == 0 || time <= bot_clock_steady())
		return true;
	mx_wake_at(time);
	return false;
}

void mx_wake_at(int64_t time)
{
	if (time < wakes_at)
		wakes_at = time;
}

int64_t mx_wake_timeout(int64_t most)
{
	int64_t left = wakes_at == INT64_MAX ? most : wakes_at - bot_clock_steady();

	wakes_at = INT64_MAX;
	return left < 0 ? 0 : left < most ? left : most;
}

int64_t mx_backoff_delay(unsigned failures, uint32_t random)
{
	int64_t most = DELAY_FIRST;

	while (failures > 0 && most < DELAY_MOST) {
		most *= 2;
		failures--;
	}
	if (most > DELAY_MOST)
		most = DELAY_MOST;
	return most / 2 + random % (most / 2 + 1);
}

void mx_backoff_fail(struct mx_backoff *backoff)
{
	mx_backoff_fail_within(backoff, DELAY_MOST);
}

void mx_backoff_fail_within(struct mx_backoff *backoff, int64_t most)
{
	uint32_t random = randombytes_random();
	int64_t wait = mx_backoff_delay(backoff->failures, random);

	/* The longest waits differ, too, so that many clients do not ask at the same moment. */
	mx_backoff_extend(backoff, wait < most ? wait : most - random % (most / 4));
	backoff->failures++;
}

void mx_backoff_fail_for(struct mx_backoff *backoff, int64_t wait)
{
	if (wait <= 0) {
		mx_backoff_fail(backoff);
		return;
	}
	mx_backoff_extend(backoff, wait);
	backoff->failures++;
}

void mx_backoff_extend(struct mx_backoff *backoff, int64_t wait)
{
	int64_t until = bot_clock_steady() + wait;

	if (until > backoff->until)
		backoff->until = until;
	mx_wake_at(backoff->until);
}

void mx_backoff_reset(struct mx_backoff *backoff)
{
	*backoff = (struct mx_backoff){0};
}

bool mx_backoff_is_over(const struct mx_backoff *backoff)
{
	return mx_time_has_come(backoff->until);
}
