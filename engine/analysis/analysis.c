#include "engine/analysis/analysis.h"

#include "engine/analysis/judgement.h"
#include "engine/analysis/summary.h"
#include "engine/opponent/points.h"

#include <assert.h>
#include <string.h>

/* Reads the rounds and actions of a record that eg_record_replay has checked. */
struct reading {
	struct eg_analysis *analysis;
	struct eg_match match;
};

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
	eg_judge_deal(&analysis->rules, round);
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
		if (!eg_judge(analysis)) {
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
