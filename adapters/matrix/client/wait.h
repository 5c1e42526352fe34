/* How long the adapter waits: when its loop wakes, and the back-off of a step that failed. */
#ifndef ADAPTERS_MATRIX_CLIENT_WAIT_H
#define ADAPTERS_MATRIX_CLIENT_WAIT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * When the loop wakes. It sleeps until something happens, but wakes for the earliest time that
 * anybody has waited for. So a part of the adapter that looks whether its time has come needs not
 * tell the loop, too: these functions note the time, as does a back-off that begins. A time that
 * nobody asks for again in the pass that it has woken is forgotten.
 */

/* Returns whether a time by bot_clock_steady has come. If not, the loop wakes then. */
bool mx_time_has_come(int64_t time);

/* Lets the loop wake at a time by bot_clock_steady; 0 lets it begin its next pass at once. */
void mx_wake_at(int64_t time);

/* Returns how many milliseconds the loop may sleep, at most `most`, and forgets the noted time. */
int64_t mx_wake_timeout(int64_t most);

/* Exponential back-off: how long the bot waits before it retries a step that failed. */

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
