#include "adapters/matrix/e2ee/older_keys.h"

#include <stdlib.h>

#define KEY "matrix.older_keys"

enum bot_error mx_older_keys_note(struct bot_store *store)
{
	return bot_store_set(store, KEY, "noted");
}

enum bot_error mx_older_keys_forget(struct bot_store *store)
{
	return bot_store_set(store, KEY, NULL);
}

bool mx_older_keys_are_noted(struct bot_store *store)
{
	char *value = NULL;
	bool noted = bot_store_get(store, KEY, &value) == BOT_OK;

	free(value);
	return noted;
}
