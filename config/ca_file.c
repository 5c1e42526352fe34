#include "config/ca_file.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MOST 0x400000 /* bytes; the certificates of all public authorities have a tenth */

/* Reads the file into `text`, which has one byte more than `size`, the size of the file. */
static bool read_all(int file, char *text, size_t size)
{
	size_t length = 0;
	ssize_t got;

	while (length < size && (got = read(file, text + length, size - length)) > 0)
		length += (size_t)got;
	text[length] = '\0';
	return length == size;
}

static const char *find_fault(int file)
{
	struct stat found;
	const char *fault = NULL;
	char *text;

	if (fstat(file, &found) || !S_ISREG(found.st_mode))
		return "is not a file";
	if (found.st_size > FILE_MOST)
		return "is too long for a file of certificates";
	text = malloc((size_t)found.st_size + 1);
	if (!text || !read_all(file, text, (size_t)found.st_size))
		fault = "can't be read";
	else if (!strstr(text, "-----BEGIN CERTIFICATE-----"))
		fault = "has no certificate in PEM format, which begins with "
			"\"-----BEGIN CERTIFICATE-----\"";
	free(text);
	return fault;
}

const char *cfg_ca_file_fault(const char *path)
{
	/* With O_NONBLOCK, open(2) does not wait for the writer of a pipe. */
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	const char *fault;

	if (file < 0)
		return "can't be opened; it must exist, and the bot's user must be allowed to read "
		       "it";
	fault = find_fault(file);
	close(file);
	return fault;
}
