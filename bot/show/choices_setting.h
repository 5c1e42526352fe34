/* Whether a user gets the lists of legal actions as polls. */
#ifndef BOT_SHOW_CHOICES_SETTING_H
#define BOT_SHOW_CHOICES_SETTING_H

#include "bot/call/call.h"

/* These two functions find out, and store, whether the user wants polls. */
BOT_MUST_USE enum bot_error bot_polls_wanted(struct bot_host *host, const char *user, bool *wanted);
BOT_MUST_USE enum bot_error bot_polls_set_wanted(
	struct bot_host *host, const char *user, bool wanted);

#endif
