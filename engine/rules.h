/* Rule sets and seats, for the files of the engine. */
#ifndef ENGINE_RULES_H
#define ENGINE_RULES_H

#include "engine/engarde.h"

bool eg_rules_are_valid(const struct eg_rules *rules);

/* Whether the seat is White or Black. */
bool eg_seat_plays(enum eg_seat seat);

#endif
