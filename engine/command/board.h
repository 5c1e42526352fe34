/* A match drawn with letters. Takes views only: it cannot show a hand that is not the viewer's. */
#ifndef ENGARDE_BOARD_H
#define ENGARDE_BOARD_H

#include "engine/engarde.h"

#include <stdio.h>

/* The piste, the pile, the last card, and what is going on. */
void board_print(FILE *out, const struct eg_match_view *view);

/* The viewer's hand. */
void board_print_hand(FILE *out, const struct eg_view *view);

/* The viewer's hand and what he may play, numbered from 1. */
void board_print_choices(FILE *out, const struct eg_view *view);

/* What an action does, in words. */
void board_print_action(FILE *out, struct eg_action action);

/* Who won a round, and why. */
void board_print_result(FILE *out, const struct eg_match_view *view);

/* "White", "Black". */
const char *board_fencer(enum eg_seat seat);

#endif
