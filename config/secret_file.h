/* One file that contains a secret, and memory for secrets. */
#ifndef CONFIG_SECRET_FILE_H
#define CONFIG_SECRET_FILE_H

#include "config/config.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define SECRET_MAX 4096 /* bytes; the longest access tokens have about a thousand */

struct secret_file {
	char path[PATH_MAX]; /* the file that was read */
	char bytes[SECRET_MAX + 1];
	size_t size; /* more than SECRET_MAX if the file is too long */
};

/*
 * Reads the file `named`. If systemd has given the bot a credential with the name of that file,
 * reads the credential instead. Leaves no other copy of the secret in memory. If the file can't be
 * opened, is no regular file, or if every user has access to it, writes a message to `errors` and
 * returns CFG_NO_SECRET. If the file is on a read-only mount, access for every user is no failure,
 * but there is a message, too. `hint` says what to do if there is no file. The caller wipes
 * *secret, also after a failure.
 */
enum cfg_error secret_file_read(const char *named, const char *hint, FILE *errors,
	struct secret_file *secret) __attribute__((warn_unused_result));

/* Whether the bytes can be a token: printable ASCII characters without spaces. */
bool secret_is_token(const char *bytes, size_t size);

/*
 * Returns a copy of `size` bytes as a string. If the system allows it, the kernel never writes this
 * memory to swap space. The caller frees it with sodium_free, which wipes it.
 */
char *secret_copy(const char *bytes, size_t size);

#endif
