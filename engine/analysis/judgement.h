/* Judges one decision of a match in small pieces: what it cost, and what the seat could expect. */
#ifndef ENGARDE_ANALYSIS_JUDGEMENT_H
#define ENGARDE_ANALYSIS_JUDGEMENT_H

#include "engine/analysis/analysis.h"

/*
 * Does the next piece of the work on the decision analysis->work.decision. Returns false when the
 * decision is judged. Begins with analysis->work.stage 0.
 */
bool eg_judge(struct eg_analysis *analysis);

#endif
