/*
 * Reads what a person types when it is their turn: the letter of a choice, cards, notation, or
 * words.
 */
#ifndef ENGINE_COMMAND_ANSWER_H
#define ENGINE_COMMAND_ANSWER_H

#include "engine/engarde.h"

/*
 * Sets fits[] to true for the choices of the view (see eg_view_choices) that the answer may mean.
 * Returns how many fit.
 */
size_t answer_read(const char *answer, const struct eg_view *view, bool fits[EG_LEGAL_MAX]);

/* Writes a sentence that says why an answer that fits no choice can't be played. */
#define ANSWER_FAULT_SIZE 64
void answer_explain_fault(
	const char *answer, const struct eg_view *view, char fault[ANSWER_FAULT_SIZE]);

#endif
