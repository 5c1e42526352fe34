#include "bot/store/device_keys.h"

#include "bot/base/attempt.h"
#include "bot/store/sql/query.h"

/* Whether the keys belong to the device that the bot's device has replaced. */
static bool is_old(enum bot_key_age age)
{
	return age == BOT_KEYS_OF_OLD_DEVICE;
}

enum bot_error bot_device_keys_find(struct bot_store *store, enum bot_key_age age,
	const struct bot_device_key_search *search, bot_device_key_take *take, void *to)
{
	struct bot_query *query = BOT_QUERY(store,
		search->owner   ? BOT_SQL_DEVICE_KEYS_OF_OWNER
		: search->label ? BOT_SQL_DEVICE_KEYS_LABELLED
				: BOT_SQL_DEVICE_KEYS_OF_KIND,
		is_old(age), search->kind,
		search->owner   ? search->owner
		: search->label ? search->label
				: search->after_owner,
		search->after_name, bot_limit(search->most));

	while (bot_query_row(query)) {
		struct bot_device_key key = {.kind = search->kind, .label = ""};

		key.owner = bot_query_get_text(query);
		key.name = bot_query_get_text(query);
		key.bytes = bot_query_get_blob(query, &key.size);
		if (!query->error)
			take(to, &key);
	}
	return bot_query_finish(query);
}

enum bot_error bot_device_keys_get(struct bot_store *store, enum bot_key_age age,
	const struct bot_device_key *key, bot_device_key_take *take, void *to)
{
	struct bot_device_key found = *key;
	struct bot_query *query = BOT_QUERY(
		store, BOT_SQL_DEVICE_KEY_GET, is_old(age), key->kind, key->owner, key->name);

	if (bot_query_one(query))
		found.bytes = bot_query_get_blob(query, &found.size);
	if (!query->error)
		take(to, &found);
	return bot_query_finish(query);
}

/* Runs a query that changes keys. */
static enum bot_error write_keys(struct bot_query *query)
{
	query->store->keys_changed = true;
	BOT_ATTEMPT(bot_query_write(query));
}

enum bot_error bot_device_keys_set(
	struct bot_store *store, enum bot_key_age age, const struct bot_device_key *key)
{
	struct bot_query *query =
		BOT_QUERY(store, key->bytes ? BOT_SQL_DEVICE_KEY_SET : BOT_SQL_DEVICE_KEY_UNSET,
			is_old(age), key->kind, key->owner, key->name);

	if (key->bytes) {
		bot_query_text(query, *key->label ? key->label : NULL);
		bot_query_blob(query, key->bytes, key->size);
	}
	return write_keys(query);
}

enum bot_error bot_device_keys_exist(struct bot_store *store, enum bot_key_age age, bool *exist)
{
	BOT_ATTEMPT(*exist = bot_query_true(
			    BOT_QUERY(store, BOT_SQL_DEVICE_KEYS_EXIST, is_old(age))));
}

enum bot_error bot_device_keys_set_aside(struct bot_store *store)
{
	enum bot_error error = bot_device_keys_delete(store, BOT_KEYS_OF_OLD_DEVICE);

	if (error)
		return error;
	return write_keys(BOT_QUERY(store, BOT_SQL_DEVICE_KEYS_SET_ASIDE));
}

enum bot_error bot_device_keys_delete(struct bot_store *store, enum bot_key_age age)
{
	return write_keys(BOT_QUERY(store, BOT_SQL_DEVICE_KEYS_DELETE, is_old(age)));
}

uint64_t bot_device_keys_undone(const struct bot_store *store)
{
	return store->keys_undone;
}
