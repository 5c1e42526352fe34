#include "tests/support/faulty_vfs.h"

#include <signal.h>
#include <string.h>

#include <sqlite3.h>

struct faulty_file {
	sqlite3_file base;
	/* the real VFS's file, stored in memory directly after this structure */
	sqlite3_file *real;
};

static sqlite3_vfs *real_vfs;
static enum fault planned;
static int left; /* the number of changes up to the fault; 0 or less after the fault */

static sqlite3_file *real_of(sqlite3_file *file)
{
	return ((struct faulty_file *)(void *)file)->real;
}

/*
 * Counts a change. Returns SQLITE_OK if the caller must do the change. Otherwise the caller must
 * not do the change, and must return this error.
 */
static int change(int code, bool frees)
{
	if (planned == FAULT_NONE || --left > 0)
		return SQLITE_OK;
	if (planned == FAULT_KILL)
		raise(SIGKILL);
	if (planned == FAULT_FULL)
		return frees ? SQLITE_OK : SQLITE_FULL;
	return planned == FAULT_STAYS || left == 0 ? code : SQLITE_OK;
}

static int faulty_close(sqlite3_file *file)
{
	return real_of(file)->pMethods->xClose(real_of(file));
}

static int faulty_read(sqlite3_file *file, void *out, int size, sqlite3_int64 at)
{
	return real_of(file)->pMethods->xRead(real_of(file), out, size, at);
}

static int faulty_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
	const sqlite3_io_methods *real = real_of(file)->pMethods;
	/*
	 * Writes only half of the data before the fault, because a write that fails or is killed
	 * may leave a part of its data on the disk.
	 */
	if (planned != FAULT_NONE && left == 1)
		real->xWrite(real_of(file), data, size / 2, at);
	int rc = change(SQLITE_IOERR_WRITE, false);
	return rc ? rc : real->xWrite(real_of(file), data, size, at);
}

static int faulty_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	int rc = change(SQLITE_IOERR_TRUNCATE, true);
	return rc ? rc : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

/* Does not really sync. The tests kill only the process, which loses no data that is written. */
static int faulty_sync(sqlite3_file *file, int flags)
{
	(void)file;
	(void)flags;
	return change(SQLITE_IOERR_FSYNC, true);
}

static int faulty_size(sqlite3_file *file, sqlite3_int64 *size)
{
	return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int faulty_lock(sqlite3_file *file, int level)
{
	return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int faulty_unlock(sqlite3_file *file, int level)
{
	return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int faulty_reserved(sqlite3_file *file, int *out)
{
	return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}

static int faulty_control(sqlite3_file *file, int op, void *arg)
{
	return real_of(file)->pMethods->xFileControl(real_of(file), op, arg);
}

static int faulty_sector(sqlite3_file *file)
{
	return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int faulty_device(sqlite3_file *file)
{
	return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

/*
 * Version 1 of SQLite's file methods has no functions for shared memory. SQLite doesn't need these
 * functions, because only one process uses the file.
 */
static const sqlite3_io_methods methods = {
	.iVersion = 1,
	.xClose = faulty_close,
	.xRead = faulty_read,
	.xWrite = faulty_write,
	.xTruncate = faulty_truncate,
	.xSync = faulty_sync,
	.xFileSize = faulty_size,
	.xLock = faulty_lock,
	.xUnlock = faulty_unlock,
	.xCheckReservedLock = faulty_reserved,
	.xFileControl = faulty_control,
	.xSectorSize = faulty_sector,
	.xDeviceCharacteristics = faulty_device,
};

static int faulty_open(
	sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
	(void)vfs;
	struct faulty_file *faulty = (struct faulty_file *)(void *)file;
	faulty->base.pMethods = NULL;
	faulty->real = (sqlite3_file *)(void *)(faulty + 1);
	int rc = change(SQLITE_CANTOPEN, false);
	if (rc == SQLITE_OK)
		rc = real_vfs->xOpen(real_vfs, name, faulty->real, flags, out_flags);
	if (rc == SQLITE_OK)
		faulty->base.pMethods = &methods;
	return rc;
}

static int faulty_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	(void)vfs;
	int rc = change(SQLITE_IOERR_DELETE, true);
	return rc ? rc : real_vfs->xDelete(real_vfs, name, sync);
}

bool faulty_vfs_register(void)
{
	static sqlite3_vfs vfs;
	real_vfs = sqlite3_vfs_find(NULL);
	if (!real_vfs)
		return false;
	vfs = *real_vfs; /* our VFS uses the real VFS's data and its other functions */
	vfs.szOsFile = (int)sizeof(struct faulty_file) + real_vfs->szOsFile;
	vfs.zName = "faulty";
	vfs.pNext = NULL;
	vfs.xOpen = faulty_open;
	vfs.xDelete = faulty_delete;
	return sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
}

void faulty_vfs_plan(enum fault fault, int at)
{
	planned = fault;
	left = at;
}

bool faulty_vfs_came(void)
{
	return planned != FAULT_NONE && left <= 0;
}
