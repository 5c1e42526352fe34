/*
 * The command "setup". It asks for an account, logs in, and writes a configuration that works. It
 * writes the session into the store, where the bot finds it.
 */
#ifndef BOT_DAEMON_SETUP_H
#define BOT_DAEMON_SETUP_H

#include "bot/daemon/options.h"

/*
 * Asks at the terminal for the secret, and for the user and the homeserver if they are NULL. If
 * standard input is not a terminal, the options must contain everything except the secret. Setup
 * then reads the secret from the only line of standard input. Writes nothing before the homeserver
 * has accepted the account. `config` is the path of the configuration to write. Setup stops waiting
 * for a person when the descriptor `stop` becomes readable.
 */
enum exit_status setup_run(const struct options *options, const char *config, int stop);

#endif
