/* Judges the deals and decisions of a match: what they cost, and what the seats could expect. */
#ifndef ENGINE_ANALYSIS_JUDGEMENT_H
#define ENGINE_ANALYSIS_JUDGEMENT_H

#include "engine/analysis/findings.h"

/*
 * Does the next piece of the work on the decision analysis->work.decision. Returns false when the
 * decision is judged. Begins with analysis->work.stage 0.
 */
bool eg_judge(struct eg_analysis *analysis);

/* Fills the chances of a round that depend only on its deal and on the score before it. */
void eg_judge_deal(const struct eg_match_rules *rules, struct eg_analysis_round *round);

#endif
