#include "tests/sim/hands.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define FULL 10 /* the number of characters of a full hand: five cards, each with a space */

/*
 * The hands that players have held. Each hand has a key "user:cards". A hand of five cards that are
 * not all equal also has a key "cards".
 */
static json_t *hands;

void sim_hands_init(void)
{
	hands = json_object();
}

void sim_hands_finish(void)
{
	json_decref(hands);
}

void sim_hands_add(const struct eg_round *round, const size_t player[2])
{
	for (enum eg_seat seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		char key[32], cards[12] = "";
		size_t used = 0;

		for (int value = 1; value <= EG_VALUES; value++)
			for (int i = 0; i < round->hand[seat][value]; i++) {
				cards[used++] = (char)('0' + value);
				cards[used++] = ' ';
			}
		cards[used > 0 ? used - 1 : 0] = '\0';
		snprintf(key, sizeof(key), "%zu:%s", player[seat], cards);
		json_object_set_new(hands, key, json_true());
		if (used == FULL && cards[0] != cards[FULL - 2])
			json_object_set_new(hands, cards, json_true());
	}
}

bool sim_hands_held(size_t user, const char *cards)
{
	char key[32];

	snprintf(key, sizeof(key), "%zu:%s", user, cards);
	return json_object_get(hands, key) != NULL;
}

/*
 * Whether the text shows these cards. When cards have decided a round, the bot shows both hands of
 * the round to everybody.
 */
static bool is_shown(const char *text, const char *cards)
{
	bool decided = strstr(text, "has more cards equal to the distance");
	const char *held = " held ";

	for (const char *at = strstr(text, cards); at; at = strstr(at + 1, cards))
		if (!decided || (size_t)(at - text) < strlen(held) ||
			strncmp(at - strlen(held), held, strlen(held)) != 0)
			return true;
	return false;
}

const char *sim_hands_find(const char *text)
{
	const char *cards;
	json_t *unused;

	json_object_foreach (hands, cards, unused)
		if (!strchr(cards, ':') && is_shown(text, cards))
			return cards;
	return NULL;
}
