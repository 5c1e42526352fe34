/*
 * Taps: what a player does on the bot's page. The host handles a tap as it handles a private
 * message of this player, with the same commands, in the same transaction and with the same rate
 * limits. But the answers to the player go to the page.
 */
#ifndef BOT_HOST_TAP_H
#define BOT_HOST_TAP_H

#include "bot/base/error.h"
#include "bot/text/page.h"

#include <stdint.h>

struct bot_host;

/*
 * A tap. The link proves the `user`. The other fields come from the browser, and can have any
 * value; their strings are UTF-8.
 */
struct bot_tap {
	const char *user;
	/*
	 * 22 to 64 random letters, digits, hyphens and underscores. When the page repeats a tap, it
	 * sends the same key, so that the host does not handle the tap a second time.
	 */
	const char *key;
	/*
	 * What to do: play, plan, resign, abort, pause, resume, abandon, claim, nudge, accept,
	 * decline, cancel, rematch, hint, analysis, rules, practice, language, hand or auto.
	 */
	const char *what;
	/*
	 * For `play`: the action in notation. For `plan`: the words of the plan, as in the chat, or
	 * NULL to drop the one that there is. For `practice`: the word for an opponent, or NULL to
	 * let the bot choose the opponent. For `language`: the code of the language. For `hand`:
	 * page or chat, where the player wants the hands while their page is open. For `auto`: on
	 * or off. For `analysis`: anything if the page asks again because of BOT_TAP_LATER.
	 * Otherwise NULL.
	 */
	const char *detail;
	int64_t match; /* the match's id; not used for `practice`, `language` and `hand` */
	int64_t turn;  /* only for `play` and `plan`: the turn that the player has seen */
};

enum bot_tap_outcome {
	BOT_TAP_DONE,  /* done, now or by an earlier tap with this key */
	BOT_TAP_STALE, /* the turn is over, so nothing was played or planned */
	BOT_TAP_REFUSED,
	BOT_TAP_LATER, /* the words are not there yet: the page may ask again with a new key */
};

struct bot_tap_result {
	enum bot_tap_outcome outcome;
	char text[BOT_PAGE_BODY]; /* the host's answer, in the player's language; often empty if the
				     tap was done, because the table shows it */
};

/*
 * Handles a tap. The caller has begun a transaction and commits it afterwards, whatever the outcome
 * is. Returns an error only if the store fails; the caller then rolls the transaction back, and may
 * give the host the same tap again.
 */
BOT_MUST_USE enum bot_error bot_host_tap(
	struct bot_host *host, const struct bot_tap *tap, struct bot_tap_result *result);

#endif
