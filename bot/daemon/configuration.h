/* The configuration as the commands use it: with root's rights dropped. */
#ifndef BOT_CONFIGURATION_H
#define BOT_CONFIGURATION_H

#include "bot/daemon/exit_status.h"
#include "config/secrets.h"

/*
 * Reads the configuration at `path`. A person who can change the configuration decides what the
 * command does. So if another user than root can change it, root becomes this user first, for good.
 * On STATUS_FINE the caller owns *config. Otherwise standard error has every fault.
 */
__attribute__((warn_unused_result)) enum exit_status configuration_load(
	const char *path, struct cfg **config);

/* Finds the secrets as cfg_secrets_init does. Standard error has the reason for a failure. */
__attribute__((warn_unused_result)) enum exit_status configuration_load_secrets(
	const struct cfg *config, struct cfg_secrets *secrets);

/*
 * engarde-bot --check-config: checks everything that needs no homeserver. On STATUS_CONFIG standard
 * error has every fault.
 */
enum exit_status configuration_check(const char *path);

/* engarde-bot registration: writes the registration file of an application service. */
enum exit_status configuration_write_registration(const char *path);

#endif
