#include "bot/daemon/restore.h"

#include "adapters/matrix/e2ee/key_files.h"
#include "adapters/matrix/login/session_store.h"
#include "adapters/matrix/matrix.h"
#include "bot/base/attempt.h"
#include "bot/base/durable_file.h"
#include "bot/base/log.h"
#include "bot/daemon/backup.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/store_access.h"
#include "bot/store/causes.h"
#include "bot/store/device_keys.h"
#include "bot/store/files.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/*
 * A person who has read the backup knows the key, and could derive the secrets of later challenges
 * from it.
 */
static void renew_key(struct bot_store *store)
{
	unsigned char key[BOT_KEY_SIZE];

	randombytes_buf(key, sizeof(key));
	enum bot_error error = bot_store_replace_key(store, key);
	sodium_memzero(key, sizeof(key));
	bot_must(error);
}

/*
 * Prepares the store, in the caller's transaction. Forgets the sync token of the backup: with it,
 * the homeserver would send again what players said after the backup, and the bot would play moves
 * that were meant for later hands. `self` is the session (struct mx_stored_session) of the store
 * that the backup replaces. The bot keeps this session, because that of the backup is no longer
 * valid if the bot has renewed its session after the backup. If `self` is NULL, the bot goes on
 * with the session of the backup, or logs in again.
 */
static void prepare(struct bot_host *host, struct bot_store *store, const void *self)
{
	bot_must(mx_forget_position(store));
	if (self)
		bot_must(mx_stored_session_carry_over(store, self));
	renew_key(store);
	bot_must(bot_host_restored(host));
}

static void settle(struct bot_host *host, struct bot_store *store, const void *self)
{
	bot_must(bot_device_keys_delete(store, BOT_KEYS_OF_DEVICE));
	bot_must(bot_device_keys_delete(store, BOT_KEYS_OF_OLD_DEVICE));
	prepare(host, store, self);
	bot_must(bot_store_own_copy(store));
}

bool restore_settle(struct bot_store *store, const struct cfg *config)
{
	bool is_copy = false;
	enum bot_error error = bot_store_is_copy(store, &is_copy);

	if (!error && is_copy)
		error = store_access_transact(store, config, settle, NULL);
	if (error)
		store_access_explain(config->store, error, 0);
	else if (is_copy)
		bot_log_write(BOT_LOG_WARNING, "store_restored",
			BOT_LOG_FIELDS({"why",
				.text = "the tables come from a dump: the bot ignores what people "
					"said since then, and shows the state of each match"}));
	return !error;
}

struct restoring {
	const char *file;  /* path of the backup; only messages need it */
	const char *store; /* path of the store */
	int source, key;   /* open descriptors of the backup and of the recovery key, or -1 */
	struct mx_stored_session session;
};

/*
 * Reads the session from the store that the backup replaces. *session stays empty if that store is
 * missing or damaged. If the store is in use or can't be opened, writes the reason to standard
 * error and returns false.
 */
static bool take_session(const char *path, struct mx_stored_session *session)
{
	struct bot_store *store = NULL;
	enum bot_error error = bot_store_probe(path);

	errno = 0;
	if (error != BOT_NOT_FOUND)
		error = bot_store_open(path, &store);
	if (store && !error && mx_stored_session_read(store, session) != BOT_OK)
		*session = (struct mx_stored_session){0};
	bot_store_close(store);
	if (error != BOT_STORE_IN_USE && error != BOT_STORE_FAILED)
		return true;
	store_access_explain(path, error, errno);
	return false;
}

/*
 * Renames the old store, and its write-ahead log if the log exists, because SQLite must not use the
 * old log with the new store.
 */
static bool put_aside(const char *path)
{
	char ending[32] = "", *to;
	time_t now = time(NULL);
	struct tm utc = {0};
	bool fine;

	strftime(ending, sizeof(ending), ".before-%Y%m%dT%H%M%SZ", gmtime_r(&now, &utc));
	to = bot_durable_file_free_name(path, ending);
	fine = bot_store_rename(path, to) || backup_explain(path);
	if (fine && access(to, F_OK) == 0)
		printf("%s: the old store is kept as %s\n", path, to);
	free(to);
	return fine;
}

/*
 * Copies the backup and then checks the copy, because the backup file could change after a check.
 */
static bool copy_backup(const struct restoring *restoring, const char *fresh)
{
	enum bot_error error;

	if (!bot_durable_file_copy(restoring->source, fresh))
		return backup_explain(fresh);
	errno = 0;
	error = bot_store_verify(fresh);
	if (error == BOT_NOT_FOUND)
		fprintf(stderr, "%s: is empty; name another backup\n", restoring->file);
	else if (error)
		store_access_explain(restoring->file, error, errno);
	return !error;
}

/*
 * Restores the recovery key. Never replaces an existing key, because that key is at least as new as
 * the key of the backup.
 */
static bool restore_key(const struct restoring *restoring, const struct cfg *config)
{
	char to[MX_KEY_PATH_SIZE];

	if (restoring->key < 0 || access(mx_key_files_configured_key(config, to), F_OK) == 0)
		return true;
	return bot_durable_file_copy(restoring->key, to) || backup_explain(to);
}

static bool put_in_place(const char *fresh, const char *path)
{
	if (!put_aside(path))
		return false;
	return (rename(fresh, path) == 0 && bot_durable_file_sync_folder(path)) ||
	       backup_explain(path);
}

static bool replace(struct restoring *restoring, const struct cfg *config)
{
	char *fresh = bot_durable_file_free_name(restoring->store, ".restoring");
	bool fine;

	fine = copy_backup(restoring, fresh) &&
	       take_session(restoring->store, &restoring->session) &&
	       restore_key(restoring, config) && put_in_place(fresh, restoring->store);
	bot_store_remove(fresh);
	free(fresh);
	return fine && store_access_change(config, prepare, &restoring->session);
}

/*
 * Opens the backup and its recovery key, and takes the user id of the store's owner. A file that
 * only root decides about is opened first, because the owner may not be allowed to read it.
 */
static bool open_backup(struct restoring *restoring)
{
	char key[MX_KEY_PATH_SIZE];

	if (!privilege_drop_for_file(restoring->file, restoring->store))
		return false;
	restoring->source = backup_open_to_read(restoring->file);
	if (restoring->source < 0)
		return backup_explain(restoring->file);
	mx_key_files_recovery_key(restoring->file, key);
	if (!privilege_drop_for_file(key, restoring->store))
		return false;
	restoring->key = backup_open_to_read(key);
	if (restoring->key < 0 && errno != ENOENT)
		return backup_explain(key);
	return privilege_drop_for_store(restoring->store);
}

enum exit_status restore_backup(const struct cfg *config, const char *file)
{
	struct restoring restoring = {
		.file = file, .store = config->store, .source = -1, .key = -1};
	bool fine;

	if (cfg_store_is_on_server(config)) {
		(void)backup_explain_server_restore(config, file);
		return STATUS_FAILED;
	}
	fine = open_backup(&restoring) && replace(&restoring, config);
	if (fine)
		printf("%s: restored; start the bot now\n", config->store);
	if (restoring.source >= 0)
		close(restoring.source);
	if (restoring.key >= 0)
		close(restoring.key);
	mx_stored_session_finish(&restoring.session);
	return fine ? STATUS_FINE : STATUS_FAILED;
}
