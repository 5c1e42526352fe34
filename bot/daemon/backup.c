#include "bot/daemon/backup.h"

#include "adapters/matrix/e2ee/key_files.h"
#include "bot/base/durable_file.h"
#include "bot/base/error.h"
#include "bot/base/memory.h"
#include "bot/daemon/control_request.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/store_access.h"
#include "bot/store/files.h"
#include "config/config.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Writes the text as one word of a shell. */
static void print_word(const char *text)
{
	fputc('\'', stderr);
	for (; *text; text++)
		if (*text == '\'')
			fputs("'\\''", stderr);
		else
			fputc(*text, stderr);
	fputc('\'', stderr);
}

static void print_command(const char *command, const struct cfg *config)
{
	fprintf(stderr, "    %s --dbname=", command);
	print_word(config->store);
}

/*
 * A store in a PostgreSQL database is copied by PostgreSQL's own tools, which the server's operator
 * has and trusts. The bot only says how to call them.
 */
static bool explain_dump(const struct cfg *config, const char *to)
{
	char own[CFG_PATH_SIZE];

	fputs("The store is in a PostgreSQL database, so pg_dump makes the backup, also while the "
	      "bot runs:\n",
		stderr);
	/* The search_path may name any schema. */
	print_command(
		"pg_dump --format=custom --no-owner --exclude-table-data='*.device_keys'", config);
	fputs(" --file=", stderr);
	print_word(to);
	fprintf(stderr, "\nIn encrypted rooms, keep a copy of the recovery key (%s), too.\n",
		config->encryption.recovery_key_file ? config->encryption.recovery_key_file
						     : cfg_own_file(config, ".recovery-key", own));
	return false;
}

bool backup_explain_server_restore(const struct cfg *config, const char *file)
{
	fputs("The store is in a PostgreSQL database, so pg_restore replaces it. Stop the bot "
	      "first, and start it afterwards; the bot notices that the tables come from a "
	      "backup:\n",
		stderr);
	print_command("pg_restore --clean --if-exists --single-transaction --no-owner", config);
	fputc(' ', stderr);
	print_word(file);
	fputc('\n', stderr);
	return false;
}

#define NAME_SIZE 40

static char *join(const char *folder, const char *name)
{
	char *path = bot_malloc(strlen(folder) + strlen(name) + 2);

	stpcpy(stpcpy(stpcpy(path, folder), "/"), name);
	return path;
}

/*
 * Returns a path for a new backup in the folder. The caller frees it. If the folder already has a
 * backup from this second, waits for the next second. If `folder` is no folder, says so on standard
 * error and returns NULL.
 */
static char *name_backup(const char *folder)
{
	char name[NAME_SIZE], *path = NULL;
	struct stat status;
	struct tm utc;
	time_t now;

	if (stat(folder, &status) || !S_ISDIR(status.st_mode)) {
		fprintf(stderr, "%s: with --keep, name an existing folder for the backups\n",
			folder);
		return NULL;
	}
	for (;;) {
		now = time(NULL);
		strftime(name, sizeof(name), "engarde-%Y%m%dT%H%M%SZ.db", gmtime_r(&now, &utc));
		path = join(folder, name);
		if (access(path, F_OK) != 0)
			return path;
		free(path);
		nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
	}
}

/* Whether the name has the form that name_backup gives to backups. */
static int is_backup(const struct dirent *entry)
{
	static const char form[] = "engarde-00000000T000000Z.db"; /* a 0 stands for a digit */

	if (strlen(entry->d_name) != sizeof(form) - 1)
		return 0;
	for (size_t i = 0; form[i]; i++)
		if (form[i] == '0' ? !isdigit((unsigned char)entry->d_name[i])
				   : entry->d_name[i] != form[i])
			return 0;
	return 1;
}

/* The order of the names is the order of the times. */
static int compare(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void delete_backup(const char *folder, const char *name)
{
	char key[MX_KEY_PATH_SIZE], *path = join(folder, name);

	if (bot_store_may_be_copy(path)) {
		unlink(path);
		unlink(mx_key_files_recovery_key(path, key));
	}
	if (access(path, F_OK) != 0)
		printf("%s: deleted, because newer backups are there\n", path);
	else
		fprintf(stderr, "%s: this old backup can't be deleted: %s\n", path,
			bot_errno_text(errno));
	free(path);
}

/*
 * Deletes all backups in the folder except the newest `kept` ones, together with their recovery
 * keys. Names each deleted backup on standard output. Does not touch files with other names.
 */
static void delete_old_backups(const char *folder, unsigned kept)
{
	struct dirent **found = NULL;
	int count = scandir(folder, &found, is_backup, compare);

	if (count < 0) {
		fprintf(stderr, "%s: %s; no old backup was deleted\n", folder, strerror(errno));
		return;
	}
	for (int i = 0; i < count; i++) {
		if ((unsigned)(count - i) > kept)
			delete_backup(folder, found[i]->d_name);
		free(found[i]);
	}
	free(found);
}

bool backup_explain(const char *path)
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
	char *path = bot_durable_file_free_name(store, ".copy");
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

/* With O_NONBLOCK, open(2) does not wait for the writer of a pipe. */
int backup_open_to_read(const char *path)
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
	int from = backup_open_to_read(copy);
	enum bot_error error;
	bool fine;

	if (from < 0)
		return backup_explain(copy);
	errno = 0;
	error = bot_store_verify(copy);
	if (error)
		store_access_explain(copy, error, errno);
	fine = !error && (bot_durable_file_append(from, file) || backup_explain(copy));
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
	int from = backup_open_to_read(mx_key_files_configured_key(copies->config, path));
	bool fine;

	if (from < 0)
		return errno == ENOENT || backup_explain(path);
	fine = bot_durable_file_append(from, copies->key) || backup_explain(path);
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
		backup_explain(path);
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

	if (!privilege_drop_for_file(file, config->store))
		return false;
	copies.file = make_file(file);
	if (copies.file < 0)
		return false;
	copies.key = make_file(key);
	fine = copies.key >= 0 && privilege_run_in_child(fill_copies, &copies) &&
	       bot_durable_file_sync_folder(file);
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
	char key[MX_KEY_PATH_SIZE], *file = name_backup(folder);
	bool fine = file && backup_into(config, file, mx_key_files_recovery_key(file, key));

	if (fine)
		delete_old_backups(folder, kept);
	free(file);
	return fine;
}

enum exit_status backup_create(const struct cfg *config, const char *to, unsigned kept)
{
	char key[MX_KEY_PATH_SIZE];
	bool fine;

	if (cfg_store_is_on_server(config))
		fine = explain_dump(config, to);
	else if (kept > 0)
		fine = backup_into_folder(config, to, kept);
	else
		fine = backup_into(config, to, mx_key_files_recovery_key(to, key));
	return fine ? STATUS_FINE : STATUS_FAILED;
}
