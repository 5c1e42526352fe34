/* What the files of the engine share besides engarde.h. */
#ifndef ENGINE_INTERNAL_H
#define ENGINE_INTERNAL_H

#include "engine/engarde.h"

bool eg_rules_are_valid(const struct eg_rules *rules);

/* Whether the seat is White or Black. */
bool eg_seat_plays(enum eg_seat seat);

/* Whether the fields that the kind uses are in their ranges, and all others are zero. */
bool eg_action_is_well_formed(struct eg_action action);

/* Whether the seat that is to act may play the action. The action may be any four bytes. */
bool eg_legal_action(const struct eg_round *round, struct eg_action action);

/* Whether the seat that is to act has a legal action. The round must not be over. */
bool eg_legal_any(const struct eg_round *round);

/* Here and below: the text of records, for record.c and replay.c. */
bool eg_text_is(struct eg_text text, const char *word);

/* Reads a text that is a decimal number from 0 to 65535, without leading zeros. */
bool eg_text_number(struct eg_text text, uint16_t *number);

/* Reads "white" or "black". */
bool eg_text_player(struct eg_text text, enum eg_seat *seat);

#endif
