#include "bot/store/opening.h"

#include "bot/store/postgresql/database.h"
#include "bot/store/sqlite/database.h"

#include <string.h>

static char fault[BOT_FAULT_SIZE];

bool bot_store_is_url(const char *path)
{
	return strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
}

enum bot_error bot_store_open_as(const char *path, const char *account, struct bot_store **store)
{
	fault[0] = '\0';
	return bot_store_is_url(path) ? bot_server_store_open(path, account, store, fault)
				      : bot_file_store_open(path, store);
}

enum bot_error bot_store_open(const char *path, struct bot_store **store)
{
	return bot_store_open_as(path, "", store);
}

enum bot_error bot_store_open_to_read(const char *url, struct bot_store **store)
{
	fault[0] = '\0';
	return bot_server_store_open_to_read(url, store, fault);
}

enum bot_error bot_store_probe(const char *path)
{
	fault[0] = '\0';
	return bot_store_is_url(path) ? bot_server_store_probe(path, fault)
				      : bot_file_store_probe(path);
}

const char *bot_store_opening_fault(void)
{
	return *fault ? fault : NULL;
}
