/*
 * The model's actions that play themselves. Whether the bot knew that a player wants them is only
 * known from the store, as its limits may have kept a command from running. What may play itself is
 * computed here once more, from all hands that anybody may think possible. A lost round plays
 * itself for everybody.
 */
#include "tests/sim/model.h"

#include <string.h>

/* What the hands of a public position allow. */
struct allowed {
	struct eg_action only;
	bool any, same; /* some hand allows an action; all of these allow only this one */
};

/* Tries all hands with `left` more cards from `value` on. */
static void try_hands(struct allowed *allowed, struct eg_round *round, uint8_t value, uint8_t left)
{
	uint8_t *hand = round->hand[round->to_act];
	struct eg_action legal[EG_LEGAL_MAX];

	if (value <= EG_VALUES) {
		for (hand[value] = 0; hand[value] <= left && hand[value] <= EG_COPIES;
			hand[value]++)
			try_hands(allowed, round, value + 1, left - hand[value]);
		return;
	}
	if (left > 0 || hand[round->attack.card] + round->attack.count > EG_COPIES)
		return;
	size_t count = eg_round_legal(round, legal);
	if (count == 0) /* then the round would be over */
		return;
	if (!allowed->any)
		allowed->only = legal[0];
	allowed->any = true;
	allowed->same = allowed->same && count == 1 && eg_action_equal(legal[0], allowed->only);
}

/* Whether everybody who sees the board knows the next action. */
static bool is_forced(struct eg_round round, struct eg_action *action)
{
	struct allowed allowed = {.same = true};
	uint8_t size = 0;

	if (round.phase == EG_OVER)
		return false;
	for (size_t value = 1; value <= EG_VALUES; value++)
		size += round.hand[round.to_act][value];
	try_hands(&allowed, &round, 1, size);
	*action = allowed.only;
	return allowed.any && allowed.same;
}

static bool is_lost(const struct eg_round *round, struct eg_action *action)
{
	struct eg_view view;

	eg_round_view(round, round->to_act, &view);
	return eg_view_lost(&view, action);
}

/* Returns what the store has of the round after the actions that the model has played. */
static const char *find_next(const struct sim_model_match *match, size_t id)
{
	const char *stored = sim_model.stored.match[id].round[match->rounds - 1].actions;
	size_t done = strlen(match->actions[match->rounds - 1]);

	if (strlen(stored) <= done)
		return "";
	stored += done;
	return stored + (*stored == ' ');
}

/* Returns whether the store has a next action of the round, and whether it played itself. */
static bool is_next_automatic(const struct sim_model_match *match, size_t id)
{
	const char *stored = find_next(match, id);
	size_t length = strcspn(stored, " ");

	return length > 0 && stored[length - 1] == '!';
}

/*
 * Plays the parry that the player to act has planned, if they can parry. Checks that the bot has
 * played it, too. Returns whether it was played.
 */
static bool play_plan(struct sim_model_match *match, size_t id)
{
	const enum eg_seat seat = match->state.round.to_act;
	const struct eg_action parry = {.kind = EG_PARRY};
	struct eg_action legal[EG_LEGAL_MAX];
	bool may = false;

	if (!match->plans[seat])
		return false;
	match->plans[seat] = false;
	size_t count = eg_round_legal(&match->state.round, legal);
	for (size_t i = 0; i < count; i++)
		may = may || eg_action_equal(legal[i], parry);
	if (!may)
		return false;
	if (find_next(match, id)[0] != '=')
		sim_break(SIM_ONCE, "match %zu: the planned parry of %s was not played", id,
			sim->users[match->player[seat]].id);
	sim_saw(SIM_PLANNED);
	sim_model_play(match, id, parry, false);
	return true;
}

void sim_model_play_on(struct sim_model_match *match, size_t id)
{
	struct eg_action action = {0};

	while (match->status == ACCEPTED && match->rounds > 0 &&
		match->state.round.to_act != EG_NOBODY) {
		size_t user = match->player[match->state.round.to_act];
		bool automatic = is_next_automatic(match, id);
		bool lost = is_lost(&match->state.round, &action);
		bool forced = lost || is_forced(match->state.round, &action);

		if (!automatic && !lost && play_plan(match, id))
			continue;
		/* They may want it later, while they still have to act. */
		if (!lost && sim_model.automatic[user] == SIM_NEVER)
			return;
		if (automatic && !forced)
			sim_break(SIM_NO_LEAK,
				"match %zu, round %d: an action played itself that others could "
				"not know",
				id, match->rounds);
		if (forced && !automatic && (lost || sim_model.automatic[user] == SIM_SURELY))
			sim_break(SIM_ONCE, "match %zu: a forced action of %s did not play itself",
				id, sim->users[user].id);
		if (!automatic || !forced)
			return;
		sim_saw(SIM_PLAYED_ITSELF);
		sim_model_play(match, id, action, true);
	}
}

void sim_model_plan(struct sim_model_match *match, size_t user)
{
	const enum eg_seat to_act = match->state.round.to_act;

	if (match->status == ACCEPTED && match->rounds > 0 && to_act != EG_NOBODY &&
		match->player[eg_opponent(to_act)] == user)
		match->plans[eg_opponent(to_act)] = true;
}

void sim_model_want_automatic(size_t user)
{
	const struct sim_room *room = &sim->rooms[sim_model.event->room];
	bool surely = !sim_model.muted && !sim->traits.flood && !room->disturbed;

	if (sim_model.automatic[user] != SIM_SURELY)
		sim_model.automatic[user] = surely ? SIM_SURELY : SIM_PERHAPS;
	for (size_t id = 1; id <= sim_model.count; id++)
		sim_model_play_on(&sim_model.match[id], id);
}
