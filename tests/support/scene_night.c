#include "tests/support/scene_night.h"

#include "bot/club/elimination.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void scene_fencer(unsigned number, char user[BOT_ID_SIZE])
{
	snprintf(user, BOT_ID_SIZE, "@f%u:test", number);
}

void scene_open_night(struct scene *scene, const char *words, unsigned count)
{
	char text[100], user[BOT_ID_SIZE];

	snprintf(text, sizeof(text), "!eg night %s", words);
	scene_say(scene, ROOM, EVE, text);
	for (unsigned i = 0; i < count; i++) {
		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
		scene_wait(scene, MINUTE / 2);
	}
}

size_t scene_count_said(const struct scene *scene, const char *to, const char *part)
{
	size_t count = 0;

	for (size_t i = 0; i < scene->count; i++)
		count += strcmp(scene->row[i].to, to) == 0 && scene->row[i].edits[0] == '\0' &&
			 strstr(scene->row[i].body, part) != NULL;
	return count;
}

struct bot_competition scene_competition(struct scene *scene)
{
	struct bot_competition competition;

	assert_true(bot_competition_find(scene->store, ROOM, BOT_KIND_NIGHT, &competition));
	return competition;
}

void scene_start_night(struct scene *scene)
{
	scene_say(scene, ROOM, EVE, "!eg night start yes");
	scene_wait(scene, SECOND);
}

struct bot_contest *scene_load_night(struct scene *scene)
{
	struct bot_contest *night = calloc(1, sizeof(*night));

	assert_non_null(night);
	night->competition = scene_competition(scene);
	assert_true(bot_entrant_list(scene->store, night->competition.id, night->entrant,
		BOT_CONTEST_ROWS, &night->entrants));
	assert_true(bot_bout_list(scene->store, night->competition.id, night->bout,
		BOT_CONTEST_BOUTS, &night->bouts));
	return night;
}

void scene_begin_night(struct scene *scene, const char *words, unsigned count)
{
	scene_open_night(scene, words, count);
	scene_start_night(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
}

size_t scene_count_entrants(struct scene *scene)
{
	struct bot_contest *night = scene_load_night(scene);
	size_t count = night->entrants;

	free(night);
	return count;
}

enum bot_entrant_state scene_entrant_state(struct scene *scene, const char *user)
{
	struct bot_contest *night = scene_load_night(scene);
	const struct bot_entrant *entrant = bot_contest_find(night, user);

	assert_non_null(entrant);
	enum bot_entrant_state found = entrant->state;
	free(night);
	return found;
}

int64_t scene_bout(struct scene *scene)
{
	struct bot_contest *night = scene_load_night(scene);
	int64_t found = 0;

	for (size_t i = 0; i < night->bouts && found == 0; i++)
		if (night->bout[i].state == BOT_BOUT_FENCED)
			found = night->bout[i].match;
	free(night);
	return found;
}

void scene_fence_bout(struct scene *scene, int64_t id)
{
	scene_play_match(scene, id);
	scene_wait(scene, SECOND);
	scene_check_night(scene);
}

void scene_fence_all(struct scene *scene)
{
	int64_t id;

	while ((id = scene_bout(scene)) != 0)
		scene_fence_bout(scene, id);
}

/* Decides all bouts that wait. */
static void decide_bouts(struct bot_contest *night)
{
	for (size_t i = 0; i < night->bouts; i++) {
		struct bot_bout *bout = &night->bout[i];

		if (bout->state == BOT_BOUT_ENDED)
			continue;
		bout->state = BOT_BOUT_ENDED;
		bout->winner = bout->entrant[0] > bout->entrant[1];
		bout->touches[bout->winner] = 5;
		bout->touches[1 - bout->winner] = (uint8_t)(i % 5);
	}
}

static void save_night(struct scene *scene, const struct bot_contest *night)
{
	int64_t id = night->competition.id;

	SCENE_HOST(scene, bot_competition_save(scene->store, &night->competition));
	for (size_t i = 0; i < night->entrants; i++)
		SCENE_HOST(scene, bot_entrant_save(scene->store, id, &night->entrant[i]));
	for (size_t i = 0; i < night->bouts; i++)
		SCENE_HOST(scene, bot_bout_save(scene->store, id, &night->bout[i]));
}

void scene_store_night(struct scene *scene, unsigned fencers, const char *name)
{
	static const double equal[BOT_CONTEST_ROWS];

	scene_open_night(scene, "30m to 5", 0);
	struct bot_contest *night = scene_load_night(scene);
	for (unsigned i = 0; i < fencers; i++) {
		struct bot_entrant *entrant = &night->entrant[night->entrants++];

		*entrant = (struct bot_entrant){
			.number = (uint8_t)i, .state = BOT_ENTRANT_PRESENT, .joined = 1};
		scene_fencer(i, entrant->user);
		snprintf(entrant->event, sizeof(entrant->event), "$join%u", i);
		SCENE_HOST(scene, bot_store_set_name(scene->store, entrant->user, name, name));
	}
	bot_night_draw_pools(night, equal);
	decide_bouts(night);
	bot_night_rank(night);
	while (fencers > BOT_NIGHT_ONE_POOL && bot_night_update_tableau(night) > 0)
		decide_bouts(night);
	night->competition.stage = BOT_STAGE_ENDED;
	night->competition.due = 0;
	night->competition.ended = scene->now;
	save_night(scene, night);
	free(night);
}

static void check_result(struct scene *scene, const struct bot_bout *bout)
{
	struct bot_match match = scene_match(scene, bout->match);

	if (bout->state == BOT_BOUT_FENCED && match.status == BOT_ENDED)
		assert_int_equal(scene_competition(scene).due, 1); /* the night goes on at once */
	if (bout->state != BOT_BOUT_ENDED || match.winner == EG_NOBODY)
		return;
	assert_int_equal(bout->winner, match.winner);
	if (match.ending != BOT_WON)
		assert_int_equal(bout->touches[bout->winner], match.rules.touches);
	if (match.ending != BOT_WON)
		return;
	struct eg_match state = scene_state(scene, bout->match);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(bout->touches[i], state.score[i]);
}

void scene_check_night(struct scene *scene)
{
	struct bot_contest *night = scene_load_night(scene);
	static unsigned met[BOT_CONTEST_ROWS][BOT_CONTEST_ROWS];
	unsigned fences[BOT_CONTEST_ROWS] = {0};

	for (size_t i = 0; i < BOT_CONTEST_ROWS; i++)
		for (size_t j = 0; j < BOT_CONTEST_ROWS; j++)
			met[i][j] = 0;
	for (size_t i = 0; i < night->bouts; i++) {
		const struct bot_bout *bout = &night->bout[i];

		for (size_t j = 0; j < 2; j++)
			fences[bout->entrant[j]] += bout->state == BOT_BOUT_FENCED;
		if (bout->round == 0 && bout->place != BOT_CONTEST_DECIDES)
			assert_int_equal(met[bout->entrant[0]][bout->entrant[1]]++ +
						 met[bout->entrant[1]][bout->entrant[0]],
				0);
		if (bout->match != 0)
			check_result(scene, bout);
	}
	for (size_t i = 0; i < BOT_CONTEST_ROWS; i++)
		assert_in_range(fences[i], 0, 1);
	free(night);
}

unsigned scene_count_places(struct scene *scene, uint8_t wanted)
{
	struct bot_contest *night = scene_load_night(scene);
	uint8_t place[BOT_CONTEST_ROWS];
	unsigned count = 0;

	bot_night_places(night, place);
	for (size_t i = 0; i < night->entrants; i++)
		count += place[i] == wanted;
	free(night);
	return count;
}
