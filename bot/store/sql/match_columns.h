/* The columns of the table matches. These lists make the SQL, the binding and the reading. */
#ifndef BOT_STORE_SQL_MATCH_COLUMNS_H
#define BOT_STORE_SQL_MATCH_COLUMNS_H

#include "bot/store/matches.h"
#include "bot/store/sql/columns.h"
#include "bot/store/sql/query.h"

/*
 * The columns of the first list are in no index: see bot_store_match_save. Each line has a type,
 * the column, and the field of struct bot_match:
 *   FLAG(field)                  a bool
 *   ID(field), OPT_ID(field)     an identifier; OPT_ID is NULL if it is empty
 *   NUMBER(field, C type, min, max)
 *   NAME(field, C type, names)   an enum; the array `names` in match_columns.c has its names
 *   RULES(field)                 rules, by their name
 */
#define MATCH_REST(FIRST, NEXT)                                                                    \
	FIRST(FLAG, white_reached, reached[EG_WHITE])                                              \
	NEXT(FLAG, black_reached, reached[EG_BLACK])                                               \
	NEXT(FLAG, white_unproven, unproven[EG_WHITE])                                             \
	NEXT(FLAG, black_unproven, unproven[EG_BLACK])                                             \
	NEXT(NAME, challenger, challenger, enum eg_seat, players)                                  \
	NEXT(RULES, rules, rules.round)                                                            \
	NEXT(NUMBER, touches, rules.touches, uint8_t, 1, EG_TOUCHES_MAX)                           \
	NEXT(NAME, first, rules.first, enum eg_seat, seats)                                        \
	NEXT(NUMBER, white_start, rules.start[EG_WHITE], uint8_t, 0, EG_TOUCHES_MAX - 1)           \
	NEXT(NUMBER, black_start, rules.start[EG_BLACK], uint8_t, 0, EG_TOUCHES_MAX - 1)           \
	NEXT(NUMBER, clock, clock, int64_t, 0, BOT_CLOCK_MAX)                                      \
	NEXT(NUMBER, white_extra, extra[EG_WHITE], int64_t, 0, BOT_CLOCK_MAX)                      \
	NEXT(NUMBER, black_extra, extra[EG_BLACK], int64_t, 0, BOT_CLOCK_MAX)                      \
	NEXT(NUMBER, time_left, left, int64_t, 0, BOT_CLOCK_MAX)                                   \
	NEXT(NUMBER, bank, bank, int64_t, 0, BOT_CLOCK_MAX)                                        \
	NEXT(NUMBER, white_reserve, reserve[EG_WHITE], int64_t, 0, BOT_CLOCK_MAX)                  \
	NEXT(NUMBER, black_reserve, reserve[EG_BLACK], int64_t, 0, BOT_CLOCK_MAX)                  \
	NEXT(FLAG, unseen, unseen)                                                                 \
	NEXT(FLAG, casual, casual)                                                                 \
	NEXT(FLAG, restored, restored)                                                             \
	NEXT(FLAG, private, private)                                                               \
	NEXT(NAME, practice, practice, enum bot_practice, opponents)                               \
	NEXT(NUMBER, dice, dice, int64_t, 0, INT64_MAX)                                            \
	NEXT(NAME, proposal, proposal, enum bot_proposal, proposals)                               \
	NEXT(NAME, proposer, proposer, enum eg_seat, seats)                                        \
	NEXT(NUMBER, board, board, int64_t, 0, INT64_MAX)                                          \
	NEXT(NUMBER, edits, edits, uint32_t, 0, UINT32_MAX)                                        \
	NEXT(NUMBER, scrolled, scrolled, uint32_t, 0, UINT32_MAX)                                  \
	NEXT(NUMBER, began, began, int64_t, 0, INT64_MAX)                                          \
	NEXT(NAME, ending, ending, enum bot_ending, endings)                                       \
	NEXT(NAME, winner, winner, enum eg_seat, seats)                                            \
	NEXT(NUMBER, competition, competition, int64_t, 0, INT64_MAX)
/* The columns that are in indexes. */
#define MATCH_KEYS(FIRST, NEXT)                                                                    \
	FIRST(NAME, status, status, enum bot_match_status, statuses)                               \
	NEXT(ID, room, room)                                                                       \
	NEXT(ID, white, player[EG_WHITE])                                                          \
	NEXT(OPT_ID, black, player[EG_BLACK])                                                      \
	NEXT(NUMBER, ended, ended, int64_t, 0, INT64_MAX)                                          \
	NEXT(FLAG, rated, rated)
/* All columns but `id`, in the order in which bot_match_bind and bot_match_get need them. */
#define MATCH_COLUMNS    COLUMNS(MATCH_REST) MORE_COLUMNS(MATCH_KEYS)
#define MATCH_PARAMETERS PARAMETERS(MATCH_REST) MORE_PARAMETERS(MATCH_KEYS)

/* Whether all fields of a match are in their ranges, except the identifiers. */
bool bot_match_is_storable(const struct bot_match *match);
/* Binds the fields of a match. */
void bot_match_bind(struct bot_query *query, const struct bot_match *match);
/* Gets a match: its id, and then the columns. */
void bot_match_get(struct bot_query *query, struct bot_match *match);

/* Returns the name that a status has in the store, as a static string, or NULL if there is none. */
const char *bot_match_status_name(int status);
/* Get columns of a match as bot_match_get does. */
enum bot_practice bot_match_get_practice(struct bot_query *query);
enum eg_seat bot_match_get_seat(struct bot_query *query);

#endif
