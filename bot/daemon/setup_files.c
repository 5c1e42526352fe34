#include "bot/daemon/setup_files.h"

#include "adapters/matrix/e2ee/crypto.h"
#include "bot/base/durable_file.h"
#include "bot/base/memory.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/prompt.h"
#include "bot/daemon/unit_access.h"
#include "config/address.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_STORE "/var/lib/engarde/engarde.db" /* as config/keys.c has it */

/*
 * Returns the path of the file with the secret. The path is absolute, because the bot may start in
 * another folder. The caller frees the path. On failure sets errno and returns NULL.
 */
static char *find_secret_path(const struct setup_files *files)
{
	char *folder = bot_durable_file_folder(files->config);
	char path[4096] = "";
	size_t length;

	if (folder[0] != '/' && !getcwd(path, sizeof(path))) {
		free(folder);
		return NULL;
	}
	length = strlen(path);
	snprintf(path + length, sizeof(path) - length, "%s%s/%s", length ? "/" : "", folder,
		files->login == SETUP_TOKEN ? "access-token" : "password");
	free(folder);
	return bot_strdup(path);
}

/*
 * Prints the value as a JSON string, because every JSON string is also a YAML string. Returns false
 * if the value is not valid UTF-8 or can't be printed.
 */
static bool print_key(FILE *out, const char *key, const char *value)
{
	json_t *text = json_string(value);
	bool fine;

	fputs(key, out);
	fine = text && json_dumpf(text, out, JSON_ENCODE_ANY) == 0;
	fputc('\n', out);
	json_decref(text);
	return fine;
}

static bool print_config(const struct setup_files *files, FILE *out)
{
	static const char *const keys[] = {
		[SETUP_PASSWORD] = "  password_file: ",
		[SETUP_TOKEN] = "  access_token_file: ",
		[SETUP_OAUTH] = "  login: ",
	};

	fputs("# Written by engarde-bot setup. engarde.yaml(5) documents every key.\n"
	      "matrix:\n",
		out);
	if (!print_key(out, "  homeserver: ", files->homeserver) ||
		(files->ca_file && !print_key(out, "  ca_file: ", files->ca_file)) ||
		!print_key(out, "  user: ", files->user) ||
		!print_key(out, keys[files->login],
			files->login == SETUP_OAUTH ? "oauth" : files->secret_path))
		return false;
	return !files->store || print_key(out, "store: ", files->store);
}

static bool write_config(const struct setup_files *files)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = bot_memory_or_exit(open_memstream(&text, &size));
	bool fine = print_config(files, out);

	if (fclose(out) || !fine) {
		fputs("engarde-bot: setup: an option is not valid UTF-8\n", stderr);
		free(text);
		return false;
	}
	/*
	 * If root makes the configuration, the service's group may read it. If this group does not
	 * exist, everybody may read it. The configuration contains no secret.
	 */
	const struct group *service = geteuid() == 0 ? getgrnam(PRIVILEGE_SERVICE) : NULL;
	mode_t mode = geteuid() == 0 && !service ? 0644 : 0640;

	fine = bot_durable_file_write(
		files->fresh_config, text, size, mode, service ? service->gr_gid : (gid_t)-1);
	free(text);
	return fine || complain_errno(files->fresh_config);
}

static bool write_secret(const struct setup_files *files)
{
	if (files->login == SETUP_OAUTH)
		return true;
	return bot_durable_file_write(files->fresh_secret, files->secret, strlen(files->secret),
		       0600, (gid_t)-1) ||
	       complain_errno(files->fresh_secret);
}

static bool make_folder(const char *path)
{
	char *folder = bot_durable_file_folder(path);
	bool fine = mkdir(folder, 0755) == 0 || errno == EEXIST || complain_errno(folder);

	free(folder);
	return fine;
}

/* Whether the option --store is the path of a file. */
static bool is_file(const char *store)
{
	return store && !cfg_is_server_url(store);
}

/* Checks that the service can use the store. */
static bool check_store(const struct setup_files *files)
{
	const char *why =
		is_file(files->store) ? unit_access_fault(files->config, files->store) : NULL;

	return !why || complain(files->store, why);
}

/* Whether this user can make a file with this path, after the folders that do not exist yet. */
static bool can_make(const char *path)
{
	char *folder = bot_durable_file_folder(path);
	bool fine =
		access(folder, F_OK) != 0 && strcmp(folder, "/") != 0 && strcmp(folder, ".") != 0
			? can_make(folder)
			: faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;

	free(folder);
	return fine;
}

bool setup_files_may_write(const char *config, const char *store)
{
	bool fine = can_make(config), on_server = store && cfg_is_server_url(store);
	const char *path = fine ? store ? store : DEFAULT_STORE : config;

	if (geteuid() == 0 || (fine && (on_server || can_make(path))))
		return true;
	return complain(path, "you may not write there: run setup with sudo, or choose files of "
			      "your own: engarde-bot --config FILE --store FILE setup");
}

bool setup_files_prepare(struct setup_files *files, struct cfg **config)
{
	if (!check_store(files) || !make_folder(files->config))
		return false;
	files->secret_path = find_secret_path(files);
	if (!files->secret_path)
		return complain_errno(files->config);
	files->fresh_secret = bot_durable_file_free_name(files->secret_path, ".new");
	files->fresh_config = bot_durable_file_free_name(files->config, ".new");
	return write_config(files) && write_secret(files) &&
	       cfg_load(files->fresh_config, mx_crypto_is_built_in(), stderr, config) == CFG_OK;
}

/* Renames a prepared file to its final path. Prints the path and `note`, a text about the file. */
static bool put_in_place(char **fresh, const char *path, const char *note)
{
	char *old = bot_durable_file_put_aside(path, ".old");
	bool fine = (old || errno == ENOENT) && rename(*fresh, path) == 0 &&
		    bot_durable_file_sync_folder(path);

	if (fine) {
		printf("%s is written (%s).\n", path, note);
		if (old)
			printf("  The file that was there is %s now.\n", old);
		free(*fresh);
		*fresh = NULL;
	} else {
		complain_errno(path);
	}
	free(old);
	return fine;
}

bool setup_files_install(struct setup_files *files)
{
	return (files->login == SETUP_OAUTH ||
		       put_in_place(&files->fresh_secret, files->secret_path,
			       "only its owner can read it")) &&
	       put_in_place(&files->fresh_config, files->config, "it contains no secret") &&
	       (!is_file(files->store) || unit_access_permit(files->config, files->store));
}

void setup_files_finish(struct setup_files *files)
{
	if (files->fresh_secret)
		unlink(files->fresh_secret);
	if (files->fresh_config)
		unlink(files->fresh_config);
	free(files->fresh_secret);
	free(files->fresh_config);
	free(files->secret_path);
}
