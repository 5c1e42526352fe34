#include "engine/file/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Writes everything and closes the file, also after a failure. */
static bool write_out(FILE *file, const char *text, size_t size)
{
	bool written = fwrite(text, 1, size, file) == size;
	int error = errno;

	if (fclose(file) == 0 && written)
		return true;
	errno = written ? errno : error;
	return false;
}

static bool write_device(const char *name, const char *text, size_t size)
{
	FILE *file = fopen(name, "wb");

	return file && write_out(file, text, size);
}

#define LINKS_MAX 40 /* as many as the kernel follows */

/* Writes the name of the file to which symbolic links lead. The file need not exist. */
static bool follow_links(const char *name, char path[PATH_MAX])
{
	char target[PATH_MAX];

	if (*name == '\0') {
		errno = ENOENT;
		return false;
	}
	if (snprintf(path, PATH_MAX, "%s", name) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	for (int links = 0; links < LINKS_MAX; links++) {
		ssize_t length = readlink(path, target, sizeof(target) - 1);

		if (length < 0)
			return errno == EINVAL || errno == ENOENT; /* no link, or no file yet */
		target[length] = '\0';
		const char *slash = strrchr(path, '/');
		size_t folder = !slash || *target == '/' ? 0 : (size_t)(slash - path) + 1;

		if (folder + (size_t)length >= PATH_MAX) {
			errno = ENAMETOOLONG;
			return false;
		}
		memcpy(path + folder, target, (size_t)length + 1);
	}
	errno = ELOOP;
	return false;
}

/* Returns the permissions of the older file, or those that the umask leaves to new files. */
static mode_t mode_of(const char *path)
{
	struct stat status;
	mode_t mask;

	if (stat(path, &status) == 0)
		return status.st_mode & 0777;
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

/*
 * Creates a temporary file in the folder of `path`. Its name is short, so that the name of the file
 * itself may be as long as names can be.
 */
static FILE *create_beside(const char *path, char temporary[PATH_MAX])
{
	const char *slash = strrchr(path, '/');
	int folder = !slash ? 0 : (int)(slash - path) + 1;

	if (snprintf(temporary, PATH_MAX, "%.*s.engarde.XXXXXX", folder, path) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	int descriptor = mkstemp(temporary);
	FILE *file = descriptor < 0 || fchmod(descriptor, mode_of(path)) != 0
			     ? NULL
			     : fdopen(descriptor, "wb");
	int error = errno;

	if (!file && descriptor >= 0) {
		close(descriptor);
		unlink(temporary);
		errno = error;
	}
	return file;
}

static bool replace(const char *path, const char *text, size_t size)
{
	char temporary[PATH_MAX];
	FILE *file = create_beside(path, temporary);

	if (!file)
		return false;
	if (write_out(file, text, size) && rename(temporary, path) == 0)
		return true;
	int error = errno;

	unlink(temporary);
	errno = error;
	return false;
}

bool output_file_check(const char *name)
{
	char path[PATH_MAX];
	char temporary[PATH_MAX];
	struct stat status;
	bool exists = stat(name, &status) == 0;

	if (exists && S_ISDIR(status.st_mode)) {
		errno = EISDIR;
		return false;
	}
	if (exists && (access(name, W_OK) != 0 || !S_ISREG(status.st_mode)))
		return access(name, W_OK) == 0;
	FILE *file = follow_links(name, path) ? create_beside(path, temporary) : NULL;

	if (!file)
		return false;
	fclose(file);
	return unlink(temporary) == 0;
}

bool output_file_write(const char *name, const char *text, size_t size)
{
	char path[PATH_MAX];
	struct stat status;
	bool exists = stat(name, &status) == 0;

	if (exists && !S_ISREG(status.st_mode))
		return write_device(name, text, size);
	if (exists && access(name, W_OK) != 0)
		return false;
	return follow_links(name, path) && replace(path, text, size);
}
