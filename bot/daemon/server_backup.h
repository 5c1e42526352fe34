/*
 * The backup of a store in a PostgreSQL database is the matter of PostgreSQL's own tools, which the
 * server's operator has and trusts. The bot only says how to call them.
 */
#ifndef BOT_DAEMON_SERVER_BACKUP_H
#define BOT_DAEMON_SERVER_BACKUP_H

#include "config/config.h"

#include <stdbool.h>

/*
 * Writes to standard error the command that makes the backup `to`, or the one that restores `file`,
 * for a shell. Both return false, because nothing was done.
 */
bool server_backup_explain_dump(const struct cfg *config, const char *to);
bool server_backup_explain_restore(const struct cfg *config, const char *file);

#endif
