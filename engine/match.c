#include "engine/engarde.h"

#include "engine/internal.h"

#include <string.h>

/* Whether a player can win the match, and has not won it before the first round. */
static bool are_touches_valid(const struct eg_match_rules *rules)
{
	return rules->touches <= EG_TOUCHES_MAX && rules->start[EG_WHITE] < rules->touches &&
	       rules->start[EG_BLACK] < rules->touches;
}

enum eg_error eg_match_init(struct eg_match *match, const struct eg_match_rules *rules)
{
	if (!eg_rules_are_valid(&rules->round) || !eg_seat_plays(rules->first) ||
		!are_touches_valid(rules))
		return EG_BAD_RULES;
	memset(match, 0, sizeof(*match));
	match->rules = *rules;
	memcpy(match->score, rules->start, sizeof(match->score));
	match->winner = EG_NOBODY;
	return EG_OK;
}

/* Returns who begins the next round: never the player who began the round before. */
static enum eg_seat first_player(const struct eg_match *match)
{
	return match->rounds % 2 == 0 ? match->rules.first : eg_opponent(match->rules.first);
}

enum eg_error eg_match_deal(struct eg_match *match, const uint8_t deck[EG_DECK])
{
	bool playing = match->rounds > 0 && match->round.phase != EG_OVER;

	if (playing || match->winner != EG_NOBODY || match->rounds == UINT16_MAX)
		return EG_ILLEGAL;
	enum eg_error error =
		eg_round_init(&match->round, &match->rules.round, first_player(match), deck);
	if (error == EG_OK)
		match->rounds++;
	return error;
}

/*
 * Counts the result of the round. A drawn round counts for nobody. The first player who has enough
 * touches wins the match.
 */
static void score(struct eg_match *match)
{
	enum eg_seat winner = match->round.result.winner;

	if (winner == EG_NOBODY)
		return;
	match->score[winner]++;
	if (match->score[winner] == match->rules.touches)
		match->winner = winner;
}

enum eg_error eg_match_play(struct eg_match *match, struct eg_action action)
{
	if (match->rounds == 0)
		return EG_ILLEGAL;
	enum eg_error error = eg_round_play(&match->round, action);
	if (error == EG_OK && match->round.phase == EG_OVER)
		score(match);
	return error;
}

/* Fills in what everybody can see or count. */
static void view_table(const struct eg_round *round, struct eg_view *view)
{
	view->rules = round->rules;
	view->to_act = round->to_act;
	view->phase = round->phase;
	view->attack = round->attack;
	view->result = round->result;
	view->distance = eg_round_distance(round);
	view->pile = (uint8_t)(EG_DECK - round->drawn);
	view->plies = round->plies;
	if (round->discarded > 0)
		view->last_card = round->discard[round->discarded - 1];
	if (round->phase == EG_OVER && round->result.reason == EG_CARDS)
		memcpy(view->shown, round->hand, sizeof(view->shown));
	for (size_t seat = EG_WHITE; seat <= EG_BLACK; seat++) {
		view->space[seat] = round->space[seat];
		for (size_t value = 1; value <= EG_VALUES; value++)
			view->hand_size[seat] =
				(uint8_t)(view->hand_size[seat] + round->hand[seat][value]);
	}
}

/* Fills in what only this player may know: the hand, the unseen cards and the legal actions. */
static void view_hand(const struct eg_round *round, struct eg_view *view)
{
	memcpy(view->hand, round->hand[view->seat], sizeof(view->hand));
	for (size_t value = 1; value <= EG_VALUES; value++)
		view->unseen[value] = (uint8_t)(EG_COPIES - view->hand[value]);
	for (size_t i = 0; i < round->discarded; i++)
		view->unseen[round->discard[i]]--;
	if (round->to_act == view->seat)
		view->legal_count = (uint8_t)eg_round_legal(round, view->legal);
}

void eg_round_view(const struct eg_round *round, enum eg_seat seat, struct eg_view *view)
{
	memset(view, 0, sizeof(*view));
	view->seat = seat;
	view_table(round, view);
	if (eg_seat_plays(seat))
		view_hand(round, view);
}

void eg_match_view(const struct eg_match *match, enum eg_seat seat, struct eg_match_view *view)
{
	memset(view, 0, sizeof(*view));
	view->touches = match->rules.touches;
	memcpy(view->start, match->rules.start, sizeof(view->start));
	memcpy(view->score, match->score, sizeof(view->score));
	view->rounds = match->rounds;
	view->winner = match->winner;
	eg_round_view(&match->round, seat, &view->round);
}
