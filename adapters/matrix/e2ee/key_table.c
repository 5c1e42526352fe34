#include "adapters/matrix/e2ee/key_table.h"

#include "bot/base/log.h"

/* The receiver of the values that the store finds. */
struct receiver {
	mx_key_take *take;
	void *to;
};

static void pass_on(void *self, const struct bot_device_key *key)
{
	const struct receiver *receiver = self;
	const struct mx_key_value value = {.kind = key->kind,
		.owner = key->owner,
		.name = key->name,
		.label = key->label,
		.bytes = key->bytes,
		.size = key->size};

	receiver->take(receiver->to, &value);
}

static struct bot_device_key key_of(const struct mx_key_value *value)
{
	return (struct bot_device_key){.kind = value->kind,
		.owner = value->owner,
		.name = value->name,
		.label = value->label,
		.bytes = value->bytes,
		.size = value->size};
}

/*
 * Returns whether `error` is BOT_OK. Otherwise logs it. Also returns false if the store has
 * connected to its server again, since another process may have changed the keys before.
 */
static bool check(struct mx_key_table_owner *owner, enum bot_error error, const char *during)
{
	if (!error)
		return !mx_key_table_is_behind(owner);
	owner->error = error;
	bot_log_write(BOT_LOG_ERROR, "keys_not_stored",
		BOT_LOG_FIELDS({"during", .text = during}, {"why", .text = bot_error_text(error)},
			{"detail", .text = bot_store_detail(owner->store)}));
	return false;
}

static bool find(void *self, const struct mx_key_search *search, mx_key_take *take, void *to)
{
	struct mx_key_table_owner *owner = self;
	const struct bot_device_key_search wanted = {.kind = search->kind,
		.owner = search->owner,
		.label = search->label,
		.after_owner = search->after_owner,
		.after_name = search->after_name,
		.most = search->most};
	struct receiver receiver = {take, to};

	return !mx_key_table_is_behind(owner) &&
	       check(owner,
		       bot_device_keys_find(owner->store, owner->age, &wanted, pass_on, &receiver),
		       "search");
}

static bool get(void *self, const struct mx_key_value *named, mx_key_take *take, void *to)
{
	struct mx_key_table_owner *owner = self;
	const struct bot_device_key wanted = key_of(named);
	struct receiver receiver = {take, to};
	enum bot_error error;

	if (mx_key_table_is_behind(owner))
		return false;
	error = bot_device_keys_get(owner->store, owner->age, &wanted, pass_on, &receiver);
	return check(owner, error == BOT_NOT_FOUND ? BOT_OK : error, "reading");
}

static enum bot_error store_values(
	const struct mx_key_table_owner *owner, const struct mx_key_value *values, size_t count)
{
	enum bot_error error = BOT_OK;

	for (size_t i = 0; i < count && !error; i++) {
		const struct bot_device_key key = key_of(&values[i]);

		error = bot_device_keys_set(owner->store, owner->age, &key);
	}
	return error;
}

/*
 * If a write fails in a transaction of the caller, the caller must undo the transaction: the
 * machine's function fails, so the caller does.
 */
static bool write_values(void *self, const struct mx_key_value *values, size_t count)
{
	struct mx_key_table_owner *owner = self;
	bool is_own = !bot_store_is_in_transaction(owner->store);
	enum bot_error error;

	if (mx_key_table_is_behind(owner))
		return false;
	error = is_own ? bot_store_begin(owner->store) : BOT_OK;
	if (!error && mx_key_table_is_behind(owner)) /* the store has connected again */
		error = BOT_STORE_FAILED;
	if (!error)
		error = store_values(owner, values, count);
	if (is_own && !error)
		error = bot_store_commit(owner->store);
	if (is_own && error)
		bot_store_rollback(owner->store);
	owner->has_lost_change |= error != BOT_OK;
	return check(owner, error, "storing");
}

struct mx_key_table mx_key_table_open(
	struct mx_key_table_owner *owner, struct bot_store *store, enum bot_key_age age)
{
	*owner = (struct mx_key_table_owner){
		.store = store, .age = age, .undone = bot_device_keys_undone(store)};
	return (struct mx_key_table){
		.self = owner, .find = find, .get = get, .write = write_values};
}

bool mx_key_table_is_behind(const struct mx_key_table_owner *owner)
{
	return owner->has_lost_change || bot_device_keys_undone(owner->store) != owner->undone;
}
