/*
 * Texts that are stored under keys: the settings that people have chosen for a room or for
 * themselves, and values that the host and the adapters need after a restart. Also the days that
 * people have taken off, and the questions that wait for their answers.
 */
#ifndef BOT_STORE_SETTINGS_H
#define BOT_STORE_SETTINGS_H

#include "bot/store/database.h"
#include "bot/store/days_off.inc"

#define BOT_SETTING_SIZE 32 /* bytes for a setting's value and a NUL */

/* Whether a setting belongs to a room or to a user. */
enum bot_scope {
	BOT_OF_ROOM,
	BOT_OF_USER,
};

/*
 * Stores a setting of a room or a user. A NULL value removes the setting. Fails with BOT_INVALID if
 * the value has BOT_SETTING_SIZE bytes or more.
 */
void bot_store_set_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, const char *value);

/* Gets a setting of a room or a user. Returns false if nobody has chosen a value. */
bool bot_store_setting(struct bot_store *store, enum bot_scope scope, const char *id,
	const char *key, char value[BOT_SETTING_SIZE]);

/*
 * Counts the rooms that have the setting "lobby". If `played` is true, counts only those in which a
 * rated match has ended.
 */
size_t bot_store_lobby_count(struct bot_store *store, bool played);

/*
 * Lists these rooms in the byte order of their ids, without the first `skipped` of them. Writes at
 * most `size` rooms, and returns the number of rooms written.
 */
size_t bot_store_lobby_list(struct bot_store *store, bool played, size_t skipped,
	char (*rooms)[BOT_ID_SIZE], size_t size);

/* How long the store keeps a room's settings after the bot has left the room: 30 days. */
#define BOT_ROOM_KEPT (INT64_C(30) * 24 * 3600 * 1000)

/*
 * Notes that the bot left a room at the time `when`. bot_store_prune deletes the room's settings
 * BOT_ROOM_KEPT later, unless the bot enters the room again.
 */
void bot_store_room_left(struct bot_store *store, const char *room, int64_t when);
void bot_store_room_entered(struct bot_store *store, const char *room);

/*
 * Stores a text of any length under a key, or replaces the old text. If `value` is NULL, removes
 * the key.
 */
BOT_MUST_USE enum bot_error bot_store_set(
	struct bot_store *store, const char *key, const char *value);

/*
 * Gets the text under a key. Returns BOT_NOT_FOUND if the key has no text. On BOT_OK the caller
 * frees *value.
 */
BOT_MUST_USE enum bot_error bot_store_get(struct bot_store *store, const char *key, char **value);

/*
 * Finds the first key, in byte order, that is greater than `after` and less than `before`. Returns
 * BOT_NOT_FOUND if there is no such key. On BOT_OK the caller frees *key.
 */
BOT_MUST_USE enum bot_error bot_store_key_between(
	struct bot_store *store, const char *after, const char *before, char **key);

#define BOT_QUESTION_SIZE 2048 /* bytes for the command of a question and a NUL */

/* Which answers a question takes, and what its `command` is. */
enum bot_question_kind {
	BOT_ASKS_YES,    /* "yes"; the command that it confirms */
	BOT_ASKS_NUMBER, /* the number of a match; the command without this number */
	BOT_ASKS_ACCEPT, /* whether to accept a challenge; the number of the challenge, as in #7 */
	/*
	 * Something that completes the command. The command may have a blank for it (BOT_BLANK in
	 * bot/call/answer.h). A second line of the command may have the words to choose from.
	 */
	BOT_ASKS_CHOICE,  /* one of these words */
	BOT_ASKS_TOUCHES, /* how many touches win a match */
	BOT_ASKS_TIME,    /* how long a turn may take */
	BOT_ASKS_PERSON,  /* a person: one of these ids, or anybody if there are none */
	BOT_ASKS_ROOM,    /* one of the rooms with these ids */
};

#include "bot/store/questions.inc"

/* Stores a question to `user` in a room, in place of an earlier one there. */
void bot_store_ask(struct bot_store *store, const char *user, const char *room,
	const struct bot_question *question);

/*
 * Deletes all questions that have been closed for a day at the time `now`, in the host's time, and
 * some of the days off that ended a year before. A wall clock that somebody sets far ahead deletes
 * none.
 */
void bot_store_prune_settings(struct bot_store *store, int64_t now);

/*
 * Gets the newest question to `user` in a room, which may be closed: its time `until` has come.
 * Returns false if there is none.
 */
bool bot_store_question(
	struct bot_store *store, const char *user, const char *room, struct bot_question *question);

/* Closes the question to `user` in a room at the time `now`. Does nothing if there is none. */
void bot_store_close_question(
	struct bot_store *store, const char *user, const char *room, int64_t now);

void bot_days_off_save(struct bot_store *store, const char *user, const struct bot_days_off *off);

/* Returns false if the user never was away. */
bool bot_days_off_get(struct bot_store *store, const char *user, struct bot_days_off *off);

/*
 * Replaces `user` by the next user, in the order of their ids, whose last days off end or ended
 * after the time `since`; "" comes before all. Returns false if there is no other one.
 */
bool bot_days_off_next(struct bot_store *store, int64_t since, char user[BOT_ID_SIZE]);

/*
 * Finds whose announced days off that do not end before `now` begin first, and when. Returns false
 * if nobody has announced any. Costs no query while nobody is away at `now`, or will be.
 */
bool bot_days_off_next_planned(
	struct bot_store *store, int64_t now, char user[BOT_ID_SIZE], int64_t *planned);

/*
 * Returns how many milliseconds after the time `now` the user is still away: 0 if they are not.
 * Costs no query while nobody is away.
 */
int64_t bot_days_off_rest(struct bot_store *store, const char *user, int64_t now);

/*
 * Returns the most days that the user has been away in one season that they fence now, or -1 if
 * they fence none.
 */
int bot_days_off_of_season(struct bot_store *store, const char *user);

/* Adds days, or takes them back, in all seasons that the user fences now. */
void bot_days_off_count(struct bot_store *store, const char *user, int days);

#endif
