/* What the engine's own files share about rule sets. */
#ifndef ENGARDE_RULES_H
#define ENGARDE_RULES_H

#include "engine/engarde.h"

bool eg_rules_valid(const struct eg_rules *rules);

bool eg_seat_plays(enum eg_seat seat);

#endif
