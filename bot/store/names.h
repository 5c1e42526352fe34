/*
 * Display names of users. Names that look alike have the same skeleton. bot/text/name.h makes the
 * skeletons, and makes from the names what people see.
 */
#ifndef BOT_STORE_NAMES_H
#define BOT_STORE_NAMES_H

#include "bot/store/database.h"

struct bot_known_name {
	char name[BOT_NAME_SIZE];     /* empty: the bot shows the user by their id */
	char skeleton[BOT_NAME_SIZE]; /* empty: the bot never shows the name without the id */
	bool shared;                  /* another user's name has the same skeleton */
};

/* BOT_NOT_FOUND: the store has no name for the user. */
BOT_MUST_USE enum bot_error bot_store_name(
	struct bot_store *store, const char *user, struct bot_known_name *known);

/* Stores a user's name, or replaces it. Cuts both texts to BOT_NAME_SIZE between two characters. */
BOT_MUST_USE enum bot_error bot_store_set_name(
	struct bot_store *store, const char *user, const char *name, const char *skeleton);

#endif
