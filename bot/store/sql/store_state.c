#include "bot/store/sql/store_state.h"

enum bot_error bot_damage_note(struct bot_store *store, int64_t match, int64_t row)
{
	store->damage = (struct bot_damage){.match = match, .row = row};
	return BOT_STORE_CORRUPT;
}
