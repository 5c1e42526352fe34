#include "engine/lab/train/trainer.h"

#include "engine/opponent/position.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Less likely replies are left out. One reply always remains, because at least one of up to
 * EG_LEGAL_MAX replies has a chance of 1/EG_LEGAL_MAX or more.
 */
#define LIKELY 0.03F

/* The number of the critic's statement that the rival acts. Only a critic with a rival has it. */
#define RIVAL_ACTS ((size_t)EG_FEATURES_BOTH)

struct decision {
	struct pass pass; /* the forward pass of the critic */
	enum eg_seat seat;
	float expected; /* the points expected after looking two actions ahead */
	bool explored;  /* the player played a random action instead of the actor's choice */
};

struct choice {
	struct eg_action legal[EG_LEGAL_MAX];
	size_t count;
	float preference[EG_LEGAL_MAX];
	float chance[EG_LEGAL_MAX];
	float value[EG_LEGAL_MAX];
};

bool trainer_init(struct trainer *trainer, uint64_t seed)
{
	*trainer = (struct trainer){.dice = {seed}};
	return learner_init(&trainer->actor, EG_FEATURES_SIGHT, EG_OUTPUTS,
		       eg_dice_roll(&trainer->dice)) &&
	       learner_init(&trainer->critic, EG_FEATURES_BOTH, 1, eg_dice_roll(&trainer->dice));
}

bool trainer_init_against(struct trainer *trainer, const struct eg_model *rival, uint64_t seed)
{
	*trainer = (struct trainer){.dice = {seed}, .rival = rival};
	return learner_init(&trainer->actor, EG_FEATURES_SIGHT, EG_OUTPUTS,
		       eg_dice_roll(&trainer->dice)) &&
	       learner_init(&trainer->critic, RIVAL_ACTS + 1, 1, eg_dice_roll(&trainer->dice));
}

void trainer_finish(struct trainer *trainer)
{
	learner_finish(&trainer->actor);
	learner_finish(&trainer->critic);
}

bool trainer_init_twin(struct trainer *twin, struct trainer *trainer)
{
	*twin = *trainer;
	twin->dice.state = eg_dice_roll(&trainer->dice);
	bool actor = learner_init_twin(&twin->actor, &trainer->actor);
	bool critic = learner_init_twin(&twin->critic, &trainer->critic);

	return actor && critic;
}

void trainer_finish_twin(struct trainer *twin)
{
	learner_finish_twin(&twin->actor);
	learner_finish_twin(&twin->critic);
}

void trainer_merge(struct trainer *trainer, struct trainer *twin)
{
	learner_merge(&trainer->actor, &twin->actor);
	learner_merge(&trainer->critic, &twin->critic);
	trainer->decisions += twin->decisions;
	trainer->critic_error += twin->critic_error;
	trainer->entropy += twin->entropy;
	trainer->counted += twin->counted;
	trainer->points += twin->points;
	trainer->played += twin->played;
	twin->critic_error = twin->entropy = twin->points = 0;
	twin->decisions = 0;
	twin->counted = twin->played = 0;
}

static float logistic(float x)
{
	return 1 / (1 + eg_exp(-fmaxf(-30, fminf(30, x))));
}

/* Checks a call that can fail only if this program has an error. */
static void must(enum eg_error error)
{
	if (error != EG_OK)
		abort();
}

static void deal(struct trainer *trainer, struct eg_position *position)
{
	static const struct {
		uint32_t share; /* the share of rounds with these rules, in per cent */
		struct eg_rules rules;
	} sets[] = {
		{62, {EG_ADVANCED, EG_FINAL_POSITION}},
		{8, {EG_ADVANCED, EG_FINAL_CARDS}},
		{18, {EG_STANDARD, EG_FINAL_POSITION}},
		{12, {EG_BASIC, EG_FINAL_POSITION}},
	};
	uint32_t draw = eg_dice_below(&trainer->dice, 100);
	size_t set = 0;
	uint8_t deck[EG_DECK];
	struct eg_round round;

	while (draw >= sets[set].share)
		draw -= sets[set++].share;
	eg_dice_deck(&trainer->dice, deck);
	must(eg_round_init(
		&round, trainer->rules ? trainer->rules : &sets[set].rules, EG_WHITE, deck));
	eg_position_init(position, &round);
}

/* Whether the rival acts in the position, and not the actor. */
static bool rival_acts(const struct trainer *trainer, const struct eg_position *position)
{
	return trainer->rival != NULL && position->round.to_act != trainer->seat;
}

static void critic_pass(
	const struct trainer *trainer, const struct eg_position *position, struct pass *pass)
{
	struct eg_sight sight;

	eg_position_sight(position, &sight);
	pass->count = eg_features_sight(&sight, pass->features);
	pass->count =
		eg_features_other(&sight, position->round.hand[eg_opponent(position->round.to_act)],
			pass->features, pass->count);
	if (rival_acts(trainer, position)) {
		assert(pass->count < EG_FEATURES_MAX);
		pass->features[pass->count++] = (uint16_t)RIVAL_ACTS;
	}
	learner_forward(&trainer->critic, pass);
}

/* Returns the points that `seat` may expect in the position. */
static float value_for(
	const struct trainer *trainer, const struct eg_position *position, enum eg_seat seat)
{
	struct pass pass;

	if (position->round.phase == EG_OVER)
		return eg_points(&position->round.result, seat);
	critic_pass(trainer, position, &pass);
	float value = logistic(pass.out[0]);

	return position->round.to_act == seat ? value : 1 - value;
}

static void actor_pass(const struct learner *actor, const struct eg_position *position,
	struct pass *pass, struct choice *choice)
{
	struct eg_sight sight;

	eg_position_sight(position, &sight);
	pass->count = eg_features_sight(&sight, pass->features);
	learner_forward(actor, pass);
	choice->count = eg_round_legal(&position->round, choice->legal);
	for (size_t i = 0; i < choice->count; i++) {
		choice->preference[i] = pass->out[eg_action_output(choice->legal[i])];
		choice->chance[i] = choice->preference[i];
	}
	eg_softmax(1, 0, choice->chance, choice->count);
}

static void rival_choice(
	const struct eg_model *rival, const struct eg_position *position, struct choice *choice)
{
	struct eg_strategy strategy;

	eg_model_consider(rival, position, &strategy);
	choice->count = strategy.count;
	memcpy(choice->legal, strategy.legal, sizeof(choice->legal));
	memcpy(choice->chance, strategy.chances, sizeof(choice->chance));
}

/* Writes the chances of the actions of the seat to act. Returns whether the actor chooses. */
static bool choose(const struct trainer *trainer, const struct eg_position *position,
	struct pass *pass, struct choice *choice)
{
	if (rival_acts(trainer, position)) {
		rival_choice(trainer->rival, position, choice);
		return false;
	}
	actor_pass(&trainer->actor, position, pass, choice);
	return true;
}

/*
 * Returns the points that `seat` may expect after the reply of the seat to act: the mean over its
 * likely replies. The critic errs less after a reply, because attacks are parried or not by then.
 */
static float value_after_reply(
	const struct trainer *trainer, const struct eg_position *position, enum eg_seat seat)
{
	struct pass pass;
	struct choice reply;
	float chances = 0;
	float sum = 0;

	if (position->round.phase == EG_OVER)
		return value_for(trainer, position, seat);
	choose(trainer, position, &pass, &reply);
	for (size_t i = 0; i < reply.count; i++) {
		struct eg_position next = *position;

		if (reply.chance[i] < LIKELY)
			continue;
		eg_position_play_legal(&next, reply.legal[i]);
		chances += reply.chance[i];
		sum += reply.chance[i] * value_for(trainer, &next, seat);
	}
	return sum / chances;
}

static void look_ahead(
	const struct trainer *trainer, const struct eg_position *position, struct choice *choice)
{
	for (size_t i = 0; i < choice->count; i++) {
		struct eg_position next = *position;

		eg_position_play_legal(&next, choice->legal[i]);
		choice->value[i] = value_after_reply(trainer, &next, position->round.to_act);
	}
}

/*
 * Raises the preference for each action that brings more points than the mean of the actions, and
 * lowers the others. The pull moves all preferences towards their mean.
 */
static void teach_actor(
	struct trainer *trainer, const struct pass *pass, const struct choice *choice)
{
	float slope[EG_OUTPUTS] = {0};
	float value = 0;
	float preference = 0;

	for (size_t i = 0; i < choice->count; i++) {
		value += choice->value[i] / (float)choice->count;
		preference += choice->preference[i] / (float)choice->count;
		trainer->entropy -= choice->chance[i] * logf(choice->chance[i] + 1e-9F);
	}
	for (size_t i = 0; i < choice->count; i++) {
		float better = choice->value[i] - value;
		float pull = trainer->schedule.pull * (choice->preference[i] - preference);

		slope[eg_action_output(choice->legal[i])] = pull - better;
	}
	learner_backward(&trainer->actor, pass, slope);
}

/* Writes the choice of the seat to act, with the values of the actions. Teaches the actor. */
static void consider(
	struct trainer *trainer, const struct eg_position *position, struct choice *choice)
{
	struct pass pass;
	bool by_actor = choose(trainer, position, &pass, choice);

	look_ahead(trainer, position, choice);
	if (by_actor && choice->count > 1)
		teach_actor(trainer, &pass, choice);
}

/*
 * Teaches the critic the value of each decision from the decisions after it, up to the next random
 * action, because a random action says nothing about the value (the method TD(lambda)).
 */
static void teach_critic(struct trainer *trainer, const struct decision *decisions, size_t count,
	const struct eg_position *end)
{
	const float lambda = 0.7F;
	float white = value_for(trainer, end, EG_WHITE);

	for (size_t i = count; i-- > 0;) {
		const struct decision *decision = &decisions[i];
		float expected =
			decision->seat == EG_WHITE ? decision->expected : 1 - decision->expected;

		white = decision->explored ? expected : lambda * white + (1 - lambda) * expected;
		float target = decision->seat == EG_WHITE ? white : 1 - white;
		float slope = logistic(decision->pass.out[0]) - target;

		trainer->critic_error += slope * slope;
		learner_backward(&trainer->critic, &decision->pass, &slope);
	}
}

void trainer_play(struct trainer *trainer)
{
	struct decision decisions[EG_PLIES_MAX];
	struct eg_position position;
	float randomness[2];
	size_t count = 0;

	deal(trainer, &position);
	for (size_t seat = 0; seat < 2; seat++)
		randomness[seat] = eg_dice_below(&trainer->dice, 5) == 0 ? 0.3F : 0;
	trainer->seat = eg_opponent(trainer->seat);
	if (trainer->rival)
		randomness[eg_opponent(trainer->seat)] = 0;
	for (; position.round.phase != EG_OVER; count++) {
		struct decision *decision = &decisions[count];
		struct choice choice;

		decision->seat = position.round.to_act;
		decision->expected = 0;
		critic_pass(trainer, &position, &decision->pass);
		consider(trainer, &position, &choice);
		for (size_t i = 0; i < choice.count; i++)
			decision->expected += choice.chance[i] * choice.value[i];
		size_t i = eg_pick(choice.chance, choice.count, eg_dice_unit(&trainer->dice));
		decision->explored = eg_dice_unit(&trainer->dice) < randomness[decision->seat];
		if (decision->explored)
			i = eg_dice_below(&trainer->dice, (uint32_t)choice.count);
		eg_position_play_legal(&position, choice.legal[i]);
	}
	teach_critic(trainer, decisions, count, &position);
	trainer->played++;
	trainer->points +=
		(double)value_for(trainer, &position, trainer->rival ? trainer->seat : EG_WHITE);
	trainer->decisions += count;
	trainer->counted += count;
}

void trainer_step(struct trainer *trainer)
{
	const struct schedule *schedule = &trainer->schedule;

	if (trainer->decisions < schedule->batch)
		return;
	learner_step(&trainer->actor, trainer->decisions, schedule->rate, schedule->averaging);
	learner_step(&trainer->critic, trainer->decisions, schedule->rate, schedule->averaging);
	trainer->decisions = 0;
}

void trainer_consider(const struct eg_model *model, const struct eg_position *position,
	struct eg_strategy *strategy)
{
	struct learner averaged = ((const struct trainer *)model->data)->actor;
	struct pass pass;
	struct choice choice;

	averaged.weights = averaged.average;
	actor_pass(&averaged, position, &pass, &choice);
	memcpy(strategy->chances, choice.chance, sizeof(strategy->chances));
}
