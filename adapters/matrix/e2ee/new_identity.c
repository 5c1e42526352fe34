#include "adapters/matrix/e2ee/new_identity.h"

#include <stdlib.h>

#define KEY "matrix.new_identity"

enum bot_error mx_new_identity_set(struct bot_store *store, bool wanted)
{
	return bot_store_set(store, KEY, wanted ? "wanted" : NULL);
}

bool mx_new_identity_is_wanted(struct bot_store *store)
{
	char *value = NULL;
	bool wanted = bot_store_get(store, KEY, &value) == BOT_OK;

	free(value);
	return wanted;
}
