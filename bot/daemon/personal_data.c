#include "bot/daemon/personal_data.h"

#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/key_files.h"
#include "adapters/matrix/room/person.h"
#include "bot/base/attempt.h"
#include "bot/base/durable_file.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"
#include "bot/base/utf8.h"
#include "bot/daemon/backup.h"
#include "bot/daemon/control_request.h"
#include "bot/daemon/store_access.h"
#include "bot/store/files.h"
#include "bot/store/person.h"
#include "bot/text/name.h"
#include "config/address.h"

#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Makes a JSON string. Replaces bytes that are not UTF-8 by question marks, because JSON allows
 * only UTF-8.
 */
static json_t *make_text(const char *text)
{
	char *copy = bot_strdup(text);
	json_t *value;

	for (size_t i = 0, left = strlen(copy); left > 0;) {
		size_t length = bot_utf8_length(copy + i, left);

		if (length == 0)
			copy[i] = '?';
		i += length > 0 ? length : 1;
		left -= length > 0 ? length : 1;
	}
	value = json_string(copy);
	free(copy);
	return value;
}

static json_t *make_value(const struct bot_column *column)
{
	switch (column->type) {
	case BOT_INTEGER:
		return json_integer(column->number);
	case BOT_REAL:
		return json_real(column->real);
	case BOT_TEXT:
		return make_text(column->text);
	case BOT_BLOB: /* no row about a user has one */
	case BOT_NOTHING:
		break;
	}
	return json_null();
}

/* Adds a row to the list of its kind. `self` is the JSON object with these lists. */
static void add_row(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	json_t *all = self, *list = json_object_get(all, kind), *row = json_object();

	if (!list) {
		list = json_array();
		json_object_set_new(all, kind, list);
	}
	for (size_t i = 0; i < count; i++)
		json_object_set_new(row, columns[i].name, make_value(&columns[i]));
	json_array_append_new(list, row);
}

static void count_row(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	size_t *rows = self;

	(void)kind;
	(void)columns;
	(void)count;
	(*rows)++;
}

/*
 * Calls `take` with each row about the user: first the rows of the host, then the rows of the
 * Matrix adapter.
 */
static void each_row(struct bot_store *store, const char *user,
	void (*take)(void *self, const char *kind, const struct bot_column *columns, size_t count),
	void *self)
{
	bot_store_person_rows(store, user, take, self);
	bot_must(mx_person_rows(store, user, take, self));
}

/*
 * Checks that the store has something about the user. If the store has nothing, writes a message to
 * `out` and fails with BOT_INVALID.
 */
static void check_known(struct bot_store *store, const char *user, const char *done, FILE *out)
{
	size_t rows = 0;

	each_row(store, user, count_row, &rows);
	if (rows > 0)
		return;
	if (cfg_is_user(user))
		fprintf(out, "%s: the store holds nothing about this user; nothing was %s\n", user,
			done);
	else
		fprintf(out,
			"\"%s\" is not a whole Matrix ID, such as @alice:example.org; nothing "
			"was %s\n",
			user, done);
	bot_fail(BOT_INVALID);
}

#define FOLDER "/tmp/engarde-export-XXXXXX" /* of the copy for an export */

/*
 * Copies the store into a new folder and opens the copy, because a running bot locks the store.
 * `folder` stays empty if the folder was not made.
 */
static bool open_copy(const char *path, char folder[sizeof(FOLDER)], struct bot_store **store)
{
	char copy[64];
	bool fine;
	int file;

	stpcpy(folder, FOLDER);
	if (!mkdtemp(folder)) {
		perror(FOLDER);
		folder[0] = '\0';
		return false;
	}
	snprintf(copy, sizeof(copy), "%s/store", folder);
	file = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	fine = file >= 0 && backup_copy_store(path, file) && store_access_open(copy, "", store);
	if (file >= 0)
		close(file);
	return fine;
}

static void remove_copy(const char *folder)
{
	char path[64];

	if (!folder[0])
		return;
	snprintf(path, sizeof(path), "%s/store", folder);
	bot_store_remove(path);
	rmdir(folder);
}

/* Opens the store to read it, while a bot may have it open. */
static bool open_for_export(
	const struct cfg *config, char folder[sizeof(FOLDER)], struct bot_store **store)
{
	enum bot_error error;

	if (!store_access_drop_privileges(config))
		return false;
	if (!cfg_store_is_on_server(config))
		return open_copy(config->store, folder, store);
	error = bot_store_open_to_read(config->store, store);
	if (error == BOT_NOT_FOUND)
		store_access_explain_missing(config->store);
	else if (error)
		store_access_explain(config->store, error, 0);
	return !error;
}

/* Adds the user's rows to the JSON object `all`. */
static enum bot_error list_rows(struct bot_store *store, const char *user, json_t *all)
{
	BOT_ATTEMPT(check_known(store, user, "exported", stderr);
		    each_row(store, user, add_row, all));
}

/* Writes the user's rows to standard output. */
static bool print_rows(struct bot_store *store, const char *path, const char *user)
{
	json_t *all = json_object();
	bool fine;

	json_object_set_new(all, "user", json_string(user));
	enum bot_error error = list_rows(store, user, all);
	if (error && error != BOT_INVALID)
		store_access_explain(path, error, 0);
	fine = !error && json_dumpf(all, stdout, JSON_INDENT(2)) == 0 && putchar('\n') != EOF &&
	       fflush(stdout) == 0;
	json_decref(all);
	return fine;
}

enum exit_status personal_data_export(const struct cfg *config, const char *user)
{
	char folder[sizeof(FOLDER)] = "";
	struct bot_store *store = NULL;
	bool fine =
		open_for_export(config, folder, &store) && print_rows(store, config->store, user);

	bot_store_close(store);
	remove_copy(folder);
	return fine ? STATUS_FINE : STATUS_FAILED;
}

struct erasure {
	const char *user;
	bool force;
	FILE *out; /* gets the reason if the user can't be erased */
};

/*
 * Replaces the user by an alias. Each erased user gets a random alias, which does not show who the
 * user was.
 */
static void erase(struct bot_host *host, struct bot_store *store, const void *self)
{
	const struct erasure *erasure = self;
	const struct bot_match_filter filter = {.player = erasure->user, .status = -1};
	struct bot_match match;
	unsigned char random[4];
	char alias[24] = "erased-";

	check_known(store, erasure->user, "erased", erasure->out);
	if (!erasure->force && bot_store_match_find(store, &filter, &match, 1) > 0) {
		fprintf(erasure->out,
			"%s takes part in matches or challenges; wait until they have ended, or "
			"end them with --force\n",
			erasure->user);
		bot_fail(BOT_INVALID);
	}
	randombytes_buf(random, sizeof(random));
	sodium_bin2hex(alias + strlen(alias), 9, random, sizeof(random));
	/*
	 * Store the alias first, because the messages of bot_host_remove_user must show the alias.
	 */
	bot_name_disguise(store, erasure->user, alias);
	bot_must(bot_host_remove_user(host, erasure->user));
	bot_store_person_erase(store, erasure->user, alias);
	bot_must(mx_person_erase(store, erasure->user, alias));
}

void personal_data_erase_in(
	struct bot_store *store, const struct cfg *config, const char *user, bool force, FILE *out)
{
	const struct erasure erasure = {user, force, out};
	enum bot_error error = store_access_transact(store, config, erase, &erasure);

	if (!error)
		error = bot_store_clean_log(store);
	if (error && error != BOT_INVALID)
		fputs(bot_store_disk_is_full(store) ? "the disk is full; nothing was erased"
						    : bot_error_text(error),
			out);
	if (!error)
		bot_log_write(BOT_LOG_INFO, "user_erased", NULL);
}

/* Erases the user from the store. If a bot runs with this store, the bot does it. */
static bool erase_from_store(const struct cfg *config, const char *user, bool force)
{
	const struct erasure erasure = {user, force, stderr};
	enum control_answer answer;
	char own[CFG_PATH_SIZE];

	/* Only the store's owner may use the socket, so root takes the owner's privileges first. */
	if (!store_access_drop_privileges(config))
		return false;
	answer = control_request_erasure(cfg_own_file(config, "", own), user, force);
	if (answer != CONTROL_NOT_RUNNING)
		return answer == CONTROL_DONE;
	return store_access_change(config, erase, &erasure);
}

/*
 * Prints the names of the older stores, STORE.before-DATE, that "restore" has kept beside the
 * store. Does not delete them, because they may be the only copy of what happened after a backup.
 */
static void name_older_stores(const char *store)
{
	char *folder = bot_durable_file_folder(store);
	const char *slash = strrchr(store, '/'), *name = slash ? slash + 1 : store;
	size_t length = strlen(name);
	DIR *entries = opendir(folder);

	for (const struct dirent *entry; entries && (entry = readdir(entries));)
		if (strncmp(entry->d_name, name, length) == 0 &&
			strncmp(entry->d_name + length, ".before-", 8) == 0)
			printf("%s/%s: this older store, which \"restore\" has kept, may "
			       "still name this user. Delete it when you no longer need it\n",
				folder, entry->d_name);
	if (entries)
		closedir(entries);
	free(folder);
}

/* Says what else on this machine, or in the database, may still name the user. */
static void tell_rest(const struct cfg *config)
{
	char keys[MX_KEY_PATH_SIZE];

	if (!cfg_store_is_on_server(config) &&
		access(mx_key_files_device_keys(config->store, keys), F_OK) == 0)
		printf("%s: this folder has the ids and the public keys of all users' devices. To "
		       "delete these, too, stop the bot and remove the folder. The bot then begins "
		       "as a new device\n",
			keys);
	if (cfg_store_is_on_server(config) && mx_crypto_is_built_in())
		puts("In encrypted rooms, the table device_keys has the ids and the public keys of "
		     "all users' devices. To delete these, too, stop the bot and delete the rows "
		     "of the table. The bot then begins as a new device");
}

enum exit_status personal_data_erase(const struct cfg *config, const char *user, bool force)
{
	bool fine = erase_from_store(config, user, force);

	if (fine && !cfg_store_is_on_server(config) && bot_store_remove_kept(config->store))
		puts("The copy of the store from before the last upgrade is deleted, because it "
		     "named this user");
	if (fine && !cfg_store_is_on_server(config))
		name_older_stores(config->store);
	if (fine)
		printf("%s is erased. The bot's messages stay in the rooms. Backups keep what they "
		       "contain: delete them, or erase the user again after you restore one\n",
			user);
	if (fine)
		tell_rest(config);
	return fine ? STATUS_FINE : STATUS_FAILED;
}
