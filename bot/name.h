/*
 * Names and ids of people. A display name is a stranger's text that others will read: it is
 * cleaned before it is stored or shown, and never trusted to say who somebody is.
 */
#ifndef BOT_NAME_H
#define BOT_NAME_H

#include "bot/store.h"

/*
 * Writes `name` as one short line: without control, formatting, bidirectional and invisible
 * characters, white space folded, cut at a character's boundary. Empty when nothing is left,
 * and when it pretends to be an id by beginning with an @.
 */
void bot_name_clean(const char *name, char clean[BOT_NAME_SIZE]);

/* Whether two names can be taken for one another: equal but for the case of ASCII letters. */
bool bot_name_similar(const char *a, const char *b);

/*
 * Reads a user's id as somebody typed it: `@local:server`, or `@local`, which is taken to be on
 * the server of `sender` when that has one. False when it can't be an id.
 */
bool bot_name_user(const char *word, const char *sender, char user[BOT_ID_SIZE]);

#endif
