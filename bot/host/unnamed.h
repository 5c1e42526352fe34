/*
 * Commands that don't name what they are about: "join", "here", "who is next?". What goes on here
 * decides it. Help does not list them.
 */
#ifndef BOT_HOST_UNNAMED_H
#define BOT_HOST_UNNAMED_H

#include "bot/call/call.h"

/* For the night, the season or the team match, if only one can be meant. */
void bot_run_join(struct bot_call *call);
void bot_run_leave(struct bot_call *call);

/* Begins the only competition that is open. Without one, does what `start` does. */
void bot_run_begin(struct bot_call *call);

/* Whether the words are only those for "start now", in any language and either order. */
bool bot_begin_is(const struct bot_words *words);

/* How the night, the season or the team match stands. */
void bot_run_table(struct bot_call *call);

/*
 * Who has won. Shows the competition that goes on; without one, the honours of the room, or its
 * last matches if one ended later; in private, the sender's last match.
 */
void bot_run_winner(struct bot_call *call);

/* The sender's bouts, if a night, a season or a team match goes on. */
void bot_run_bouts(struct bot_call *call);

/* Who is to act. */
void bot_run_turn(struct bot_call *call);

/* Checks the sender in. */
void bot_run_here(struct bot_call *call);

/* Answers thanks, or tells somebody who is challenged how to answer. */
void bot_run_thanks(struct bot_call *call);

/*
 * Closes the open question to the sender, and says that nothing is done. Without a question, in
 * private, drops what the sender has planned.
 */
void bot_run_nevermind(struct bot_call *call);

/* Whether the words are "yes", "here", "count me in" or "join", and nothing else. */
bool bot_typed_yes_is(const struct bot_words *words);

/*
 * If the words of a call without a command answer a check-in, a challenge, an opponent's proposal
 * or, for a moderator, another room's question for a team match that waits here, replaces them by
 * those of the command to run, and sets call->again. A check mark in a room also signs up for the
 * only competition that is open. "ok" accepts nothing. May answer by itself that it is not clear
 * what to join. Returns false if the words are no yes, or nothing waits.
 */
bool bot_typed_yes_run(struct bot_call *call);

#endif
