#include "bot/program/person.h"

#include "adapters/matrix/matrix.h"
#include "bot/program/backup.h"
#include "bot/program/offline.h"
#include "bot/program/open.h"
#include "bot/store/person.h"
#include "config/config.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static json_t *value(const struct bot_column *column)
{
	switch (column->type) {
	case BOT_INTEGER:
		return json_integer(column->number);
	case BOT_REAL:
		return json_real(column->real);
	case BOT_TEXT:
		return json_string(column->text);
	case BOT_NOTHING:
		break;
	}
	return json_null();
}

/* Under its kind in the object; what memory is short for is missing, which json_dumpf finds. */
static void take(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	json_t *all = self, *list = json_object_get(all, kind), *row = json_object();

	if (!list) {
		list = json_array();
		json_object_set_new(all, kind, list);
	}
	for (size_t i = 0; i < count; i++)
		json_object_set_new(row, columns[i].name, value(&columns[i]));
	json_array_append_new(list, row);
}

/* The store that runs is locked: what is read is a copy of it, in a place for such things. */
static bool open_copy(const char *path, char folder[], struct bot_store **store)
{
	char copy[64];
	bool fine;

	if (!mkdtemp(folder)) {
		perror(folder);
		return false;
	}
	snprintf(copy, sizeof copy, "%s/store", folder);
	fine = backup_store(path, copy) && open_store(copy, stderr, store);
	return fine;
}

static void remove_copy(const char *folder)
{
	static const char *const parts[] = {"", "-wal", "-shm"};
	char path[64];

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		snprintf(path, sizeof path, "%s/store%s", folder, parts[i]);
		unlink(path);
	}
	rmdir(folder);
}

enum status export_person(const char *config_path, const char *user)
{
	char folder[] = "/tmp/engarde-export-XXXXXX";
	struct bot_store *store = NULL;
	struct cfg *config;
	json_t *all = NULL;
	enum status status = STATUS_FAILED;

	if (cfg_load(config_path, stderr, &config))
		return STATUS_CONFIG;
	if (open_copy(config->store, folder, &store)) {
		all = json_pack("{s:s}", "user", user);
		enum bot_error error =
			all ? bot_store_person_rows(store, user, take, all) : BOT_NO_MEMORY;
		if (error)
			open_explain(config->store, error, 0, stderr);
		else if (json_dumpf(all, stdout, JSON_INDENT(2)) == 0 && putchar('\n') != EOF &&
			 fflush(stdout) == 0)
			status = STATUS_FINE;
	}
	json_decref(all);
	bot_store_close(store);
	remove_copy(folder);
	cfg_destroy(config);
	return status;
}

struct erasure {
	const char *user;
	bool force;
};

/* Whoever reads it later can tell two people apart, and not who they were. */
static enum bot_error erase(struct bot_host *host, struct bot_store *store, const void *self)
{
	const struct erasure *erasure = self;
	const struct bot_match_filter filter = {.player = erasure->user, .status = -1};
	struct bot_match match;
	unsigned char random[4];
	char alias[24] = "erased-";
	size_t live = 0;

	enum bot_error error = bot_store_match_find(store, &filter, &match, 1, &live);
	if (!error && live > 0 && !erasure->force) {
		fprintf(stderr,
			"%s has matches or challenges going on; wait for their end, or end them "
			"with --force\n",
			erasure->user);
		return BOT_INVALID;
	}
	randombytes_buf(random, sizeof random);
	sodium_bin2hex(alias + strlen(alias), 9, random, sizeof random);
	/* The last that is said of him names him so, too. */
	if (!error)
		error = bot_store_set_name(store, erasure->user, alias);
	if (!error)
		error = bot_host_withdraw(host, erasure->user);
	return error ? error : bot_store_person_erase(store, erasure->user, alias);
}

static bool has_device_keys(const char *store)
{
	char folder[4096];

	snprintf(folder, sizeof folder, "%s" MX_DEVICE_KEYS, store);
	return access(folder, F_OK) == 0;
}

enum status erase_person(const char *config_path, const char *user, bool force)
{
	const struct erasure erasure = {user, force};
	struct cfg *config;
	bool fine;

	if (cfg_load(config_path, stderr, &config))
		return STATUS_CONFIG;
	fine = offline_change(config, erase, &erasure);
	if (fine)
		printf("%s is forgotten; what the bot has said stays in the rooms, and in "
		       "backups all that they hold\n",
			user);
	if (fine && has_device_keys(config->store))
		printf("%s" MX_DEVICE_KEYS ": the ids and public keys of everybody's devices; to "
		       "be rid of these, too, remove the folder: the bot begins as a new device\n",
			config->store);
	cfg_destroy(config);
	return fine ? STATUS_FINE : STATUS_FAILED;
}
