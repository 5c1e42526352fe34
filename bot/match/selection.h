/* Finds the match that a command is about. */
#ifndef BOT_MATCH_SELECTION_H
#define BOT_MATCH_SELECTION_H

#include "bot/match/loading.h"

/*
 * Says how to find the match that a command is about. The command is about
 * 1. the match that the command names with its number, or
 * 2. the match of the message that the command replies to, or
 * 3. the only match that fits, or
 * 4. the only match that fits and is preferred, or
 * 5. the only one of these that the command's words suit.
 * Otherwise the bot asks the sender for the number of one of these, and begins with the one whose
 * turn ends first. If the match of 1 or 2 does not fit, the bot tells the sender so, and does not
 * look for another match.
 */
struct bot_match_selector {
	/* Whether the command can be about the match. */
	bool (*fits)(const struct bot_call *call, const struct bot_match *match);
	/*
	 * Whether the command prefers the match if several matches fit. This pointer is NULL if the
	 * command prefers no match.
	 */
	bool (*prefers)(const struct bot_call *call, const struct bot_match *match);
	/*
	 * Whether the command's words suit the match, among several that are left. NULL: the words
	 * say nothing about it.
	 */
	bool (*suits)(const struct bot_call *call, const struct bot_match *match);
	bool others;   /* in a room, the command can also be about a match in which the sender does
			  not play */
	bool anywhere; /* if no match of the room fits, the command can be about a match in another
			  room in which the sender plays */
	enum bot_msg none; /* the message that answers the sender if no match fits */
};

/*
 * Finds the match that the command is about, and loads it. Returns false if there is none; then the
 * bot has answered the sender.
 */
bool bot_match_select(const struct bot_call *call, const struct bot_match_selector *selector,
	struct bot_loaded_match *loaded);

/*
 * Like bot_match_select, but finds only matches in which the sender plays. Prefers a match in which
 * it is the sender's turn. Sets *seat to the sender's seat.
 */
bool bot_match_select_own(
	const struct bot_call *call, struct bot_loaded_match *loaded, enum eg_seat *seat);

/*
 * Likewise, but if it is the sender's turn in several matches, finds the only one that the words
 * suit.
 */
bool bot_match_select_suited(const struct bot_call *call,
	bool (*suits)(const struct bot_call *call, const struct bot_match *match),
	struct bot_loaded_match *loaded, enum eg_seat *seat);

/*
 * Calls `visit` with each match of the sender that has not ended and has this status (of enum
 * bot_match_status, or -1 for all), in the order of bot_match_list_load: in a room with those of
 * this room, in private with all.
 */
void bot_match_visit_own(const struct bot_call *call, int status,
	void (*visit)(const struct bot_call *call, const struct bot_match *match, void *self),
	void *self);

/* Whether the match is being played. The field `fits` of a selector can be this function. */
bool bot_match_is_played(const struct bot_call *call, const struct bot_match *match);

/*
 * Whether it is the sender's turn. The match must be in play. The field `prefers` of a selector can
 * be this function.
 */
bool bot_match_waits_for_sender(const struct bot_call *call, const struct bot_match *match);

#endif
