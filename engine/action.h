/* The form of actions, for the files of the engine. */
#ifndef ENGINE_ACTION_H
#define ENGINE_ACTION_H

#include "engine/engarde.h"

/* Whether the fields that the kind uses are in their ranges, and all others are zero. */
bool eg_action_is_well_formed(struct eg_action action);

#endif
