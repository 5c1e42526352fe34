/* The disk as SQLite sees it. */
#include "tests/sim/sqlite/disk_files.h"

#include <assert.h>
#include <sqlite3.h>
#include <string.h>

struct handle {
	sqlite3_file base;
	struct sim_file *file;
};

static struct sim_file *file_of(sqlite3_file *handle)
{
	return ((struct handle *)(void *)handle)->file;
}

static int disk_close(sqlite3_file *handle)
{
	struct sim_file *file = file_of(handle);

	if (file->temporary) {
		file->now.exists = false;
		file->now.size = 0;
		file->name[0] = '\0';
		sim_disk_settle(file);
	}
	return SQLITE_OK;
}

static int disk_read(sqlite3_file *handle, void *out, int size, sqlite3_int64 at)
{
	const struct sim_blob *blob = &file_of(handle)->now;
	size_t start = (size_t)at, wanted = (size_t)size, there = 0;

	if (start < blob->size)
		there = blob->size - start < wanted ? blob->size - start : wanted;
	if (there > 0)
		memcpy(out, blob->bytes + start, there);
	memset((char *)out + there, 0, wanted - there);
	return there == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static void put(struct sim_file *file, const char *data, size_t size, size_t at)
{
	sim_disk_remember(file, at, at + size);
	if (at + size > file->now.size)
		sim_disk_resize(&file->now, at + size);
	memcpy(file->now.bytes + at, data, size);
}

/*
 * Writes to the disk. If the process dies in the middle of the write, the disk has the first half
 * of the data.
 */
static int disk_write(sqlite3_file *handle, const void *data, int size, sqlite3_int64 at)
{
	struct sim_file *file = file_of(handle);

	if (sim_disk.protected)
		return SQLITE_IOERR_WRITE;
	if (sim_disk.full)
		return SQLITE_FULL;
	if (sim_disk.left == 1)
		put(file, data, (size_t)size / 2, (size_t)at);
	sim_disk_change();
	put(file, data, (size_t)size, (size_t)at);
	return SQLITE_OK;
}

static int disk_truncate(sqlite3_file *handle, sqlite3_int64 size)
{
	struct sim_file *file = file_of(handle);

	if (sim_disk.protected)
		return SQLITE_IOERR_TRUNCATE;
	sim_disk_change();
	sim_disk_remember(file, (size_t)size, file->now.size);
	sim_disk_resize(&file->now, (size_t)size);
	return SQLITE_OK;
}

static int disk_sync(sqlite3_file *handle, int flags)
{
	(void)flags;
	sim_disk_change();
	sim_disk_settle(file_of(handle));
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
	return sim_disk.locked && level > SQLITE_LOCK_NONE ? SQLITE_BUSY : SQLITE_OK;
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
	struct sim_file *file = name ? sim_disk_find(name) : NULL;

	(void)vfs;
	if (!file) {
		file = sim_disk_find("");
		assert(file);
		strncpy(file->name, name ? name : "temporary", sizeof(file->name) - 1);
	}
	file->temporary = !name || (flags & SQLITE_OPEN_DELETEONCLOSE);
	file->now.exists = true;
	opened->file = file;
	opened->base.pMethods = &methods;
	if (sim_disk.protected && (flags & SQLITE_OPEN_READWRITE))
		flags = (flags & ~SQLITE_OPEN_READWRITE) | SQLITE_OPEN_READONLY;
	if (out_flags)
		*out_flags = flags;
	return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	struct sim_file *file = sim_disk_find(name);

	(void)vfs;
	(void)sync;
	sim_disk_change();
	if (!file)
		return SQLITE_IOERR_DELETE_NOENT;
	file->now.exists = false;
	file->now.size = 0;
	sim_disk_settle(file);
	return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
	const struct sim_file *file = sim_disk_find(name);

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
	vfs = *real; /* uses the real VFS's functions that do not concern files */
	vfs.szOsFile = sizeof(struct handle);
	vfs.zName = "sim";
	vfs.pNext = NULL;
	vfs.xOpen = disk_open;
	vfs.xDelete = disk_delete;
	vfs.xAccess = disk_access;
	vfs.xFullPathname = disk_full_name;
	return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
}
