/* What an analysis says about a whole match, when all its decisions are judged. */
#ifndef ENGINE_ANALYSIS_SUMMARY_H
#define ENGINE_ANALYSIS_SUMMARY_H

#include "engine/analysis/findings.h"

/* Fills the summaries of the players, and the turning points. */
void eg_summarise(struct eg_analysis *analysis);

#endif
