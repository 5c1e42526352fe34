/*
 * The files that the command "setup" writes: the configuration, and the secret in the same folder.
 * Setup first writes these files under other names. When the homeserver has accepted the account,
 * setup renames them.
 */
#ifndef BOT_DAEMON_SETUP_FILES_H
#define BOT_DAEMON_SETUP_FILES_H

#include "config/config.h"

#include <stdbool.h>

/* How the bot logs in. With OAuth 2.0 there is no file with a secret. */
enum setup_login { SETUP_PASSWORD, SETUP_TOKEN, SETUP_OAUTH };

struct setup_files {
	/* The caller sets and owns: */
	const char *config; /* path of the configuration */
	const char *user;
	const char *homeserver;
	const char *ca_file; /* or NULL */
	const char *store;   /* path of the store, or NULL for the default path */
	const char *secret;
	enum setup_login login;
	/* setup_files_prepare sets these paths. Before that, the paths are NULL. */
	char *secret_path;
	char *fresh_config, *fresh_secret; /* paths of the prepared files; NULL after setup has
					      renamed the file */
};

/*
 * Checks before the first question that this user may write the configuration and the store, which
 * is NULL for the default. Otherwise says what helps, and returns false. Root may write everything.
 */
bool setup_files_may_write(const char *config, const char *store);

/*
 * Prepares the files, and loads the configuration as the bot does. The caller owns *config. On
 * failure writes the reason to standard error and returns false. The caller calls
 * setup_files_finish at the end, also after a failure.
 */
bool setup_files_prepare(struct setup_files *files, struct cfg **config);

/*
 * Renames the prepared files, and lets the service write to the folder of the store. Existing files
 * with the final names get free names that end in .old, .old-2 and so on. On failure writes the
 * reason to standard error and returns false.
 */
bool setup_files_install(struct setup_files *files);

/* Deletes the prepared files that were not renamed, and frees the paths. */
void setup_files_finish(struct setup_files *files);

#endif
