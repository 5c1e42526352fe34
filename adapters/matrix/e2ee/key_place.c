#include "adapters/matrix/e2ee/key_place.h"

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
