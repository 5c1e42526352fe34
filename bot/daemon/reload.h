/*
 * The reload of the configuration after SIGHUP. Keys that may change while the bot runs change. The
 * log names each other key that differs. If the file has a fault, nothing changes.
 */
#ifndef BOT_RELOAD_H
#define BOT_RELOAD_H

#include "bot/base/loop_source.h"
#include "bot/daemon/systemd.h"
#include "config/config.h"

#include <stdbool.h>

struct reload {
	const char *path;              /* of the file; borrowed */
	struct cfg *config;            /* in use; borrowed */
	const struct systemd *systemd; /* hears of each reload; borrowed */
	int pipe[2];                   /* the signal handler writes to it */
};

/* Catches SIGHUP from now on. A process has only one struct reload. False: errno has the reason. */
bool reload_init(
	struct reload *reload, const char *path, struct cfg *config, const struct systemd *systemd);
/* Ignores SIGHUP from now on. */
void reload_finish(struct reload *reload);

/* Returns the source for the bot's loop. It lives as long as `reload`. */
struct bot_loop_source reload_loop_source(struct reload *reload);

/* Sets the level and the format of the log from the configuration. */
void reload_set_log(const struct cfg *config);

#endif
