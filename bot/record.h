/* The record of a hosted match, as engine/deal/proof.h has it. */
#ifndef BOT_RECORD_H
#define BOT_RECORD_H

#include "bot/call.h"

/*
 * Writes the record of a match that was dealt: of one that goes on, the rounds that have ended;
 * nothing in it tells of the cards being played. *text is the caller's to free; NULL when the
 * match was not dealt. *proven: it can be checked. BOT_INVALID: its ids are no text for a record.
 */
BOT_MUST_USE enum bot_error bot_record_write(
	struct bot_host *host, const struct bot_match *match, char **text, bool *proven);

#endif
