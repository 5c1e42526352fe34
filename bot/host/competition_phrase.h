/* Sentences about the club night or the season that goes on, such as "whose turn?" and "join". */
#ifndef BOT_HOST_COMPETITION_PHRASE_H
#define BOT_HOST_COMPETITION_PHRASE_H

#include "bot/call/call.h"

/*
 * If the words of a call without a command are about a competition (bot/text/phrase.h), replaces
 * them by those of the command that answers: for the night of the room or, in private, of the
 * sender, and else for the season. Only "who is next?" becomes a command even if neither goes on.
 * "join" and "leave" become one only if either the night or the season can be meant.
 */
void bot_competition_phrase_read(struct bot_call *call);

#endif
