#include "engine/engarde.h"

uint8_t eg_round_distance(const struct eg_round *round)
{
	return (uint8_t)(round->space[EG_BLACK] - round->space[EG_WHITE]);
}
