/*
 * The names of people, and how the bot shows people in messages.
 *
 * A user id identifies a person. A display name does not, because its owner may choose any text.
 * The bot repeats display names to other people. So the bot cleans a display name before it stores
 * the name.
 *
 * In messages the bot shows a person by a label. Usually the label is the name alone. The user id
 * follows the name if another known user has a name that looks the same, or if people could mistake
 * the name for words of the bot.
 */
#ifndef BOT_TEXT_NAME_H
#define BOT_TEXT_NAME_H

#include "bot/store/store.h"

/* The size of a label: a name, a user id and the characters around them, NUL included. */
#define BOT_LABEL_SIZE (BOT_NAME_SIZE + BOT_ID_SIZE + 16)

/*
 * Writes `name` as one short line to `clean`. Leaves out invisible characters, and everything from
 * the first bracket, bar or comma on, or from a hyphen or middle dot beside a space. Replaces each
 * series of spaces by one space.
 *
 * `clean` becomes empty if no character remains, or if the bot must not repeat the name. The bot
 * must not repeat a name that has a sign such as @, line ends, bidirectional controls or the
 * punctuation of sentences. It also must not repeat a name that chat clients turn into a link, or a
 * name as long as a sentence.
 */
void bot_name_clean(const char *name, char clean[BOT_NAME_SIZE]);

/*
 * Stores the display name of a user. Stores an empty name if the bot must not repeat the display
 * name, or if it could be read as a sentence of the bot, such as "Bob. Your turn".
 */
BOT_MUST_USE enum bot_error bot_name_learn(
	struct bot_store *store, const char *user, const char *name);
/* Does the same within an attempt of the host (bot/base/attempt.h). */
void bot_name_note(struct bot_store *store, const char *user, const char *name);

/*
 * Stores an alias for a user. After this call the bot shows only the alias, and never the id of
 * this user.
 */
void bot_name_disguise(struct bot_store *store, const char *user, const char *alias);

/* Writes the label of a user: the name, the name with the id, or the id alone. */
void bot_name_label(struct bot_store *store, const char *user, char label[BOT_LABEL_SIZE]);

/* The labels of a user, for different readers. */
struct bot_name_labels {
	char label[BOT_LABEL_SIZE];   /* the name, the name with the id, or the id alone */
	char with_id[BOT_LABEL_SIZE]; /* always has the id, unless the name is an alias; for
					 messages that announce who takes a seat */
	char alone[BOT_LABEL_SIZE];   /* like `label`, but has no id if only the name of a third
					 person looks the same; for messages in which only two
					 people matter, whose names look different */
};

void bot_name_labels(struct bot_store *store, const char *user, struct bot_name_labels *labels);

/*
 * Whether a message may show the user's label as a link to the user. Clients replace the text of
 * such a link by the user's display name. So a label that needs the id is no link, and neither is
 * an alias. A user whose name the bot does not know yet may be linked.
 */
bool bot_name_may_link(struct bot_store *store, const char *user, const char *label);

#endif
