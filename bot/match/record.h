/* The record of a match that the bot hosts, in the format of engine/deal/proof.h. */
#ifndef BOT_RECORD_H
#define BOT_RECORD_H

#include "bot/command/call.h"

/*
 * Writes the record of a match. A match that is being played has only the rounds that have ended in
 * its record, so that the record tells nothing about the cards in play.
 *
 * *text: the caller frees it; NULL if the match was never dealt. *proven: whether the record can be
 * checked; a match without a commitment can't. BOT_INVALID: an id in the record has bytes that a
 * record may not have.
 */
BOT_MUST_USE enum bot_error bot_record_write(
	struct bot_host *host, const struct bot_match *match, char **text, bool *proven);

#endif
