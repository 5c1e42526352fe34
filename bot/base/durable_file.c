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
#define NAMES_MOST  1000  /* how many names are tried */

char *bot_durable_file_folder(const char *path)
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

/* Whether anything is at the path, also a link that leads nowhere. */
static bool is_taken(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0 || errno != ENOENT;
}

char *bot_durable_file_free_name(const char *path, const char *ending)
{
	size_t length = strlen(path) + strlen(ending), size = length + 16;
	char *name = bot_malloc(size);

	stpcpy(stpcpy(name, path), ending);
	for (unsigned number = 2; number < NAMES_MOST && is_taken(name); number++)
		snprintf(name + length, size - length, "-%u", number);
	return name;
}

/*
 * Renames a file, but replaces none. On a file system without hard links, a file that another
 * process makes at this moment is lost.
 */
static bool move(const char *from, const char *to)
{
	if (link(from, to) == 0)
		return unlink(from) == 0;
	if (errno == ENOENT)
		return false;
	if (!is_taken(to))
		return rename(from, to) == 0;
	errno = EEXIST;
	return false;
}

char *bot_durable_file_put_aside(const char *path, const char *ending)
{
	char *name = bot_durable_file_free_name(path, ending);

	if (move(path, name) && bot_durable_file_sync_folder(path))
		return name;
	int why = errno;
	free(name);
	errno = why;
	return NULL;
}

/* Makes a file that gets the name `path` when it is complete. Sets *fresh to its present name. */
static int begin(const char *path, mode_t mode, char **fresh)
{
	*fresh = bot_durable_file_free_name(path, ".new");
	return open(*fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

/*
 * Syncs and closes a new file, gives it its name, and syncs its folder. If `fine` is false, or if
 * one of these steps fails, deletes the file without changing errno. So a caller may try again
 * after a failure. Frees `fresh`.
 */
static bool finish(int descriptor, char *fresh, const char *path, bool fine)
{
	fine = fine && fsync(descriptor) == 0;
	int why = errno;

	if (descriptor >= 0 && close(descriptor) && fine) {
		why = errno;
		fine = false;
	}
	if (fine && !move(fresh, path)) {
		why = errno;
		fine = false;
	} else if (fine && !bot_durable_file_sync_folder(path)) {
		why = errno;
		fine = false;
		unlink(path);
	}
	if (!fine && descriptor >= 0)
		unlink(fresh);
	free(fresh);
	errno = why;
	return fine;
}

bool bot_durable_file_write(
	const char *path, const void *bytes, size_t size, mode_t mode, gid_t group)
{
	char *fresh;
	int descriptor = begin(path, mode & 0600, &fresh);

	return finish(descriptor, fresh, path,
		descriptor >= 0 && write_all(descriptor, bytes, size) &&
			(group == (gid_t)-1 || fchown(descriptor, (uid_t)-1, group) == 0) &&
			fchmod(descriptor, mode) == 0);
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

bool bot_durable_file_append(int from, int to)
{
	return copy_bytes(from, to) && fsync(to) == 0;
}

bool bot_durable_file_copy(int from, const char *to)
{
	char *fresh;
	int target = begin(to, 0600, &fresh);

	return finish(target, fresh, to, target >= 0 && copy_bytes(from, target));
}

bool bot_durable_file_has_space(const char *path)
{
	char *folder = bot_durable_file_folder(path);
	struct statvfs system;
	bool known = statvfs(folder, &system) == 0;

	free(folder);
	return !known || (unsigned long long)system.f_bavail * system.f_frsize >= SPACE_LEAST;
}

int bot_durable_file_refusal(const char *path)
{
	char *folder = bot_durable_file_folder(path);
	bool fine = faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 &&
		    faccessat(AT_FDCWD, folder, W_OK | X_OK, AT_EACCESS) == 0;
	int why = fine ? 0 : errno;

	free(folder);
	return fine && !bot_durable_file_has_space(path) ? ENOSPC : why;
}

bool bot_durable_file_sync_folder(const char *path)
{
	char *folder = bot_durable_file_folder(path);
	int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool fine = descriptor >= 0 && fsync(descriptor) == 0;

	if (descriptor >= 0)
		close(descriptor);
	free(folder);
	return fine;
}
