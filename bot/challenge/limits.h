/* Limits how many matches and challenges a room, a player or a pair of players may have. */
#ifndef BOT_CHALLENGE_LIMITS_H
#define BOT_CHALLENGE_LIMITS_H

#include "bot/call/call.h"

/*
 * Checks whether `wanted` may be added to the matches of the room where the sender writes or, in
 * private, to the sender's own matches. In a room, practice matches and matches between users have
 * separate limits. Challenges do not count against a new challenge, because it may replace them
 * (see challenge.c). Calls `conflict` once for each of these matches, and passes the match as
 * `other`. If `wanted` is not possible while `other` exists, `conflict` returns the message that
 * explains this to the sender. Otherwise `conflict` returns BOT_MSG_COUNT. If the result is false,
 * the bot has told the sender why.
 */
bool bot_match_limits_check_match(const struct bot_call *call, const struct bot_match *wanted,
	enum bot_msg (*conflict)(const struct bot_match *wanted, const struct bot_match *other));

/*
 * Checks whether `user` accepts challenges from the sender: whether they have not blocked the
 * sender. An empty `user` accepts all. If the result is false, the bot has told the sender only
 * that the challenge is not possible.
 */
bool bot_match_limits_check_block(const struct bot_call *call, const char *user);

/*
 * Gives back the allowance that the challenge has taken, because the challenger has replaced or
 * withdrawn it: a corrected challenge is not one that nobody accepts. Does so a few times only, so
 * that nobody challenges the same player again and again.
 */
void bot_match_limits_forgive(struct bot_host *host, const struct bot_match *challenge);

/*
 * Checks whether the challenged player's limits for all rooms together allow the challenge. These
 * limits are the number of open challenges to a player, and the allowance for challenges to a
 * player who accepts none. Takes one use from that allowance. Allows every open challenge. If the
 * result is false, the bot has told the sender why.
 */
bool bot_match_limits_check_challenge(
	const struct bot_call *call, const struct bot_match *challenge);

/* Whether both matches have the same two players. Returns false if `a` is an open challenge. */
bool bot_match_limits_is_same_pair(const struct bot_match *a, const struct bot_match *b);

/*
 * Returns the id of the match that both players of a challenge already have in the challenge's
 * room, or 0 if they have no match there.
 */
int64_t bot_match_limits_find_pair(struct bot_host *host, const struct bot_match *challenge);

/* Returns whether the two players of a challenge have finished a rated match with each other. */
bool bot_match_limits_have_played(struct bot_store *store, const struct bot_match *challenge);

/*
 * Checks whether a command of this sender may make the bot create private rooms for two users;
 * `one` and `other` may be NULL. A homeserver lets the bot create only few rooms in a short time.
 * So while many users wait for a private room, the bot creates no room for a newcomer. In this case
 * the bot asks the sender to try again later, and the result is false.
 */
bool bot_match_limits_check_private_rooms(
	const struct bot_call *call, const char *one, const char *other);

/*
 * Like bot_match_limits_check_private_rooms, for a sender who may have a private room and needs
 * another one.
 */
bool bot_match_limits_check_new_room(const struct bot_call *call);

/*
 * Decides whether the bot makes a private room for a challenger now, before anybody has accepted
 * the challenge. It does if the challenger has none, and nobody waits for a private room. An
 * allowance that all users share keeps at least half of the rooms that the homeserver lets the bot
 * create for users whose match waits for a room. Takes one use of it if the result is true.
 */
bool bot_match_limits_takes_early_room(const struct bot_call *call, const char *user);

#endif
