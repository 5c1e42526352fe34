/*
 * Introductions: what the bot says when a user's private room, or a match in it, begins. The first
 * message that the bot writes to a user in private says who is writing and how to answer. The bot
 * says this to each user once.
 */
#ifndef BOT_SHOW_INTRODUCTION_H
#define BOT_SHOW_INTRODUCTION_H

#include "bot/match/loaded_match.h"

/*
 * Adds to a page what stands above the first hand of a match, for the player of `seat`: the board,
 * which says who plays whom. Leaves the board out if the match is in private, where it stands above
 * each hand. If the bot has never introduced itself to the player, also says who is writing and how
 * to answer. Adds nothing for a player who wants polls. Before the hand, sends the player a link to
 * their table, unless they have one. Then an introduction stands above the link.
 */
BOT_MUST_USE enum bot_error bot_introduction_add(
	struct bot_loaded_match *loaded, struct bot_page *page, enum eg_seat seat);

/*
 * Adds the introduction to a page that takes the place of a player's list of actions, if the
 * player's first hand, which has the introduction, listed the actions of this turn. `turn` is the
 * number (bot_turn_number) of the turn.
 */
BOT_MUST_USE enum bot_error bot_introduction_keep(
	struct bot_loaded_match *loaded, struct bot_page *page, enum eg_seat seat, int64_t turn);

/*
 * Prepares a page for the first hand of a match, which the player gets once more. If the hand with
 * the introduction was sent, the introduction stays there, so bot_introduction_keep no longer
 * repeats it. Otherwise adds it to the page.
 */
BOT_MUST_USE enum bot_error bot_introduction_move(
	struct bot_loaded_match *loaded, struct bot_page *page, enum eg_seat seat);

/*
 * Welcomes a user in their private room, if the bot has never introduced itself to them. Says who
 * is writing, and what they can do here, or that their challenge waits for an answer. Does nothing
 * if they have an accepted match, because its first hand introduces the bot.
 */
BOT_MUST_USE enum bot_error bot_introduction_send(struct bot_host *host, const char *user);

/* Finds out whether the bot has introduced itself to the user. */
BOT_MUST_USE enum bot_error bot_introduction_was_sent(
	struct bot_host *host, const char *user, bool *sent);

/*
 * Forgets that the bot has introduced itself to a user, and ends the link to their table, because
 * they could not read these messages. The next welcome introduces the bot again, and the next match
 * sends a new link.
 */
BOT_MUST_USE enum bot_error bot_introduction_forget(struct bot_host *host, const char *user);

#endif
