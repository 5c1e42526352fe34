#include "tests/sim/disk.h"

#include "tests/sim/faults.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define FILES   8
#define UNDOING 512 /* changes that are not synced, remembered at most */

/* How to take a write or a truncation back. */
struct undo {
	size_t at, size, old_size;
	char *old; /* `size` bytes from `at`; kept for the next */
	size_t room;
};

struct blob {
	char *bytes;
	size_t size, room;
	bool exists;
};

struct file {
	char name[32];
	bool temporary;
	struct blob now, frozen;
	struct undo undo[UNDOING];
	size_t undoing;
};

struct handle {
	sqlite3_file base;
	struct file *file;
};

static struct {
	struct file files[FILES];
	struct blob kept; /* a store as it was once made */
	struct blob spare[FILES], snapshot[FILES];
	bool frozen, full, protected, locked;
	unsigned left; /* changes until it freezes; 0: none is planned */
} disk;

static struct file *find(const char *name)
{
	for (size_t i = 0; i < FILES; i++)
		if (strcmp(disk.files[i].name, name) == 0)
			return &disk.files[i];
	return NULL;
}

static struct file *file_of(sqlite3_file *handle)
{
	return ((struct handle *)(void *)handle)->file;
}

static void reserve(struct blob *blob, size_t size)
{
	if (size <= blob->room)
		return;
	blob->room = 2 * size;
	blob->bytes = realloc(blob->bytes, blob->room);
	assert(blob->bytes);
}

static void resize(struct blob *blob, size_t size)
{
	reserve(blob, size);
	if (size > blob->size)
		memset(blob->bytes + blob->size, 0, size - blob->size);
	blob->size = size;
}

/* The same bytes; what was in `to` is of no use any more. */
static void copy(struct blob *to, const struct blob *from)
{
	reserve(to, from->size);
	if (from->size > 0)
		memcpy(to->bytes, from->bytes, from->size);
	to->size = from->size;
	to->exists = from->exists;
}

static void forget_undo(struct file *file)
{
	file->undoing = 0;
}

/* What a change of the bytes from `at` to `end` will need to be taken back. */
static void remember(struct file *file, size_t at, size_t end)
{
	struct undo *undo = &file->undo[file->undoing];

	if (file->undoing == UNDOING) { /* the oldest are on the disk by now */
		forget_undo(file);
		undo = file->undo;
	}
	if (end > file->now.size)
		end = file->now.size;
	undo->at = at;
	undo->size = end > at ? end - at : 0;
	undo->old_size = file->now.size;
	if (undo->size > undo->room) {
		undo->room = undo->size;
		undo->old = realloc(undo->old, undo->room);
		assert(undo->old);
	}
	if (undo->size > 0)
		memcpy(undo->old, file->now.bytes + at, undo->size);
	file->undoing++;
}

static void take_back(struct blob *blob, const struct undo *undo)
{
	resize(blob, undo->old_size);
	if (undo->size > 0)
		memcpy(blob->bytes + undo->at, undo->old, undo->size);
}

void sim_disk_freeze(size_t lost)
{
	if (disk.frozen)
		return;
	disk.frozen = true;
	disk.left = 0;
	for (size_t i = 0; i < FILES; i++) {
		struct file *file = &disk.files[i];

		copy(&file->frozen, &file->now);
		for (size_t j = 0; j < lost && j < file->undoing; j++)
			take_back(&file->frozen, &file->undo[file->undoing - 1 - j]);
	}
}

bool sim_disk_frozen(void)
{
	return disk.frozen;
}

void sim_disk_plan_freeze(unsigned changes)
{
	disk.left = changes;
}

void sim_disk_thaw(void)
{
	for (size_t i = 0; disk.frozen && i < FILES; i++) {
		struct file *file = &disk.files[i];
		struct blob blob = file->now;

		file->now = file->frozen;
		file->frozen = blob;
		forget_undo(file);
	}
	disk.frozen = false;
	disk.left = 0;
	disk.full = false;
}

void sim_disk_fill(bool full)
{
	disk.full = full;
}

void sim_disk_protect(bool protected)
{
	disk.protected = protected;
}

void sim_disk_lock(bool locked)
{
	disk.locked = locked;
}

bool sim_disk_is_protected(void)
{
	return disk.protected;
}

void sim_disk_snapshot(void)
{
	for (size_t i = 0; i < FILES; i++)
		copy(&disk.snapshot[i], &disk.files[i].now);
}

void sim_disk_damage(struct sim_random *random)
{
	struct file *file = find(SIM_STORE);
	struct blob *blob = &file->now;
	size_t at = blob->size > 0 ? sim_random_below(random, (uint32_t)blob->size) : 0;

	for (size_t i = 0; i < FILES; i++)
		copy(&disk.spare[i], &disk.files[i].now);
	if (sim_random_chance(random, 300))
		blob->size = at;
	else if (sim_random_chance(random, 300))
		memset(blob->bytes, 0, blob->size < 100 ? blob->size : 100); /* the header */
	else
		memset(blob->bytes + at, 'x', blob->size - at);
	sim_disk_snapshot();
}

bool sim_disk_is_untouched(void)
{
	for (size_t i = 0; i < FILES; i++) {
		const struct blob *now = &disk.files[i].now, *then = &disk.snapshot[i];

		if (now->size != then->size ||
			(now->size > 0 && memcmp(now->bytes, then->bytes, now->size) != 0))
			return false;
	}
	return true;
}

void sim_disk_mend(void)
{
	for (size_t i = 0; i < FILES; i++) {
		forget_undo(&disk.files[i]);
		copy(&disk.files[i].now, &disk.spare[i]);
	}
}

void sim_disk_format(void)
{
	for (size_t i = 0; i < FILES; i++) {
		forget_undo(&disk.files[i]);
		disk.files[i].now.size = 0;
		disk.files[i].now.exists = false;
		disk.files[i].name[0] = '\0';
	}
	disk.frozen = disk.full = disk.protected = disk.locked = false;
	disk.left = 0;
}

void sim_disk_keep(void)
{
	const struct file *file = find(SIM_STORE);

	assert(file);
	copy(&disk.kept, &file->now);
}

void sim_disk_lay(void)
{
	struct file *file = find("");

	assert(file && disk.kept.exists);
	strcpy(file->name, SIM_STORE);
	copy(&file->now, &disk.kept);
}

/* A change is about to happen. */
static void change(void)
{
	if (disk.left == 0 || --disk.left > 0)
		return;
	sim_saw(SIM_KILLED_WRITING);
	sim_disk_freeze(0);
}

static int disk_close(sqlite3_file *handle)
{
	struct file *file = file_of(handle);

	if (file->temporary) {
		file->now.exists = false;
		file->now.size = 0;
		file->name[0] = '\0';
		forget_undo(file);
	}
	return SQLITE_OK;
}

static int disk_read(sqlite3_file *handle, void *out, int size, sqlite3_int64 at)
{
	const struct blob *blob = &file_of(handle)->now;
	size_t start = (size_t)at, wanted = (size_t)size, there = 0;

	if (start < blob->size)
		there = blob->size - start < wanted ? blob->size - start : wanted;
	if (there > 0)
		memcpy(out, blob->bytes + start, there);
	memset((char *)out + there, 0, wanted - there);
	return there == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static void put(struct file *file, const char *data, size_t size, size_t at)
{
	remember(file, at, at + size);
	if (at + size > file->now.size)
		resize(&file->now, at + size);
	memcpy(file->now.bytes + at, data, size);
}

/* A write in whose midst the process dies has done its first half. */
static int disk_write(sqlite3_file *handle, const void *data, int size, sqlite3_int64 at)
{
	struct file *file = file_of(handle);

	if (disk.protected)
		return SQLITE_IOERR_WRITE;
	if (disk.full)
		return SQLITE_FULL;
	if (disk.left == 1)
		put(file, data, (size_t)size / 2, (size_t)at);
	change();
	put(file, data, (size_t)size, (size_t)at);
	return SQLITE_OK;
}

static int disk_truncate(sqlite3_file *handle, sqlite3_int64 size)
{
	struct file *file = file_of(handle);

	if (disk.protected)
		return SQLITE_IOERR_TRUNCATE;
	change();
	remember(file, (size_t)size, file->now.size);
	resize(&file->now, (size_t)size);
	return SQLITE_OK;
}

static int disk_sync(sqlite3_file *handle, int flags)
{
	(void)flags;
	change();
	forget_undo(file_of(handle));
	return SQLITE_OK;
}

static int disk_size(sqlite3_file *handle, sqlite3_int64 *size)
{
	*size = (sqlite3_int64)file_of(handle)->now.size;
	return SQLITE_OK;
}

static int disk_lock(sqlite3_file *handle, int level)
{
	(void)handle;
	return disk.locked && level > SQLITE_LOCK_NONE ? SQLITE_BUSY : SQLITE_OK;
}

static int disk_reserved(sqlite3_file *handle, int *out)
{
	(void)handle;
	*out = 0;
	return SQLITE_OK;
}

static int disk_control(sqlite3_file *handle, int op, void *arg)
{
	(void)handle;
	(void)op;
	(void)arg;
	return SQLITE_NOTFOUND;
}

static int disk_sector(sqlite3_file *handle)
{
	(void)handle;
	return 4096;
}

static int disk_device(sqlite3_file *handle)
{
	(void)handle;
	return 0;
}

static const sqlite3_io_methods methods = {
	.iVersion = 1,
	.xClose = disk_close,
	.xRead = disk_read,
	.xWrite = disk_write,
	.xTruncate = disk_truncate,
	.xSync = disk_sync,
	.xFileSize = disk_size,
	.xLock = disk_lock,
	.xUnlock = disk_lock,
	.xCheckReservedLock = disk_reserved,
	.xFileControl = disk_control,
	.xSectorSize = disk_sector,
	.xDeviceCharacteristics = disk_device,
};

static int disk_open(
	sqlite3_vfs *vfs, const char *name, sqlite3_file *handle, int flags, int *out_flags)
{
	struct handle *opened = (struct handle *)(void *)handle;
	struct file *file = name ? find(name) : NULL;

	(void)vfs;
	if (!file) {
		file = find("");
		assert(file);
		strncpy(file->name, name ? name : "temporary", sizeof file->name - 1);
	}
	file->temporary = !name || (flags & SQLITE_OPEN_DELETEONCLOSE);
	file->now.exists = true;
	opened->file = file;
	opened->base.pMethods = &methods;
	if (disk.protected && (flags & SQLITE_OPEN_READWRITE))
		flags = (flags & ~SQLITE_OPEN_READWRITE) | SQLITE_OPEN_READONLY;
	if (out_flags)
		*out_flags = flags;
	return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	struct file *file = find(name);

	(void)vfs;
	(void)sync;
	change();
	if (!file)
		return SQLITE_IOERR_DELETE_NOENT;
	file->now.exists = false;
	file->now.size = 0;
	forget_undo(file);
	return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
	const struct file *file = find(name);

	(void)vfs;
	(void)flags;
	*out = file && file->now.exists;
	return SQLITE_OK;
}

static int disk_full_name(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
	(void)vfs;
	sqlite3_snprintf(size, out, "%s", name);
	return SQLITE_OK;
}

bool sim_disk_register(void)
{
	static sqlite3_vfs vfs;
	const sqlite3_vfs *real = sqlite3_vfs_find(NULL);

	if (!real)
		return false;
	vfs = *real; /* what has nothing to do with files is the real one's */
	vfs.szOsFile = sizeof(struct handle);
	vfs.zName = "sim";
	vfs.pNext = NULL;
	vfs.xOpen = disk_open;
	vfs.xDelete = disk_delete;
	vfs.xAccess = disk_access;
	vfs.xFullPathname = disk_full_name;
	return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
}
