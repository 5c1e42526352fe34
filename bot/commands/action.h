/*
 * The commands that play an action: in words, in notation, by its letter in the list of choices, or
 * by naming the cards.
 */
#ifndef BOT_COMMANDS_ACTION_H
#define BOT_COMMANDS_ACTION_H

#include "bot/call/call.h"

/* Plays the action that the words of the call mean, if they mean exactly one. */
void bot_run_action(struct bot_call *call);

/*
 * Plays the action that the player chose with a reaction or with a vote in a poll. The choice
 * belongs to the match whose list or poll the player answered.
 */
void bot_run_chosen_action(struct bot_call *call);

/*
 * Plays the action whose notation is the first word of the call, in the match words.id and in the
 * turn of the message (bot_message.turn). The message has a place for the answer: its field `stale`
 * becomes true if this turn is over.
 */
void bot_run_exact_action(struct bot_call *call);

#endif
