/* What the engine's own files share about actions. */
#ifndef ENGARDE_ACTION_H
#define ENGARDE_ACTION_H

#include "engine/engarde.h"

/* True when the fields that the kind uses are in range and the others zero. */
bool eg_action_well_formed(struct eg_action action);

#endif
