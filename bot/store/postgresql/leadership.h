/*
 * Which process leads, that is, may use the store.
 *
 * A lock of the session (pg_try_advisory_lock) keeps other processes out. The server releases the
 * lock when the session ends, after it has undone the session's transaction. The process that gets
 * the lock adds one to the epoch in the table store_leader. So after a lost connection a process
 * sees whether another one has led in between: then what it keeps in memory is of an older time. It
 * may write and send nothing more, and has to end.
 *
 * Each transaction that changes rows begins with a change of the epoch's row, which locks it. This
 * holds even if the session lock does not: a server that takes over from another one does not know
 * its locks. The change counts the transaction. So after a lost connection the number tells whether
 * the last commit was made, and whether the server has lost one, also on a replica that has become
 * the server.
 */
#ifndef BOT_STORE_POSTGRESQL_LEADERSHIP_H
#define BOT_STORE_POSTGRESQL_LEADERSHIP_H

#include "bot/store/postgresql/server_store.h"

/* Takes the lock for a process that does not lead yet. Returns BOT_STORE_IN_USE if it can't. */
BOT_MUST_USE enum bot_error bot_server_lock(struct bot_server_store *server);

/* Begins a new epoch. The process has the lock, and the tables exist. */
BOT_MUST_USE enum bot_error bot_server_lead(struct bot_server_store *server);

/* Prepares the statements of the checks below in a new session. */
BOT_MUST_USE enum bot_error bot_server_prepare_looks(struct bot_server_store *server);

/*
 * Takes the lock in a new session of the process that has led. Returns BOT_STORE_LOST, now and
 * always, if another process has led since. Returns BOT_STORE_FAILED if another session has the
 * lock at the moment.
 */
BOT_MUST_USE enum bot_error bot_server_lead_on(struct bot_server_store *server);

/*
 * Checks that the epoch is still the process's own, and that the server still has each commit that
 * no crash undoes. Returns BOT_STORE_LOST, now and always, if not.
 */
BOT_MUST_USE enum bot_error bot_server_check_epoch(struct bot_server_store *server);

/*
 * Sends the statement that counts the transaction, with the same check: until the end of the
 * transaction, no other process can begin an epoch. If another process leads, the statement fails
 * with BOT_SERVER_NOT_LEADING. If the connection has ended, whoever waits for the answer sees that.
 */
void bot_server_send_count(struct bot_server_store *server);
#define BOT_SERVER_NOT_LEADING "22012" /* a division by zero: see bot_server_prepare_looks */

/* Undoes the transaction, and notes that another process leads. Always returns BOT_STORE_LOST. */
BOT_MUST_USE enum bot_error bot_server_lose(struct bot_server_store *server);

/* Reads the name of the process that leads, or led last. */
BOT_MUST_USE enum bot_error bot_server_read_leader(
	struct bot_server_store *server, char *name, size_t size);

#endif
