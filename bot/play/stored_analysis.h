/*
 * The text in which the store keeps a finished analysis. It is JSON, and has what people see of the
 * analysis: not the decks, because the record has them, and chances only to a thousandth.
 */
#ifndef BOT_PLAY_STORED_ANALYSIS_H
#define BOT_PLAY_STORED_ANALYSIS_H

#include "engine/analysis/analysis.h"

/* Returns the text of a finished analysis. The caller frees it. */
char *bot_stored_analysis_write(const struct eg_analysis *analysis);

/*
 * Reads such a text. Fields that the text does not have become 0. Returns false if the text has
 * another version number or is damaged; *analysis is then undefined.
 */
bool bot_stored_analysis_read(const char *text, struct eg_analysis *analysis);

#endif
