#include "bot/base/durable_file.h"

#include "bot/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define PIECE_SIZE  65536 /* bytes */
#define SPACE_LEAST 65536 /* bytes; SQLite writes several pages at once */

char *durable_file_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return bot_strdup(".");
	return slash == path ? bot_strdup("/") : bot_strndup(path, (size_t)(slash - path));
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
	while (size > 0) {
		ssize_t written = write(descriptor, bytes, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return false;
		bytes += written;
		size -= (size_t)written;
	}
	return true;
}

/*
 * Syncs and closes a new file, and then syncs its folder. If `fine` is false, or if one of these
 * steps fails, deletes the file without changing errno. So a caller may try again after a failure.
 */
static bool finish(int descriptor, const char *path, bool fine)
{
	fine = fine && fsync(descriptor) == 0;
	int why = errno;

	if (close(descriptor) && fine) {
		why = errno;
		fine = false;
	}
	if (fine && !durable_file_sync_folder(path)) {
		why = errno;
		fine = false;
	}
	if (!fine)
		unlink(path);
	errno = why;
	return fine;
}

bool durable_file_write(const char *path, const void *bytes, size_t size, mode_t mode, gid_t group)
{
	int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode & 0600);

	if (descriptor < 0)
		return false;
	return finish(descriptor, path,
		write_all(descriptor, bytes, size) &&
			(group == (gid_t)-1 || fchown(descriptor, (uid_t)-1, group) == 0) &&
			fchmod(descriptor, mode) == 0);
}

bool durable_file_replace(const char *path, const void *bytes, size_t size)
{
	static const char ending[] = ".new";
	char *fresh = bot_malloc(strlen(path) + sizeof(ending));
	bool fine;
	int why;

	stpcpy(stpcpy(fresh, path), ending);
	unlink(fresh); /* an earlier process may have left this file */
	fine = durable_file_write(fresh, bytes, size, 0600, (gid_t)-1);
	why = errno;
	if (fine && rename(fresh, path)) {
		why = errno;
		fine = false;
		unlink(fresh);
	}
	free(fresh);
	errno = why;
	return fine && durable_file_sync_folder(path);
}

/* Copies an open file, from its current position to its end, into another open file. */
static bool copy_bytes(int from, int to)
{
	char *bytes = bot_malloc(PIECE_SIZE);
	ssize_t size;

	while ((size = read(from, bytes, PIECE_SIZE)) > 0)
		if (!write_all(to, bytes, (size_t)size)) {
			size = -1;
			break;
		}
	int why = errno;
	free(bytes);
	errno = why;
	return size == 0;
}

bool durable_file_append(int from, int to)
{
	return copy_bytes(from, to) && fsync(to) == 0;
}

bool durable_file_copy(int from, const char *to)
{
	int target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	return target >= 0 && finish(target, to, copy_bytes(from, target));
}

bool durable_file_has_space(const char *path)
{
	char *folder = durable_file_folder(path);
	struct statvfs system;
	bool known = statvfs(folder, &system) == 0;

	free(folder);
	return !known || (unsigned long long)system.f_bavail * system.f_frsize >= SPACE_LEAST;
}

int durable_file_refusal(const char *path)
{
	char *folder = durable_file_folder(path);
	bool fine = faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 &&
		    faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;
	int why = fine ? 0 : errno;

	free(folder);
	return fine && !durable_file_has_space(path) ? ENOSPC : why;
}

bool durable_file_sync_folder(const char *path)
{
	char *folder = durable_file_folder(path);
	int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool fine = descriptor >= 0 && fsync(descriptor) == 0;

	if (descriptor >= 0)
		close(descriptor);
	free(folder);
	return fine;
}
