#include "adapters/matrix/room/own_avatar.h"

#include <stdlib.h>
#include <string.h>

#define KEY    "matrix.avatar"
#define SCHEME "mxc://"

enum bot_error mx_own_avatar_store(struct bot_store *store, const char *uri)
{
	char *known = mx_own_avatar(store);
	bool is_uri = uri && strncmp(uri, SCHEME, strlen(SCHEME)) == 0 && strlen(uri) < BOT_ID_SIZE;
	bool is_new = is_uri ? !known || strcmp(known, uri) != 0 : known != NULL;

	free(known);
	return is_new ? bot_store_set(store, KEY, is_uri ? uri : NULL) : BOT_OK;
}

char *mx_own_avatar(struct bot_store *store)
{
	char *uri = NULL;

	return bot_store_get(store, KEY, &uri) == BOT_OK ? uri : NULL;
}
