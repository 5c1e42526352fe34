/*
 * The names of people, and how the bot shows people in messages.
 *
 * A user id identifies a person. A display name is a text that its owner may choose freely, and
 * that the bot repeats to other people. So the bot cleans a display name before it stores the name,
 * and never identifies a person by a display name.
 *
 * In messages the bot shows a person by a label. The label is the name alone only if no other known
 * user has a name that looks like it, and if nobody can mistake the name for words of the bot.
 * Otherwise the user id follows the name.
 *
 * This module has its own comparison of names that look alike, because the comparison of the ICU
 * library needs 30 megabytes of data. It handles Latin letters only, so the bot never shows a name
 * with other letters without the id.
 */
#ifndef BOT_NAME_H
#define BOT_NAME_H

#include "bot/store/store.h"

/* The size of a label: a name, a user id and the characters around them, NUL included. */
#define BOT_LABEL_SIZE (BOT_NAME_SIZE + BOT_ID_SIZE + 16)

/*
 * Writes `name` as one short line to `clean`. Leaves out invisible characters and additions that
 * follow a bracket, a bar or a comma, and makes one space of each run of white space.
 *
 * `clean` becomes empty if nothing is left, and if the bot must not repeat the name. The bot must
 * not repeat a name with a sigil, a name that clients turn into a link, a name with line ends,
 * bidirectional controls or the punctuation of sentences, and a name as long as a sentence.
 */
void bot_name_clean(const char *name, char clean[BOT_NAME_SIZE]);

/*
 * Writes the skeleton of a name. Names that look alike have the same skeleton. A skeleton has no
 * case, accents, spaces or punctuation, and one letter stands for all letters that people mistake
 * for each other, such as I, l and 1.
 *
 * `skeleton` becomes empty if the name can't be compared. Such a name has a character that is not a
 * Latin letter, a digit, a space or punctuation, or it has no letter at all.
 */
void bot_name_skeleton(const char *name, char skeleton[BOT_NAME_SIZE]);

/*
 * Stores the display name of a user. Stores an empty name if the bot must not repeat the display
 * name.
 */
BOT_MUST_USE enum bot_error bot_name_learn(
	struct bot_store *store, const char *user, const char *name);

/*
 * Stores an alias for a user. From now on the bot shows the user by the alias alone, without the
 * id.
 */
BOT_MUST_USE enum bot_error bot_name_disguise(
	struct bot_store *store, const char *user, const char *alias);

/* Writes the label of a user: the name, the name with the id, or the id alone. */
BOT_MUST_USE enum bot_error bot_name_label(
	struct bot_store *store, const char *user, char label[BOT_LABEL_SIZE]);

/*
 * Writes the label of a user, and the label that always has the id (except for an alias).
 * Messages that announce who takes a seat use `with_id`.
 */
BOT_MUST_USE enum bot_error bot_name_labels(struct bot_store *store, const char *user,
	char label[BOT_LABEL_SIZE], char with_id[BOT_LABEL_SIZE]);

#endif
