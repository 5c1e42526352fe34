/* What may be played: the two tables of the rules, as questions about a round. */
#ifndef ENGARDE_LEGAL_H
#define ENGARDE_LEGAL_H

#include "engine/engarde.h"

/* True when the seat that is to act may play the action now; any four bytes may be asked about. */
bool eg_legal_action(const struct eg_round *round, struct eg_action action);

/* True when the seat that is to act has any legal action. Not for a round that is over. */
bool eg_legal_any(const struct eg_round *round);

#endif
