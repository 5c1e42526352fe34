/* Seasons in a scene: people who sign up, and fence all bouts. */
#ifndef TESTS_SUPPORT_SCENE_SEASON_H
#define TESTS_SUPPORT_SCENE_SEASON_H

#include "bot/club/season.h"
#include "tests/support/scene_match.h"

/* EVE opens a season in ROOM with these words, and `count` fencers (scene_night.h) sign up. */
void scene_open_season(struct scene *scene, const char *words, unsigned count);

/* The same, and the sign-up ends: the divisions begin. */
void scene_begin_season(struct scene *scene, const char *words, unsigned count);

/* Returns the season of ROOM. */
struct bot_competition scene_season(struct scene *scene);

/* Loads the season of ROOM without its lots. The caller frees it. */
struct bot_contest *scene_load_season(struct scene *scene);

/* Returns the state of somebody who has entered the season. */
enum bot_entrant_state scene_fencer_state(struct scene *scene, const char *user);

/* Plays one bout to its end, and lets the season go on. Asserts that the season's laws hold. */
void scene_fence_season_bout(struct scene *scene, int64_t id);

/* Fences bouts until none is being played. Returns how many they were. */
size_t scene_fence_season(struct scene *scene);

#endif
