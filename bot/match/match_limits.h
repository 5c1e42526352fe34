/* Limits how many matches and challenges a room, a player or a pair of players may have. */
#ifndef BOT_MATCH_LIMITS_H
#define BOT_MATCH_LIMITS_H

#include "bot/command/call.h"

/*
 * Checks whether `wanted` may be added to the matches of the room where the sender writes or, in
 * private, to the sender's own matches. In a room, practice matches and matches between users have
 * limits of their own. Calls `conflict` for each of these matches, as `other`. If `wanted` is not
 * possible beside `other`, `conflict` returns the message that explains this to the sender,
 * otherwise BOT_MSG_COUNT. If *allowed is false, the bot has answered why.
 */
BOT_MUST_USE enum bot_error bot_match_limits_check_match(const struct bot_call *call,
	const struct bot_match *wanted,
	enum bot_msg (*conflict)(const struct bot_match *wanted, const struct bot_match *other),
	bool *allowed);

/*
 * Checks whether the sender may make the challenge, with the limits that apply to all rooms
 * together: the number of open challenges by a player and to a player, and the allowance for
 * challenges to a player who accepts none. Takes one use of that allowance. If *allowed is false,
 * the bot has answered why.
 */
BOT_MUST_USE enum bot_error bot_match_limits_check_challenge(
	const struct bot_call *call, const struct bot_match *challenge, bool *allowed);

/* Whether both matches have the same two players. False if `a` is an open challenge. */
bool bot_match_limits_is_same_pair(const struct bot_match *a, const struct bot_match *b);

/*
 * Finds the match that both players of a challenge already have in its room. *id is 0 if they have
 * none.
 */
BOT_MUST_USE enum bot_error bot_match_limits_find_pair(
	struct bot_host *host, const struct bot_match *challenge, int64_t *id);

/* Whether both players of a challenge have finished a rated match with each other. */
BOT_MUST_USE enum bot_error bot_match_limits_have_played(
	struct bot_store *store, const struct bot_match *challenge, bool *have_played);

/*
 * Whether the sender of a command may let the bot make private rooms for these two users (either
 * may be NULL). A homeserver lets the bot make few rooms. So while many users wait for a private
 * room, the bot makes none for a newcomer: it answers that they should try again later, and
 * *allowed is false.
 */
BOT_MUST_USE enum bot_error bot_match_limits_check_private_rooms(
	const struct bot_call *call, const char *one, const char *other, bool *allowed);

#endif
