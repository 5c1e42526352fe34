#include "bot/program/backup.h"

#include "adapters/matrix/matrix.h"
#include "bot/host.h"
#include "bot/program/control.h"
#include "bot/program/file.h"
#include "bot/program/offline.h"
#include "bot/program/open.h"
#include "bot/store/copy.h"
#include "config/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool complain(const char *path)
{
	fprintf(stderr, "%s: %s%s\n", path, strerror(errno),
		errno == EEXIST ? "; name a file that is not there yet" : "");
	return false;
}

/* The engarde-bot that runs holds the lock, and makes the copy itself. */
static bool fetch(const char *store, const char *file)
{
	char *snapshot = NULL;
	bool fine;

	if (!control_ask_copy(store, &snapshot))
		return false;
	fine = file_copy(snapshot, file) || complain(file);
	unlink(snapshot);
	free(snapshot);
	return fine;
}

static bool is_free(const char *path)
{
	if (access(path, F_OK) != 0)
		return true;
	errno = EEXIST;
	return complain(path);
}

bool backup_store(const char *store, const char *file)
{
	enum bot_error error;

	if (!is_free(file))
		return false;
	errno = 0;
	error = bot_store_copy(store, file);
	if (error == BOT_STORE_IN_USE) {
		if (!fetch(store, file))
			return false;
	} else if (error == BOT_NOT_FOUND) {
		fprintf(stderr, "%s: there is no store yet\n", store);
		return false;
	} else if (error) {
		open_explain(store, error, errno, stderr);
		return false;
	}
	errno = 0;
	error = bot_store_verify(file);
	if (error) {
		open_explain(file, error, errno, stderr);
		unlink(file);
	}
	return !error;
}

/* Where the recovery key of a store is, if it has one. */
static const char *key_of(const char *store, char path[4096])
{
	snprintf(path, 4096, "%s" MX_RECOVERY_KEY, store);
	return path;
}

/* Beside the copy of its store; the bot writes it once, and never again. */
static bool backup_key(const char *store, const char *file)
{
	char from[4096], to[4096];

	if (access(key_of(store, from), F_OK) != 0)
		return true;
	if (!file_copy(from, key_of(file, to)))
		return complain(to);
	printf("%s: the recovery key that belongs to it\n", to);
	return true;
}

enum status backup(const char *config_path, const char *file)
{
	struct cfg *config;
	struct stat about;
	char key[4096];
	bool fine;

	if (cfg_load(config_path, stderr, &config))
		return STATUS_CONFIG;
	fine = is_free(key_of(file, key)) && backup_store(config->store, file);
	if (fine && stat(file, &about) == 0)
		printf("%s: %lld bytes, read through and sound\n", file, (long long)about.st_size);
	fine = fine && backup_key(config->store, file);
	cfg_destroy(config);
	return fine ? STATUS_FINE : STATUS_FAILED;
}

/* What is to be replaced is closed and whole, or can't be opened at all and has no session. */
static bool let_go(const char *path, struct mx_kept_session *session)
{
	struct bot_store *store = NULL;
	enum bot_error error = bot_store_probe(path);

	errno = 0;
	if (error != BOT_NOT_FOUND)
		error = bot_store_open(path, &store);
	if (store && !error && mx_session_of(store, session) != BOT_OK)
		*session = (struct mx_kept_session){0};
	bot_store_close(store);
	if (error != BOT_STORE_IN_USE && error != BOT_STORE_FAILED && error != BOT_NO_MEMORY)
		return true;
	open_explain(path, error, errno, stderr);
	return false;
}

/* Renames PATH and its log, if they are there; a log must never meet another's store. */
static bool put_aside(const char *path)
{
	static const char *const parts[] = {"", "-wal", "-shm"};
	char from[4096], to[4096], date[24] = "";
	time_t now = time(NULL);
	struct tm utc = {0};

	strftime(date, sizeof date, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &utc));
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		snprintf(from, sizeof from, "%s%s", path, parts[i]);
		snprintf(to, sizeof to, "%s.before-%s%s", path, date, parts[i]);
		if (rename(from, to) == 0 && i == 0)
			printf("%s: what was there is kept as %s\n", path, to);
		else if (errno != ENOENT && access(from, F_OK) == 0)
			return complain(from);
	}
	return true;
}

static bool put_in_place(const char *file, const char *path)
{
	char fresh[4096];

	snprintf(fresh, sizeof fresh, "%s.restoring", path);
	unlink(fresh);
	if (!file_copy(file, fresh) || !file_give_to_folder(fresh))
		return complain(fresh);
	if (!put_aside(path))
		return false;
	return (rename(fresh, path) == 0 && file_sync_folder(path)) || complain(path);
}

/* One that is there is at least as new. */
static bool restore_key(const char *file, const char *store)
{
	char from[4096], to[4096];

	if (access(key_of(file, from), F_OK) != 0 || access(key_of(store, to), F_OK) == 0)
		return true;
	return (file_copy(from, to) && file_give_to_folder(to)) || complain(to);
}

/*
 * The token of /sync and the matches are of one moment, but not of this one. Were the token kept,
 * the homeserver would hand out again what players have said since, and moves meant for hands that
 * were dealt later would be played from these. The session, on the other hand, is the newest there
 * is: one that has been renewed since the copy can't be gone back to.
 */
static enum bot_error take_up(struct bot_host *host, struct bot_store *store, const void *self)
{
	const struct mx_kept_session *session = self;
	enum bot_error error = mx_forget_position(store);

	if (!error)
		error = mx_go_on_with_session(store, session);
	return error ? error : bot_host_restored(host);
}

enum status restore(const char *config_path, const char *file)
{
	struct mx_kept_session session = {0};
	struct cfg *config;
	enum bot_error error;
	enum status status = STATUS_FAILED;

	if (cfg_load(config_path, stderr, &config))
		return STATUS_CONFIG;
	errno = 0;
	error = bot_store_verify(file);
	if (error)
		open_explain(file, error, errno, stderr);
	else if (let_go(config->store, &session) && restore_key(file, config->store) &&
		 put_in_place(file, config->store) && offline_change(config, take_up, &session) &&
		 file_give_to_folder(config->store))
		status = STATUS_FINE;
	if (!status)
		printf("%s: restored; start engarde-bot again\n", config->store);
	mx_kept_session_finish(&session);
	cfg_destroy(config);
	return status;
}
