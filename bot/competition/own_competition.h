/*
 * The competition in which somebody takes part, for a command of theirs in private. The bot shows
 * nothing of the competitions and the rooms in which they don't take part.
 */
#ifndef BOT_COMPETITION_OWN_COMPETITION_H
#define BOT_COMPETITION_OWN_COMPETITION_H

#include "bot/call/call.h"

/* The bot lists so many of somebody's nights, or of their seasons: nobody has time for more. */
#define BOT_OWN_COMPETITIONS_MOST 6

/*
 * Finds the room of the competition in which the sender takes part. The command may name the room:
 * its last words are "in" (bot_words_is_in) and the name. If the sender takes part in none, or if
 * it is not clear in which one of several, answers or asks them, and sets room[0] to 0.
 */
void bot_own_competition_find(
	const struct bot_call *call, enum bot_competition_kind kind, char room[BOT_ID_SIZE]);

/* Returns how many words the call has before the "in" that names a room. */
size_t bot_own_competition_words(const struct bot_words *words);

#endif
