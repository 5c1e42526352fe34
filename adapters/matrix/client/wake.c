#include "adapters/matrix/client/wake.h"

#include "bot/base/clock.h"

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
