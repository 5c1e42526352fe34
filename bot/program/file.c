#include "bot/program/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE 65536

char *file_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return strdup(".");
	return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
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

/* Closes what was written, and takes it away where that did not go well. */
static bool complete(int descriptor, const char *path, bool fine)
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
	return fine && file_sync_folder(path);
}

bool file_write(const char *path, const void *bytes, size_t size, mode_t mode)
{
	int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode & 0600);

	if (descriptor < 0)
		return false;
	/* The umask has no say in what a secret's mode is. */
	return complete(descriptor, path,
		write_all(descriptor, bytes, size) && fchmod(descriptor, mode) == 0);
}

static bool pour(int from, int to)
{
	char *bytes = malloc(PIECE);
	ssize_t size = -1;

	while (bytes && (size = read(from, bytes, PIECE)) > 0)
		if (!write_all(to, bytes, (size_t)size)) {
			size = -1;
			break;
		}
	int why = errno;
	free(bytes);
	errno = why;
	return size == 0;
}

bool file_copy(const char *from, const char *to)
{
	int source = open(from, O_RDONLY | O_CLOEXEC), target;
	bool fine = false;

	if (source < 0)
		return false;
	target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (target >= 0)
		fine = complete(target, to, pour(source, target));
	int why = errno;
	close(source);
	errno = why;
	return fine;
}

bool file_give_to_folder(const char *path)
{
	char *folder = file_folder(path);
	struct stat status;
	bool fine = folder && stat(folder, &status) == 0 &&
		    (geteuid() != 0 || chown(path, status.st_uid, status.st_gid) == 0);

	free(folder);
	return fine;
}

bool file_sync_folder(const char *path)
{
	char *folder = file_folder(path);
	int descriptor = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	bool fine = descriptor >= 0 && fsync(descriptor) == 0;

	if (descriptor >= 0)
		close(descriptor);
	free(folder);
	return fine;
}
