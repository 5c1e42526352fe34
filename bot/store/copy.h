/*
 * Copies of the store: whole, of one moment, in one file of mode 0600 without a log. Whatever fails
 * leaves no file behind; after BOT_STORE_FAILED errno says why, or is 0.
 */
#ifndef BOT_STORE_COPY_H
#define BOT_STORE_COPY_H

#include "bot/store.h"

/* Of a store that is open, and in no transaction. BOT_STORE_FAILED: also where `to` is there. */
BOT_MUST_USE enum bot_error bot_store_snapshot(struct bot_store *store, const char *to);

/*
 * Of a store that nobody has open; it is not brought up to date. Also BOT_STORE_IN_USE, and what
 * bot_store_probe finds.
 */
BOT_MUST_USE enum bot_error bot_store_copy(const char *path, const char *to);

/* Reads the whole file: BOT_OK where it is a sound store of a version that this program knows. */
BOT_MUST_USE enum bot_error bot_store_verify(const char *path);

#endif
