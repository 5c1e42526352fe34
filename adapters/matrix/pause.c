#include "adapters/matrix/pause.h"

#include "adapters/matrix/clock.h"

#include <sodium.h>

#define PAUSE_FIRST 1000
#define PAUSE_MOST  (INT64_C(5) * 60 * 1000)

int64_t mx_pause_length(unsigned tries, uint32_t dice)
{
	int64_t most = PAUSE_FIRST;

	while (tries > 0 && most < PAUSE_MOST) {
		most *= 2;
		tries--;
	}
	if (most > PAUSE_MOST)
		most = PAUSE_MOST;
	return most / 2 + dice % (most / 2 + 1);
}

void mx_pause_fail(struct mx_pause *pause)
{
	mx_pause_wait(pause, mx_pause_length(pause->tries, randombytes_random()));
	pause->tries++;
}

void mx_pause_obey(struct mx_pause *pause, int64_t wait)
{
	if (wait <= 0) {
		mx_pause_fail(pause);
		return;
	}
	mx_pause_wait(pause, wait);
	pause->tries++;
}

void mx_pause_wait(struct mx_pause *pause, int64_t wait)
{
	int64_t until = mx_clock_now() + wait;

	if (until > pause->until)
		pause->until = until;
}

void mx_pause_clear(struct mx_pause *pause)
{
	*pause = (struct mx_pause){0};
}

bool mx_pause_over(const struct mx_pause *pause)
{
	return pause->until <= mx_clock_now();
}

static int64_t turn; /* when the loop's turn began: the process has one loop */

void mx_pause_turn(void)
{
	turn = mx_clock_now();
}

/* One that has ended since the turn began may have been looked at before it did. */
void mx_pause_bound(const struct mx_pause *pause, int64_t *timeout)
{
	int64_t left = pause->until - mx_clock_now();

	if (pause->until > turn && left < *timeout)
		*timeout = left > 0 ? left : 0;
}
