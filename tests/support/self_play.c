/*
 * usage: self_play PLAYER PLAYER RULES TOUCHES SEED
 * Lets two computer players play a match, and prints its record. The record has no proof of its
 * shuffles. The same arguments give the same match.
 */
#include "engine/command/duel.h"
#include "engine/opponent/opponent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_SIZE 262144

struct fight {
	struct eg_player players[2];
	struct eg_match_rules rules;
	struct eg_dice dice;
	struct eg_match match;
	struct eg_writer writer;
};

static bool play_action(struct fight *fight, const uint8_t deck[EG_DECK], enum eg_seat first,
	struct eg_action actions[EG_PLIES_MAX])
{
	const struct eg_round *round = &fight->match.round;
	struct eg_witness witness;
	struct eg_action *action = &actions[round->plies];

	if (eg_witness_round(&witness, &fight->rules.round, first, deck, actions, round->plies,
		    round->to_act) != EG_OK ||
		eg_choose(&fight->players[round->to_act], &witness, eg_dice_roll(&fight->dice),
			action) != EG_OK)
		return false;
	eg_writer_action(&fight->writer, *action);
	return eg_match_play(&fight->match, *action) == EG_OK;
}

static bool play_round(struct fight *fight)
{
	struct eg_action actions[EG_PLIES_MAX];
	uint8_t deck[EG_DECK];

	random_deck(&fight->dice, deck);
	if (eg_match_deal(&fight->match, deck) != EG_OK)
		return false;
	enum eg_seat first = fight->match.round.to_act;

	eg_writer_deal(&fight->writer, deck);
	while (fight->match.round.phase != EG_OVER)
		if (!play_action(fight, deck, first, actions))
			return false;
	eg_writer_result(&fight->writer, &fight->match.round.result);
	return true;
}

static bool read_arguments(struct fight *fight, char **argv)
{
	for (size_t i = 0; i < 2; i++)
		if (eg_player_parse(argv[1 + i], strlen(argv[1 + i]), &fight->players[i]) != EG_OK)
			return false;
	fight->rules.touches = (uint8_t)strtoul(argv[4], NULL, 10);
	fight->dice.state = strtoull(argv[5], NULL, 10);
	return eg_rules_parse(argv[3], strlen(argv[3]), &fight->rules.round) == EG_OK &&
	       eg_match_init(&fight->match, &fight->rules) == EG_OK;
}

int main(int argc, char **argv)
{
	static struct fight fight;
	static char text[RECORD_SIZE];
	size_t length;

	if (argc != 6 || !read_arguments(&fight, argv)) {
		fprintf(stderr, "usage: self_play PLAYER PLAYER RULES TOUCHES SEED\n");
		return 2;
	}
	eg_writer_init(&fight.writer, text, sizeof(text));
	eg_writer_rules(&fight.writer, &fight.rules);
	eg_writer_tag(&fight.writer, "White", argv[1]);
	eg_writer_tag(&fight.writer, "Black", argv[2]);
	while (fight.match.winner == EG_NOBODY)
		if (!play_round(&fight))
			return 1;
	if (eg_writer_finish(&fight.writer, &length) != EG_OK)
		return 1;
	fputs(text, stdout);
	return 0;
}
