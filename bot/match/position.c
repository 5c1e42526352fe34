#include "bot/match/position.h"

#include "bot/base/attempt.h"
#include "bot/store/rounds.h"

#include <assert.h>
#include <string.h>

struct bot_position {
	struct eg_match match;
	struct bot_round round; /* the last round of `match`, as it is stored */
};

_Noreturn static void fail_damaged(const struct bot_loaded_match *loaded)
{
	bot_store_damaged(loaded->host->store, loaded->match.id);
}

static void publish(struct bot_loaded_match *loaded)
{
	eg_match_view(&loaded->position->match, EG_NOBODY, &loaded->state);
}

void bot_position_replay(struct bot_loaded_match *loaded)
{
	struct bot_position *position = bot_scratch(sizeof(*position));

	bot_store_replay(loaded->host->store, &loaded->match, &position->match, &position->round);
	loaded->position = position;
	publish(loaded);
}

void bot_position_deal(struct bot_loaded_match *loaded, const uint8_t deck[EG_DECK])
{
	struct bot_position *position = loaded->position;

	if (!position) {
		position = loaded->position = bot_scratch(sizeof(*position));
		if (eg_match_init(&position->match, &loaded->match.rules))
			fail_damaged(loaded);
	}
	enum eg_error illegal = eg_match_deal(&position->match, deck);
	assert(!illegal);
	(void)illegal;
	memcpy(position->round.deck, deck, EG_DECK);
	position->round.actions = 0;
	publish(loaded);
	bot_store_round_add(loaded->host->store, loaded->match.id, loaded->state.rounds, deck);
}

void bot_position_play(struct bot_loaded_match *loaded, struct eg_action action, bool automatic)
{
	struct bot_round *round = &loaded->position->round;

	enum eg_error illegal = eg_match_play(&loaded->position->match, action);
	assert(!illegal);
	(void)illegal;
	round->automatic[round->actions] = automatic;
	round->action[round->actions++] = action;
	publish(loaded);
	bot_store_action_add(
		loaded->host->store, loaded->match.id, loaded->state.rounds, action, automatic);
}

const struct eg_match_view *bot_position_seen_by(
	const struct bot_loaded_match *loaded, enum eg_seat seat)
{
	struct eg_match_view *view = bot_scratch(sizeof(*view));

	eg_match_view(&loaded->position->match, seat, view);
	return view;
}

/* Returns who begins a round of the match. */
static enum eg_seat find_first(const struct bot_loaded_match *loaded, uint16_t number)
{
	enum eg_seat first = loaded->match.rules.first;

	return number % 2 == 0 ? eg_opponent(first) : first;
}

struct eg_witness bot_position_witness(const struct bot_loaded_match *loaded)
{
	const struct bot_round *round = &loaded->position->round;
	struct eg_witness seen;

	if (eg_witness_round(&seen, &loaded->match.rules.round,
		    find_first(loaded, loaded->state.rounds), round->deck, round->action,
		    round->actions, loaded->state.round.to_act))
		fail_damaged(loaded);
	return seen;
}

struct eg_match_view bot_position_public(struct bot_store *store, const struct bot_match *match)
{
	struct eg_match state;
	struct eg_match_view view;

	bot_store_replay(store, match, &state, NULL);
	eg_match_view(&state, EG_NOBODY, &view);
	return view;
}

int64_t bot_turn_number(const struct eg_match_view *view)
{
	return (int64_t)view->rounds << 8 | view->round.plies;
}

/* Gets a stored round of the match, and deals its cards. The score is 0:0. */
static void deal_stored(const struct bot_loaded_match *loaded, uint16_t number,
	struct bot_round *round, struct eg_match *before)
{
	struct bot_store *store = loaded->host->store;

	*before = (struct eg_match){.rules = loaded->match.rules,
		.rounds = (uint16_t)(number - 1),
		.winner = EG_NOBODY,
		.round = {.phase = EG_OVER}};
	if (number == loaded->state.rounds)
		*round = loaded->position->round;
	else
		bot_need(bot_store_round_get(store, loaded->match.id, number, round));
	if (eg_match_deal(before, round->deck))
		fail_damaged(loaded);
}

struct bot_public_round bot_match_public_round(
	const struct bot_loaded_match *loaded, uint16_t number)
{
	struct bot_public_round public = {.first = find_first(loaded, number)};
	struct eg_match match;
	struct bot_round round;

	deal_stored(loaded, number, &round, &match);
	public.played = bot_scratch((round.actions + 1) * sizeof(*public.played));
	for (size_t i = 0; i < round.actions; i++) {
		public.played[public.count++] = (struct bot_played){
			match.round.to_act, round.action[i], round.automatic[i]};
		if (eg_match_play(&match, round.action[i]))
			fail_damaged(loaded);
	}
	eg_match_view(&match, EG_NOBODY, &public.after);
	return public;
}
