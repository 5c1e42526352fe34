/*
 * When the loop wakes. It sleeps until something happens, but wakes for the earliest time that
 * anybody has waited for. So a part of the adapter that looks whether its time has come needs not
 * tell the loop, too: these functions note the time, as does a wait that begins (backoff.h). A time
 * that nobody asks for again in the pass that it has woken is forgotten.
 */
#ifndef ADAPTERS_MATRIX_CLIENT_WAKE_H
#define ADAPTERS_MATRIX_CLIENT_WAKE_H

#include <stdbool.h>
#include <stdint.h>

/* Returns whether a time by bot_clock_steady has come. If not, the loop wakes then. */
bool mx_time_has_come(int64_t time);

/* Lets the loop wake at a time by bot_clock_steady; 0 lets it begin its next pass at once. */
void mx_wake_at(int64_t time);

/* Returns how many milliseconds the loop may sleep, at most `most`, and forgets the noted time. */
int64_t mx_wake_timeout(int64_t most);

#endif
