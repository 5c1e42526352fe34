/*
 * What a player wants to do, as he wrote it: an action of which some parts may be left open. The
 * legal actions that fit it are what he may have meant.
 */
#ifndef BOT_PATTERN_H
#define BOT_PATTERN_H

#include "bot/words.h"
#include "engine/engarde.h"

struct bot_pattern {
	enum eg_kind kind;
	uint8_t move;  /* 0: any; may be a card that does not exist */
	uint8_t card;  /* 0: any; of a parry: what is parried */
	uint8_t count; /* 0: any */
};

/* Reads an action in words or in notation, or a mix of them. False when it is none. */
bool bot_pattern_parse(const struct bot_words *words, struct bot_pattern *pattern);

/* Whether a legal action of the position is one that is meant. */
bool bot_pattern_fits(
	const struct bot_pattern *pattern, const struct eg_view *view, struct eg_action action);

#endif
