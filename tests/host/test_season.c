/* Seasons: sign-up, divisions, bouts, tables, and the end with promotion and relegation. */
#include "bot/competition/season_kind.h"
#include "bot/store/competitions.h"
#include "bot/text/name.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define YES  "\xE2\x9C\x85"
#define F0   "@f0:test"
#define F1   "@f1:test"
#define WEEK (7 * DAY)

/* The whole season */

SCENE_TEST(test_four_fence_a_season)
{
	scene_begin_season(scene, "4 weeks to 1", 4);
	assert_int_equal(scene_count_said(scene, ROOM, "Table: "), 1);
	assert_int_equal(scene_fence_season(scene), 6);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM,
				 "The season is over. \xF0\x9F\xA5\x87 The champion is"),
		1);
	assert_int_equal(scene_count_said(scene, ROOM, "Promoted"), 0);
}

/* Nine are too many for one division: five and four, and one of each changes the division. */
SCENE_TEST(test_nine_fence_in_two_divisions)
{
	scene_begin_season(scene, "4w to 1", 9);
	struct bot_contest *season = scene_load_season(scene);
	assert_int_equal(season->bouts, 10 + 6);
	free(season);
	scene_fence_season(scene);
	assert_int_equal(scene_count_said(scene, ROOM, "Division 2: "), 2);
	assert_int_equal(scene_count_said(scene, ROOM, "Promoted: @f"), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "Relegated: @f"), 1);
}

SCENE_TEST(test_room_hears_few_words)
{
	scene_begin_season(scene, "4w to 1", 4);
	size_t before = scene->count;
	scene_fence_season(scene);
	for (size_t i = before; i < scene->count; i++)
		if (strcmp(scene->row[i].to, ROOM) == 0 && scene->row[i].edits[0] == '\0' &&
			scene->row[i].kind != BOT_OUT_FILE)
			assert_non_null(strstr(scene->row[i].body, "The season is over"));
}

/* The sign-up ends by itself. */
SCENE_TEST(test_season_begins_after_three_days)
{
	scene_open_season(scene, "1 week", 3);
	scene_wait(scene, 3 * DAY - HOUR);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
	scene_wait(scene, HOUR);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_POOLS);
}

/* Nobody is left out because somebody begins the season days before its time by mistake. */
SCENE_TEST(test_early_start_asks)
{
	scene_open_season(scene, "1 week", 3);
	scene_say(scene, ROOM, EVE, "!eg season start");
	scene_assert_answer(scene, ROOM, "Shall it be now, with those who have signed up (3)?");
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
	scene_say(scene, ROOM, EVE, "!eg yes");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_POOLS);
}

/* Nobody but a moderator keeps the room busy for half a year. */
SCENE_TEST(test_only_moderators_open_long_seasons)
{
	scene_say(scene, ROOM, ANN, "!eg season 5 weeks");
	scene_assert_answer(scene, ROOM, "Moderators can open a season of more than 4 weeks");
	scene_say(scene, ROOM, ANN, "!eg season 4 weeks");
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
	scene_say(scene, ROOM, ANN, "!eg season stop yes");
	scene_say(scene, ROOM, EVE, "!eg season 26 weeks");
	assert_int_equal(scene_season(scene).length, 26 * WEEK);
}

SCENE_TEST(test_two_are_too_few)
{
	scene_open_season(scene, "1 week", 2);
	scene_wait(scene, 3 * DAY);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
	scene_assert_said(scene, ROOM, "Season: it does not take place");
	scene_say(scene, ROOM, EVE, "!eg season 1 week");
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
}

SCENE_TEST(test_reaction_signs_up)
{
	scene_open_season(scene, "4 weeks", 0);
	scene_react(scene, ROOM, F0, scene->row[0].event, YES);
	struct bot_contest *season = scene_load_season(scene);
	assert_non_null(bot_contest_find(season, F0));
	free(season);
}

/* Lets three days pass, and somebody act in each bout, so that no clock runs out in this week. */
static void act_in_mid_week(struct scene *scene)
{
	struct bot_contest *season = scene_load_season(scene);
	scene_wait(scene, 3 * DAY);
	for (size_t i = 0; i < season->bouts; i++) {
		int64_t id = season->bout[i].match;

		if (id == 0)
			continue;
		scene_tellf(scene,
			scene_match(scene, id).player[scene_state(scene, id).round.to_act], "a #%d",
			(int)id);
	}
	free(season);
}

/* Bouts under way end as they stand: more touches win, and of equal ones nobody. */
SCENE_TEST(test_season_ends_with_its_time)
{
	scene_begin_season(scene, "1 week to 3 clock 7d", 4);
	act_in_mid_week(scene);
	scene_play_rounds(scene, 1, 1);
	struct eg_match playing = scene_state(scene, 1);
	assert_int_not_equal(playing.score[EG_WHITE], playing.score[EG_BLACK]);
	scene_wait(scene, 4 * DAY);
	struct bot_contest *season = scene_load_season(scene);
	assert_int_equal(season->competition.stage, BOT_STAGE_ENDED);
	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];

		assert_int_equal(bout->state, BOT_BOUT_ENDED);
		assert_int_equal(bout->winner, bout->match != 1              ? BOT_BOUT_NOBODY
					       : playing.score[EG_WHITE] > 0 ? 0
									     : 1);
	}
	free(season);
	assert_int_equal(scene_count_said(scene, ROOM, "The champion is"), 1);
}

/* The player whose turn it is when the time ends does not lose for that: nobody has won a touch. */
SCENE_TEST(test_season_without_a_touch_has_no_champion)
{
	scene_begin_season(scene, "1 week to 3 clock 7d", 3);
	act_in_mid_week(scene);
	scene_wait(scene, 4 * DAY);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
	scene_assert_said(scene, ROOM, "Nobody has won it.");
}

SCENE_TEST(test_week_is_shown_once)
{
	scene_begin_season(scene, "4 weeks clock 7d", 3);
	size_t before = scene_count_said(scene, ROOM, "Season until");
	scene_wait(scene, 3 * DAY);
	for (int64_t id = 1; id <= 3; id++)
		scene_play_rounds(scene, id, 1);
	scene_wait(scene, 4 * DAY - HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "Season until"), before);
	scene_wait(scene, 2 * HOUR);
	assert_int_equal(scene_count_said(scene, ROOM, "Season until"), before + 1);
}

/* Honours */

SCENE_TEST(test_champion_is_among_the_honours)
{
	struct bot_honour honours[2];
	size_t count;

	scene_ask_in(scene, ROOM, EVE, "!eg honours", "Nobody has won a season");
	scene_begin_season(scene, "4w to 1", 3);
	scene_fence_season(scene);
	SCENE_HOST(scene, count = bot_honour_list(scene->store, ROOM, honours, 2));
	assert_int_equal(count, 1);
	assert_int_equal(honours[0].kind, BOT_KIND_SEASON);
	assert_int_equal(honours[0].fencers, 3);
	scene_ask_in(scene, ROOM, EVE, "!eg honours", "Season, 1970-01-");
}

SCENE_TEST(test_winner_of_a_night_is_among_the_honours)
{
	scene_begin_night(scene, "30m to 1", 3);
	scene_fence_all(scene);
	scene_ask_in(scene, ROOM, EVE, "!eg honours", "Club night, 1970-01-01: @f");
}

/* A room has one season and one night at a time. */
SCENE_TEST(test_night_and_season_go_on_together)
{
	scene_begin_season(scene, "4w to 1", 3);
	scene_begin_night(scene, "30m to 1", 3);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_POOLS);
	scene_fence_season(scene);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
}

/* Stores names of the greatest length, whose characters take three bytes, for so many fencers. */
static void give_long_names(struct scene *scene, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char user[BOT_ID_SIZE], name[BOT_NAME_SIZE] = "";

		scene_fencer((unsigned)i, user);
		for (size_t at = 0; at + 4 < sizeof(name); at += 3)
			/* from U+4E00 on */
			snprintf(name + at, 4, "%c%c%c", 0xE4,
				(char)(0xB8 + (at / 3 == i % 16 ? 1 : 0)),
				(char)(0x80 + (at / 3 == 20 ? i / 16 : 1)));
		SCENE_STORE(scene, bot_name_learn(scene->store, user, name));
	}
}

/* Makes a season that is over, in which the fencer with the smaller number has won. */
static struct bot_contest *make_season_over(size_t fencers)
{
	static const struct bot_seed seed[BOT_CONTEST_ROWS];
	struct bot_contest *season = calloc(1, sizeof(*season));

	season->competition = (struct bot_competition){
		.kind = BOT_KIND_SEASON, .room = ROOM, .stage = BOT_STAGE_ENDED};
	season->entrants = fencers;
	for (size_t i = 0; i < fencers; i++) {
		season->entrant[i] =
			(struct bot_entrant){.number = (uint8_t)i, .state = BOT_ENTRANT_PRESENT};
		scene_fencer((unsigned)i, season->entrant[i].user);
		season->lot[i] = i;
	}
	bot_season_draw(season, seed);
	for (size_t i = 0; i < season->bouts; i++) {
		struct bot_bout *bout = &season->bout[i];

		bout->state = BOT_BOUT_ENDED;
		bout->winner = bout->entrant[0] < bout->entrant[1] ? 0 : 1;
		bout->touches[bout->winner] = 15;
	}
	bot_season_rank(season);
	return season;
}

/* However long the names are, nothing after them is cut off the message at the end. */
SCENE_TEST(test_end_of_the_largest_season_is_whole)
{
	struct bot_contest *season = make_season_over(64);

	give_long_names(scene, 64);
	scene->mark = scene->count;
	SCENE_HOST(scene, bot_season_say_end(scene->host, &bot_season_kind, season));
	scene_drain(scene);
	const struct scene_row *last = scene_last(scene, ROOM);
	if (last->kind == BOT_OUT_FILE) /* the picture follows the message */
		last--;
	const char *body = last->body;
	for (char division[] = "Division 1: "; division[9] <= '8'; division[9]++)
		assert_non_null(strstr(body, division));
	assert_non_null(strstr(body, "Promoted: "));
	assert_non_null(strstr(body, "Relegated: "));
	size_t results = 0;
	for (const char *at = body; (at = strstr(at, "/7\xC2\xA0")); at++)
		results++;
	assert_int_equal(results, 64);
	free(season);
}

/* A mistake does not count, but nobody opens one season after the other. */
SCENE_TEST(test_openings_that_are_stopped_are_limited)
{
	for (int i = 0; i < 3; i++) {
		scene_say(scene, ROOM, ANN, "!eg season 4 weeks");
		assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
		scene_say(scene, ROOM, ANN, "!eg season stop yes");
		assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
		scene_wait(scene, MINUTE);
	}
	scene_say(scene, ROOM, ANN, "!eg season 4 weeks");
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
}

/* A moderator gives no opening back by stopping it. */
SCENE_TEST(test_openings_that_a_moderator_stops_count)
{
	for (int i = 0; i < 2; i++) {
		scene_say(scene, ROOM, ANN, "!eg season 4 weeks");
		assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
		scene_say(scene, ROOM, EVE, "!eg season stop yes");
		scene_wait(scene, MINUTE);
	}
	scene_say(scene, ROOM, ANN, "!eg season 4 weeks");
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
}
