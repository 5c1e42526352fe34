#include "bot/store/postgresql/account_session.h"

#include "bot/store/accounts.h"
#include "bot/store/postgresql/answer.h"
#include "bot/store/postgresql/leadership.h"
#include "bot/store/postgresql/session.h"
#include "bot/store/sql/lane_notes.h"
#include "bot/store/sql/loading.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

/* Asks a function of accounts.sql for the number of the account. It is 0 if there is none. */
static enum bot_error ask_number(struct bot_server_store *server, const char *function)
{
	char *name = PQescapeLiteral(server->connection, server->account, strlen(server->account));
	char sql[2 * BOT_ID_SIZE + 40], number[24] = "";

	if (!name || strlen(name) > 2 * BOT_ID_SIZE) {
		PQfreemem(name);
		return BOT_INVALID;
	}
	snprintf(sql, sizeof(sql), "SELECT %s(%s)", function, name);
	PQfreemem(name);
	enum bot_error error = bot_server_read(server, sql, number, sizeof(number));
	if (!error)
		server->number = strtoll(number, NULL, 10);
	return error;
}

/* Finds the number of the account, or adds the account. Waits for others only to add it. */
static enum bot_error find_number(struct bot_server_store *server)
{
	enum bot_error error = ask_number(server, "find_account");

	if (error || server->number)
		return error;
	error = bot_server_run(server, "BEGIN; UPDATE store_club SET changes = changes + 1");
	if (!error)
		error = ask_number(server, "add_account");
	if (!error)
		error = bot_server_run(server, "COMMIT");
	if (!error)
		return BOT_OK;
	server->number = 0; /* the server may not have kept the account */
	PQclear(bot_server_exec(server, "ROLLBACK"));
	return error;
}

/* Lets the session, and the descriptor `watch`, tell what other accounts write for this one. */
static enum bot_error listen_to_others(struct bot_server_store *server)
{
	struct epoll_event event = {.events = EPOLLIN};
	char channel[80], sql[100];
	enum bot_error error = bot_server_read(server,
		"SELECT 'engarde_' || relnamespace || '_' || own_account() FROM pg_class"
		" WHERE pg_class.oid = 'store_club'::regclass",
		channel, sizeof(channel));

	if (error)
		return error;
	snprintf(sql, sizeof(sql), "LISTEN %s", channel);
	/* Without the descriptor, the bot notices the rows when it looks whether it leads. */
	(void)epoll_ctl(server->watch, EPOLL_CTL_ADD, PQsocket(server->connection), &event);
	return bot_server_run(server, sql);
}

enum bot_error bot_server_enter(struct bot_server_store *server)
{
	char sql[60];

	if (server->is_entered)
		return BOT_OK;
	enum bot_error error = server->number ? BOT_OK : find_number(server);
	snprintf(sql, sizeof(sql), "SELECT enter_account(%" PRId64 ")", server->number);
	if (!error)
		error = bot_server_run(server, sql);
	if (!error)
		error = bot_server_prepare_looks(server);
	if (!error)
		error = listen_to_others(server);
	/* What others wrote while this process did not listen */
	bot_lane_note_all(&server->store);
	server->is_entered = !error;
	return error;
}

static enum bot_error room_host(struct bot_store *store, const char *room, char user[BOT_ID_SIZE])
{
	struct bot_query query;

	bot_query_begin_once(&query, store,
		"SELECT CASE WHEN account = own_account() THEN '' ELSE user_id END"
		" FROM claim_lane(0, ?1) AS host JOIN store_accounts ON account = host");
	bot_query_id(&query, room);
	bot_query_one(&query);
	bot_query_get_opt_id(&query, user);
	return bot_query_end(&query);
}

static enum bot_error host_left(struct bot_store *store, const char *room, const char *user)
{
	struct bot_query query;
	bool any = false;

	bot_query_begin_once(&query, store,
		"DELETE FROM lane_accounts USING store_accounts WHERE private = 0 AND lane = ?1"
		" AND store_accounts.account = lane_accounts.account AND user_id = ?2");
	bot_query_id(&query, room);
	bot_query_id(&query, user);
	enum bot_error error = bot_query_write_any(&query, &any);
	if (error || !any || !store->is_shared)
		return error;
	/*
	 * Nobody can edit or remove what the old host sent, so its picture is no picture any more.
	 */
	bot_query_begin_once(&query, store,
		"UPDATE posts SET event = NULL, role = CASE WHEN role = 'picture' THEN 'other'"
		" ELSE role END WHERE private = 0 AND lane = ?1");
	bot_query_id(&query, room);
	return bot_query_write(&query);
}

static enum bot_error is_private_elsewhere(
	struct bot_store *store, const char *user, bool *elsewhere)
{
	struct bot_query query;

	bot_query_begin_once(&query, store,
		"SELECT EXISTS (SELECT 1 FROM private_rooms JOIN lane_accounts"
		" ON private = 1 AND lane = user_id"
		" WHERE user_id = ?1 AND account <> own_account())");
	bot_query_id(&query, user);
	return bot_query_bool(&query, elsewhere);
}

static enum bot_error speak_alone(struct bot_store *store, bool on)
{
	return bot_server_run((struct bot_server_store *)store,
		on ? "SET LOCAL engarde.alone = 'on'" : "SET LOCAL engarde.alone = 'off'");
}

/* Only the search_path changes: what the session adds is still this account's. */
static enum bot_error use_values(struct bot_store *store, int64_t number)
{
	struct bot_server_store *server = (struct bot_server_store *)store;
	char sql[100];

	snprintf(sql, sizeof(sql),
		"SELECT set_config('search_path', account_path(%" PRId64 "), false)",
		number ? number : server->number);
	return bot_server_run(server, sql);
}

static enum bot_error get_account(struct bot_query *query, int64_t *number, char user[BOT_ID_SIZE])
{
	bot_query_one(query);
	int64_t found = bot_query_get_int(query, 1, INT64_MAX);
	bot_query_get_opt_id(query, user);
	enum bot_error error = bot_query_end(query);
	if (!error)
		*number = found;
	return error;
}

static enum bot_error next(struct bot_store *store, int64_t *number, char user[BOT_ID_SIZE])
{
	struct bot_query query;

	bot_query_begin_once(&query, store,
		"SELECT account, user_id FROM store_accounts WHERE account > ?1"
		" ORDER BY account LIMIT 1");
	bot_query_int(&query, *number);
	return get_account(&query, number, user);
}

static enum bot_error find_host(
	struct bot_store *store, const char *room, int64_t *number, char user[BOT_ID_SIZE])
{
	const struct bot_server_store *server = (const struct bot_server_store *)store;
	struct bot_query query;

	bot_query_begin_once(&query, store,
		"SELECT account, user_id FROM store_accounts WHERE account = room_account(?1)");
	bot_query_text(&query, room);
	enum bot_error error = get_account(&query, number, user);
	if (!error && *number == server->number)
		*number = 0;
	return error;
}

static enum bot_error set_time(struct bot_store *store, int64_t time)
{
	char sql[80];

	snprintf(
		sql, sizeof(sql), "UPDATE store_club SET time = greatest(time, %" PRId64 ")", time);
	return bot_server_run((struct bot_server_store *)store, sql);
}

static enum bot_error forget(struct bot_store *store, const char *user)
{
	struct bot_query query;

	bot_query_begin_once(
		&query, store, "DELETE FROM lane_accounts WHERE private = 1 AND lane = ?1");
	bot_query_text(&query, user);
	return bot_query_write(&query);
}

/* A note names the lane: see wake_account. */
static void take_note(struct bot_store *store, const char *note)
{
	const char *lane = *note ? note + 1 : note;

	if (*lane && strlen(lane) < BOT_ID_SIZE)
		bot_lane_note(store, *note == '1', lane);
	bot_store_note_others(store);
}

static void take_notes(void *self)
{
	struct bot_server_store *server = self;
	PGnotify *note;

	if (!server->connection || server->in_transaction)
		return;
	if (!PQconsumeInput(server->connection)) {
		bot_server_give_up(server);
		return;
	}
	while ((note = PQnotifies(server->connection))) {
		take_note(&server->store, note->extra);
		PQfreemem(note);
	}
}

/* The notes of an earlier answer make no descriptor readable. */
static int64_t timeout(void *self)
{
	const struct bot_server_store *server = self;

	take_notes(self);
	return server->store.others_changed ? 0 : -1;
}

static struct bot_loop_source loop_source(struct bot_store *store)
{
	struct bot_server_store *server = (struct bot_server_store *)store;

	return (struct bot_loop_source){.self = server,
		.descriptor = server->watch,
		.timeout = timeout,
		.dispatch = take_notes};
}

const struct bot_accounts_driver bot_server_accounts = {
	.room_host = room_host,
	.host_left = host_left,
	.is_private_elsewhere = is_private_elsewhere,
	.speak_alone = speak_alone,
	.use_values = use_values,
	.next = next,
	.find_host = find_host,
	.set_time = set_time,
	.forget = forget,
	.loop_source = loop_source,
};
