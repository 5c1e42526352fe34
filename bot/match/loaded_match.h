/*
 * Loads matches from the store. The bot uses a loaded match only while it handles one message or
 * one timer. A loaded match has the stored row, the position after its stored actions, and the
 * names and languages that its messages need.
 */
#ifndef BOT_LOADED_MATCH_H
#define BOT_LOADED_MATCH_H

#include "bot/command/call.h"
#include "bot/command/time.h"
#include "bot/text/board.h"
#include "bot/text/name.h"

/* Do not copy this struct: pointers in `cast` point to other members of the same struct. */
struct bot_loaded_match {
	struct bot_host *host;
	struct bot_match match;
	struct eg_match state;    /* valid only if match.status is BOT_PLAYING */
	struct bot_timers timers; /* none before the match is played; see match_timers.h */
	struct bot_cast cast;
	char label[2][BOT_LABEL_SIZE];   /* the players' labels (bot/text/name.h), by seat */
	char with_id[2][BOT_LABEL_SIZE]; /* the labels with the players' ids */
	char until[BOT_SPAN_SIZE];       /* the time at which the turn ends */
	char span[BOT_SPAN_SIZE];        /* how long a turn may take */
	const struct bot_lang *lang;     /* the language of the match's room */
	const struct bot_lang *own[2];   /* the language of each player's private messages */
};

/*
 * Loads a stored match: copies the row, finds the labels and the languages, and replays the rounds
 * of a match that is being played. Returns BOT_STORE_CORRUPT if the stored rounds break the rules
 * of the game.
 */
BOT_MUST_USE enum bot_error bot_match_load(
	struct bot_loaded_match *loaded, struct bot_host *host, const struct bot_match *match);

/*
 * Enters a cause (bot/store/causes.h) that belongs to the match. `number` tells the causes of one
 * kind apart. If `outer` is not NULL, sets *outer to the cause before, even if the function fails.
 */
BOT_MUST_USE enum bot_error bot_match_enter_cause(struct bot_host *host,
	const struct bot_match *match, const char *kind, int64_t number, struct bot_cause *outer);

/*
 * Gets a stored round of the match, and deals its cards: *before is the position before the first
 * action. The store has the actions but not who played them, so callers that need to know play the
 * round again in *before. The score in *before is 0:0.
 */
BOT_MUST_USE enum bot_error bot_match_deal_stored_round(const struct bot_loaded_match *loaded,
	uint16_t number, struct bot_round *round, struct eg_match *before);

/*
 * Writes the label of Black again, in the language of a reader, if no user is Black: the practice
 * opponent, or the words for an open challenge. bot_match_load has used the language of the match's
 * room, which the reader may not know.
 */
void bot_match_name_black(struct bot_loaded_match *loaded, const struct bot_lang *lang);

/*
 * From now on, the page's HTML shows the players' names (cast.name) as links to the players, if the
 * platform has links; see bot_link_user.
 */
BOT_MUST_USE enum bot_error bot_match_link_players(
	const struct bot_loaded_match *loaded, struct bot_page *page);

/*
 * The most matches in a list. A room never has more matches than this. A player may have more,
 * because a player may play in several rooms. Commands in private then find only the first matches
 * of this player, until some of these matches have ended.
 */
#define BOT_MATCHES_MOST 256
_Static_assert(2 * CFG_PER_ROOM_MOST <= BOT_MATCHES_MOST, "a list holds all matches of a room");

/* Stored rows of matches that have not ended. */
struct bot_match_list {
	size_t count;
	struct bot_match match[BOT_MATCHES_MOST];
};

/*
 * Reads the matches that fit the filter, in the order of bot_store_match_find. The caller frees
 * *list with free().
 */
BOT_MUST_USE enum bot_error bot_match_list_load(struct bot_store *store,
	const struct bot_match_filter *filter, struct bot_match_list **list);

/*
 * Loads each match that fits the filter, and calls `handle` with it. Begins with the challenges,
 * and ends with the matches in play; the oldest of each comes first. Stops at the first error and
 * returns it.
 */
BOT_MUST_USE enum bot_error bot_match_load_each(struct bot_host *host,
	const struct bot_match_filter *filter,
	enum bot_error (*handle)(struct bot_loaded_match *loaded));

/*
 * Says how to find the match that a command is about. The command is about
 * 1. the match that the command names with its number, or
 * 2. the match of the message that the command replies to, or
 * 3. the only match that fits, or
 * 4. the only match that fits and is preferred.
 * Otherwise the bot asks the sender for the number. If the match of 1 or 2 does not fit, the bot
 * tells the sender so, and does not look for another match.
 */
struct bot_match_selector {
	/* Whether the command can be about the match. */
	bool (*fits)(const struct bot_call *call, const struct bot_match *match);
	/*
	 * Finds out whether the command prefers the match if several matches fit. This pointer is
	 * NULL if the command prefers no match.
	 */
	enum bot_error (*prefers)(
		const struct bot_call *call, const struct bot_match *match, bool *preferred);
	bool others;   /* in a room, the command can also be about a match in which the sender does
			  not play */
	bool anywhere; /* if no match of the room fits, the command can be about a match in another
			  room in which the sender plays */
	enum bot_msg none; /* the message that answers the sender if no match fits */
};

/*
 * Finds the match that the command is about, and loads it. If *found is false, the bot has answered
 * the sender.
 */
BOT_MUST_USE enum bot_error bot_match_select(const struct bot_call *call,
	const struct bot_match_selector *selector, struct bot_loaded_match *loaded, bool *found);

/*
 * Like bot_match_select, but finds only matches in which the sender plays. Prefers a match in which
 * it is the sender's turn. If *found is true, *seat is the sender's seat.
 */
BOT_MUST_USE enum bot_error bot_match_select_own(const struct bot_call *call,
	struct bot_loaded_match *loaded, enum eg_seat *seat, bool *found);

/* Whether the match is being played. The field `fits` of a selector can be this function. */
bool bot_match_is_played(const struct bot_call *call, const struct bot_match *match);

/*
 * Finds out whether it is the sender's turn. The match must be in play. The field `prefers` of a
 * selector can be this function.
 */
BOT_MUST_USE enum bot_error bot_match_waits_for_sender(
	const struct bot_call *call, const struct bot_match *match, bool *waits);

#endif
