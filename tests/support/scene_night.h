/* Club nights in a scene: people who sign up, and fence all bouts. */
#ifndef TESTS_SUPPORT_SCENE_NIGHT_H
#define TESTS_SUPPORT_SCENE_NIGHT_H

#include "bot/club/contest.h"
#include "tests/support/scene_match.h"

/* Writes the id of the fencer with this number: @f0:test. */
void scene_fencer(unsigned number, char user[BOT_ID_SIZE]);

/* EVE opens a night in ROOM with these words, and `count` fencers sign up. */
void scene_open_night(struct scene *scene, const char *words, unsigned count);

/* Lets so much time pass that the night begins. */
void scene_start_night(struct scene *scene);

/* The two above: so many fencers sign up, and the pools begin. */
void scene_begin_night(struct scene *scene, const char *words, unsigned count);

/* Returns how many entrants the store has for the night of ROOM. */
size_t scene_count_entrants(struct scene *scene);

/* Returns the state of a user who has entered the night of ROOM. */
enum bot_entrant_state scene_entrant_state(struct scene *scene, const char *user);

/* Counts the messages to `to` that contain `part`, without edits. */
size_t scene_count_said(const struct scene *scene, const char *to, const char *part);

/* Returns the competition of ROOM. */
struct bot_competition scene_competition(struct scene *scene);

/* Loads the night of ROOM without its lots. The caller frees it. */
struct bot_contest *scene_load_night(struct scene *scene);

/* Returns the first match of the night that is being played, or 0. */
int64_t scene_bout(struct scene *scene);

/* Plays one bout to its end, and lets the night go on. Asserts that the night's laws hold. */
void scene_fence_bout(struct scene *scene, int64_t id);

/* Fences bouts until none is being played. */
void scene_fence_all(struct scene *scene);

/*
 * Stores a night of ROOM that has ended, with so many fencers of this name. In each bout the one
 * with the smaller number has won by a touch or more.
 */
void scene_store_night(struct scene *scene, unsigned fencers, const char *name);

/*
 * Asserts that nobody has two bouts at once, that nobody has fenced somebody twice in a pool, and
 * that all results are those of the matches.
 */
void scene_check_night(struct scene *scene);

/* Returns how many fencers have the place, from 1. */
unsigned scene_count_places(struct scene *scene, uint8_t wanted);

#endif
