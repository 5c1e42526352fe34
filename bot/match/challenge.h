/*
 * Challenges. A user makes a challenge in a room: to another user, or an open one to anybody there.
 * Its terms are the rules of a round, the number of touches, the player who begins, the clock, and
 * whether the bot counts the unseen cards for the players. struct bot_match has a field for each.
 *
 * When a user accepts a challenge, the match has the status BOT_ACCEPTED. The players get their
 * cards in private rooms, so the bot requests the adapter to reach both players in private. The
 * adapter answers with bot_host_user_reached or bot_host_user_unreachable. The match begins when
 * both players are reached. A challenge, and the wait for the players, ends after the hours of the
 * setting matches.challenge_expires_h.
 */
#ifndef BOT_CHALLENGE_H
#define BOT_CHALLENGE_H

#include "bot/command/call.h"

/* The rules of a challenge that does not name any. */
#define BOT_CHALLENGE_DEFAULT_RULES                                                                \
	{                                                                                          \
		.round = {EG_ADVANCED, EG_FINAL_POSITION}, .touches = 5                            \
	}

/*
 * Reads one term of a command into `match`, or the id of the challenged user. *i is the index of
 * its first word, and becomes the index of its last word. Returns BOT_MSG_COUNT, or what to answer
 * if the word is no term.
 */
enum bot_msg bot_challenge_read_term(
	const struct bot_call *call, size_t *i, struct bot_match *match);

/* Whether two matches have the same terms. Their players may differ. */
bool bot_challenge_has_same_terms(const struct bot_match *a, const struct bot_match *b);

/*
 * Makes a challenge by the sender in the room of the message: stores and publishes it, and sets the
 * timer after which it expires. `match` holds the terms, the players and the challenger; the
 * function writes the room to match->room. If the limits do not allow the challenge, the bot
 * answers why, and stores nothing.
 */
BOT_MUST_USE enum bot_error bot_challenge_create(
	const struct bot_call *call, struct bot_match *match);

/*
 * Accepts a challenge for the sender, who must be allowed to accept it. If the limits do not allow
 * a match, the bot answers why, and the challenge stays open.
 */
BOT_MUST_USE enum bot_error bot_challenge_accept(
	const struct bot_call *call, struct bot_match *match);

/*
 * Begins to wait for the players of an accepted match: sets the timer after which the match
 * expires, and adds a request for each player who is not reached to the outbox. `origin` is the
 * origin of the user whose command needs the private rooms, as in struct bot_message; it may be
 * NULL.
 */
BOT_MUST_USE enum bot_error bot_challenge_await_players(
	struct bot_host *host, const struct bot_match *match, const char *origin);

/* Adds the requests again for all matches of a room that wait for a player to be reached. */
BOT_MUST_USE enum bot_error bot_challenge_request_players_again(
	struct bot_host *host, const char *room);

#endif
