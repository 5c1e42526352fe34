#include "adapters/matrix/client/backoff.h"

#include "adapters/matrix/client/wake.h"
#include "bot/base/clock.h"

#include <sodium.h>

#define DELAY_FIRST 1000
#define DELAY_MOST  (INT64_C(5) * 60 * 1000)

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
