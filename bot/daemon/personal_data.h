/* The commands "export" and "erase", which write or delete what the store has about one user. */
#ifndef BOT_DAEMON_PERSONAL_DATA_H
#define BOT_DAEMON_PERSONAL_DATA_H

#include "bot/daemon/options.h"
#include "bot/store/store.h"
#include "config/config.h"

#include <stdbool.h>

/*
 * Writes everything that the store has about the user to standard output, as JSON. The bot may run
 * at the same time. Fails if there is no store, or if the store has nothing about the user.
 */
enum exit_status personal_data_export(const struct cfg *config, const char *user);

/*
 * Deletes what the store has about the user. If the bot runs, asks the bot to do this. If the user
 * takes part in a match or a challenge, fails unless `force` is true. Also fails if there is no
 * store, or if the store has nothing about the user. Also deletes the copy of the store from before
 * an upgrade, and prints the names of other files that may have data about the user.
 */
enum exit_status personal_data_erase(const struct cfg *config, const char *user, bool force);

/*
 * The running bot calls this function: deletes what its open store has about the user. On failure
 * writes the reason to `out`.
 */
void personal_data_erase_in(
	struct bot_store *store, const struct cfg *config, const char *user, bool force, FILE *out);

#endif
