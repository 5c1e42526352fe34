#include "bot/daemon/backup.h"

#include "adapters/matrix/e2ee/key_files.h"
#include "adapters/matrix/login/session_store.h"
#include "adapters/matrix/matrix.h"
#include "bot/base/durable_file.h"
#include "bot/base/error.h"
#include "bot/base/memory.h"
#include "bot/daemon/backup_rotation.h"
#include "bot/daemon/configuration.h"
#include "bot/daemon/control_request.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/restored_store.h"
#include "bot/daemon/server_backup.h"
#include "bot/daemon/store_access.h"
#include "bot/host/host.h"
#include "bot/store/causes.h"
#include "bot/store/files.h"
#include "config/config.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Writes to standard error what errno says about the file, and what to do. Always returns false. */
static bool explain(const char *path)
{
	fprintf(stderr, "%s: %s%s\n", path, bot_errno_text(errno),
		errno == EEXIST   ? ", or name a file that does not exist yet"
		: errno == EACCES ? "; name a file that the user of the store may use, or with "
				    "sudo a file in a folder of root"
		: bot_errno_is_full(errno) ? "; make room in its folder, and try again"
					   : "");
	return false;
}

/* Frees a path, and leaves errno as it is. */
static void free_path(char *path)
{
	int why = errno;

	free(path);
	errno = why;
}

/*
 * Copies a store that no process has open into a new file in the same folder. Sets *copy to the
 * path of the new file. The caller frees *copy and deletes the file.
 */
static enum bot_error copy_closed(const char *store, char **copy)
{
	char *path = durable_file_free_name(store, ".copy");
	enum bot_error error;

	errno = 0;
	error = bot_store_copy(store, path);
	if (!error)
		*copy = path;
	else
		free_path(path);
	return error;
}

/*
 * Makes a copy in the store's folder. If the bot runs, it has locked the store. Then this function
 * asks the bot to make the copy.
 */
static bool make_copy(const char *store, char **copy)
{
	enum bot_error error = copy_closed(store, copy);

	if (error == BOT_STORE_IN_USE)
		return control_request_copy(store, copy);
	if (error == BOT_NOT_FOUND)
		store_access_explain_missing(store);
	else if (error)
		store_access_explain(store, error, errno);
	return !error;
}

/*
 * Opens a regular file to read it. With O_NONBLOCK, open(2) does not wait for the writer of a pipe.
 * On failure sets errno and returns -1.
 */
static int open_to_read(const char *path)
{
	int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat status;

	if (file < 0 || (fstat(file, &status) == 0 && S_ISREG(status.st_mode)))
		return file;
	close(file);
	errno = EINVAL;
	return -1;
}

/* Checks the copy, and then appends the copy to the file. */
static bool append_copy(const char *copy, int file)
{
	int from = open_to_read(copy);
	enum bot_error error;
	bool fine;

	if (from < 0)
		return explain(copy);
	errno = 0;
	error = bot_store_verify(copy);
	if (error)
		store_access_explain(copy, error, errno);
	fine = !error && (durable_file_append(from, file) || explain(copy));
	close(from);
	return fine;
}

bool backup_copy_store(const char *store, int file)
{
	char *copy = NULL;
	bool fine = make_copy(store, &copy) && append_copy(copy, file);

	if (copy)
		unlink(copy);
	free(copy);
	return fine;
}

/*
 * The open files of a backup. If root makes the backup in a folder of root, root makes these files,
 * and a child process without root's privileges fills them.
 */
struct copies {
	const struct cfg *config;
	int file, key;
};

/*
 * Copies the recovery key. The bot writes the key only once, so the key does not change during the
 * copy.
 */
static bool backup_key(const struct copies *copies)
{
	char path[MX_KEY_PATH_SIZE];
	int from = open_to_read(mx_key_files_configured_key(copies->config, path));
	bool fine;

	if (from < 0)
		return errno == ENOENT || explain(path);
	fine = durable_file_append(from, copies->key) || explain(path);
	close(from);
	return fine;
}

/* Notes for the metrics when the last backup was made. A backup counts without this note, too. */
static void leave_mark(const struct cfg *config)
{
	char path[CFG_PATH_SIZE];
	int mark = open(cfg_own_file(config, BACKUP_MARK, path),
		O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600);

	if (mark < 0)
		return;
	futimens(mark, NULL);
	close(mark);
}

static bool fill_copies(void *self)
{
	const struct copies *copies = self;

	if (!privilege_drop_for_store(copies->config->store) ||
		!backup_copy_store(copies->config->store, copies->file) || !backup_key(copies))
		return false;
	leave_mark(copies->config);
	return true;
}

static off_t size_of(int file)
{
	struct stat status = {0};

	fstat(file, &status);
	return status.st_size;
}

static int make_file(const char *path)
{
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (file < 0)
		explain(path);
	return file;
}

/* Closes a file of the backup. Deletes the file unless `kept` is true. */
static void close_file(const char *path, int file, bool kept)
{
	close(file);
	if (!kept)
		unlink(path);
}

static bool backup_into(const struct cfg *config, const char *file, const char *key)
{
	struct copies copies = {.config = config};
	bool fine, has_key;

	if (!privilege_is_for_root(file) && !privilege_drop_for_store(config->store))
		return false;
	copies.file = make_file(file);
	if (copies.file < 0)
		return false;
	copies.key = make_file(key);
	fine = copies.key >= 0 && privilege_run_in_child(fill_copies, &copies) &&
	       durable_file_sync_folder(file);
	has_key = fine && size_of(copies.key) > 0;
	if (fine)
		printf("%s: %lld bytes; the backup is complete and undamaged\n", file,
			(long long)size_of(copies.file));
	if (has_key)
		printf("%s: the recovery key; keep it with the backup\n", key);
	close_file(file, copies.file, fine);
	if (copies.key >= 0)
		close_file(key, copies.key, has_key);
	return fine;
}

static bool backup_into_folder(const struct cfg *config, const char *folder, unsigned kept)
{
	char key[MX_KEY_PATH_SIZE], *file = backup_rotation_name(folder);
	bool fine = file && backup_into(config, file, mx_key_files_recovery_key(file, key));

	if (fine)
		backup_rotation_delete_old(folder, kept);
	free(file);
	return fine;
}

enum exit_status backup_create(const char *config_path, const char *to, unsigned kept)
{
	struct cfg *config;
	char key[MX_KEY_PATH_SIZE];
	bool fine;
	enum exit_status status = configuration_load(config_path, &config);

	if (status)
		return status;
	if (cfg_store_is_on_server(config))
		fine = server_backup_explain_dump(config, to);
	else if (kept > 0)
		fine = backup_into_folder(config, to, kept);
	else
		fine = backup_into(config, to, mx_key_files_recovery_key(to, key));
	cfg_destroy(config);
	return fine ? STATUS_FINE : STATUS_FAILED;
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
	to = durable_file_free_name(path, ending);
	fine = bot_store_rename(path, to) || explain(path);
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

	if (!durable_file_copy(restoring->source, fresh))
		return explain(fresh);
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
	return durable_file_copy(restoring->key, to) || explain(to);
}

static bool put_in_place(const char *fresh, const char *path)
{
	if (!put_aside(path))
		return false;
	return (rename(fresh, path) == 0 && durable_file_sync_folder(path)) || explain(path);
}

static bool replace(struct restoring *restoring, const struct cfg *config)
{
	char *fresh = durable_file_free_name(restoring->store, ".restoring");
	bool fine;

	fine = copy_backup(restoring, fresh) &&
	       take_session(restoring->store, &restoring->session) &&
	       restore_key(restoring, config) && put_in_place(fresh, restoring->store);
	bot_store_remove(fresh);
	free(fresh);
	return fine && store_access_change(config, restored_store_prepare, &restoring->session);
}

/*
 * Opens the backup and its recovery key, and takes the user id of the store's owner. A file that
 * only root decides about is opened first, because the owner may not be allowed to read it.
 */
static bool open_backup(struct restoring *restoring)
{
	bool is_for_root = privilege_is_for_root(restoring->file);
	char key[MX_KEY_PATH_SIZE];

	if (!is_for_root && !privilege_drop_for_store(restoring->store))
		return false;
	restoring->source = open_to_read(restoring->file);
	if (restoring->source < 0)
		return explain(restoring->file);
	mx_key_files_recovery_key(restoring->file, key);
	if (is_for_root && !privilege_is_for_root(key) &&
		!privilege_drop_for_store(restoring->store))
		return false;
	restoring->key = open_to_read(key);
	if (restoring->key < 0 && errno != ENOENT)
		return explain(key);
	return privilege_drop_for_store(restoring->store);
}

enum exit_status backup_restore(const char *config_path, const char *file)
{
	struct restoring restoring = {.file = file, .source = -1, .key = -1};
	struct cfg *config;
	bool fine;
	enum exit_status status = configuration_load(config_path, &config);

	if (status)
		return status;
	if (cfg_store_is_on_server(config)) {
		(void)server_backup_explain_restore(config, file);
		cfg_destroy(config);
		return STATUS_FAILED;
	}
	restoring.store = config->store;
	fine = open_backup(&restoring) && replace(&restoring, config);
	if (fine)
		printf("%s: restored; start the bot now\n", config->store);
	if (restoring.source >= 0)
		close(restoring.source);
	if (restoring.key >= 0)
		close(restoring.key);
	mx_stored_session_finish(&restoring.session);
	cfg_destroy(config);
	return fine ? STATUS_FINE : STATUS_FAILED;
}
