#include "bot/command/seats.h"

#include <string.h>

enum eg_seat bot_match_seat(const struct bot_match *match, const char *user)
{
	if (strcmp(match->player[EG_WHITE], user) == 0)
		return EG_WHITE;
	return strcmp(match->player[EG_BLACK], user) == 0 ? EG_BLACK : EG_NOBODY;
}

const char *bot_match_challenger(const struct bot_match *match)
{
	return match->player[match->challenger];
}

const char *bot_match_challenged(const struct bot_match *match)
{
	return match->player[eg_opponent(match->challenger)];
}
