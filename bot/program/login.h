/* Logging in, once, as a command: the session is left in the store, and the bot goes on with it. */
#ifndef BOT_PROGRAM_LOGIN_H
#define BOT_PROGRAM_LOGIN_H

#include "bot/program/status.h"

#include <stdbool.h>

/*
 * Logs in anew with what the configuration says. Ends when `stop` becomes readable, where a person
 * is waited for. What was in the store before stays, but for the session.
 */
enum status login(const char *config_path, int stop);

/*
 * The same for a configuration that was read already, with these secrets, after mx_init. False:
 * standard error has why, and a store that wasn't there before isn't there.
 */
bool login_store(const struct cfg *config, const struct cfg_secrets *secrets, int stop);

#endif
