/*
 * The connection between libpq and the server, which gets lost. wire.c replaces libc's send and
 * connect, which libpq calls, so each of its messages is a point at which this can happen: before
 * the server has got the message, or afterwards, when the answer is lost from some byte on. The
 * server then ends the session at once, or keeps it for a while.
 */
#ifndef TESTS_SIM_POSTGRESQL_WIRE_H
#define TESTS_SIM_POSTGRESQL_WIRE_H

#include <stdbool.h>
#include <stdint.h>

/* Begins a schedule: draws how often the connection gets lost. */
void sim_wire_draw(void);

/* Notes that the newest connection is not the bot's. */
void sim_wire_spare(void);

/* Ends the bot's connection, and every session that the server has kept. */
void sim_wire_cut(void);

/* While `refuses` is true, nobody reaches the server. */
void sim_wire_refuse(bool refuses);

/* Forgets what happened to an earlier process, and waits until the server has ended its session. */
void sim_wire_begin(void);

/* Calls `then` after message number `messages` from now, which may be lost. 0 undoes this. */
void sim_wire_plan(unsigned messages, void (*then)(void));

/* Called when the bot waits: a session that it wants to be ended has then ended. */
void sim_wire_rest(void);

#endif
