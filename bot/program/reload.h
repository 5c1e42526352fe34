/*
 * SIGHUP: the configuration is read again. What may change while the bot runs changes; what can't
 * is named in the log; a file with a fault changes nothing.
 */
#ifndef BOT_PROGRAM_RELOAD_H
#define BOT_PROGRAM_RELOAD_H

#include "bot/guest.h"
#include "bot/program/notify.h"
#include "config/config.h"

#include <stdbool.h>

struct reload {
	const char *path;            /* of the file; borrowed */
	struct cfg *config;          /* what is in force; borrowed */
	const struct notify *notify; /* is told of it; borrowed */
	int pipe[2];                 /* becomes readable with the signal */
};

/* Catches the signal from now on; false: it can't. There is one for the process. */
bool reload_init(
	struct reload *reload, const char *path, struct cfg *config, const struct notify *notify);
/* The signal is ignored from now on. */
void reload_finish(struct reload *reload);

/* What the loop is to serve as long as `reload` is there. */
struct bot_guest reload_guest(struct reload *reload);

/* Tells the log what the configuration says of it. */
void reload_log(const struct cfg *config);

#endif
