/*
 * Challenges. A user makes a challenge in a room. The challenge is for one other user, or it is
 * open to anybody in the room. terms.h explains its terms.
 *
 * When a user accepts a challenge, the match has the status BOT_ACCEPTED. The players get their
 * cards in private rooms. So the bot adds rows to the outbox that ask the adapter to reach both
 * players in private. The adapter answers with bot_host_user_reached or bot_host_user_unreachable.
 * The match begins when the adapter has reached both players. The setting
 * matches.challenge_expires_h says after how many hours a challenge expires. An accepted match that
 * has not begun expires after the same time.
 */
#ifndef BOT_CHALLENGE_CHALLENGE_H
#define BOT_CHALLENGE_CHALLENGE_H

#include "bot/call/call.h"

/*
 * Makes a challenge by the sender in the room of the message: stores and publishes it, sets the
 * timer after which it expires, and asks the adapter to make the sender's private room if they have
 * none (see bot_match_limits_takes_early_room). `match` holds the terms, the players and the
 * challenger; the function writes the room to match->room. If the limits do not allow the
 * challenge, the bot tells the sender why, and stores nothing. If the sender already has a
 * challenge with these terms in the room, makes no new one: the bot says so, and match->id is its
 * id.
 */
void bot_challenge_create(const struct bot_call *call, struct bot_match *match);

/*
 * Ends a challenge to a user who is not in its room, and says so in the room. Does nothing if the
 * challenge waits no longer.
 */
void bot_challenge_end_outside(struct bot_host *host, int64_t id);

/*
 * Accepts a challenge for the sender, who must be allowed to accept it. If the limits do not allow
 * the match, the bot tells the sender why, and the challenge stays open.
 */
void bot_challenge_accept(const struct bot_call *call, struct bot_match *match);

/*
 * Begins to wait for the players of an accepted match. Sets the timer after which the match
 * expires. For each player whom the bot has not reached yet, adds a row to the outbox that asks the
 * adapter to reach this player. `origin` is the origin (see struct bot_message) of the user whose
 * command needs the private rooms. It may be NULL.
 */
void bot_challenge_await_players(
	struct bot_host *host, const struct bot_match *match, const char *origin);

/*
 * For each match of the room that waits for players, asks the adapter again to reach these players.
 */
void bot_challenge_request_players_again(struct bot_host *host, const char *room);

#endif
