/* The command "move-store", which copies the store into another database. */
#ifndef BOT_DAEMON_STORE_MOVE_H
#define BOT_DAEMON_STORE_MOVE_H

#include "bot/daemon/options.h"

/*
 * Copies the store `from` into `to`, which must not exist or must be empty. Each is the path of a
 * file or the URL of a PostgreSQL database. No bot may run with either of them. Leaves `from` as it
 * is, and tells what is left to do.
 */
enum exit_status store_move(const char *from, const char *to);

#endif
