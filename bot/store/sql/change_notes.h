/* Notes which matches a transaction changes; see bot/store/changes.h. */
#ifndef BOT_STORE_SQL_CHANGE_NOTES_H
#define BOT_STORE_SQL_CHANGE_NOTES_H

#include "bot/store/sql/store_state.h"

/*
 * Note that the current transaction changes this match, or any match. Each function of the store
 * that changes what people see of a match calls one of these two.
 */
void bot_change_note(struct bot_store *store, int64_t match);
void bot_change_note_any(struct bot_store *store);

/* Notes that the current transaction changes a plan (as in bot_changes), and no more of a match. */
void bot_change_note_plan(struct bot_store *store, int64_t plan);

/* Notes that the current transaction changes this competition. */
void bot_change_note_competition(struct bot_store *store, int64_t competition);

/* Call this after a commit. After a rollback, clear store->uncommitted. */
void bot_changes_commit(struct bot_store *store);

/*
 * Empties the counts, and leaves the array as it is: it is large, and most transactions change no
 * match.
 */
void bot_changes_clear(struct bot_changes *changes);

#endif
