/*
 * Loads matches from the store, one or several, and chooses how messages about them name their
 * players and their competition.
 */
#ifndef BOT_MATCH_LOADING_H
#define BOT_MATCH_LOADING_H

#include "bot/match/loaded_match.h"

/*
 * Loads a stored match: copies the row, finds the labels and the languages, and replays the rounds
 * of a match that is being played. Fails with BOT_STORE_CORRUPT if the stored rounds break the
 * rules of the game.
 */
void bot_match_load(
	struct bot_loaded_match *loaded, struct bot_host *host, const struct bot_match *match);

/*
 * Enters a cause (bot/store/causes.h) that belongs to the match. `number` tells the causes of one
 * kind apart. Returns the cause before, for bot_cause_leave.
 */
struct bot_cause bot_match_enter_cause(
	struct bot_host *host, const struct bot_match *match, const char *kind, int64_t number);

/*
 * Writes the label of Black again, in the language of a reader, if no user is Black: the practice
 * opponent, or the words for an open challenge. bot_match_load has used the language of the match's
 * room, which the reader may not know.
 */
void bot_match_name_black(struct bot_loaded_match *loaded, const struct bot_lang *lang);

/*
 * Begins an empty page in the language of the player in `seat`, for a private message about their
 * match. In place of the players' labels (cast.name) the page shows their names, without the ids
 * if the names of these two people look different: the lines of a phone are short, and no third
 * person matters here. Not for a challenge, because people must know whom they accept. The page
 * borrows `loaded`.
 */
void bot_match_begin_private(
	const struct bot_loaded_match *loaded, enum eg_seat seat, struct bot_page *page);

/*
 * From now on, all texts of the loaded match call the players as bot_match_begin_private does. Only
 * for texts that nobody but the players reads.
 */
void bot_match_name_for_player(struct bot_loaded_match *loaded);

/*
 * Returns how an answer to the call names the player in `seat`: in the private room of a player, as
 * bot_match_begin_private does; elsewhere by the label.
 */
const char *bot_match_name_in_answer(
	const struct bot_call *call, const struct bot_loaded_match *loaded, enum eg_seat seat);

/*
 * The most matches in a list. A room never has more matches than this. A player may have more,
 * because a player may play in several rooms. Commands in private then find only the first matches
 * of this player, until some of these matches have ended.
 */
#define BOT_MATCHES_MOST 400
_Static_assert(4 * CFG_PER_ROOM_MOST <= BOT_MATCHES_MOST, "a list holds all matches of a room");

/* Stored rows of matches that have not ended. */
struct bot_match_list {
	size_t count;
	struct bot_match match[BOT_MATCHES_MOST];
};

/*
 * Reads the matches that fit the filter, in the order of bot_store_match_find. The memory ends with
 * the attempt.
 */
struct bot_match_list *bot_match_list_load(
	struct bot_store *store, const struct bot_match_filter *filter);

/*
 * Loads each match that fits the filter, and calls `handle` with it. Begins with the challenges,
 * and ends with the matches in play; the oldest of each comes first.
 */
void bot_match_load_each(struct bot_host *host, const struct bot_match_filter *filter,
	void (*handle)(struct bot_loaded_match *loaded));

/*
 * Loads each match in the list of bot_match_list_load, and calls `handle` with the match and with
 * the seat of filter->player.
 */
void bot_match_load_each_of_player(struct bot_host *host, const struct bot_match_filter *filter,
	void (*handle)(struct bot_loaded_match *loaded, enum eg_seat seat));

/*
 * Returns the values of {kind} and {command} in a message about this kind of competition: "Club
 * night" and the command `night`, in the language. They are valid as long as `command`.
 */
struct bot_args bot_kind_args(
	const struct bot_lang *lang, enum bot_competition_kind kind, char command[BOT_WORDS_SIZE]);

/* The same for a message about a bout of this competition. */
struct bot_args bot_bout_args(struct bot_host *host, int64_t competition,
	const struct bot_lang *lang, char command[BOT_WORDS_SIZE]);

/* Answers that nobody pauses, abandons, aborts or stops this match, a bout of a competition. */
void bot_bout_reply_fixed(const struct bot_call *call, const struct bot_match *match);

#endif
