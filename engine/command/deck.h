/* Decks for games without secrets. Dice in the same state give the same deck. */
#ifndef ENGINE_COMMAND_DECK_H
#define ENGINE_COMMAND_DECK_H

#include "engine/engarde.h"
#include "engine/opponent/dice.h"

/* Writes a complete deck in random order. */
void random_deck(struct eg_dice *dice, uint8_t deck[EG_DECK]);

#endif
