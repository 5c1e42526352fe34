#include "tests/support/scene_match.h"

#include <stdio.h>

const uint8_t scene_even_deck[EG_DECK] = {
	1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5};

void scene_add_match(struct scene *scene, struct bot_match *match, const uint8_t deck[EG_DECK])
{
	match->status = BOT_PLAYING;
	match->reached[EG_WHITE] = match->reached[EG_BLACK] = true;
	match->rules = (struct eg_match_rules){{EG_ADVANCED, EG_FINAL_POSITION}, 15, EG_WHITE, {0}};
	SCENE_HOST(scene, bot_store_match_add(scene->store, match));
	SCENE_HOST(scene, bot_store_round_add(scene->store, match->id, 1, deck));
}

struct scene *scene_with_deck(const uint8_t deck[EG_DECK])
{
	struct scene *scene = scene_create(1);
	struct bot_match match = {.room = ROOM, .player = {ANN, BOB}};

	scene_add_match(scene, &match, deck);
	return scene;
}

void scene_begin_between(
	struct scene *scene, const char *white, const char *black, const char *terms)
{
	char text[256];

	snprintf(text, sizeof(text), "!eg challenge %s %s", black, terms);
	scene_say(scene, ROOM, white, text);
	scene_say(scene, ROOM, black, "!eg accept");
}

void scene_begin(struct scene *scene, const char *terms)
{
	scene_begin_between(scene, ANN, BOB, terms);
}

void scene_rate(struct scene *scene, const char *user, double rating)
{
	const struct bot_rating stored = {
		.glicko = {.rating = rating, .deviation = 60, .volatility = 0.06},
		.played = 20,
		.won = 10};

	SCENE_HOST(scene, bot_rating_set(scene->store, NULL, user, &stored));
}

int scene_setup_timed(void **state)
{
	struct scene *scene = scene_create(1);

	scene_begin(scene, "clock 5m first white");
	scene_let_both_act(scene);
	*state = scene;
	return 0;
}

int scene_setup_in_reach(void **state)
{
	static const uint8_t deck[EG_DECK] = {
		5, 5, 5, 4, 3, 5, 5, 4, 4, 4, 1, 1, 2, 3, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4};
	struct scene *scene = scene_with_deck(deck);

	scene_tell(scene, ANN, "+4");
	scene_tell(scene, BOB, "+4");
	scene_tell(scene, ANN, "+3");
	scene_tell(scene, BOB, "+4");
	*state = scene;
	return 0;
}

struct bot_match scene_match(struct scene *scene, int64_t id)
{
	struct bot_match match;

	assert_true(bot_store_match_get(scene->store, id, &match));
	return match;
}

struct eg_match scene_state(struct scene *scene, int64_t id)
{
	struct bot_match match = scene_match(scene, id);
	struct eg_match state;

	bot_store_replay(scene->store, &match, &state, NULL);
	return state;
}

const char *scene_to_act(struct scene *scene)
{
	return scene_state(scene, 1).round.to_act == EG_WHITE ? ANN : BOB;
}

void scene_play(struct scene *scene)
{
	scene_tell(scene, scene_to_act(scene), "a");
}

void scene_let_both_act(struct scene *scene)
{
	scene_play(scene);
	scene_play(scene);
}

void scene_play_in_room(struct scene *scene, const char *text)
{
	unsigned plies = scene_state(scene, 1).round.plies;

	scene_say(scene, ROOM, scene_to_act(scene), text);
	assert_int_equal(scene_state(scene, 1).round.plies, plies + 1);
	assert_int_equal(scene_events(scene), 2);
}

void scene_play_last(struct scene *scene, int64_t id)
{
	struct bot_match match = scene_match(scene, id);
	struct eg_match state = scene_state(scene, id);
	struct eg_action legal[EG_LEGAL_MAX];
	char action[EG_ACTION_SIZE], text[32];

	size_t count = eg_round_legal(&state.round, legal);
	eg_action_print(legal[count - 1], action);
	snprintf(text, sizeof(text), "%s #%d", action, (int)id);
	scene_tell(scene, match.player[state.round.to_act], text);
}

void scene_play_rounds(struct scene *scene, int64_t id, uint16_t rounds)
{
	while (scene_match(scene, id).status == BOT_PLAYING &&
		scene_state(scene, id).rounds <= rounds)
		scene_play_last(scene, id);
}

void scene_play_match(struct scene *scene, int64_t id)
{
	assert_int_equal(scene_match(scene, id).status, BOT_PLAYING);
	for (uint16_t round = 1; scene_match(scene, id).status == BOT_PLAYING; round++) {
		assert_true(round < UINT16_MAX - 1);
		scene_play_rounds(scene, id, round);
	}
}

void scene_write_hand(const struct eg_round *round, enum eg_seat seat, char line[64])
{
	size_t used = (size_t)sprintf(line, "Your hand:");

	for (int value = 1; value <= EG_VALUES; value++)
		for (int i = 0; i < round->hand[seat][value]; i++)
			used += (size_t)sprintf(line + used, " %d", value);
	sprintf(line + used, "\n");
}

void scene_give_up(struct scene *scene, const char *room, const char *loser, const char *winner,
	unsigned actions)
{
	char text[64];

	snprintf(text, sizeof(text), "!eg challenge %s", winner);
	scene_say(scene, room, loser, text);
	scene_say(scene, room, winner, "!eg accept");
	for (unsigned i = 0; i < actions; i++)
		scene_tell(scene, i % 2 ? winner : loser, "a");
	scene_say(scene, room, loser, "!eg resign yes");
	scene_assert_said(scene, room, "resigns #");
}
