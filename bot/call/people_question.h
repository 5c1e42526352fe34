/* Asks whom the sender means, if the words of a command name nobody, or several people. */
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

#endif
