/*
 * The files of a store: the database file, the files that SQLite keeps in the same folder (its
 * write-ahead log and the log's index), and copies of an open store. Only this part of the program
 * knows the names of these files.
 */
#ifndef BOT_STORE_FILES_H
#define BOT_STORE_FILES_H

#include "bot/store/database.h"

/* Sets *bytes to the size of an open store's database file, without the write-ahead log. */
BOT_MUST_USE enum bot_error bot_store_size(struct bot_store *store, int64_t *bytes);

/*
 * Writes a whole and consistent copy of a store that no process has open into the new file `to`
 * (mode 0600, without a write-ahead log). The copy keeps the schema version of the original, so an
 * older version of this program can still read a backup made before an upgrade. On failure leaves
 * no file behind. Returns BOT_STORE_IN_USE if a process has the store open, or an error of
 * bot_store_probe. After BOT_STORE_FAILED errno has the reason (EEXIST if `to` exists already), or
 * is 0 if the reason is unknown.
 */
BOT_MUST_USE enum bot_error bot_store_copy(const char *path, const char *to);

/*
 * Reads the whole file. Returns BOT_OK if the file is an undamaged store that this version of the
 * program can open.
 */
BOT_MUST_USE enum bot_error bot_store_verify(const char *path);

/*
 * Renames a closed store: the database file becomes `to`, and its log gets the name that belongs to
 * `to`. Skips files that do not exist. If it returns false, errno has the reason, and some of the
 * files may already have their new names.
 */
BOT_MUST_USE bool bot_store_rename(const char *path, const char *to);

/*
 * Returns whether a file can be a copy of a store, complete or not. Otherwise sets errno: ENOENT if
 * there is no file, EEXIST if the file belongs to another program.
 *
 * bot_store_remove_copy deletes the copy that an earlier process may have left. Returns false with
 * errno if this fails.
 */
BOT_MUST_USE bool bot_store_may_be_copy(const char *path);
BOT_MUST_USE bool bot_store_remove_copy(const char *path);

/*
 * Before an upgrade of the schema, bot_store_open keeps a copy of the store beside it, under the
 * store's name and ".version-N", where N is the schema version of the copy. The version of the
 * program from before the upgrade can open this copy.
 *
 * bot_store_keep makes such a copy of the open store at `path`, and deletes an earlier copy. It
 * fails like bot_store_copy. bot_store_remove_kept deletes the copy, and returns false if there
 * was none. Both leave files of other programs alone.
 */
BOT_MUST_USE enum bot_error bot_store_keep(
	struct bot_store *store, const char *path, int64_t version);
bool bot_store_remove_kept(const char *path);

/*
 * Deletes a closed store's database file and its log, and the copy from before an upgrade. Skips
 * files that do not exist.
 */
void bot_store_remove(const char *path);

struct bot_snapshot;

/*
 * Begins to copy the store into the new file `to`. The store must stay open until
 * bot_snapshot_destroy. After BOT_STORE_FAILED, errno has the reason (EEXIST if `to` exists
 * already), or is 0 if the reason is unknown; the same holds for bot_snapshot_step.
 */
BOT_MUST_USE enum bot_error bot_snapshot_create(
	struct bot_store *store, const char *to, struct bot_snapshot **snapshot);

/*
 * Copies the next slice, which takes about a millisecond. Call it outside a transaction of the
 * store. Sets *done to true after the last slice. After an error, only bot_snapshot_destroy may
 * follow.
 */
BOT_MUST_USE enum bot_error bot_snapshot_step(struct bot_snapshot *snapshot, bool *done);

/* Ends the copying, and deletes the copy if it is not finished. `snapshot` may be NULL. */
void bot_snapshot_destroy(struct bot_snapshot *snapshot);

#endif
