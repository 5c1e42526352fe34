/* Which keys of the configuration may change while the bot runs. */
#ifndef CONFIG_RELOAD_H
#define CONFIG_RELOAD_H

#include "config/config.h"

/*
 * Takes the language, invites, matches, limits and log of `fresh` into `config`. `fresh` gets the
 * old values in exchange, so the caller's cfg_destroy frees them. Calls `fixed` with the path of
 * each other key that differs, such as "matrix.user": its new value needs a restart of the bot.
 * `self` is passed on to `fixed`.
 */
void cfg_reload(struct cfg *config, struct cfg *fresh, void (*fixed)(void *self, const char *path),
	void *self);

#endif
