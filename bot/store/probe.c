/*
 * A look at a store's file from outside: the header that SQLite documents (fileformat2.html,
 * section 1.3), so that neither a lock is taken nor a byte written.
 */
#include "bot/store.h"

#include "bot/store/schema.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define HEADER_SIZE    100
#define AT_VERSION     60
#define AT_APPLICATION 68

static int64_t number_at(const unsigned char *bytes)
{
	return (int32_t)((uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
			 (uint32_t)bytes[2] << 8 | (uint32_t)bytes[3]);
}

static bool is_database(const unsigned char *header, size_t size)
{
	return size == HEADER_SIZE && memcmp(header, "SQLite format 3", 16) == 0;
}

/* Until the log is written back, the header may be that of no store yet. */
static bool has_log(const char *path)
{
	char log[4096];
	struct stat status;
	int length = snprintf(log, sizeof log, "%s-wal", path);

	return length > 0 && (size_t)length < sizeof log && stat(log, &status) == 0 &&
	       status.st_size > 0;
}

static enum bot_error judge(const unsigned char header[HEADER_SIZE], size_t size)
{
	int64_t version;

	if (size == 0)
		return BOT_NOT_FOUND; /* it is about to become one */
	if (!is_database(header, size))
		return BOT_STORE_CORRUPT;
	version = number_at(header + AT_VERSION);
	if (number_at(header + AT_APPLICATION) != BOT_APPLICATION_ID || version < 1)
		return BOT_STORE_CORRUPT;
	return version > bot_schema.version ? BOT_STORE_NEWER : BOT_OK;
}

enum bot_error bot_store_probe(const char *path)
{
	unsigned char header[HEADER_SIZE];
	FILE *file = fopen(path, "rb");
	enum bot_error error;
	size_t size;

	if (!file)
		return errno == ENOENT ? BOT_NOT_FOUND : BOT_STORE_FAILED;
	size = fread(header, 1, sizeof header, file);
	error = ferror(file) ? BOT_STORE_FAILED : judge(header, size);
	fclose(file);
	if (error == BOT_STORE_CORRUPT && is_database(header, size) &&
		number_at(header + AT_APPLICATION) == 0 && has_log(path))
		return BOT_OK;
	return error;
}
