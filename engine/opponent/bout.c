#include "engine/opponent/bout.h"

#include <string.h>

enum eg_error eg_bout_begin(struct eg_bout *bout, const struct eg_rules *rules, enum eg_seat first,
	const uint8_t deck[EG_DECK])
{
	struct eg_round round;
	enum eg_error error = eg_round_init(&round, rules, first, deck);

	if (error)
		return error;
	bout->open = (struct eg_open_round){.rules = *rules, .first = first};
	memcpy(bout->open.deck, deck, EG_DECK);
	eg_position_init(&bout->position, &round);
	return EG_OK;
}

enum eg_error eg_bout_witness(const struct eg_bout *bout, struct eg_witness *witness)
{
	const struct eg_open_round *open = &bout->open;

	return eg_witness_round(witness, &open->rules, open->first, open->deck, open->actions,
		open->action_count, bout->position.round.to_act);
}

enum eg_error eg_bout_consider(const struct eg_bout *bout, const struct eg_player *player,
	uint64_t seed, struct eg_strategy *strategy)
{
	struct eg_witness witness;
	enum eg_error error = eg_bout_witness(bout, &witness);

	return error ? error : eg_consider(player, &witness, seed, strategy);
}

enum eg_error eg_bout_play(struct eg_bout *bout, struct eg_action action)
{
	enum eg_error error = eg_position_play(&bout->position, action);

	if (!error)
		bout->open.actions[bout->open.action_count++] = action;
	return error;
}

bool eg_bout_is_over(const struct eg_bout *bout)
{
	return bout->position.round.phase == EG_OVER;
}
