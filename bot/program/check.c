#include "bot/program/check.h"

#include "bot/program/file.h"
#include "bot/program/open.h"
#include "config/config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * SQLite makes files beside the store, so the folder must be writable even where the file is. One
 * that is not there is no fault yet: a service manager makes it when it starts the bot.
 */
static bool check_folder(const char *store)
{
	char *folder = file_folder(store);
	bool fine = folder && faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;

	if (folder && !fine && errno == ENOENT) {
		printf("%s: is not there; make it (mkdir -m 700), unless the service manager "
		       "does\n",
			folder);
		fine = true;
	} else if (folder && !fine) {
		open_explain(folder, BOT_STORE_FAILED, errno, stderr);
	}
	free(folder);
	return fine;
}

static bool check_store(const char *path)
{
	enum bot_error error = bot_store_probe(path);

	if (!error && faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS))
		error = BOT_STORE_FAILED;
	if (error && error != BOT_NOT_FOUND)
		open_explain(path, error, errno, stderr);
	return check_folder(path) && (!error || error == BOT_NOT_FOUND);
}

enum status check_config(const char *path)
{
	struct cfg *config;
	struct cfg_secrets secrets;
	bool fine;

	if (cfg_load(path, stderr, &config))
		return STATUS_CONFIG;
	fine = check_store(config->store);
	if (cfg_secrets_init(&secrets, config, stderr))
		fine = false;
	else
		cfg_secrets_finish(&secrets);
	if (fine)
		printf("%s: the configuration is fine\n", path);
	cfg_destroy(config);
	return fine ? STATUS_FINE : STATUS_CONFIG;
}
