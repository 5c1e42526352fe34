/*
 * The shuffles of hosted matches, after engine/deal/deal.h: the secrets are drawn here, shown as a
 * commitment, and opened by the match's record.
 */
#ifndef BOT_SHUFFLE_H
#define BOT_SHUFFLE_H

#include "bot/call.h"
#include "engine/deal/deal.h"

/* Draws the secrets of a challenge that the event has made; `commitment` is what to show. */
BOT_MUST_USE enum bot_error bot_shuffle_begin(
	struct bot_host *host, int64_t match, const char *event, char commitment[EG_KEY_TEXT]);

/* The event has accepted the challenge. */
BOT_MUST_USE enum bot_error bot_shuffle_accept(
	struct bot_host *host, int64_t match, const char *event);

/*
 * The deck of a round, 1 to EG_CHAIN. A match without commitment, because nobody had to accept it
 * or an earlier version made it, is dealt at random, which nothing proves.
 */
BOT_MUST_USE enum bot_error bot_shuffle_deck(
	struct bot_host *host, int64_t match, uint16_t round, uint8_t deck[EG_DECK]);

/* The secret of a round as text, 0 for the commitment. BOT_STORE_CORRUPT. */
BOT_MUST_USE enum bot_error bot_shuffle_secret(
	const struct bot_shuffle *shuffle, uint16_t round, char text[EG_KEY_TEXT]);

#endif
