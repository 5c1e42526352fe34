/*
 * Which match a command means: the one it names, the one whose message it replies to, the only
 * one it can mean, or the only one of these that waits for its sender. Else the sender is asked.
 * One that is named, or replied to, but can't be meant is no reason to take another.
 */
#ifndef BOT_PICK_H
#define BOT_PICK_H

#include "bot/game.h"

struct bot_pick {
	/* Whether the command can mean the match. */
	bool (*fits)(const struct bot_call *call, const struct bot_match *match);
	/* Whether the match waits for the sender; NULL: none does. */
	enum bot_error (*waits)(
		const struct bot_call *call, const struct bot_match *match, bool *yes);
	bool others;       /* in a room, also matches that the sender does not play in */
	enum bot_msg none; /* what to answer when the command can mean no match */
};

/* Loads the match that is meant. *found is false when the sender was answered already. */
BOT_MUST_USE enum bot_error bot_pick(const struct bot_call *call, const struct bot_pick *pick,
	struct bot_game *game, bool *found);

/* Fits each match that is being played. */
bool bot_pick_played(const struct bot_call *call, const struct bot_match *match);

/* A match that is being played by the sender; it waits for him when he is to act. */
extern const struct bot_pick bot_pick_own;

#endif
