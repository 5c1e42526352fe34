#include "bot/match/turn_number.h"

int64_t bot_turn_number(const struct eg_match_view *view)
{
	return (int64_t)view->rounds << 8 | view->round.plies;
}
