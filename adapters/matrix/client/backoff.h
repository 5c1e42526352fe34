/* Exponential back-off: how long the bot waits before it retries a step that failed. */
#ifndef MX_BACKOFF_H
#define MX_BACKOFF_H

#include <stdbool.h>
#include <stdint.h>

/* All zero: nothing failed, and there is nothing to wait for. */
struct mx_backoff {
	unsigned failures; /* in a row */
	int64_t until;     /* the wait ends then, by mx_clock_steady */
};

/*
 * The milliseconds to wait after a failure, if `failures` failures came before it. The longest wait
 * doubles with each failure, from one second up to five minutes; `random` picks a point in its
 * second half.
 */
int64_t mx_backoff_delay(unsigned failures, uint32_t random);

/* Counts a failure and waits for the time that mx_backoff_delay picks. */
void mx_backoff_fail(struct mx_backoff *backoff);

/*
 * Counts a failure and waits at least `wait` milliseconds, as the server asked. If `wait` is 0, the
 * server has not asked for a wait; then the function does the same as mx_backoff_fail.
 */
void mx_backoff_fail_for(struct mx_backoff *backoff, int64_t wait);

/* Makes the wait end in `wait` milliseconds at the earliest. Never shortens it. */
void mx_backoff_extend(struct mx_backoff *backoff, int64_t wait);

/* Ends the wait and forgets the failures. */
void mx_backoff_reset(struct mx_backoff *backoff);

bool mx_backoff_is_over(const struct mx_backoff *backoff);

/* The loop calls this at the beginning of each turn, for mx_backoff_limit_timeout. */
void mx_backoff_begin_turn(void);

/*
 * Shortens *timeout, milliseconds from now, so that the loop's next turn begins when the wait ends.
 * Ignores a wait that was over when this turn began, since the turn has already seen that it was
 * over. A wait that ended during this turn makes *timeout 0, since the turn may have looked at the
 * wait before it ended.
 */
void mx_backoff_limit_timeout(const struct mx_backoff *backoff, int64_t *timeout);

#endif
