/* Asks for a term of a challenge that is missing or wrong. */
#ifndef BOT_CHALLENGE_TERM_QUESTION_H
#define BOT_CHALLENGE_TERM_QUESTION_H

#include "bot/call/call.h"

/*
 * Answers with the message that bot_challenge_read_term returned for the word `i`. If the message
 * asks for a value, the value completes the command.
 */
void bot_challenge_ask_for_term(const struct bot_call *call, enum bot_msg wrong, size_t i);

#endif
