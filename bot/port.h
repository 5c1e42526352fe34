/*
 * What the host needs from the world around it. A chat platform's adapter, or a test, provides
 * it: time, randomness and what only the platform knows enter the host through here alone.
 */
#ifndef BOT_PORT_H
#define BOT_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bot_port {
	void *self; /* given back to each function below */

	/* Milliseconds since 1970-01-01 UTC, for people's eyes; may jump either way. */
	int64_t (*now)(void *self);

	/* Milliseconds since some moment, for measuring: never jumps while the process runs. */
	int64_t (*steady)(void *self);

	/* Fills `out` with bytes that nobody can foresee. */
	void (*random)(void *self, void *out, size_t size);

	/* Whether `user` moderates `room`: may end other people's matches there. */
	bool (*moderates)(void *self, const char *room, const char *user);
};

#endif
