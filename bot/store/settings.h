/* Settings: what people have chosen for a room or for themselves, each under a key. */
#ifndef BOT_STORE_SETTINGS_H
#define BOT_STORE_SETTINGS_H

#include "bot/store/database.h"

#define BOT_SETTING_SIZE 32 /* bytes of a setting's value, with its NUL */

/* Who has a setting. */
enum bot_scope {
	BOT_OF_ROOM,
	BOT_OF_USER,
};

/*
 * Stores a setting of a room or a user. A NULL value removes the setting. BOT_INVALID: the value
 * has BOT_SETTING_SIZE bytes or more.
 */
BOT_MUST_USE enum bot_error bot_store_set_setting(struct bot_store *store, enum bot_scope scope,
	const char *id, const char *key, const char *value);

/* BOT_NOT_FOUND: nobody has chosen anything. */
BOT_MUST_USE enum bot_error bot_store_setting(struct bot_store *store, enum bot_scope scope,
	const char *id, const char *key, char value[BOT_SETTING_SIZE]);

#endif
