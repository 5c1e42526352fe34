/*
 * How the bot shows a match to its players. The room gets the public board (board.h). A player gets
 * their hand in private. If it is the player's turn, the message lists the choices, which are the
 * legal actions with letters, as text or as a poll. Under the text, the bot may offer the cards to
 * tap. Also what a user has chosen about that: the form of the choices, the coach, and hands that
 * only the page shows.
 */
#ifndef BOT_SHOW_HAND_H
#define BOT_SHOW_HAND_H

#include "bot/show/board.h"

/*
 * Shows the news and the position to the room, and to the player whose turn it is. `own` is what
 * this player sees. Stores the match. If a round begins, `shown` is the public view of the position
 * that the bot must show in the room first: the end of the previous round, or the first position of
 * the match. Otherwise `shown` is NULL.
 */
void bot_show_position(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *shown, const struct eg_match_view *own);

/*
 * Tells the player who does not begin the new round of a match between two people how the last
 * round ended: privately, with the score and their new hand. `own` is what this player sees. The
 * other player gets this news with their hand from bot_show_position. No device rings.
 */
void bot_show_round_end(struct bot_loaded_match *loaded, const struct bot_news *news,
	const struct eg_match_view *own);

/*
 * Adds a player's hand to a page and sends the page to that player in private. `own` is what this
 * player sees. If it is the player's turn, the message lists the choices, and the bot drops earlier
 * lists that still wait in the outbox. The list can become a poll only if `ring` is BOT_RING.
 */
void bot_show_hand(struct bot_loaded_match *loaded, struct bot_page *page,
	const struct eg_match_view *own, enum bot_ring ring);

/*
 * Does the same for the player who does not begin a round. No device rings, and under a rate limit
 * the hands of those who are to act come first.
 */
void bot_show_waiting_hand(
	struct bot_loaded_match *loaded, struct bot_page *page, const struct eg_match_view *own);

/*
 * Sends a player a message about the match, in private and in the player's language. Fills in
 * args.id.
 */
void bot_tell_player(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_ring ring,
	enum bot_msg msg, struct bot_args args);

/*
 * Likewise, with a time in the player's time zone. Fills in args.until, too, and args.clock: the
 * words "until …", or nothing if that is soon. The first such message to a player whose zone the
 * bot does not know says how to choose one, unless the time is left out.
 */
void bot_tell_player_time(struct bot_loaded_match *loaded, enum eg_seat seat, enum bot_ring ring,
	enum bot_msg msg, struct bot_args args, struct bot_instant until);

/*
 * Sends the hand that was held back, with the last actions. `own` is what the player sees whose
 * turn it is.
 */
void bot_show_held_hand(struct bot_loaded_match *loaded, const struct eg_match_view *own);

/* How a user gets their legal actions: as a list, as a poll, or as a list with cards to tap. */

enum bot_choices_form {
	BOT_CHOICES_LIST,
	BOT_CHOICES_POLL,
	BOT_CHOICES_TAPS, /* a list, to which the bot adds the cards as reactions */
	BOT_CHOICES_FORMS
};

/*
 * Returns the form with this name: "list", "poll" or "taps", in any case. Returns BOT_CHOICES_FORMS
 * if there is no such form.
 */
enum bot_choices_form bot_choices_form_find(const char *name);

/* These two functions find out, and store, the form that the user has chosen. */
enum bot_choices_form bot_choices_form_chosen(struct bot_host *host, const char *user);
void bot_choices_form_choose(struct bot_host *host, const char *user, enum bot_choices_form form);

/*
 * Decides for which players the coach (bot/text/coach.h) explains their turns. It does so for all
 * players who have turned the coach on. It also does so for the players who have not finished a
 * match yet, unless they have turned it off.
 */

/* Whether the coach explains the user's turns. */
bool bot_coaching_wanted(struct bot_host *host, const char *user);

/*
 * Adds what the coach says about the turn to the page, if the user wants it. `view` is the user's
 * view of the match, and it is the user's turn. Only in practice does the coach recommend actions:
 * in a match between people that would be unfair. If the coach explains no
 * more because the user has finished their first match, says so instead, once.
 */
void bot_coaching_add(struct bot_loaded_match *loaded, const char *user,
	const struct eg_match_view *view, struct bot_page *page);

/* Turns the coach on or off for a user. */
void bot_coaching_choose(struct bot_host *host, const char *user, bool wanted);

/*
 * Held hands. A player whose table is open in a browser sees their hand there, and rarely wants the
 * same hand in the chat, too. So the bot holds the hand of each turn back for a while, unless the
 * player has written `hand chat`. If the player acts in this time, the bot does not send the hand
 * at all. A page that nobody looks at counts as closed, unless it notifies the player itself. The
 * bot sends the hand to the chat at once if the player's last action came from there: the browser
 * may be open elsewhere.
 *
 * The bot can't know for certain that a browser still shows the table, because a phone may have
 * lost its connection. So BOT_TIMER_HELD sends the hand after half a minute, or after a tenth of
 * the turn's time if that is less. The timer is in the store, so it also runs out after a crash.
 * The player's clock starts when the turn begins, so nobody gains time with an open table. The bot
 * never holds back the first hand of a round.
 */

/* Reads `hand page` (sets *held to true) or `hand chat`. Returns false for other words. */
bool bot_held_hand_read(const struct bot_words *words, bool *held);

/* Runs `hand page` (`held` is true) or `hand chat`. */
void bot_held_hand_choose(struct bot_call *call, bool held);

/* Notes where the user has acted last: on the page, or in the chat. */
void bot_held_hand_note_place(struct bot_host *host, const char *user, bool on_page);

/* Whether the user wants their hands held back: yes, unless they chose `hand chat`. */
bool bot_held_hand_wanted(struct bot_host *host, const char *user);

#endif
