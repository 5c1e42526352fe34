/*
 * Introductions: what the bot says when a user's private room, or a match in it, begins. The first
 * message that the bot writes to a user in private says who is writing and how to answer. The bot
 * says this to each user once.
 */
#ifndef BOT_SHOW_INTRODUCTION_H
#define BOT_SHOW_INTRODUCTION_H

#include "bot/match/loaded_match.h"

/*
 * Begins `hand`, the page of the first hand of a match for the player of `seat`. If the bot has
 * never introduced itself to the player, says who is writing and how to answer: in the same
 * message, because each message costs time on a homeserver with rate limits. If the player has a
 * link to their table, which may be far above, adds a line about it.
 */
void bot_introduction_before_match(
	struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *hand);

/*
 * If the first list of this match, which `page` replaces, introduced the bot to the player of
 * `seat`, adds the introduction to the page. So people find it later, too.
 */
void bot_introduction_keep(
	const struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *page);

/* Sends a link to the player's table below their first hand, for which they wait, if it is due. */
void bot_introduction_offer_table(struct bot_loaded_match *loaded, enum eg_seat seat);

/*
 * Welcomes a user in their private room, if the bot has never introduced itself to them. Says who
 * is writing, and what they can do here, or that their challenge waits for an answer. Does nothing
 * if they have an accepted match, because its first hand introduces the bot.
 */
void bot_introduction_send(struct bot_host *host, const char *user);

/* Whether the bot has introduced itself to the user. */
bool bot_introduction_was_sent(struct bot_host *host, const char *user);

/*
 * Forgets that the bot has introduced itself to a user, and ends the link to their table, because
 * they could not read these messages. The next welcome introduces the bot again, and the next match
 * sends a new link.
 */
void bot_introduction_forget(struct bot_host *host, const char *user);

#endif
