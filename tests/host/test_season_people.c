/* Seasons: people who withdraw, are excluded or erased, and the season after. */
#include "bot/host/host.h"
#include "bot/store/posts.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"
#define F1 "@f1:test"

/* The bouts that are fenced are lost as matches, but count for nobody in the table. */
SCENE_TEST(test_withdrawal_annuls)
{
	scene_begin_season(scene, "4w to 1", 4);
	scene_say(scene, ROOM, F0, "!eg season leave");
	assert_int_equal(scene_fencer_state(scene, F0), BOT_ENTRANT_PRESENT);
	scene_say(scene, ROOM, F0, "!eg yes");
	scene_wait(scene, SECOND);
	struct bot_contest *season = scene_load_season(scene);
	uint8_t number = bot_contest_find(season, F0)->number;
	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];

		if (bout->entrant[0] != number && bout->entrant[1] != number)
			continue;
		assert_int_equal(bout->state, BOT_BOUT_ENDED);
		assert_int_equal(bout->winner, BOT_BOUT_NOBODY);
		if (bout->match != 0)
			assert_int_equal(
				scene_match(scene, bout->match).winner, bout->entrant[0] == number);
	}
	free(season);
	scene_fence_season(scene);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
}

SCENE_TEST(test_fencer_who_leaves_the_room_withdraws)
{
	scene_begin_season(scene, "4w to 1", 4);
	SCENE_STORE(scene, bot_host_user_left(scene->host, ROOM, F1));
	scene_wait(scene, SECOND);
	assert_int_equal(scene_fencer_state(scene, F1), BOT_ENTRANT_WITHDRAWN);
}

/* Leaving the night of a room does not leave its season. */
SCENE_TEST(test_leaving_the_night_keeps_the_season)
{
	scene_begin_season(scene, "4w to 1", 3);
	scene_open_night(scene, "30m to 1", 3);
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_fencer_state(scene, F0), BOT_ENTRANT_PRESENT);
}

SCENE_TEST(test_only_organiser_and_moderators_direct)
{
	scene_open_season(scene, "4w to 1", 3);
	scene_ask_in(scene, ROOM, F0, "!eg season start", "Only moderators can do this");
	scene_ask_in(scene, ROOM, F0, "!eg season stop", "Only moderators can do this");
	scene_ask_in(scene, ROOM, F0, "!eg season every", "Only moderators");
	scene_say(scene, ROOM, EVE, "!eg season stop yes");
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
}

/* "every 4 weeks" in a season of 4 weeks lets the next one follow, if the terms are the same. */
SCENE_TEST(test_every_4_weeks_repeats_the_season_that_goes_on)
{
	scene_begin_season(scene, "4w to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg season every 4 weeks to 2");
	scene_assert_said(scene, ROOM, "A season goes on here already");
	assert_false(scene_season(scene).again);
	scene_say(scene, ROOM, EVE, "!eg season every 4 weeks to 1");
	scene_assert_said(scene, ROOM, "the sign-up for the next one opens by itself");
	assert_true(scene_season(scene).again);
}

SCENE_TEST(test_stopped_season_without_a_bout_has_no_result)
{
	scene_begin_season(scene, "every 4w to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg season stop yes");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "The champion is"), 0);
	scene_ask_in(scene, ROOM, EVE, "!eg honours", "Nobody has won");
}

SCENE_TEST(test_two_forfeits_by_the_clock_withdraw)
{
	scene_begin_season(scene, "4w to 1", 4);
	scene_wait(scene, 2 * DAY);
	struct bot_contest *season = scene_load_season(scene);
	for (size_t i = 0; i < season->entrants; i++)
		if (season->entrant[i].forfeits >= BOT_CONTEST_FORFEITS)
			assert_int_equal(season->entrant[i].state, BOT_ENTRANT_WITHDRAWN);
	free(season);
}

/* Counts the bouts that the fencer has lost by the clock. */
static size_t count_lost(struct scene *scene, const struct bot_contest *season, uint8_t number)
{
	size_t count = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];

		if (bout->state == BOT_BOUT_ENDED && bout->winner != BOT_BOUT_NOBODY &&
			bout->entrant[1 - bout->winner] == number)
			count += scene_match(scene, bout->match).ending == BOT_FORFEITED;
	}
	return count;
}

/* A fencer of several bouts at once who is late once has lost them, but may fence the others. */
SCENE_TEST(test_one_absence_does_not_withdraw)
{
	size_t twice = 0;

	scene_begin_season(scene, "4w to 1", 8);
	scene_wait(scene, DAY + HOUR);
	struct bot_contest *season = scene_load_season(scene);
	for (size_t i = 0; i < season->entrants; i++) {
		const struct bot_entrant *entrant = &season->entrant[i];

		assert_int_equal(entrant->state, BOT_ENTRANT_PRESENT);
		assert_in_range(entrant->forfeits, 0, 1);
		twice += count_lost(scene, season, entrant->number) == 2;
	}
	assert_true(twice > 0);
	free(season);
}

SCENE_TEST(test_erased_fencer_is_out)
{
	scene_begin_season(scene, "4w to 1", 4);
	scene_tell(scene, F0, "forget me");
	scene_tell(scene, F0, "yes");
	scene_wait(scene, SECOND);
	struct bot_contest *season = scene_load_season(scene);
	assert_null(bot_contest_find(season, F0));
	assert_int_equal(bot_contest_count(season, BOT_ENTRANT_PRESENT), 3);
	free(season);
}

SCENE_TEST(test_season_moves_with_its_room)
{
	struct bot_competition season;

	scene_begin_season(scene, "4w to 1", 3);
	SCENE_HOST(scene, bot_store_room_moved(scene->store, ROOM, "!new:test"));
	SCENE_HOST(scene, assert_true(bot_competition_find(
				  scene->store, "!new:test", BOT_KIND_SEASON, &season)));
	assert_int_equal(season.stage, BOT_STAGE_POOLS);
}

/* The room that replaces another one has a season already: the older one goes on. */
SCENE_TEST(test_one_season_survives_an_upgrade)
{
	struct bot_competition older, newer;

	scene_begin_season(scene, "4w to 1", 3);
	older = scene_season(scene);
	scene_say(scene, "!new:test", EVE, "!eg season 2 weeks");
	SCENE_HOST(scene, assert_true(bot_competition_find(
				  scene->store, "!new:test", BOT_KIND_SEASON, &newer)));
	SCENE_HOST(scene, bot_store_room_moved(scene->store, ROOM, "!new:test"));
	scene_wait(scene, SECOND);
	assert_true(bot_competition_get(scene->store, newer.id, &newer));
	assert_int_equal(newer.stage, BOT_STAGE_ENDED);
	assert_true(bot_competition_get(scene->store, older.id, &older));
	assert_int_equal(older.stage, BOT_STAGE_POOLS);
	assert_string_equal(older.room, "!new:test");
}

/* The older one has not begun, and the newer one has. */
SCENE_TEST(test_begun_season_survives_an_upgrade)
{
	struct bot_competition older, newer;

	scene_say(scene, "!old:test", EVE, "!eg season 2 weeks");
	SCENE_HOST(scene, assert_true(bot_competition_find(
				  scene->store, "!old:test", BOT_KIND_SEASON, &older)));
	scene_begin_season(scene, "4w to 1", 3);
	newer = scene_season(scene);
	assert_true(older.id < newer.id);
	SCENE_HOST(scene, bot_store_room_moved(scene->store, "!old:test", ROOM));
	scene_wait(scene, SECOND);
	assert_true(bot_competition_get(scene->store, older.id, &older));
	assert_int_equal(older.stage, BOT_STAGE_ENDED);
	assert_true(bot_competition_get(scene->store, newer.id, &newer));
	assert_int_equal(newer.stage, BOT_STAGE_POOLS);
}

/* Seasons that were stopped don't make the room forget the divisions of the last one. */
SCENE_TEST(test_stopped_seasons_keep_the_divisions)
{
	scene_begin_season(scene, "1 week to 1", 3);
	scene_fence_season(scene);
	int64_t last = scene_season(scene).id;
	for (int i = 0; i < 10; i++) {
		scene_open_season(scene, "1 week to 1", 0);
		assert_int_equal(scene_season(scene).previous, last);
		scene_say(scene, ROOM, EVE, "!eg season stop yes");
		scene_wait(scene, MINUTE);
	}
}

/* A newcomer has several bouts at once, but the room hears once that they have an invitation. */
SCENE_TEST(test_room_hears_of_an_invitation_once)
{
	scene->unreachable = F0;
	scene_begin_season(scene, "4w to 1", 4);
	scene->unreachable = NULL;
	SCENE_CALL(scene, bot_host_user_reached(scene->host, F0, false));
	assert_int_equal(scene_count_said(scene, ROOM, "accept my invitation"), 1);
}

SCENE_TEST(test_season_survives_restarts)
{
	scene_begin_season(scene, "4w to 1", 4);
	int64_t ends = scene_season(scene).ends;
	scene_restart(scene, 3 * DAY); /* down for three days: nobody loses a turn */
	assert_int_equal(scene_fence_season(scene), 6);
	assert_int_equal(scene_season(scene).ends, ends);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
}

/* The next season */

/* Opens by itself, and the last season decides its divisions. */
SCENE_TEST(test_next_season_keeps_the_divisions)
{
	char user[BOT_ID_SIZE];

	scene_begin_season(scene, "every 4w to 1", 9);
	scene_fence_season(scene);
	struct bot_contest *last = scene_load_season(scene);
	assert_int_equal(last->competition.stage, BOT_STAGE_SIGN_UP); /* the next one is open */
	int64_t previous = last->competition.previous;
	assert_true(previous > 0);
	SCENE_HOST(scene, assert_true(bot_entrant_list(scene->store, previous, last->entrant,
				  BOT_CONTEST_ROWS, &last->entrants)));
	for (unsigned i = 0; i < 9; i++) {
		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg season join");
		scene_wait(scene, MINUTE);
	}
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, SECOND);
	struct bot_contest *season = scene_load_season(scene);
	for (size_t i = 0; i < last->entrants; i++) {
		const struct bot_entrant *before = &last->entrant[i];
		uint8_t pool = bot_contest_find(season, before->user)->pool;

		/* the last of the first division and the first of the second are swapped */
		if (before->pool == 1)
			assert_int_equal(pool, before->rank == 5 ? 2 : 1);
		else
			assert_int_equal(pool, before->rank == 1 ? 1 : 2);
	}
	free(last);
	free(season);
}

SCENE_TEST(test_next_season_needs_fencers)
{
	scene_begin_season(scene, "every 4w to 1", 3);
	scene_fence_season(scene);
	int64_t next = scene_season(scene).id;
	scene_wait(scene, 4 * DAY);
	assert_int_equal(scene_season(scene).id, next); /* nobody came, so there is no other one */
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
	scene_assert_said(scene, ROOM, "I open no further season by myself");
}

static bool is_outside(void *self, const char *room)
{
	(void)self;
	(void)room;
	return false;
}

/* In a room that the bot has left, nobody would see the next sign-up. */
SCENE_TEST(test_no_season_opens_in_a_room_that_was_left)
{
	scene_begin_season(scene, "every 4w to 1", 3);
	scene->port.is_inside = is_outside;
	scene_fence_season(scene);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
	assert_false(scene_season(scene).again);
}

/* Who stops a season in which they fence can't do so at the moment when they lead. */
SCENE_TEST(test_season_stopped_by_a_fencer_ends_later)
{
	scene_open_season(scene, "every 4w to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg season join");
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, SECOND);
	scene_fence_season_bout(scene, 1);
	int64_t planned = scene_season(scene).ends;
	scene_say(scene, ROOM, EVE, "!eg season stop");
	scene_assert_said(scene, ROOM, "You fence in it yourself, so everybody hears of it first.");
	scene_say(scene, ROOM, EVE, "!eg season stop yes");
	assert_int_equal(scene_count_said(scene, ROOM, "Season: it ends "), 1);
	scene_assert_said(scene, ROOM, "Season until Sun ");
	assert_int_equal(scene_count_said(scene, ROOM, "I open no further season"), 1);
	/* three turns; all was done in the first minutes of the season */
	assert_in_range(planned - scene_season(scene).ends, 25 * DAY - HOUR, 25 * DAY);
	scene_wait(scene, 3 * DAY);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "The champion is"), 1);
}

/* Whoever asks soon gets a link to the message with the tables, which the bot edits. */
SCENE_TEST(test_tables_are_not_repeated)
{
	static const char *const asking[] = {"!eg season", "!eg top season", "!eg season table"};

	scene_begin_season(scene, "4w to 1", 3);
	size_t before = scene_count_said(scene, ROOM, "Season until");
	for (size_t i = 0; i < sizeof(asking) / sizeof(asking[0]); i++) {
		scene_ask_in(scene, ROOM, ANN, asking[i], "The season (https://link/!hall:test/");
		scene_assert_said(scene, ROOM, ") is further up in this room");
	}
	assert_int_equal(scene_count_said(scene, ROOM, "Season until"), before);
	scene_wait(scene, HOUR);
	scene_say(scene, ROOM, ANN, "!eg season");
	assert_int_equal(scene_count_said(scene, ROOM, "Season until"), before + 1);
}

/* Nobody is sent to a message that a moderator has removed. */
SCENE_TEST(test_removed_tables_are_shown_anew)
{
	char event[BOT_ID_SIZE];

	scene_begin_season(scene, "4w to 1", 3);
	size_t before = scene_count_said(scene, ROOM, "Season until");
	SCENE_HOST(scene,
		assert_true(bot_store_post_event(scene->store, scene_season(scene).post, event)));
	SCENE_CALL(scene, bot_host_message_removed(scene->host, ROOM, NULL, event, EVE));
	scene_say(scene, ROOM, ANN, "!eg season");
	assert_true(scene_count_said(scene, ROOM, "Season until") > before);
}

SCENE_TEST(test_last_season_is_shown)
{
	static const char *const asking[] = {"!eg season", "!eg top season", "!eg season table"};

	scene_begin_season(scene, "4w to 1", 3);
	scene_fence_season(scene);
	for (size_t i = 0; i < sizeof(asking) / sizeof(asking[0]); i++) {
		size_t before = scene_count_said(scene, ROOM, "Season: the results");

		scene_wait(scene, HOUR);
		scene_say(scene, ROOM, ANN, asking[i]);
		assert_int_equal(scene_count_said(scene, ROOM, "Season: the results"), before + 1);
		scene_say(scene, ROOM, ANN, asking[i]);
		assert_int_equal(scene_count_said(scene, ROOM, "Season: the results"), before + 1);
		scene_assert_said(scene, ROOM, "further up in this room");
	}
	scene_say(scene, ROOM, EVE, "!eg season for four weeks");
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
}

/* While the next season opens and goes on, the tables of the last one stay one command away. */
SCENE_TEST(test_last_tables_stay)
{
	static const char *const asking[] = {"season last", "season table", "top season",
		"saison letzte", "temporada anterior", "saison derni\u00E8re", "stagione ultima",
		"\u30B7\u30FC\u30BA\u30F3 \u524D\u56DE", "seizoen vorige"};

	scene_begin_season(scene, "every 4w to 1", 3);
	scene_fence_season(scene);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
	assert_int_equal(scene_count_said(scene, ROOM, "who takes part?"), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "`season last`") +
				 scene_count_said(scene, ROOM, "season last shows the tables"),
		1);
	for (size_t i = 0; i < sizeof(asking) / sizeof(asking[0]); i++) {
		scene_wait(scene, HOUR);
		scene_sayf(scene, ROOM, ANN, "!eg %s", asking[i]);
		scene_assert_answer(scene, ROOM, "Season: the results");
	}
	scene_say(scene, ROOM, ANN, "!eg season");
	assert_int_equal(strncmp(scene_last(scene, ROOM)->body, "Season: the results", 19) == 0, 0);
	for (int i = 0; i < 3; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer((unsigned)i, user);
		scene_say(scene, ROOM, user, "!eg season join");
	}
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, HOUR);
	scene_ask_in(scene, ROOM, ANN, "!eg season last", "Season: the results");
	scene_ask(scene, "@f0:test", "season last", "Season: the results");
	scene_say(scene, ROOM, ANN, "!eg season table");
	assert_null(strstr(scene_last(scene, ROOM)->body, "Season: the results"));
}

/* Whoever has joined for all seasons is in the next one, and hears of it with the others. */
SCENE_TEST(test_entrant_stays_until_they_leave)
{
	scene_open_season(scene, "every 4w to 1", 3);
	scene_say(scene, ROOM, "@f1:test", "!eg season join every");
	scene_assert_answer(scene, ROOM, "until you leave one with !engarde season leave");
	scene_say(scene, ROOM, "@f3:test", "!eg saison mitmachen jede");
	scene_assert_said(scene, ROOM, "You also take part in the following ones");
	scene_ask_in(
		scene, ROOM, "@f0:test", "!eg season join twice", "I don't understand twice here.");
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_fence_season(scene);
	assert_int_equal(scene_season(scene).stage, BOT_STAGE_SIGN_UP);
	assert_int_equal(scene_count_said(scene, ROOM, "who takes part?"), 1);
	struct bot_contest *season = scene_load_season(scene);
	assert_int_equal(season->entrants, 2);
	assert_non_null(bot_contest_find(season, "@f1:test"));
	assert_non_null(bot_contest_find(season, "@f3:test"));
	assert_string_not_equal(season->entrant[0].event, season->entrant[1].event);
	free(season);
	scene_say(scene, ROOM, "@f3:test", "!eg season leave");
	scene_say(scene, ROOM, "@f0:test", "!eg season join");
	scene_say(scene, ROOM, "@f2:test", "!eg season join");
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_fence_season(scene);
	season = scene_load_season(scene);
	assert_int_equal(season->competition.stage, BOT_STAGE_SIGN_UP);
	assert_int_equal(season->entrants, 1);
	assert_string_equal(season->entrant[0].user, "@f1:test");
	free(season);
}
