/* Opens the store, and waits for one on a server that another process uses. */
#ifndef BOT_STORE_OPENING_H
#define BOT_STORE_OPENING_H

#include "bot/store/database.h"

/*
 * Returns whether `path` is the URL of a PostgreSQL database, as libpq reads it
 * (https://www.postgresql.org/docs/current/libpq-connect.html), and not the path of a file.
 */
bool bot_store_is_url(const char *path);

/*
 * Opens or creates the database file (mode 0600) and brings its schema up to date. The path
 * ":memory:" opens a store for tests. This process keeps the file locked until bot_store_close. If
 * another process has locked the file, the function does not wait. Before an upgrade of the schema
 * it keeps a copy of the file; see bot/store/files.h. SQLite overwrites deleted rows in the file.
 *
 * Returns BOT_STORE_CORRUPT if the file is damaged or belongs to another program, BOT_STORE_NEWER
 * if a newer version of this program wrote the file, BOT_STORE_UNRELEASED if a version between two
 * releases wrote it, BOT_STORE_ALTERED if somebody else has added a trigger, a view or the like,
 * and BOT_STORE_IN_USE if another process has the file open. In these five cases the file is
 * unchanged. After BOT_STORE_FAILED errno has the reason, or is 0 if the reason is unknown.
 *
 * If `path` is a URL, opens the store in this database, or makes it in an empty schema. A lock of
 * the session keeps other processes out. The store connects again by itself when the connection has
 * ended. After BOT_STORE_FAILED, bot_store_opening_fault has the reason, and errno is 0. So it is
 * after BOT_INVALID: then a person must change the database or the URL first.
 */
BOT_MUST_USE enum bot_error bot_store_open(const char *path, struct bot_store **store);

/*
 * Opens the store for an account, by its user id. The store in a PostgreSQL database belongs to the
 * first account that opens it: for another one returns BOT_STORE_FAILED.
 */
BOT_MUST_USE enum bot_error bot_store_open_as(
	const char *path, const char *account, struct bot_store **store);

/*
 * Opens the store in a PostgreSQL database to read it, also while another process has it open:
 * takes no lock, and makes nothing. Everything that is read was there at one moment, if the store
 * is closed soon. Errors are those of bot_store_probe, with BOT_NOT_FOUND if there are no tables.
 */
BOT_MUST_USE enum bot_error bot_store_open_to_read(const char *url, struct bot_store **store);

/*
 * Finds out whether bot_store_open could open the store at `path`, which may be a URL. Takes no
 * lock and changes nothing; reads only the header of a file. Returns BOT_OK if bot_store_open could
 * open the store, BOT_NOT_FOUND if bot_store_open would create it, and BOT_STORE_CORRUPT,
 * BOT_STORE_NEWER or BOT_STORE_UNRELEASED as bot_store_open does. After BOT_STORE_FAILED the reason
 * is where bot_store_open leaves it.
 */
BOT_MUST_USE enum bot_error bot_store_probe(const char *path);

/*
 * Returns why the last bot_store_open or bot_store_probe of a URL has failed with BOT_STORE_FAILED
 * or BOT_INVALID, and what to do, in one English sentence without a password. Otherwise returns
 * NULL. The text lives until the next call of either.
 */
const char *bot_store_opening_fault(void);

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
