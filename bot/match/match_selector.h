/*
 * A selector finds the match that a command is about. This is
 * 1. the match that the command names with its number, or
 * 2. the match of the message that the command replies to, or
 * 3. the only match that fits, or
 * 4. the only match that fits and is preferred.
 * Otherwise the bot asks the sender for the number. If the match of 1 or 2 does not fit, the bot
 * answers so, and takes no other match.
 */
#ifndef BOT_MATCH_SELECTOR_H
#define BOT_MATCH_SELECTOR_H

#include "bot/match/loaded_match.h"

struct bot_match_selector {
	/* Whether the command can be about the match. */
	bool (*fits)(const struct bot_call *call, const struct bot_match *match);
	/* Whether the command prefers the match if several fit. NULL: it prefers none. */
	enum bot_error (*prefers)(
		const struct bot_call *call, const struct bot_match *match, bool *preferred);
	bool others;       /* in a room, also matches in which the sender does not play */
	enum bot_msg none; /* what to answer if no match fits */
};

/*
 * Finds the match that the command is about, and loads it. If *found is false, the bot has answered
 * the sender.
 */
BOT_MUST_USE enum bot_error bot_match_selector_load(const struct bot_call *call,
	const struct bot_match_selector *selector, struct bot_loaded_match *loaded, bool *found);

/* Fits each match that is being played. */
bool bot_match_selector_is_played(const struct bot_call *call, const struct bot_match *match);

/* Selects a match that the sender plays. It prefers matches in which the sender is to act. */
extern const struct bot_match_selector bot_match_selector_own;

/* The same as bot_match_selector_load with that selector. *seat is the sender's seat, if *found. */
BOT_MUST_USE enum bot_error bot_match_selector_load_own(const struct bot_call *call,
	struct bot_loaded_match *loaded, enum eg_seat *seat, bool *found);

#endif
