/*
 * A library for LD_PRELOAD that makes the disk seem full: while the file exists that the
 * environment variable FULL names, each write to a regular file fails with ENOSPC, or with the
 * error whose number FULL_ERRNO has.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool is_full(int descriptor)
{
	const char *marker = getenv("FULL");
	struct stat status;

	if (!marker || fstat(descriptor, &status) || !S_ISREG(status.st_mode) ||
		access(marker, F_OK))
		return false;
	const char *number = getenv("FULL_ERRNO");
	errno = number ? atoi(number) : ENOSPC;
	return true;
}

ssize_t write(int descriptor, const void *bytes, size_t size)
{
	return is_full(descriptor) ? -1 : syscall(SYS_write, descriptor, bytes, size);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t at)
{
	return is_full(descriptor) ? -1 : syscall(SYS_pwrite64, descriptor, bytes, size, at);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t at)
{
	return pwrite64(descriptor, bytes, size, at);
}
