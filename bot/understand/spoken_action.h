/* Actions within what people say: "ok then I attack with my two fours". */
#ifndef BOT_UNDERSTAND_SPOKEN_ACTION_H
#define BOT_UNDERSTAND_SPOKEN_ACTION_H

#include "bot/text/words.h"

/*
 * Makes the words those of an action, if all others say nothing about which one it is: verbs in
 * English, numbers as they are. Of words that name no verb, but say that a card or a letter of the
 * list is played, the number or letter remains. Returns false if they say something else. The words
 * that remain may still be no action, for the reader of actions knows that (bot/text/pattern.h).
 */
bool bot_spoken_action_read(const struct bot_words *words, struct bot_words *action);

#endif
