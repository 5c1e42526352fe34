/* The commands "export" and "erase": what the store has of one user. */
#ifndef BOT_PERSONAL_DATA_H
#define BOT_PERSONAL_DATA_H

#include "bot/daemon/options.h"

#include <stdbool.h>

/*
 * Writes everything that the store has of the user to standard output, as JSON. The bot may run
 * meanwhile. Fails if there is no store, or if the store has nothing of the user.
 */
enum exit_status personal_data_export(const char *config, const char *user);

/*
 * Deletes what the store has of the user. The bot must not run meanwhile. If the user takes part in
 * a match or a challenge, fails unless `force` is true. Also fails if there is no store, or if the
 * store has nothing of the user.
 */
enum exit_status personal_data_erase(const char *config, const char *user, bool force);

#endif
