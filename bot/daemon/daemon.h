/* The daemon that hosts matches in Matrix rooms: engarde-bot without a command. */
#ifndef BOT_DAEMON_H
#define BOT_DAEMON_H

#include "bot/daemon/exit_status.h"

/* Runs with the configuration at `path` until the descriptor `stop` becomes readable. */
enum exit_status daemon_run(const char *path, int stop);

#endif
