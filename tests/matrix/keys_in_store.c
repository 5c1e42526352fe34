/*
 * Makes the bot keep the keys of its device in the store, although the store is a file. It does
 * this by itself only with a store on a database server.
 */
#include "bot/store/database.h"

bool __wrap_bot_store_is_file(const struct bot_store *store);

bool __wrap_bot_store_is_file(const struct bot_store *store)
{
	(void)store;
	return false;
}
