/* What the store knows about one person: their display name and their private room. */
#ifndef BOT_STORE_PERSON_H
#define BOT_STORE_PERSON_H

#include "bot/store/database.h"

/*
 * Display names that look alike have the same skeleton. bot/text/name.h makes the skeletons, and
 * the labels that people see.
 */
struct bot_known_name {
	char name[BOT_NAME_SIZE];     /* empty if the bot shows the user's id instead */
	char skeleton[BOT_NAME_SIZE]; /* empty if the bot always adds the id to the name */
	bool shared;                  /* another user's name has the same skeleton */
};

/* Gets the name of a user. Returns BOT_NOT_FOUND if the store has no name for the user. */
BOT_MUST_USE enum bot_error bot_store_name(
	struct bot_store *store, const char *user, struct bot_known_name *known);

/*
 * Stores a user's name, or replaces it. Cuts a name or a skeleton that is too long for
 * BOT_NAME_SIZE, but not in the middle of a character.
 */
BOT_MUST_USE enum bot_error bot_store_set_name(
	struct bot_store *store, const char *user, const char *name, const char *skeleton);

/*
 * Gets the private room of a user. A user has at most one private room. Returns BOT_NOT_FOUND if
 * the user has no private room.
 */
BOT_MUST_USE enum bot_error bot_store_private_room(
	struct bot_store *store, const char *user, char room[BOT_ID_SIZE]);
/*
 * Gets the user to whom the private room `room` belongs. Returns BOT_NOT_FOUND if `room` is no
 * private room.
 */
BOT_MUST_USE enum bot_error bot_store_private_user(
	struct bot_store *store, const char *room, char user[BOT_ID_SIZE]);
/*
 * Makes `room` the user's private room, instead of the user's old one. If `room` was another user's
 * private room, the other user then has no private room. If `room` is NULL, the store forgets the
 * user's private room. In another room than before, the messages of the old one count as removed
 * (see bot_store_post_removed), because nothing can edit them from there.
 */
BOT_MUST_USE enum bot_error bot_store_set_private_room(
	struct bot_store *store, const char *user, const char *room);

/*
 * Finds out whether the user has joined their private room. A user without a private room counts as
 * joined: on some platforms nobody has to join.
 */
BOT_MUST_USE enum bot_error bot_store_has_joined(
	struct bot_store *store, const char *user, bool *joined);
/*
 * Stores whether the user has joined their private room. A new private room counts as not joined.
 * Does nothing if the user has no private room.
 */
BOT_MUST_USE enum bot_error bot_store_set_joined(
	struct bot_store *store, const char *user, bool joined);

#endif
