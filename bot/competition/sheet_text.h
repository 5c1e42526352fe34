/* The words for the rounds, the bouts, the results, the entrants and the times of a competition. */
#ifndef BOT_COMPETITION_SHEET_TEXT_H
#define BOT_COMPETITION_SHEET_TEXT_H

#include "bot/call/call.h"
#include "bot/challenge/terms.h"
#include "bot/club/contest.h"
#include "bot/text/instant.h"

#define BOT_ROUND_NAME_SIZE 64

/*
 * Writes the terms of bouts as texts. Returns the arguments of a message that tells them:
 * {touches}, {rules}, {clock}, and in {words} that there is a bout for the third place, or nothing.
 */
struct bot_args bot_sheet_terms(const struct eg_match_rules *rules, int64_t clock, bool third_place,
	const struct bot_lang *lang, struct bot_terms_text *terms);

/* Writes the name of a round of the tableau, from 1: "Semi-finals". */
void bot_sheet_round_name(struct bot_contest *night, uint8_t round, const struct bot_lang *lang,
	char *name, size_t size);

/* Writes the two fencers of a bout, and its result, or the match in which they fence now. */
void bot_sheet_write_bout(struct bot_host *host, struct bot_contest *contest,
	const struct bot_bout *bout, struct bot_text *text);

/* Writes "2/3 +4": the victories and bouts of a standing, and its indicator. */
void bot_sheet_write_result(const struct bot_standing *standing, struct bot_text *text);

/* Which bouts a list shows. */
struct bot_bout_filter {
	int round;   /* 0 for the pools or divisions; -1 for all */
	int state;   /* enum bot_bout_state, or -1 for all */
	size_t most; /* how many bouts the list shows at most */
};

/* Writes bouts in their order, one in a line. A round of the tableau is without the bout for the
 * third place. */
void bot_sheet_list_bouts(struct bot_host *host, struct bot_contest *contest,
	struct bot_bout_filter filter, struct bot_text *text);

/*
 * Adds a line with the words after their name: a message, in which {round} is `number`. `msg` is
 * BOT_MSG_CONTEST_LINE, or BOT_MSG_NIGHT_ROUND_OVER for results.
 */
void bot_sheet_add_line(struct bot_page *page, enum bot_msg msg, enum bot_msg name, int64_t number,
	const char *words);

/* Begins a line with the entrants in this state, and says `msg` with their number. */
void bot_sheet_add_entrants(struct bot_host *host, const struct bot_contest *contest,
	enum bot_entrant_state state, enum bot_msg msg, struct bot_page *page);

/*
 * Writes when the host's time is `time`, by the clocks of the user `reader` if the bot knows their
 * zone, else by those of the room. NULL: whoever is in the room reads it. `span` is the length of
 * the period that ends then, in milliseconds: the longer it is, the less exact is the text.
 */
void bot_sheet_write_time(struct bot_host *host, const char *reader, const char *room,
	const struct bot_lang *lang, int64_t time, int64_t span, char until[BOT_INSTANT_SIZE]);

#endif
