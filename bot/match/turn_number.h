/* The number of a turn, by which the bot tells an answer to an earlier turn. */
#ifndef BOT_MATCH_TURN_NUMBER_H
#define BOT_MATCH_TURN_NUMBER_H

#include "engine/engarde.h"

#include <stdint.h>

/*
 * Returns the number of the current turn of a match. The outbox stores this number with the message
 * that lists the actions of the turn, because in a later turn the letters in that list mean other
 * actions. The number is never 0, because 0 stands for a message without a list.
 */
int64_t bot_turn_number(const struct eg_match_view *view);

#endif
