/*
 * The notify list: who wants to be told when somebody makes a challenge that anybody may accept.
 * A user is on the list for single rooms, or for all rooms that they share with the bot.
 */
#ifndef BOT_STORE_NOTIFY_LIST_H
#define BOT_STORE_NOTIFY_LIST_H

#include "bot/store/database.h"

#define BOT_NOTIFY_ROOMS_MOST  32   /* the most rooms for which a user is on the list */
#define BOT_NOTIFY_RATING_MOST 4000 /* the highest rating of the limits; see schema.sql */

#include "bot/store/notify_list.inc"

/*
 * Puts a user on the list for a room, or for all rooms if `room` is "". If the user is there
 * already, changes the limits.
 */
void bot_notify_list_add(struct bot_store *store, const char *room, const char *user,
	const struct bot_notify_limits *limits);

/* Takes a user off the list for a room; for all rooms ("") this leaves the single rooms. */
void bot_notify_list_remove(struct bot_store *store, const char *room, const char *user);

/* Takes a user off the list for each single room and for all rooms. */
void bot_notify_list_remove_user(struct bot_store *store, const char *user);

/*
 * Finds out of which challenges a user wants to be told in a room, or in all rooms if `room` is "".
 * Returns false if the user is not on the list for it.
 */
bool bot_notify_list_get(struct bot_store *store, const char *room, const char *user,
	struct bot_notify_limits *limits);

/* Counts the rooms for which a user is on the list; "all rooms" counts as one. */
size_t bot_notify_list_count(struct bot_store *store, const char *user);

/* Somebody on the list. */
struct bot_notify_person {
	char user[BOT_ID_SIZE];
	struct bot_notify_limits limits;
};

/* Returns whether anybody is on the list for a room, or for all rooms if `room` is "". */
bool bot_notify_list_has(struct bot_store *store, const char *room);

/* Which people on the list for a room to list. */
struct bot_notify_filter {
	const char *room;
	bool rated;     /* those with a rating over all rooms; if false, those without */
	int64_t since;  /* the host's time; those who were not told after it */
	size_t skipped; /* leaves out the first so many of them */
};

/*
 * Lists people on the list for a room. Leaves out people who sit in a match with somebody else, as
 * bot_notify_list_get_activity says: otherwise those who can never be told would stay the first of
 * the list and keep all others from being told. Those who were told longest ago come first. Writes
 * at most `size` people, and returns the number of people written.
 */
size_t bot_notify_list_of_room(struct bot_store *store, const struct bot_notify_filter *filter,
	struct bot_notify_person *people, size_t size);

/*
 * Gets a user who is on the list for all rooms. Returns false if the user is not, or was told after
 * `since`.
 */
bool bot_notify_list_of_all_rooms(
	struct bot_store *store, const char *user, int64_t since, struct bot_notify_person *person);

/* Notes that the bot tells a user of a challenge at the host's time `when`. */
void bot_notify_list_told(struct bot_store *store, const char *user, int64_t when);

/*
 * Finds out whether a user sits in a match with somebody else that has been accepted or has begun,
 * and has a clock of less than a day: whoever has only longer ones may want another match. Finds
 * out also when the user's last match ended: 0 if the user has never played.
 */
void bot_notify_list_get_activity(
	struct bot_store *store, const char *user, bool *busy, int64_t *played);

#endif
