/*
 * Prints a match as text. These functions take only views, so they can't show the hand of another
 * player.
 */
#ifndef ENGINE_COMMAND_BOARD_H
#define ENGINE_COMMAND_BOARD_H

#include "engine/engarde.h"

#include <stdio.h>

/*
 * Prints the piste, the number of cards in the pile, the card played last, the score, and the
 * attack that the seat to act must answer.
 */
void board_print(FILE *out, const struct eg_match_view *view);

/* Prints the hand that the view shows. */
void board_print_hand(FILE *out, const struct eg_view *view);

/*
 * Prints the choices of the view (see eg_view_choices) with their letters: those for which fits[]
 * is true, or all if `fits` is NULL.
 */
void board_print_choices(FILE *out, const struct eg_view *view, const bool fits[EG_LEGAL_MAX]);

/* Writes an action in words, such as "advance 3 and attack with 5 5". */
#define BOARD_WORDS_SIZE 64
void board_action_words(struct eg_action action, char words[BOARD_WORDS_SIZE]);

/* Prints who won the round and why, and the score. */
void board_print_result(FILE *out, const struct eg_match_view *view);

/* Returns "White" or "Black". */
const char *board_fencer(enum eg_seat seat);

#endif
