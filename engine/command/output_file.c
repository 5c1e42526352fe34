#include "engine/command/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Creates the temporary file with the rights that the user's umask gives to new files. */
static FILE *create_beside(const char *name, char path[PATH_MAX])
{
	mode_t mask = umask(0);
	int length = snprintf(path, PATH_MAX, "%s.XXXXXX", name);

	umask(mask);
	if (length < 0 || length >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	int descriptor = mkstemp(path);
	FILE *file = descriptor < 0 || fchmod(descriptor, 0666 & ~mask) != 0
			     ? NULL
			     : fdopen(descriptor, "wb");
	int error = errno;

	if (!file && descriptor >= 0) {
		close(descriptor);
		unlink(path);
		errno = error;
	}
	return file;
}

bool output_file_write(const char *name, const char *text, size_t size)
{
	char path[PATH_MAX];
	struct stat status;

	if (stat(name, &status) == 0 && !S_ISREG(status.st_mode))
		return write_device(name, text, size);
	FILE *file = create_beside(name, path);

	if (!file)
		return false;
	if (write_out(file, text, size) && rename(path, name) == 0)
		return true;
	int error = errno;

	unlink(path);
	errno = error;
	return false;
}
