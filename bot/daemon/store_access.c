#include "bot/daemon/store_access.h"

#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/durable_file.h"
#include "bot/base/error.h"
#include "bot/daemon/privilege.h"
#include "bot/daemon/prompt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* How many times the bot tries to open a store that another process has open. */
#define TRIES    100
#define PAUSE_MS 100 /* milliseconds between two tries */

/* What a person can do about an error of a store in a file, and of one in a database. */
static const struct {
	const char *file, *server; /* NULL if there is nothing to say */
} advice[] = {
	[BOT_STORE_IN_USE] = {"stop the other engarde-bot first",
		"stop the other engarde-bot first, or run this command on its machine"},
	[BOT_STORE_NEWER] = {"run the newer version, or restore a backup from before the upgrade",
		"run the newer version, or restore a backup of the database from before the "
		"upgrade"},
	[BOT_STORE_UNRELEASED] = {"restore a backup of a release, or name another file to begin "
				  "with an empty store; only the version that wrote the store can "
				  "open it",
		"restore a backup of a release, or name another database to begin with an empty "
		"store; only the version that wrote the store can open it"},
	[BOT_STORE_CORRUPT] = {"restore a backup, or name another file",
		"name an empty database, or another schema with search_path, or restore a backup"},
	[BOT_STORE_ALTERED] = {"a trigger or a view could change what the bot does, so it opens no "
			       "such store: use a backup that nobody has changed",
		NULL},
	[BOT_STORE_FAILED] = {"the folder must exist, and the bot's user must be allowed to write "
			      "to the folder and the file",
		NULL},
};

/*
 * Returns a text that tells a person what to do about the error, or NULL. `why` is the error's
 * errno, or 0.
 */
static const char *advise(const char *path, enum bot_error error, int why)
{
	if (error == BOT_STORE_FAILED && why == EROFS)
		return "mount it writable; if systemd runs the bot, engarde.yaml(5) says at "
		       "\"store\" how to let the service write there";
	if (error == BOT_STORE_FAILED && why && why != EACCES && why != EPERM && why != ENOENT)
		return "the reason is not in the permissions of the file, so changing them does "
		       "not help";
	if ((size_t)error >= sizeof(advice) / sizeof(*advice))
		return NULL;
	return bot_store_is_url(path) ? advice[error].server : advice[error].file;
}

/* Like bot_error_text, but a database is no file. */
static const char *describe(const char *path, enum bot_error error)
{
	return bot_store_is_url(path) && error == BOT_STORE_CORRUPT
		       ? "the store is damaged, or the schema has tables of another program"
		       : bot_error_text(error);
}

static void explain_full(const char *path)
{
	char *folder = bot_durable_file_folder(path);

	fprintf(stderr,
		"%s: the disk is full: make room in the folder %s, and try again; the store is "
		"unharmed\n",
		path, folder);
	free(folder);
}

void store_access_explain(const char *path, enum bot_error error, int why)
{
	bool reason = error == BOT_STORE_FAILED && why;
	const char *fault = bot_store_opening_fault();

	if (bot_store_is_url(path) && fault) {
		fprintf(stderr, "%s: %s\n", path, fault);
		return;
	}
	if (reason && bot_errno_is_full(why)) {
		explain_full(path);
		return;
	}
	const char *what = advise(path, error, why);
	fprintf(stderr, "%s: %s%s%s%s%s%s\n", path, describe(path, error), reason ? " (" : "",
		reason ? strerror(why) : "", reason ? ")" : "", what ? "; " : "", what ? what : "");
}

void store_access_explain_missing(const char *path)
{
	fprintf(stderr, "%s: there is no store yet; the bot makes it when it starts\n", path);
}

bool store_access_drop_privileges(const struct cfg *config)
{
	char path[CFG_PATH_SIZE];

	return privilege_drop_for_store(cfg_own_file(config, "", path));
}

enum bot_error store_access_open_when_free(
	const char *path, const char *account, int stop, struct bot_store **store)
{
	struct pollfd stopped = {.fd = stop, .events = POLLIN};
	bool is_url = bot_store_is_url(path);
	enum bot_error error;

	if (!is_url && !privilege_drop_for_store(path))
		return BOT_STORE_FAILED;
	for (int tries = stop >= 0 && !is_url ? TRIES : 1;; tries--) {
		errno = 0;
		error = bot_store_open_as(path, account, store);
		if (error == BOT_STORE_IN_USE && tries == TRIES)
			fprintf(stderr, "%s: %s; waiting %d seconds for it to end\n", path,
				bot_error_text(error), TRIES * PAUSE_MS / 1000);
		if (error != BOT_STORE_IN_USE || tries == 1 || poll(&stopped, 1, PAUSE_MS) != 0)
			break;
	}
	if (error && !(error == BOT_STORE_IN_USE && is_url && stop >= 0))
		store_access_explain(path, error, errno);
	return error;
}

bool store_access_open(const char *path, const char *account, struct bot_store **store)
{
	return !store_access_open_when_free(path, account, -1, store);
}

enum exit_status store_access_status(enum bot_error error)
{
	switch (error) {
	case BOT_OK:
		return STATUS_FINE;
	case BOT_INVALID:
	case BOT_STORE_CORRUPT:
	case BOT_STORE_NEWER:
	case BOT_STORE_UNRELEASED:
	case BOT_STORE_ALTERED:
		return STATUS_CONFIG;
	case BOT_NOT_FOUND:
	case BOT_STORE_FAILED:
	case BOT_STORE_IN_USE:
	case BOT_STORE_LOST:
		break;
	}
	return STATUS_FAILED;
}

/*
 * Checks that the bot's user can write to the folder of the bot's own files, where SQLite makes
 * further files of a store. Accepts a missing folder, because the service manager may make the
 * folder when it starts the bot.
 */
static bool check_folder(const char *file)
{
	char *folder = bot_durable_file_folder(file);
	bool fine = faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;

	if (!fine && errno == ENOENT) {
		printf("%s: this folder does not exist; create it (mkdir -m 700), unless the "
		       "service manager does that\n",
			folder);
		fine = true;
	} else if (!fine) {
		store_access_explain(folder, BOT_STORE_FAILED, errno);
	}
	free(folder);
	return fine;
}

bool store_access_check(const struct cfg *config)
{
	char own[CFG_PATH_SIZE];
	enum bot_error error;

	if (!store_access_drop_privileges(config))
		return false;
	error = bot_store_probe(config->store);
	if (!error && !cfg_store_is_on_server(config) &&
		faccessat(AT_FDCWD, config->store, R_OK | W_OK, AT_EACCESS))
		error = BOT_STORE_FAILED;
	if (error && error != BOT_NOT_FOUND)
		store_access_explain(config->store, error, errno);
	return check_folder(cfg_own_file(config, "", own)) && (!error || error == BOT_NOT_FOUND);
}

/*
 * Makes the service's user the owner of a folder that root has just made. Only root can change the
 * parent folder, so no other user can have replaced the new folder.
 */
static bool give_to_service(const char *folder)
{
	const struct passwd *service = getpwnam(PRIVILEGE_SERVICE);
	int descriptor;
	bool fine;

	if (!service)
		return true;
	descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	fine = descriptor >= 0 && fchown(descriptor, service->pw_uid, service->pw_gid) == 0;
	if (!fine)
		complain_errno(folder);
	if (descriptor >= 0)
		close(descriptor);
	return fine;
}

bool store_access_make_folder(const struct cfg *config)
{
	char own[CFG_PATH_SIZE], *folder = bot_durable_file_folder(cfg_own_file(config, "", own));
	bool fine = privilege_drop(folder);

	if (fine && mkdir(folder, 0700) == 0)
		fine = geteuid() != 0 || give_to_service(folder);
	else if (fine && errno != EEXIST)
		fine = complain_errno(folder) || cfg_store_is_on_server(config);
	free(folder);
	return fine;
}

static int64_t now(void *self)
{
	(void)self;
	return bot_clock_wall();
}

static int64_t steady(void *self)
{
	(void)self;
	return bot_clock_steady();
}

static void fill_random(void *self, void *out, size_t size)
{
	(void)self;
	randombytes_buf(out, size);
}

static bool moderates(void *self, const char *room, const char *user)
{
	(void)self;
	(void)room;
	(void)user;
	return false;
}

/* Checks that the store exists. Without this check, bot_store_open would create a missing store. */
static bool check_exists(const struct cfg *config)
{
	if (bot_store_probe(config->store) != BOT_NOT_FOUND)
		return true;
	store_access_explain_missing(config->store);
	return false;
}

static enum bot_error attempt_change(struct bot_host *host, struct bot_store *store,
	void (*change)(struct bot_host *host, struct bot_store *store, const void *self),
	const void *self)
{
	BOT_ATTEMPT(change(host, store, self));
}

enum bot_error store_access_transact(struct bot_store *store, const struct cfg *config,
	void (*change)(struct bot_host *host, struct bot_store *store, const void *self),
	const void *self)
{
	static const struct bot_port port = {
		.now = now, .steady = steady, .random = fill_random, .moderates = moderates};
	struct bot_host *host = bot_host_create(store, &port, config);
	enum bot_error error = bot_store_begin(store);

	if (!error)
		error = attempt_change(host, store, change, self);
	if (!error)
		error = bot_store_commit(store);
	if (error)
		bot_store_rollback(store);
	bot_host_destroy(host);
	return error;
}

bool store_access_change(const struct cfg *config,
	void (*change)(struct bot_host *host, struct bot_store *store, const void *self),
	const void *self)
{
	struct bot_store *store = NULL;

	if (!check_exists(config) || !store_access_open(config->store, config->matrix.user, &store))
		return false;
	enum bot_error error = store_access_transact(store, config, change, self);
	if (error && error != BOT_INVALID)
		store_access_explain(config->store, error, 0);
	bot_store_close(store);
	return !error;
}
