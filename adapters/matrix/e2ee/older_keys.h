/*
 * A note in the store that the device's keys are older than the account. The keys are in a folder
 * beside the store, so an older copy that has replaced the store has probably replaced this folder,
 * too. The device has then used its keys further than the folder says: if the bot encrypted with
 * these keys, it would use numbers of its Megolm and Olm sessions a second time. Clients take such
 * messages for replays, or can't decrypt them. The bot would also lack the one-time keys that it
 * has uploaded since the copy.
 *
 * So the bot begins as a new device. If it can't do this by itself, it forgets all sessions with
 * which the device encrypts, and makes new ones. The note stays until then, also over a crash.
 */
#ifndef ADAPTERS_MATRIX_E2EE_OLDER_KEYS_H
#define ADAPTERS_MATRIX_E2EE_OLDER_KEYS_H

#include "bot/store/store.h"

#include <stdbool.h>

/* Stores the note, or deletes it. Call it in a transaction. */
BOT_MUST_USE enum bot_error mx_older_keys_note(struct bot_store *store);
BOT_MUST_USE enum bot_error mx_older_keys_forget(struct bot_store *store);

/* Returns false if there is no note, or if the store can't be read. */
bool mx_older_keys_are_noted(struct bot_store *store);

#endif
