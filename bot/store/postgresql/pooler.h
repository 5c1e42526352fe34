/*
 * A pooler between the bot and the server, such as PgBouncer. It must give the connection a session
 * of its own: the lock of the store, the settings and the prepared statements belong to a session.
 */
#ifndef BOT_STORE_POSTGRESQL_POOLER_H
#define BOT_STORE_POSTGRESQL_POOLER_H

#include <libpq-fe.h>
#include <stdbool.h>

/*
 * Whether a pooler gives each transaction another session. Then a second connection gets the
 * session that this one has just used. Without a pooler this is one trip to the server. `open`
 * opens a connection to the URL.
 */
bool bot_pooler_shares(PGconn *connection, PGconn *(*open)(const char *url), const char *url);

#endif
