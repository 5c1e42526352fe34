#include "bot/store/accounts.h"

#include "bot/store/sql/driver.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/query.h"

bool bot_store_is_shared(const struct bot_store *store)
{
	return store->is_shared;
}

enum bot_error bot_store_room_host(
	struct bot_store *store, const char *room, char user[BOT_ID_SIZE])
{
	*user = '\0';
	return store->driver->accounts ? store->driver->accounts->room_host(store, room, user)
				       : BOT_OK;
}

enum bot_error bot_store_host_left(struct bot_store *store, const char *room, const char *user)
{
	if (!store->driver->accounts)
		return BOT_OK;
	bot_kept_drop_all(store);
	/* This account may take over what goes on in the room. */
	store->no_competitions = store->no_weekly_nights = false;
	return store->driver->accounts->host_left(store, room, user);
}

enum bot_error bot_store_is_private_elsewhere(
	struct bot_store *store, const char *user, bool *elsewhere)
{
	*elsewhere = false;
	return store->is_shared
		       ? store->driver->accounts->is_private_elsewhere(store, user, elsewhere)
		       : BOT_OK;
}

enum bot_error bot_store_speak_alone(struct bot_store *store, bool on)
{
	return store->is_shared ? store->driver->accounts->speak_alone(store, on) : BOT_OK;
}

/* Calls `visit` with the values of an account, whose user id is `user`. */
static enum bot_error visit_account(struct bot_store *store, int64_t number, const char *user,
	enum bot_error (*visit)(struct bot_store *store, const char *account, void *self),
	void *self)
{
	const struct bot_accounts_driver *accounts = store->driver->accounts;

	bot_kept_drop_all(store);
	enum bot_error error = accounts->use_values(store, number);
	if (!error)
		error = visit(store, user, self);
	bot_kept_drop_all(store);
	enum bot_error back = accounts->use_values(store, 0);
	return error ? error : back;
}

enum bot_error bot_store_each_account(struct bot_store *store,
	enum bot_error (*visit)(struct bot_store *store, const char *account, void *self),
	void *self)
{
	const struct bot_accounts_driver *accounts = store->driver->accounts;
	char user[BOT_ID_SIZE] = "";
	int64_t number = 0;
	enum bot_error error = BOT_OK;

	if (!accounts)
		return visit(store, user, self);
	while (!error && !(error = accounts->next(store, &number, user)))
		error = visit_account(store, number, user, visit, self);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_store_visit_host(struct bot_store *store, const char *room,
	enum bot_error (*visit)(struct bot_store *store, const char *account, void *self),
	void *self)
{
	char user[BOT_ID_SIZE] = "";
	int64_t number = 0;
	enum bot_error error = BOT_OK;

	if (store->is_shared && bot_store_is_in_transaction(store))
		error = store->driver->accounts->find_host(store, room, &number, user);
	if (error)
		return error;
	return number ? visit_account(store, number, user, visit, self) : visit(store, NULL, self);
}

int64_t bot_store_club_time(const struct bot_store *store)
{
	return store->club_time;
}

enum bot_error bot_store_set_club_time(struct bot_store *store, int64_t time)
{
	return store->driver->accounts ? store->driver->accounts->set_time(store, time) : BOT_OK;
}

enum bot_error bot_store_delay(struct bot_store *store, int64_t by)
{
	enum bot_error error = bot_query_change(store, BOT_SQL_TIMERS_DELAY, by);

	store->no_competitions = false;
	return error ? error : bot_query_change(store, BOT_SQL_COMPETITIONS_DELAY, by);
}

bool bot_store_others_changed(struct bot_store *store)
{
	bool changed = store->others_changed;

	store->others_changed = false;
	return changed;
}

struct bot_loop_source bot_store_loop_source(struct bot_store *store)
{
	return store->driver->accounts->loop_source(store);
}
