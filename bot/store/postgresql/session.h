/*
 * A session of the server: how it begins, plain SQL in it, and the server's errors.
 *
 * Nothing waits for ever, and the server ends the session of a process that hangs, so that another
 * one can take over:
 * - connect_timeout (5 s, for each address): a connection that nobody answers has failed.
 * - tcp_user_timeout (15 s) and keep-alives (after 5 s, three every 3 s), on both sides: the kernel
 *   ends a connection whose other machine has lost its power or its network within 15 s. Sooner,
 *   and short losses of packets would end it, too.
 * - statement_timeout (10 s): each statement finds its rows by keys and takes milliseconds. One
 *   that takes so long waits for somebody's lock, or for a server that has no disk. If the server
 *   does not even say so, the process ends the session: see answer.h.
 * - idle_session_timeout and idle_in_transaction_session_timeout (15 s): a process that has stopped
 *   still has a kernel that answers keep-alives. The bot asks every BOT_HEARTBEAT ms, so only a
 *   process that does nothing at all loses its session.
 * The URL may set its own values for the client's side, and `options` for the server's.
 */
#ifndef BOT_STORE_POSTGRESQL_SESSION_H
#define BOT_STORE_POSTGRESQL_SESSION_H

#include "bot/store/postgresql/server_store.h"

#define BOT_SERVER_NO_SCHEMA "the search_path of the bot's user names no schema that exists"

/*
 * Begins a session, in place of an older one, and locks nothing. If this fails, there is no
 * session.
 */
BOT_MUST_USE enum bot_error bot_server_connect_only(struct bot_server_store *server);

/*
 * Begins a session, unless the present one is sound. Nothing is locked yet. After a failure, fails
 * without a try for BOT_SERVER_PAUSE ms, so that callers that try again and again do not keep the
 * process busy.
 */
BOT_MUST_USE enum bot_error bot_server_reach(struct bot_server_store *server);

/* Ends the session. */
void bot_server_disconnect(struct bot_server_store *server);
/* Ends a session that is of no use, and notes that it failed: see bot_server_reach. */
void bot_server_give_up(struct bot_server_store *server);

/*
 * Translates a result of the server. On failure keeps the server's message for bot_store_detail.
 * The message never contains a value of a row, nor the password.
 */
BOT_MUST_USE enum bot_error bot_server_check(
	struct bot_server_store *server, const PGresult *result);

/* Notes a failure: keeps the first line of a message, and the SQLSTATE, which may be NULL. */
void bot_server_note(struct bot_server_store *server, const char *message, const char *state);

/* Runs SQL that returns no row, and ends its result. */
BOT_MUST_USE enum bot_error bot_server_run(struct bot_server_store *server, const char *sql);

/*
 * Runs SQL that returns a text, and copies the first `size` - 1 bytes of it. An empty text stands
 * for NULL and for no row.
 */
BOT_MUST_USE enum bot_error bot_server_read(
	struct bot_server_store *server, const char *sql, char *text, size_t size);

#endif
