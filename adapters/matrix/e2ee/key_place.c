#include "adapters/matrix/e2ee/key_place.h"

#include "bot/base/log.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The beginning of the names of the library's files. */
#define KEY_FILES "matrix-sdk-crypto.sqlite3"

static void name_folders(struct mx_key_place *place, const char *path)
{
	char folder[MX_KEY_PATH_SIZE];

	mx_key_files_device_keys(path, folder);
	snprintf(place->folder[BOT_KEYS_OF_DEVICE], MX_KEY_FOLDER_SIZE, "%s", folder);
	snprintf(
		place->folder[BOT_KEYS_OF_OLD_DEVICE], MX_KEY_FOLDER_SIZE, "%s" MX_KEY_OLD, folder);
}

void mx_key_place_init(struct mx_key_place *place, struct bot_store *store, const char *path)
{
	*place = (struct mx_key_place){.store = store, .is_folder = bot_store_is_file(store)};
	if (place->is_folder)
		name_folders(place, path);
	for (int age = BOT_KEYS_OF_DEVICE; age <= BOT_KEYS_OF_OLD_DEVICE; age++) {
		place->table[age] =
			mx_key_table_open(&place->owner[age], store, (enum bot_key_age)age);
		place->keys[age] = place->is_folder
					   ? (struct mx_machine_keys){.folder = place->folder[age]}
					   : (struct mx_machine_keys){.table = &place->table[age]};
	}
}

enum bot_error mx_key_place_has(struct mx_key_place *place, enum bot_key_age age, bool *has)
{
	if (!place->is_folder)
		return bot_device_keys_exist(place->store, age, has);
	*has = access(place->folder[age], F_OK) == 0 || errno != ENOENT;
	return BOT_OK;
}

/*
 * Makes the folder, unless it exists. Returns false if this fails or other users have access to the
 * folder. Then errno says why.
 */
static bool make_folder(const char *folder)
{
	struct stat status;

	if (mkdir(folder, 0700) == 0)
		return true;
	if (errno != EEXIST || stat(folder, &status))
		return false;
	if (S_ISDIR(status.st_mode) && !(status.st_mode & (S_IRWXG | S_IRWXO)))
		return true;
	errno = S_ISDIR(status.st_mode) ? EPERM : ENOTDIR;
	return false;
}

enum bot_error mx_key_place_make(struct mx_key_place *place)
{
	if (place->is_folder && !make_folder(place->folder[BOT_KEYS_OF_DEVICE]))
		return BOT_INVALID;
	return BOT_OK;
}

/*
 * Removes a folder with the files of matrix-sdk-crypto; other files, and so their folder, stay. If
 * a file stays because of a failure, the next call removes it.
 */
static void remove_folder(const char *folder)
{
	DIR *files = opendir(folder);
	const struct dirent *file;

	if (!files)
		return;
	while ((file = readdir(files)))
		if (strncmp(file->d_name, KEY_FILES, strlen(KEY_FILES)) == 0)
			unlinkat(dirfd(files), file->d_name, 0);
	closedir(files);
	rmdir(folder);
}

static enum bot_error rename_folder(const struct mx_key_place *place)
{
	const char *folder = place->folder[BOT_KEYS_OF_DEVICE],
		   *old = place->folder[BOT_KEYS_OF_OLD_DEVICE];

	remove_folder(old);
	return rename(folder, old) == 0 ? BOT_OK : BOT_INVALID;
}

/* Runs `change` in a transaction of its own. */
static enum bot_error transact(
	struct bot_store *store, enum bot_error (*change)(struct bot_store *store))
{
	enum bot_error error = bot_store_begin(store);

	if (!error)
		error = change(store);
	if (!error)
		error = bot_store_commit(store);
	if (error)
		bot_store_rollback(store);
	return error;
}

enum bot_error mx_key_place_set_aside(struct mx_key_place *place)
{
	bool has = false;
	enum bot_error error = mx_key_place_has(place, BOT_KEYS_OF_DEVICE, &has);

	if (error || !has)
		return error;
	return place->is_folder ? rename_folder(place)
				: transact(place->store, bot_device_keys_set_aside);
}

static enum bot_error delete_old(struct bot_store *store)
{
	return bot_device_keys_delete(store, BOT_KEYS_OF_OLD_DEVICE);
}

enum bot_error mx_key_place_remove_old(struct mx_key_place *place)
{
	if (!place->is_folder)
		return transact(place->store, delete_old);
	remove_folder(place->folder[BOT_KEYS_OF_OLD_DEVICE]);
	return BOT_OK;
}

enum bot_error mx_key_place_error(const struct mx_key_place *place)
{
	for (int age = BOT_KEYS_OF_DEVICE; age <= BOT_KEYS_OF_OLD_DEVICE; age++)
		if (place->owner[age].error)
			return place->owner[age].error;
	return mx_key_place_is_behind(place) ? BOT_STORE_FAILED : BOT_OK;
}

bool mx_key_place_is_behind(const struct mx_key_place *place)
{
	return !place->is_folder && mx_key_table_is_behind(&place->owner[BOT_KEYS_OF_DEVICE]);
}

/* The receiver of the values that the store finds. */
struct receiver {
	mx_key_take *take;
	void *to;
};

static void pass_on(void *self, const struct bot_device_key *key)
{
	const struct receiver *receiver = self;
	const struct mx_key_value value = {.kind = key->kind,
		.owner = key->owner,
		.name = key->name,
		.label = key->label,
		.bytes = key->bytes,
		.size = key->size};

	receiver->take(receiver->to, &value);
}

static struct bot_device_key key_of(const struct mx_key_value *value)
{
	return (struct bot_device_key){.kind = value->kind,
		.owner = value->owner,
		.name = value->name,
		.label = value->label,
		.bytes = value->bytes,
		.size = value->size};
}

/*
 * Returns whether `error` is BOT_OK. Otherwise logs it. Also returns false if the store has
 * connected to its server again, since another process may have changed the keys before.
 */
static bool check(struct mx_key_table_owner *owner, enum bot_error error, const char *during)
{
	if (!error)
		return !mx_key_table_is_behind(owner);
	owner->error = error;
	bot_log_write(BOT_LOG_ERROR, "keys_not_stored",
		BOT_LOG_FIELDS({"during", .text = during}, {"why", .text = bot_error_text(error)},
			{"detail", .text = bot_store_detail(owner->store)}));
	return false;
}

static bool find(void *self, const struct mx_key_search *search, mx_key_take *take, void *to)
{
	struct mx_key_table_owner *owner = self;
	const struct bot_device_key_search wanted = {.kind = search->kind,
		.owner = search->owner,
		.label = search->label,
		.after_owner = search->after_owner,
		.after_name = search->after_name,
		.most = search->most};
	struct receiver receiver = {take, to};

	return !mx_key_table_is_behind(owner) &&
	       check(owner,
		       bot_device_keys_find(owner->store, owner->age, &wanted, pass_on, &receiver),
		       "search");
}

static bool get(void *self, const struct mx_key_value *named, mx_key_take *take, void *to)
{
	struct mx_key_table_owner *owner = self;
	const struct bot_device_key wanted = key_of(named);
	struct receiver receiver = {take, to};
	enum bot_error error;

	if (mx_key_table_is_behind(owner))
		return false;
	error = bot_device_keys_get(owner->store, owner->age, &wanted, pass_on, &receiver);
	return check(owner, error == BOT_NOT_FOUND ? BOT_OK : error, "reading");
}

static enum bot_error store_values(
	const struct mx_key_table_owner *owner, const struct mx_key_value *values, size_t count)
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; i < count && !error; i++) {
		const struct bot_device_key key = key_of(&values[i]);

		error = bot_device_keys_set(owner->store, owner->age, &key);
	}
	return error;
}

/*
 * If a write fails in a transaction of the caller, the caller must undo the transaction: the
 * machine's function fails, so the caller does.
 */
static bool write_values(void *self, const struct mx_key_value *values, size_t count)
{
	struct mx_key_table_owner *owner = self;
	bool is_own = !bot_store_is_in_transaction(owner->store);
	enum bot_error error;

	if (mx_key_table_is_behind(owner))
		return false;
	error = is_own ? bot_store_begin(owner->store) : BOT_OK;
	if (!error && mx_key_table_is_behind(owner)) /* the store has connected again */
		error = BOT_STORE_FAILED;
	if (!error)
		error = store_values(owner, values, count);
	if (is_own && !error)
		error = bot_store_commit(owner->store);
	if (is_own && error)
		bot_store_rollback(owner->store);
	owner->has_lost_change |= error != BOT_OK;
	return check(owner, error, "storing");
}

struct mx_key_table mx_key_table_open(
	struct mx_key_table_owner *owner, struct bot_store *store, enum bot_key_age age)
{
	*owner = (struct mx_key_table_owner){
		.store = store, .age = age, .undone = bot_device_keys_undone(store)};
	return (struct mx_key_table){
		.self = owner, .find = find, .get = get, .write = write_values};
}

bool mx_key_table_is_behind(const struct mx_key_table_owner *owner)
{
	return owner->has_lost_change || bot_device_keys_undone(owner->store) != owner->undone;
}
