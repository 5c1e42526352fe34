/* Messages to the person who runs a command, about a step that failed. */
#ifndef BOT_DAEMON_COMPLAINT_H
#define BOT_DAEMON_COMPLAINT_H

#include <stdbool.h>

/* Writes "engarde-bot: WHAT: WHY" to standard error. Always returns false. */
bool complain(const char *what, const char *why);

/* Like complain; the reason is what bot_errno_text says about errno. */
bool complain_errno(const char *path);

#endif
