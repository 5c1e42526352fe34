/*
 * The avatar of the bot's own account, as its member events show it. The bot gives it to its
 * widgets: without an avatar, apps show a grey globe.
 */
#ifndef ADAPTERS_MATRIX_ROOM_OWN_AVATAR_H
#define ADAPTERS_MATRIX_ROOM_OWN_AVATAR_H

#include "bot/store/store.h"

/*
 * Stores the mxc:// URI of the avatar. NULL or any other text means that the account has none.
 * Writes only if the store has another avatar.
 */
BOT_MUST_USE enum bot_error mx_own_avatar_store(struct bot_store *store, const char *uri);

/*
 * Returns the stored URI, or NULL if there is none or the store can't be read. The caller frees it.
 */
char *mx_own_avatar(struct bot_store *store);

#endif
