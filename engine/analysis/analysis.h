/*
 * The analysis of a match: what each action cost, how accurate each player was (see findings.h),
 * and how much luck the cards were. The library is as pure as libengarde, so the same record gives
 * the same analysis on each machine. An analysis knows all cards of the match: make it only of a
 * match that is over, or of one whose hands everybody may see.
 */
#ifndef ENGINE_ANALYSIS_ANALYSIS_H
#define ENGINE_ANALYSIS_ANALYSIS_H

#include "engine/analysis/findings.h"

/*
 * Reads a record, and prepares the analysis. Afterwards the text may be freed. Errors: as
 * eg_record_replay, and EG_NO_SPACE if the match is too long; then `fault` says where and why, and
 * the analysis must not be used. A record of an unfinished match is fine.
 */
EG_MUST_USE enum eg_error eg_analysis_init(
	struct eg_analysis *analysis, const char *text, size_t size, struct eg_record_fault *fault);

/*
 * Does the next piece of the work, which takes a few milliseconds. Needs less than 64 KiB of stack.
 * Returns false when everything is done.
 */
bool eg_analysis_step(struct eg_analysis *analysis);

/* Returns how much of the work is done, in per cent; 100 means everything. */
unsigned eg_analysis_progress(const struct eg_analysis *analysis);

#endif
