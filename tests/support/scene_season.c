#include "tests/support/scene_season.h"

#include "tests/support/scene_night.h"

#include <stdio.h>
#include <stdlib.h>

void scene_open_season(struct scene *scene, const char *words, unsigned count)
{
	char text[100], user[BOT_ID_SIZE];

	snprintf(text, sizeof(text), "!eg season %s", words);
	scene_say(scene, ROOM, EVE, text);
	for (unsigned i = 0; i < count; i++) {
		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg season join");
		scene_wait(scene, MINUTE / 2);
	}
}

void scene_begin_season(struct scene *scene, const char *words, unsigned count)
{
	scene_open_season(scene, words, count);
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_POOLS);
}

struct bot_competition scene_season(struct scene *scene)
{
	struct bot_competition competition;

	assert_true(bot_competition_find(scene->store, ROOM, BOT_KIND_SEASON, &competition));
	return competition;
}

struct bot_contest *scene_load_season(struct scene *scene)
{
	struct bot_contest *season = calloc(1, sizeof(*season));
	int64_t id = scene_season(scene).id;

	assert_non_null(season);
	season->competition = scene_season(scene);
	assert_true(bot_entrant_list(
		scene->store, id, season->entrant, BOT_CONTEST_ROWS, &season->entrants));
	assert_true(
		bot_bout_list(scene->store, id, season->bout, BOT_CONTEST_BOUTS, &season->bouts));
	return season;
}

static int64_t find_bout(struct scene *scene)
{
	struct bot_contest *season = scene_load_season(scene);
	int64_t found = 0;

	for (size_t i = 0; i < season->bouts && found == 0; i++)
		if (season->bout[i].state == BOT_BOUT_FENCED)
			found = season->bout[i].match;
	free(season);
	return found;
}

static void check_result(struct scene *scene, const struct bot_bout *bout)
{
	struct bot_match match = scene_match(scene, bout->match);

	if (bout->state != BOT_BOUT_ENDED || match.winner == EG_NOBODY ||
		bout->winner == BOT_BOUT_NOBODY) /* a withdrawal annuls bouts */
		return;
	assert_int_equal(bout->winner, match.winner);
	if (match.ending != BOT_WON)
		return;
	struct eg_match state = scene_state(scene, bout->match);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(bout->touches[i], state.score[i]);
}

/*
 * Asserts that nobody has more bouts at once than they want, that nobody meets somebody twice or of
 * another division, and that all results are those of the matches.
 */
static void check_season(struct scene *scene)
{
	struct bot_contest *season = scene_load_season(scene);
	unsigned met[BOT_CONTEST_ROWS][BOT_CONTEST_ROWS] = {0};

	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];
		const uint8_t *fencer = bout->entrant;

		if (bout->match != 0)
			check_result(scene, bout);
		if (bout->place == BOT_CONTEST_DECIDES)
			continue;
		assert_int_equal(met[fencer[0]][fencer[1]]++ + met[fencer[1]][fencer[0]], 0);
		for (size_t j = 0; j < 2; j++)
			assert_int_equal(bot_contest_entrant(season, fencer[j])->pool, bout->place);
	}
	for (size_t i = 0; i < season->entrants; i++)
		assert_in_range(bot_season_bouts_now(season, season->entrant[i].number), 0,
			season->entrant[i].at_once);
	free(season);
}

void scene_fence_season_bout(struct scene *scene, int64_t id)
{
	scene_play_match(scene, id);
	scene_wait(scene, SECOND);
	check_season(scene);
}

size_t scene_fence_season(struct scene *scene)
{
	size_t count = 0;

	for (int64_t id; (id = find_bout(scene)) != 0; count++)
		scene_fence_season_bout(scene, id);
	return count;
}

enum bot_entrant_state scene_fencer_state(struct scene *scene, const char *user)
{
	struct bot_contest *season = scene_load_season(scene);
	const struct bot_entrant *entrant = bot_contest_find(season, user);

	assert_non_null(entrant);
	enum bot_entrant_state found = entrant->state;
	free(season);
	return found;
}
