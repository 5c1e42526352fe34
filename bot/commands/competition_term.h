/* Reads the terms that club nights and seasons have in common. */
#ifndef BOT_COMMANDS_COMPETITION_TERM_H
#define BOT_COMMANDS_COMPETITION_TERM_H

#include "bot/call/call.h"

/*
 * Reads the term that begins at the word *i into `match`. *i becomes the last word of the term. If
 * competitions have no such term, asks the sender for another one, and returns false.
 */
bool bot_competition_term_read(const struct bot_call *call, size_t *i, struct bot_match *match);

#endif
