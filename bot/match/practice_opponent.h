/*
 * The practice opponent: the computer that plays Black in practice matches. It knows only what
 * Black has seen of the round. It draws its random numbers from a secret of the match (match.dice),
 * so nobody can foresee its actions, but a replay of the match repeats these actions. The search
 * for an action has a fixed number of steps and no time limit. It takes a few milliseconds.
 */
#ifndef BOT_MATCH_PRACTICE_OPPONENT_H
#define BOT_MATCH_PRACTICE_OPPONENT_H

#include "bot/match/loaded_match.h"
#include "engine/opponent/opponent.h"

#define BOT_PRACTICE_OPPONENT_SEAT EG_BLACK

/*
 * Reads the name of an opponent (bot_practice_name), in upper or lower case. Returns false for any
 * other word.
 */
bool bot_practice_opponent_read(const char *word, enum bot_practice *opponent);

/* Returns the message with the opponent's name as people see it. `opponent` names an opponent. */
enum bot_msg bot_practice_opponent_name(enum bot_practice opponent);

/*
 * Chooses the opponent for a user who has named none. The first opponent is the novice. After a win
 * the next opponent is one step stronger, and after two defeats in a row by the same opponent one
 * step weaker. Counts practice matches with a winner, also those for which the user named the
 * opponent.
 */
enum bot_practice bot_practice_opponent_adapt(struct bot_host *host, const char *user);

/* Whether the match is a practice match in which it is the practice opponent's turn. */
bool bot_practice_opponent_is_to_act(const struct bot_loaded_match *loaded);

/*
 * Chooses the next action of the practice opponent. The caller has checked that it is the practice
 * opponent's turn.
 */
struct eg_action bot_practice_opponent_choose(const struct bot_loaded_match *loaded);

/*
 * Returns how often the maitre would play each action that is legal for the player whose turn it
 * is, if the maitre knew what this player knows. In the same position the answer is always the
 * same. It takes a few milliseconds, but the host remembers the last answers.
 */
struct eg_strategy bot_practice_opponent_judge(const struct bot_loaded_match *loaded);

/* The remembered answers. bot_judgement_cache_destroy accepts NULL. */
struct bot_judgement_cache;
struct bot_judgement_cache *bot_judgement_cache_create(void);
void bot_judgement_cache_destroy(struct bot_judgement_cache *cache);

#endif
