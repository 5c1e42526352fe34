/* Decks for play that needs no secrets: the same from the same dice. */
#ifndef ENGARDE_DECK_H
#define ENGARDE_DECK_H

#include "engine/engarde.h"
#include "engine/opponent/dice.h"

/* A complete deck in a random order. */
void random_deck(struct eg_dice *dice, uint8_t deck[EG_DECK]);

#endif
