#include "engine/analysis/analysis.h"

#include "engine/analysis/findings.h"
#include "engine/opponent/belief.h"
#include "engine/opponent/evaluation.h"
#include "engine/opponent/luck.h"
#include "engine/opponent/outlook.h"

#include <assert.h>
#include <string.h>

/*
 * How much is tried, in slices of a few milliseconds. With another seed, a loss above 0 differs by
 * about 0.01.
 */
#define BEST_SLICES 12
#define LOSS_SLICES 18
#define NODES       1000 /* positions for each slice */
#define DEPTH       4

/* Reads the rounds and actions of a record that eg_record_replay has checked. */
struct reading {
	struct eg_analysis *analysis;
	struct eg_match match;
};

enum stage { OUTLOOK, BELIEF, BEST, LOSS };

/*
 * Judges the deals and decisions of a match: what they cost, and what the seats could expect.
 *
 * The best action is chosen with one set of samples, and its advantage over the played action is
 * measured with another. With the same samples, the best action would often be the one that was
 * lucky in them, and its luck would count as a loss of the played action.
 */

/* Makes random numbers that depend only on the place in the match. */
static struct eg_dice dice_of(const struct eg_analysis_work *work)
{
	struct eg_dice dice = {((uint64_t)work->stage << 32) + work->decision * 32U + work->slice};

	return (struct eg_dice){eg_dice_roll(&dice)};
}

static const struct eg_analysis_round *round_of(
	const struct eg_analysis *analysis, const struct eg_decision *decision)
{
	return &analysis->rounds[decision->round - 1];
}

/* eg_analysis_init has checked the record, so nothing here can fail. */
static void expect_fine(enum eg_error error)
{
	assert(error == EG_OK);
	(void)error;
}

/* Writes the round with the actions before the decision. */
static void open_round(const struct eg_analysis *analysis, const struct eg_decision *decision,
	struct eg_open_round *open)
{
	const struct eg_analysis_round *round = round_of(analysis, decision);

	*open = (struct eg_open_round){.rules = analysis->rules.round,
		.first = round->first,
		.action_count = (uint8_t)(decision->ply - 1)};
	memcpy(open->deck, round->deck, EG_DECK);
	for (size_t i = 0; i < open->action_count; i++)
		open->actions[i] = analysis->decisions[round->decisions + i].played;
}

static void witness_of(
	const struct eg_open_round *open, enum eg_seat seat, struct eg_witness *witness)
{
	expect_fine(eg_witness_round(witness, &open->rules, open->first, open->deck, open->actions,
		open->action_count, seat));
}

/* Fills what the seats could expect before the decision and after it. */
static void expect_outcome(const struct eg_analysis *analysis, struct eg_decision *decision)
{
	const struct eg_analysis_round *round = round_of(analysis, decision);
	struct eg_open_round open;
	struct eg_witness witness;

	open_round(analysis, decision, &open);
	witness_of(&open, decision->seat, &witness);
	expect_fine(eg_outlook_seat(&witness, &decision->points));
	decision->match = decision->seat == EG_WHITE
				  ? eg_analysis_match(round, decision->points)
				  : 1 - eg_analysis_match(round, 1 - decision->points);
	expect_fine(eg_outlook_open(&open, &decision->open_points));
	decision->open_match = eg_analysis_match(round, decision->open_points);
	open.actions[open.action_count++] = decision->played;
	expect_fine(eg_outlook_open(&open, &decision->open_after));
	expect_fine(eg_luck_draw(&open, open.action_count - 1U, &decision->draw_luck));
}

/* Estimates which hands the other seat may have, from what the seat to act has seen. */
static void estimate_hands(struct eg_analysis *analysis, const struct eg_decision *decision)
{
	struct eg_open_round open;
	struct eg_witness witness;

	open_round(analysis, decision, &open);
	witness_of(&open, decision->seat, &witness);
	expect_fine(eg_style_guess(&analysis->work.belief, &analysis->work.position, &witness));
}

/* Tries the actions once more, and adds what they brought to work->points. */
static void try_actions(struct eg_analysis_work *work, const struct eg_strategy *strategy)
{
	const struct eg_effort effort = {NODES, DEPTH, &eg_actor_player};
	struct eg_dice dice = dice_of(work);
	float points[EG_LEGAL_MAX];

	if (work->slice == 0)
		memset(work->points, 0, sizeof(work->points));
	eg_evaluate(&work->position, &work->belief, &effort, &dice, strategy, points);
	for (size_t i = 0; i < strategy->count; i++)
		work->points[i] += points[i];
	work->slice++;
}

static void next_stage(struct eg_analysis_work *work, enum stage stage)
{
	work->stage = (uint8_t)stage;
	work->slice = 0;
}

/*
 * Tries all legal actions, to find the best one. Returns false if the played action is the best, so
 * that it cost nothing.
 */
static bool find_best(struct eg_analysis_work *work, struct eg_decision *decision)
{
	struct eg_strategy strategy;
	size_t best = 0;

	strategy.count = eg_round_legal(&work->position.round, strategy.legal);
	try_actions(work, &strategy);
	if (work->slice < BEST_SLICES)
		return true;
	for (size_t i = 1; i < strategy.count; i++)
		best = work->points[i] > work->points[best] ? i : best;
	decision->better = strategy.legal[best];
	next_stage(work, LOSS);
	return !eg_action_equal(decision->better, decision->played);
}

static enum eg_grade grade_of(float loss)
{
	static const float from[EG_GRADES] = {0, 0.02F, 0.05F, 0.10F};
	enum eg_grade grade = EG_MIXING;

	while (grade < EG_BLUNDER && loss >= from[grade + 1])
		grade++;
	return grade;
}

/* Fills the loss, its grade and its reason. */
static void record_loss(
	const struct eg_analysis_work *work, struct eg_decision *decision, float loss)
{
	struct eg_view view;

	if (loss <= 0) {
		decision->better = decision->played;
		return;
	}
	decision->loss = loss;
	decision->grade = grade_of(loss);
	if (decision->grade == EG_MIXING)
		return;
	eg_round_view(&work->position.round, decision->seat, &view);
	decision->why = eg_why_worse(&view, decision->played, decision->better);
}

/* Compares the best action with the played one, in other samples. */
static bool measure_loss(struct eg_analysis_work *work, struct eg_decision *decision)
{
	const struct eg_strategy strategy = {
		.legal = {decision->better, decision->played}, .count = 2};

	try_actions(work, &strategy);
	if (work->slice < LOSS_SLICES)
		return true;
	record_loss(work, decision, (work->points[0] - work->points[1]) / LOSS_SLICES);
	return false;
}

/*
 * Does the next piece of the work on the decision analysis->work.decision. Returns false when the
 * decision is judged. Begins with analysis->work.stage 0.
 */
static bool judge_piece(struct eg_analysis *analysis)
{
	struct eg_analysis_work *work = &analysis->work;
	struct eg_decision *decision = &analysis->decisions[work->decision];

	switch ((enum stage)work->stage) {
	case OUTLOOK:
		expect_outcome(analysis, decision);
		next_stage(work, BELIEF);
		return !decision->forced;
	case BELIEF:
		estimate_hands(analysis, decision);
		next_stage(work, BEST);
		return true;
	case BEST:
		return find_best(work, decision);
	case LOSS:
		break;
	}
	return measure_loss(work, decision);
}

/* Fills the chances of a round that depend only on its deal and on the score before it. */
static void judge_deal(const struct eg_match_rules *rules, struct eg_analysis_round *round)
{
	struct eg_open_round dealt = {.rules = rules->round, .first = round->first};
	enum eg_seat next = eg_opponent(round->first);

	memcpy(dealt.deck, round->deck, EG_DECK);
	expect_fine(eg_luck_deal(&dealt, &round->deal_luck));
	round->lost = eg_outlook_match(rules, round->score, next, 0);
	round->won = eg_outlook_match(rules, round->score, next, 1);
}

static bool read_round(struct reading *reading, const struct eg_record_item *item)
{
	struct eg_analysis *analysis = reading->analysis;

	if (analysis->round_count == EG_ANALYSIS_ROUNDS_MAX)
		return false;
	struct eg_analysis_round *round = &analysis->rounds[analysis->round_count++];

	memcpy(round->score, reading->match.score, sizeof(round->score));
	memcpy(round->deck, item->deck, EG_DECK);
	enum eg_error error = eg_match_deal(&reading->match, item->deck);

	assert(error == EG_OK);
	(void)error;
	round->first = reading->match.round.to_act;
	round->decisions = analysis->decision_count;
	judge_deal(&analysis->rules, round);
	return true;
}

static bool read_action(struct reading *reading, const struct eg_record_item *item)
{
	struct eg_analysis *analysis = reading->analysis;
	struct eg_analysis_round *round = &analysis->rounds[analysis->round_count - 1];
	struct eg_action legal[EG_LEGAL_MAX];

	assert(round->count < EG_PLIES_MAX);
	if (analysis->decision_count == EG_ANALYSIS_DECISIONS_MAX)
		return false;
	struct eg_decision *decision = &analysis->decisions[analysis->decision_count++];

	decision->round = (uint8_t)analysis->round_count;
	decision->ply = (uint8_t)++round->count;
	decision->seat = reading->match.round.to_act;
	decision->forced = eg_round_legal(&reading->match.round, legal) == 1;
	decision->played = item->action;
	decision->better = item->action;
	enum eg_error error = eg_match_play(&reading->match, item->action);

	assert(error == EG_OK);
	(void)error;
	round->over = reading->match.round.phase == EG_OVER;
	round->result = reading->match.round.result;
	return true;
}

static bool read_item(struct reading *reading, const struct eg_record_item *item)
{
	if (item->kind == EG_RECORD_ROUND)
		return read_round(reading, item);
	return item->kind != EG_RECORD_ACTION || read_action(reading, item);
}

static enum eg_error read_all(
	struct reading *reading, const char *text, size_t size, struct eg_record_fault *fault)
{
	struct eg_record_item item = {.kind = EG_RECORD_TAG};
	struct eg_reader reader;

	eg_reader_init(&reader, text, size);
	while (item.kind != EG_RECORD_END) {
		enum eg_error error = eg_reader_next(&reader, &item, fault);

		assert(error == EG_OK); /* eg_record_replay has read the same text */
		(void)error;
		if (!read_item(reading, &item)) {
			*fault = (struct eg_record_fault){
				item.line, "the match is too long for an analysis"};
			return EG_NO_SPACE;
		}
	}
	return EG_OK;
}

enum eg_error eg_analysis_init(
	struct eg_analysis *analysis, const char *text, size_t size, struct eg_record_fault *fault)
{
	struct reading reading = {.analysis = analysis};
	enum eg_error error = eg_record_replay(text, size, &reading.match, fault);

	if (error)
		return error;
	memset(analysis, 0, sizeof(*analysis));
	analysis->rules = reading.match.rules;
	error = eg_match_init(&reading.match, &analysis->rules);
	assert(error == EG_OK);
	error = read_all(&reading, text, size, fault);
	if (error)
		return error;
	memcpy(analysis->score, reading.match.score, sizeof(analysis->score));
	analysis->winner = reading.match.winner;
	return EG_OK;
}

bool eg_analysis_step(struct eg_analysis *analysis)
{
	struct eg_analysis_work *work = &analysis->work;

	if (work->decision < analysis->decision_count) {
		if (!judge_piece(analysis)) {
			work->decision++;
			work->stage = 0;
		}
		return true;
	}
	if (work->stage == 0) {
		eg_summarise(analysis);
		work->stage = 1;
	}
	return false;
}

unsigned eg_analysis_progress(const struct eg_analysis *analysis)
{
	unsigned done = analysis->work.decision;

	if (done < analysis->decision_count)
		return 100 * done / analysis->decision_count;
	return analysis->work.stage == 0 ? 99 : 100;
}
