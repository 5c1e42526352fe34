/*
 * The registration file of an application service, which the bot and its homeserver share:
 * https://spec.matrix.org/latest/application-service-api/#registration
 */
#ifndef CONFIG_REGISTRATION_H
#define CONFIG_REGISTRATION_H

#include "config/secrets.h"

/*
 * Writes the registration file that the configuration names, with new tokens and of mode 0600.
 * Returns CFG_INVALID if the configuration names no file, and CFG_UNREADABLE if the file can't be
 * written or exists already. An existing file is left as it is. `errors` has a message for people.
 */
enum cfg_error cfg_registration_write(const struct cfg *config, FILE *errors)
	__attribute__((warn_unused_result));

/*
 * Reads the registration file that the configuration names, and sets access_token (the as_token),
 * hs_token and service of *secrets. Returns CFG_NO_SECRET, with a message in `errors`, if the file
 * can't be used, or CFG_NO_MEMORY. The caller calls cfg_secrets_finish, also after a failure.
 */
enum cfg_error cfg_registration_read(const struct cfg *config, struct cfg_secrets *secrets,
	FILE *errors) __attribute__((warn_unused_result));

#endif
