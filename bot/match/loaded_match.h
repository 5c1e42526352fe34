/*
 * A stored match, loaded into memory while the bot handles one message or one timer: the stored
 * row, the position that its rounds lead to, and the names and languages that its messages need.
 */
#ifndef BOT_LOADED_MATCH_H
#define BOT_LOADED_MATCH_H

#include "bot/command/call.h"
#include "bot/command/time.h"
#include "bot/text/name.h"
#include "bot/text/render.h"

/* Do not copy this struct: `cast` points to the other members. */
struct bot_loaded_match {
	struct bot_host *host;
	struct bot_match match;
	struct eg_match state; /* valid only if match.status is BOT_PLAYING */
	struct bot_cast cast;
	char label[2][BOT_LABEL_SIZE];   /* by seat, as in bot/text/name.h */
	char with_id[2][BOT_LABEL_SIZE]; /* the same labels with the ids */
	char until[BOT_SPAN_SIZE];       /* the time at which the turn ends */
	const struct bot_lang *lang;     /* the language of the match's room */
	const struct bot_lang *own[2];   /* the language of each player's private messages */
};

/*
 * Loads a stored match: copies the row, finds the labels and the languages, and replays the rounds
 * of a match that is being played. BOT_STORE_CORRUPT: the rounds are no legal match.
 */
BOT_MUST_USE enum bot_error bot_match_load(
	struct bot_loaded_match *loaded, struct bot_host *host, const struct bot_match *match);

/*
 * Loads each match that fits the filter, the oldest first, and calls `handle` with it. The filter
 * must name a status. Stops at the first error and returns it.
 */
BOT_MUST_USE enum bot_error bot_match_load_each(struct bot_host *host,
	const struct bot_match_filter *filter,
	enum bot_error (*handle)(struct bot_loaded_match *loaded));

/*
 * Writes the label of Black where no user is Black (a house player, or the open seat of a
 * challenge) in `lang` instead of the room's language.
 */
void bot_match_name_house(struct bot_loaded_match *loaded, const struct bot_lang *lang);

#endif
