#include "engine/opponent/live_round.h"

#include <string.h>

enum eg_error eg_live_round_begin(struct eg_live_round *live, const struct eg_rules *rules,
	enum eg_seat first, const uint8_t deck[EG_DECK])
{
	struct eg_round round;
	enum eg_error error = eg_round_init(&round, rules, first, deck);

	if (error)
		return error;
	live->open = (struct eg_open_round){.rules = *rules, .first = first};
	memcpy(live->open.deck, deck, EG_DECK);
	eg_position_init(&live->position, &round);
	return EG_OK;
}

enum eg_error eg_live_round_witness(const struct eg_live_round *live, struct eg_witness *witness)
{
	const struct eg_open_round *open = &live->open;

	return eg_witness_round(witness, &open->rules, open->first, open->deck, open->actions,
		open->action_count, live->position.round.to_act);
}

enum eg_error eg_live_round_consider(const struct eg_live_round *live,
	const struct eg_player *player, uint64_t seed, struct eg_strategy *strategy)
{
	struct eg_witness witness;
	enum eg_error error = eg_live_round_witness(live, &witness);

	return error ? error : eg_consider(player, &witness, seed, strategy);
}

enum eg_error eg_live_round_play(struct eg_live_round *live, struct eg_action action)
{
	enum eg_error error = eg_position_play(&live->position, action);

	if (!error)
		live->open.actions[live->open.action_count++] = action;
	return error;
}

bool eg_live_round_is_over(const struct eg_live_round *live)
{
	return live->position.round.phase == EG_OVER;
}
