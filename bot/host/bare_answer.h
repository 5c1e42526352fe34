/*
 * Answers without a prefix in a room. People answer the bot as they answer a person: with "accept"
 * below a challenge to them, or with a reply to the bot's question.
 */
#ifndef BOT_HOST_BARE_ANSWER_H
#define BOT_HOST_BARE_ANSWER_H

#include "bot/call/call.h"

/* Returns whether a message may be such an answer, by its text alone. Does not read the store. */
bool bot_may_be_bare_answer(const struct bot_message *message);

/*
 * Returns whether a message without a prefix answers the bot all the same: it is one word that
 * accepts or declines, and a challenge here names the sender; or it replies to the question that
 * the bot has asked the sender, and answers it. Reads the store only for these few messages.
 */
bool bot_is_bare_answer(struct bot_host *host, const struct bot_message *message);

/*
 * If the words of a call without a command answer what the bot has said to the room or the sender,
 * replaces them by those of the command: `night join` if a check-in waits for the sender, and
 * `accept` if a challenge does. A check mark in a room also signs up for the only competition that
 * is open. "ok" and "here" accept no challenge.
 */
void bot_typed_yes_read(struct bot_call *call);

#endif
