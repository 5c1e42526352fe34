/*
 * Whether the bot can work now, and whether it has been unable to for so long that a person must
 * act.
 */
#ifndef BOT_DAEMON_READINESS_H
#define BOT_DAEMON_READINESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What the bot knows about its own state. Times are in seconds since 1970. */
struct readiness {
	double now;
	double started; /* when the process started */
	double heard;   /* when the bot last handled an answer to /sync; 0 if it never did */
	bool logged_in;
	bool sync_refused; /* the homeserver refuses the place from which the bot reads on */
	bool held; /* the homeserver refuses what the account does, until a person changes that */
	bool store_is_gone; /* see bot_store_is_gone */
	bool writable;      /* the last write to the store succeeded */
	/* errno: why the store can't be written now; 0 if it can, or if the reason is unknown */
	int refusal;
	int64_t waits;      /* see bot_store_waits */
	const char *folder; /* the folder of the store, or the URL of its database */
	const char *leader; /* see bot_store_leader: NULL if the store is a file */
};

/*
 * Returns whether the bot is logged in and may write, received events a short time ago, and can
 * write to its store. Writes a line for each of these conditions to `out`.
 */
bool readiness_is_ready(const struct readiness *readiness, FILE *out);

/*
 * Returns whether the bot is healthy: it has received events in the last ten minutes, or it started
 * in the last ten minutes. So a restart of the homeserver does not make the bot unhealthy. A store
 * that can't be written, and an account that may not write, make the bot unhealthy at once, because
 * a person must act. Writes "healthy" or the reason to `out`. If the bot has received nothing for
 * long, the lines of readiness_is_ready follow.
 */
bool readiness_is_healthy(const struct readiness *readiness, FILE *out);

#endif
