/* Exponential back-off: how long the bot waits before it retries a step that failed. */
#ifndef ADAPTERS_MATRIX_CLIENT_BACKOFF_H
#define ADAPTERS_MATRIX_CLIENT_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

/* All zero if no step has failed. Then there is no wait. */
struct mx_backoff {
	unsigned failures; /* how many failures came in a row */
	int64_t until;     /* the time by bot_clock_steady when the wait ends */
};

/*
 * Returns how many milliseconds to wait after a failure. `failures` is how many failures in a row
 * came before this one. The longest wait is one second at first, and doubles with each failure up
 * to five minutes. `random` picks a wait between half of the longest wait and the longest wait.
 */
int64_t mx_backoff_delay(unsigned failures, uint32_t random);

/*
 * Counts a failure, and begins a wait. The wait is as long as mx_backoff_delay returns for a random
 * number.
 */
void mx_backoff_fail(struct mx_backoff *backoff);

/* Does the same as mx_backoff_fail, but waits at most `most` milliseconds. */
void mx_backoff_fail_within(struct mx_backoff *backoff, int64_t most);

/*
 * Counts a failure, and begins a wait of at least `wait` milliseconds, for which the server asked.
 * If the server asked for no wait, `wait` is 0, and the function does the same as mx_backoff_fail.
 */
void mx_backoff_fail_for(struct mx_backoff *backoff, int64_t wait);

/* Makes the wait last at least `wait` milliseconds from now. Never shortens the wait. */
void mx_backoff_extend(struct mx_backoff *backoff, int64_t wait);

/* Ends the wait and forgets the failures. */
void mx_backoff_reset(struct mx_backoff *backoff);

/* Returns whether the wait is over. If it is not, the loop wakes when it ends. */
bool mx_backoff_is_over(const struct mx_backoff *backoff);

#endif
