#include "bot/daemon/durable_file.h"

#include "bot/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE_SIZE 65536 /* bytes */

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
 * Syncs and closes a new file, and then syncs its folder. If `fine` is false, or if the file can't
 * be synced and closed, deletes the file without changing errno.
 */
static bool finish(int descriptor, const char *path, bool fine)
{
	fine = fine && fsync(descriptor) == 0;
	int why = errno;

	if (close(descriptor) && fine) {
		why = errno;
		fine = false;
	}
	if (!fine)
		unlink(path);
	errno = why;
	return fine && durable_file_sync_folder(path);
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
