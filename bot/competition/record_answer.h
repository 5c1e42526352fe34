/* Answers to people who want to check a club night or a season. */
#ifndef BOT_COMPETITION_RECORD_ANSWER_H
#define BOT_COMPETITION_RECORD_ANSWER_H

#include "bot/call/call.h"
#include "bot/club/night.h"

/*
 * Answers with the record of a competition as a file, or with what the record proves. If the
 * competition goes on, answers with its commitment. If `competition` is NULL, says that there is no
 * such night or season, as the second word asks.
 */
void bot_competition_answer_record(
	const struct bot_call *call, const struct bot_competition *competition);
void bot_competition_answer_verify(
	const struct bot_call *call, const struct bot_competition *competition);

#endif
