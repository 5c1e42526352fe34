/*
 * The different hands, numbered. Hands of the same size have the numbers from 0 up to, but not
 * including, hands_count; the order is always the same.
 */
#ifndef ENGINE_LAB_SOLVE_HANDS_H
#define ENGINE_LAB_SOLVE_HANDS_H

#include "engine/engarde.h"

#define HANDS_MOST 126 /* the different hands of five cards */
#define HAND_NONE  255 /* no hand: a number that no hand has */

/* Returns how many different hands have this size, 0 to EG_HAND. */
size_t hands_count(size_t size);

/* Returns the cards of a hand, by value. */
const uint8_t *hand_cards(size_t size, size_t number);

/* Returns the number of a hand among those of its size. It has at most EG_HAND cards. */
uint8_t hand_number(const uint8_t cards[EG_VALUES + 1]);

/* Returns the number of cards. */
uint8_t hand_size(const uint8_t cards[EG_VALUES + 1]);

/* Returns in how many orders a player can have got exactly these cards. */
float hand_orders(const uint8_t cards[EG_VALUES + 1]);

#endif
