/* The pauses after what went wrong. */
#ifndef MX_PAUSE_H
#define MX_PAUSE_H

#include <stdbool.h>
#include <stdint.h>

/* A pause that grows while something keeps failing. All zero: none. */
struct mx_pause {
	unsigned tries; /* failures in a row */
	int64_t until;  /* steady time before which it is not tried again */
};

/*
 * How long to wait after the failure number `tries` (0 is the first): twice as long each time, from
 * one second up to five minutes, and of that between half and all, as `dice` has it.
 */
int64_t mx_pause_length(unsigned tries, uint32_t dice);

/* Another failure. */
void mx_pause_fail(struct mx_pause *pause);

/* Another failure, after which the other side says how long to wait; 0: it doesn't. */
void mx_pause_obey(struct mx_pause *pause, int64_t wait);

/* A wait that somebody asked for, of `wait` milliseconds; never shortens the pause. */
void mx_pause_wait(struct mx_pause *pause, int64_t wait);

/* It worked. */
void mx_pause_clear(struct mx_pause *pause);

bool mx_pause_over(const struct mx_pause *pause);

/* A turn of the loop begins: pauses are looked at. */
void mx_pause_turn(void);

/*
 * Shortens *timeout, milliseconds from now, to the end of the pause if that was yet to come when
 * the turn began.
 */
void mx_pause_bound(const struct mx_pause *pause, int64_t *timeout);

#endif
