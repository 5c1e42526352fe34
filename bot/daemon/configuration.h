/*
 * Loads the program's configuration without root's privileges, checks it, and loads it again while
 * the bot runs.
 */
#ifndef BOT_DAEMON_CONFIGURATION_H
#define BOT_DAEMON_CONFIGURATION_H

#include "bot/base/loop_source.h"
#include "bot/daemon/options.h"
#include "bot/daemon/systemd.h"
#include "config/secrets.h"

#include <stdbool.h>

/*
 * Loads the configuration at `path`. A user who can change the configuration decides what the
 * command does. So if the caller is root and another user can change the file, the process first
 * takes the user id of this other user permanently. On STATUS_FINE the caller owns *config.
 * Otherwise the function has written every fault to standard error.
 */
__attribute__((warn_unused_result)) enum exit_status configuration_load(
	const char *path, struct cfg **config);

/* Finds the secrets as cfg_secrets_init does. On failure writes the reason to standard error. */
__attribute__((warn_unused_result)) enum exit_status configuration_load_secrets(
	const struct cfg *config, struct cfg_secrets *secrets);

/* Sets up the log as the configuration says. */
void configuration_set_log(const struct cfg *config);

/*
 * engarde-bot --check-config: checks everything that needs no homeserver, of a configuration that
 * was loaded from `path`. On STATUS_CONFIG the function has written every fault to standard error.
 */
enum exit_status configuration_check(const struct cfg *config, const char *path);

/* engarde-bot registration: writes the registration file of an application service. */
enum exit_status configuration_write_registration(const struct cfg *config);

/*
 * Loads the configuration again after each SIGHUP. Some keys may change while the bot runs, and the
 * bot uses their new values. If the value of another key has changed, the log names this key. If
 * the new file has a fault, the bot keeps its old configuration.
 */
struct configuration_reload {
	const char *path;              /* path of the configuration file; borrowed */
	struct cfg *config;            /* the configuration that the bot uses; borrowed */
	const struct systemd *systemd; /* gets a message about each reload; borrowed */
	int pipe[2];                   /* the signal handler writes to this pipe */
};

/*
 * Begins to catch SIGHUP. A process has only one struct configuration_reload. On failure sets errno
 * and returns false.
 */
bool configuration_reload_init(struct configuration_reload *reload, const char *path,
	struct cfg *config, const struct systemd *systemd);
/* Closes the pipe. After this call the process ignores SIGHUP. */
void configuration_reload_finish(struct configuration_reload *reload);

/* Returns the source for the bot's loop. The source is valid as long as `reload`. */
struct bot_loop_source configuration_reload_loop_source(struct configuration_reload *reload);

#endif
