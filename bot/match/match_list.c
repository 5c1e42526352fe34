#include "bot/match/match_list.h"

#include <stdlib.h>

enum bot_error bot_match_list_load(struct bot_store *store, const struct bot_match_filter *filter,
	struct bot_match_list **list)
{
	struct bot_match_list *loaded = malloc(sizeof(*loaded));

	if (!loaded)
		return BOT_NO_MEMORY;
	enum bot_error error = bot_store_match_find(
		store, filter, loaded->match, BOT_MATCHES_MOST, &loaded->count);
	if (error) {
		free(loaded);
		return error;
	}
	*list = loaded;
	return BOT_OK;
}
