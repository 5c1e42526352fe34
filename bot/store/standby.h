/*
 * A process that waits for a store on a server while another process uses it for the same account,
 * and takes it over when the session of the other one has ended. Until then it reads nothing of the
 * store but the name of the process that leads.
 */
#ifndef BOT_STORE_STANDBY_H
#define BOT_STORE_STANDBY_H

#include "bot/store/database.h"

struct bot_standby;

/*
 * `url` is one that bot_store_is_url accepts, and `account` as for bot_store_open_as. Does not
 * connect yet.
 */
struct bot_standby *bot_standby_create(const char *url, const char *account);
/* `standby` may be NULL. */
void bot_standby_destroy(struct bot_standby *standby);

/*
 * Tries to open the store, as bot_store_open does; the caller then closes *store. Returns
 * BOT_STORE_IN_USE while another process leads, and BOT_STORE_FAILED if the server can't be reached
 * now. After both the caller may try again. Takes a few seconds at most.
 */
BOT_MUST_USE enum bot_error bot_standby_try(struct bot_standby *standby, struct bot_store **store);

/* As bot_store_on_wait. The store that is opened does not have the function. */
void bot_standby_on_wait(struct bot_standby *standby, void (*serve)(void *self), void *self);

/* After BOT_STORE_IN_USE: returns the name of the process that leads, which may be empty. */
const char *bot_standby_leader(const struct bot_standby *standby);
/* After BOT_STORE_FAILED: returns what the server, or the network, has said. */
const char *bot_standby_detail(const struct bot_standby *standby);

#endif
