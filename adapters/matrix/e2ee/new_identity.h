/*
 * The wish of a person to give the account a new cross-signing identity, because the recovery key
 * of the present one is lost. The commands "setup" and "login" write the wish into the store. The
 * bot grants it when it starts (cross_signing.h).
 */
#ifndef ADAPTERS_MATRIX_E2EE_NEW_IDENTITY_H
#define ADAPTERS_MATRIX_E2EE_NEW_IDENTITY_H

#include "bot/store/store.h"

#include <stdbool.h>

/* Stores the wish, or deletes it. Call it in a transaction. */
BOT_MUST_USE enum bot_error mx_new_identity_set(struct bot_store *store, bool wanted);

/* Returns false if there is no wish, or if the store can't be read. */
bool mx_new_identity_is_wanted(struct bot_store *store);

#endif
