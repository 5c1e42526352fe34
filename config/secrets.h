/* Files that hold secrets, and memory that does. */
#ifndef CONFIG_SECRETS_H
#define CONFIG_SECRETS_H

#include "config/config.h"

#include <limits.h>
#include <stddef.h>

#define SECRET_MAX 4096 /* bytes; the longest access tokens are about a thousand */

struct secret_file {
	char path[PATH_MAX]; /* where it was read */
	char bytes[SECRET_MAX + 1];
	size_t size; /* more than SECRET_MAX: the file is longer than that */
};

/*
 * Reads a file with a secret without a copy left elsewhere; before the one that is named goes one
 * of its name that systemd hands over. CFG_NO_SECRET, with a message: it can't be opened, and then
 * `hint` follows, or others may read it. The caller wipes *secret in any case.
 */
enum cfg_error secret_read(const char *named, const char *hint, FILE *errors,
	struct secret_file *secret) __attribute__((warn_unused_result));

/* Keeps `size` bytes as a string out of the swap, until sodium_free wipes it. CFG_NO_MEMORY. */
enum cfg_error secret_keep(const char *bytes, size_t size, char **secret)
	__attribute__((warn_unused_result));

/* Fills in the tokens and the id of the registration that the configuration names. */
enum cfg_error registration_read(const struct cfg *config, struct cfg_secrets *secrets,
	FILE *errors) __attribute__((warn_unused_result));

#endif
