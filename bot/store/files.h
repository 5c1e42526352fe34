/*
 * The files of a store: the database file, and the files that SQLite keeps beside it (its
 * write-ahead log and the log's index). No other file of the program knows their names.
 */
#ifndef BOT_STORE_FILES_H
#define BOT_STORE_FILES_H

#include "bot/store/database.h"

/*
 * Says whether bot_store_open could open the file at `path`. It reads only the file's header, takes
 * no lock and changes nothing. BOT_OK; BOT_NOT_FOUND: bot_store_open would create the store;
 * BOT_STORE_CORRUPT or BOT_STORE_NEWER as for bot_store_open; BOT_STORE_FAILED: errno has the
 * reason.
 */
BOT_MUST_USE enum bot_error bot_store_probe(const char *path);

/*
 * bot_store_snapshot and bot_store_copy write a whole and consistent copy into the new file `to`
 * (mode 0600, without a log). On failure they leave no file behind. BOT_STORE_FAILED: errno has the
 * reason, or is 0; EEXIST if `to` exists already.
 */

/* Copies an open store, which must not be in a transaction. */
BOT_MUST_USE enum bot_error bot_store_snapshot(struct bot_store *store, const char *to);

/*
 * Copies a store that no process has open. The copy keeps the schema version of the original, so
 * an older version of this program can still read a backup made before an upgrade. Also returns
 * BOT_STORE_IN_USE, and the errors of bot_store_probe.
 */
BOT_MUST_USE enum bot_error bot_store_copy(const char *path, const char *to);

/* Reads the whole file. BOT_OK if it is an undamaged store that this version can open. */
BOT_MUST_USE enum bot_error bot_store_verify(const char *path);

/*
 * Renames a closed store: the database file becomes `to`, and its log gets the name that belongs to
 * `to`. Skips files that do not exist. False: errno has the reason; some files may have been
 * renamed.
 */
BOT_MUST_USE bool bot_store_rename(const char *path, const char *to);

/* Deletes a closed store's database file and its log. Files that do not exist are skipped. */
void bot_store_remove(const char *path);

#endif
