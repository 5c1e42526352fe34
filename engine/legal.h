/* The legal actions of a round. */
#ifndef ENGINE_LEGAL_H
#define ENGINE_LEGAL_H

#include "engine/engarde.h"

/* Whether the seat that is to act may play the action. The action may be any four bytes. */
bool eg_legal_action(const struct eg_round *round, struct eg_action action);

/* Whether the seat that is to act has a legal action. The round must not be over. */
bool eg_legal_any(const struct eg_round *round);

#endif
