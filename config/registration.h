/*
 * The registration file of an application service, which the bot and its homeserver share:
 * https://spec.matrix.org/latest/application-service-api/#registration
 */
#ifndef CONFIG_REGISTRATION_H
#define CONFIG_REGISTRATION_H

#include "config/secrets.h"

/*
 * Writes the registration file that the configuration names, with new tokens. The file gets the
 * mode 0600. Returns CFG_INVALID if the configuration names no file, and CFG_UNREADABLE if the file
 * can't be written or exists already. Never changes an existing file. On failure writes a message
 * for people to `errors`.
 */
enum cfg_error cfg_registration_write(const struct cfg *config, FILE *errors)
	__attribute__((warn_unused_result));

/*
 * Reads the registration file that the configuration names, and sets access_token (the as_token),
 * hs_token and service of *secrets. If the file can't be used, writes a message to `errors` and
 * returns CFG_NO_SECRET. The caller calls cfg_secrets_finish, also after a failure.
 */
enum cfg_error cfg_registration_read(const struct cfg *config, struct cfg_secrets *secrets,
	FILE *errors) __attribute__((warn_unused_result));

#endif
