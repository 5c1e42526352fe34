/*
 * The search for the server that takes writes, among those that the URL names. It asks each of
 * them, because an old primary that comes back takes writes, too: the one with the newest timeline
 * is the server. The search has a thread of its own, since libpq may wait long for a name or a
 * machine.
 */
#ifndef BOT_STORE_POSTGRESQL_SERVER_SEARCH_H
#define BOT_STORE_POSTGRESQL_SERVER_SEARCH_H

#include "bot/store/postgresql/server_store.h"

#define BOT_SERVER_TIMELINE                                                                        \
	"SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)" /* eight hexadecimal digits */

/* Opens a connection to a URL. The caller ends it, also if it has failed. */
PGconn *bot_server_open(const char *url);

/*
 * Opens a connection to the server, and waits for it (bot_store_on_wait). Ends the search at a
 * server with the timeline that this process knows, or a newer one. Returns a connection that has
 * failed if there is no server.
 */
PGconn *bot_server_find(struct bot_server_store *server);

#define BOT_SERVER_LOOK 60000 /* ms between two looks at the other servers */

/*
 * Call this often. If the URL names several servers, asks each minute whether another one has a
 * newer timeline, without waiting. Then returns true once: the session is with an old primary, and
 * the next one will be with the new server. Logs `old_primary` if the old one takes writes.
 */
bool bot_server_is_old(struct bot_server_store *server);

/* Ends a search that is under way: waits for it, some seconds at most. */
void bot_server_search_finish(struct bot_server_store *server);

#endif
