/* The model's rounds: how it reads and plays actions. */
#include "tests/sim/hands.h"
#include "tests/sim/model.h"
#include "tests/sim/server.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sim_model_deal(struct sim_model_match *match, size_t id)
{
	const struct sim_stored_match *stored = &sim_model.stored.match[id];
	uint8_t deck[EG_DECK];

	if (match->rounds >= stored->rounds) {
		sim_break(SIM_NO_LOSS, "match %zu: round %d was not dealt", id, match->rounds + 1);
		return false;
	}
	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(stored->round[match->rounds].deck[i] - '0');
	if (eg_match_deal(&match->state, deck)) {
		sim_break(SIM_ONCE, "match %zu: not a deck: %s", id,
			stored->round[match->rounds].deck);
		return false;
	}
	match->rounds++;
	sim_hands_add(&match->state.round, match->player);
	return true;
}

static void print_action(struct sim_model_match *match, struct eg_action action, bool automatic)
{
	char *all = match->actions[match->rounds - 1];
	size_t length = strlen(all);
	char notation[EG_ACTION_SIZE];

	eg_action_print(action, notation);
	snprintf(all + length, SIM_ACTIONS - length, "%s%s%s", length > 0 ? " " : "", notation,
		automatic ? "!" : "");
}

/* Counts how often a card occurs in a text. */
static size_t count_card(const char *text, int card)
{
	size_t count = 0;

	for (; *text; text++)
		count += *text == card;
	return count;
}

/*
 * Whether a player who names only cards can mean this action. The notation has the cards of an
 * action, except those of a parry: these are the cards of the attack.
 */
static bool uses_cards(
	const struct sim_model_match *match, struct eg_action action, const char *cards)
{
	const struct eg_attack *attack = &match->state.round.attack;
	char used[EG_ACTION_SIZE + EG_HAND] = "";

	eg_action_print(action, used);
	if (action.kind == EG_PARRY)
		snprintf(used, sizeof(used), "%.*s", attack->count,
			(const char *[]){
				"", "11111", "22222", "33333", "44444", "55555"}[attack->card]);
	if (cards[1] == '\0')
		return count_card(used, cards[0]) > 0;
	for (int card = '1'; card <= '5'; card++)
		if (count_card(used, card) != count_card(cards, card))
			return false;
	return true;
}

static bool read_action(
	const struct sim_model_match *match, const char *text, struct eg_action *action)
{
	struct eg_action legal[EG_LEGAL_MAX];
	size_t fitting = 0;
	struct eg_view view;

	eg_round_view(&match->state.round, match->state.round.to_act, &view);
	size_t count = eg_view_choices(&view, legal);
	if (text[1] == '\0' && eg_choice_index(text[0]) < count) {
		*action = legal[eg_choice_index(text[0])];
		return true;
	}
	if (text[strspn(text, "0123456789")])
		return eg_action_parse(text, strlen(text), action) == EG_OK;
	for (size_t i = 0; i < count && !text[strspn(text, "12345")]; i++) {
		if (!uses_cards(match, legal[i], text))
			continue;
		*action = legal[i];
		fitting++;
	}
	if (fitting > 1)
		sim_saw(SIM_CARDS_OPEN);
	return fitting == 1;
}

/*
 * Whether a choice counts. Its list must belong to the current turn. The player must choose in the
 * private room in which the bot sent this list. (A private room that the bot no longer uses may
 * have a copy of the list.)
 */
static bool may_choose(const struct sim_model_match *match, const struct sim_event *event)
{
	const struct sim_event *list;

	if (event->intent.kind != SIM_CHOICE)
		return true;
	list = &sim->events[event->intent.list - 1];
	if (list->mark < match->turned)
		sim_saw(SIM_STALE_CHOICE);
	return event->private && list->mark >= match->turned && list->room == event->room;
}

/* Adds an action to the list of all actions. */
static void note_deed(size_t id, size_t user)
{
	size_t size = (sim_model.deed_count + 1) * sizeof(*sim_model.deeds);

	sim_model.deeds = realloc(sim_model.deeds, size);
	assert(sim_model.deeds);
	sim_model.deeds[sim_model.deed_count++] =
		(struct sim_model_deed){.id = id, .user = user, .mark = sim_model.mark};
}

/*
 * Whether the player acted after the bot had handled `from` events, and before the next after `to`.
 */
static bool has_acted(size_t id, size_t user, long from, long to)
{
	for (size_t i = 0; i < sim_model.deed_count; i++) {
		const struct sim_model_deed *deed = &sim_model.deeds[i];

		if (deed->id == id && deed->user == user && deed->mark > from && deed->mark <= to)
			return true;
	}
	return false;
}

/* Whether the message told a player privately that somebody challenges them. */
static bool was_challenge(const struct sim_event *event)
{
	const char *body = sim_body(json_object_get(event->json, "content"));

	return body && strstr(body, "challenges you");
}

void sim_model_check_acknowledgement(const struct sim_event *event)
{
	const json_t *content = json_object_get(event->json, "content");
	const json_t *relation = json_object_get(content, "m.relates_to");
	const char *target = json_string_value(json_object_get(relation, "event_id"));
	const char *body = sim_body(json_object_get(content, "m.new_content"));
	size_t position = target ? strtoul(target + 2, NULL, 10) : 0;
	size_t id = body ? (size_t)sentences_match(body) : 0;

	if (position == 0 || position > sim->event_count || id == 0 ||
		was_challenge(&sim->events[position - 1]))
		return;
	if (!has_acted(id, event->reader, sim->events[position - 1].mark, event->mark))
		sim_break(SIM_ONCE, "event %td replaces the list of a turn that is not over",
			event - sim->events + 1);
}

void sim_model_play(
	struct sim_model_match *match, size_t id, struct eg_action action, bool automatic)
{
	enum eg_seat seat = match->state.round.to_act;

	if (eg_match_play(&match->state, action))
		return;
	match->plans[seat] = false;
	if (action.kind != EG_ATTACK && action.kind != EG_ADVANCE_ATTACK && action.kind != EG_PARRY)
		match->plans[eg_opponent(seat)] = false;
	match->acted[seat] = true;
	note_deed(id, match->player[seat]);
	match->since = sim_model.at;
	match->turned = sim_model.mark;
	print_action(match, action, automatic);
	sim_hands_add(&match->state.round, match->player);
	if (match->state.winner != EG_NOBODY)
		match->status = ENDED;
	else if (match->state.round.phase == EG_OVER) {
		match->plans[eg_opponent(seat)] = false;
		sim_model_deal(match, id);
	}
}

void sim_model_act(struct sim_model_match *match, size_t id, const struct sim_event *event)
{
	struct eg_action action;

	if (match->status != ACCEPTED || match->rounds == 0 || !may_choose(match, event))
		return;
	if (match->state.round.to_act == EG_NOBODY ||
		match->player[match->state.round.to_act] != event->sender ||
		!read_action(match, event->intent.action, &action))
		return;
	sim_model_play(match, id, action, false);
	sim_model_play_on(match, id);
}
