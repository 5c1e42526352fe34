/*
 * Asks whom the sender means, if the words of a command name nobody, or several people. Finds whom
 * a command about a player's results means.
 */
#ifndef BOT_CALL_PEOPLE_QUESTION_H
#define BOT_CALL_PEOPLE_QUESTION_H

#include "bot/call/call.h"

/*
 * Answers with the message that bot_people_find returned for the same words, or with another
 * message about them. If the message asks for a person, their id, their name or their number in the
 * list completes the command.
 */
void bot_people_ask(const struct bot_call *call, enum bot_msg wrong, size_t first, size_t count);

/* Whether the third word is the id of somebody other than the sender. */
bool bot_people_names_another(const struct bot_call *call);

/*
 * Calls `run` with the user whom the words from the third on mean, an id or a name. If they mean
 * nobody or several people, or if there are none, asks whom, with the message `who` for nobody.
 */
void bot_people_run(const struct bot_call *call, enum bot_msg who,
	void (*run)(const struct bot_call *call, const char *user));

/*
 * Returns how many words after the command's own name are a player's name. The last word does not
 * belong to the name if it means `option` (an English word), unless all words together are
 * somebody's name.
 */
size_t bot_player_words(const struct bot_call *call, const char *option);

/*
 * Finds the player whom the `count` words after the command's name mean: the sender if there are no
 * words. If they mean nobody, tells the sender so, or asks, and makes `user` empty.
 */
void bot_player_find(const struct bot_call *call, size_t count, char user[BOT_ID_SIZE]);

/* Fills in a rating as people see it. The number after the ± is the 95 % interval. */
void bot_player_rating(struct bot_args *args, const struct bot_rating *rating);

#endif
