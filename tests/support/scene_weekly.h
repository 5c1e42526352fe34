/* The night that ROOM holds every week. */
#ifndef TESTS_SUPPORT_SCENE_WEEKLY_H
#define TESTS_SUPPORT_SCENE_WEEKLY_H

#include "tests/support/scene_night.h"

#define NOV_25_2026 INT64_C(1795564800000) /* 2026-11-25 00:00 UTC, a Wednesday */
#define FRIDAY_20   (NOV_25_2026 + 2 * DAY + 20 * HOUR)
#define WEEK        (7 * DAY)

/* It becomes NOV_25_2026, and EVE begins to hold a night every week with these words. */
void scene_begin_weekly(struct scene *scene, const char *words);

/* Returns the night that the room holds every week. */
struct bot_weekly_night scene_weekly(struct scene *scene, const char *room);

/* So many fencers sign up, or check in. */
void scene_sign_up(struct scene *scene, unsigned count);

/* Returns the stage of the newest night of ROOM. */
enum bot_stage scene_stage(struct scene *scene);

/* Waits until the time comes, or lets the host be down until then. */
void scene_wait_until(struct scene *scene, int64_t when);
void scene_be_down_until(struct scene *scene, int64_t when);

#endif
