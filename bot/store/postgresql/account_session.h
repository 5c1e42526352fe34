/* The session of an account, and its news from other accounts. accounts.sql explains accounts. */
#ifndef BOT_STORE_POSTGRESQL_ACCOUNT_SESSION_H
#define BOT_STORE_POSTGRESQL_ACCOUNT_SESSION_H

#include "bot/store/postgresql/server_store.h"
#include "bot/store/sql/driver.h"

/* What only a database can have: see bot/store/accounts.h. */
extern const struct bot_accounts_driver bot_server_accounts;

/*
 * Makes the session that of the account, which is added if the club does not have it, and listens
 * to what other accounts write for it. Does nothing if that is done. The tables exist.
 */
BOT_MUST_USE enum bot_error bot_server_enter(struct bot_server_store *server);

#endif
