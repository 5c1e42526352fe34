/*
 * Questions to the server, and the wait for its answers. libpq's own functions would wait for ever
 * for a server that hangs: because somebody has locked a table, its process is stopped, or its disk
 * or its synchronous replica does not answer. Here the wait ends after BOT_SERVER_ANSWER ms, as if
 * the connection had ended. Meanwhile the store calls the function of bot_store_on_wait.
 */
#ifndef BOT_STORE_POSTGRESQL_ANSWER_H
#define BOT_STORE_POSTGRESQL_ANSWER_H

#include "bot/store/postgresql/server_store.h"

#define BOT_SERVER_ANSWER 12000 /* ms: more than statement_timeout, so that the server says why */

/* Runs SQL, and returns its last result, which may be NULL. */
PGresult *bot_server_exec(struct bot_server_store *server, const char *sql);

/* Waits for the results of what was sent. Returns the next one, or the last one before NULL. */
PGresult *bot_server_next(struct bot_server_store *server);
PGresult *bot_server_last(struct bot_server_store *server);

/*
 * Waits until the descriptor is ready for `events` (see poll). Returns false after `most` ms. The
 * wait counts from server->asked.
 */
bool bot_server_wait(struct bot_server_store *server, int descriptor, short events, int64_t most);

/* Returns milliseconds of a clock that never jumps. It counts on while the process is stopped. */
int64_t bot_server_now(void);
/* Waits BOT_SERVER_REST ms, before the server is asked again. */
void bot_server_rest(void);

#endif
