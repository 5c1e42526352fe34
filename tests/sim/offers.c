#include "tests/sim/offers.h"

#include "bot/call/reaction_keys.h"
#include "engine/engarde.h"

#include <string.h>

#define CARD(digit) digit BOT_REACTION_KEYCAP

static const char *const sets[][EG_VALUES] = {
	{BOT_REACTION_YES, BOT_REACTION_NO},
	{BOT_REACTION_AGAIN},
	{CARD("1"), CARD("2"), CARD("3"), CARD("4"), CARD("5")},
};

bool sim_offer_is_fixed(const char *key, size_t place)
{
	for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++)
		if (place < EG_VALUES && sets[i][place] && strcmp(sets[i][place], key) == 0)
			return true;
	return false;
}
