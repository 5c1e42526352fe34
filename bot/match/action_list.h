/*
 * The numbered list of legal actions that a player gets with their hand, as text or as a poll. The
 * player may choose an action by its number. A list belongs to one turn of one match: in a later
 * turn the same number may mean another action.
 */
#ifndef BOT_ACTION_LIST_H
#define BOT_ACTION_LIST_H

#include "bot/match/loaded_match.h"

/*
 * Returns the number of the current turn of a match. The outbox stores it with the message that has
 * the list of this turn. It is never 0, which means that a message has no list.
 */
int64_t bot_action_list_turn(const struct eg_match_view *view);

/*
 * Whether a number in this message may choose from the list of the current turn. *current is false
 * only if the message replies to a list of another turn or match.
 */
BOT_MUST_USE enum bot_error bot_action_list_is_current(const struct bot_call *call,
	const struct bot_loaded_match *loaded, const struct eg_match_view *view, bool *current);

/* Whether the user gets their lists as polls. */
BOT_MUST_USE enum bot_error bot_action_list_is_poll(
	struct bot_host *host, const char *user, bool *poll);

/* Stores whether the user gets their lists as polls. */
BOT_MUST_USE enum bot_error bot_action_list_set_poll(
	struct bot_host *host, const char *user, bool poll);

#endif
