/* Seasons: fencers who leave their private room, or the room of the season. */
#include "bot/call/call.h"
#include "bot/host/host.h"
#include "bot/store/rounds.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"
#define F1 "@f1:test"
#define F2 "@f2:test"

#define PRIVATE "!private-of-f0:test"

/* Returns the match of the two, or 0. */
static int64_t bout_of(struct scene *scene, const char *one, const char *other)
{
	struct bot_contest *season = scene_load_season(scene);
	uint8_t number = bot_contest_find(season, one)->number;
	uint8_t against = bot_contest_find(season, other)->number;
	int64_t id = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		const uint8_t *entrant = season->bout[i].entrant;

		if ((entrant[0] == number && entrant[1] == against) ||
			(entrant[0] == against && entrant[1] == number))
			id = season->bout[i].match;
	}
	free(season);
	return id;
}

static struct bot_entrant find_entrant(struct scene *scene, const char *user)
{
	struct bot_contest *season = scene_load_season(scene);
	struct bot_entrant entrant = *bot_contest_find(season, user);

	free(season);
	return entrant;
}

/* F0 leaves their private room, and comes back at once. */
static void leave_for_a_moment(struct scene *scene)
{
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, F0, PRIVATE));
	SCENE_HOST(scene, bot_store_set_joined(scene->store, F0, true));
	SCENE_STORE(scene, bot_host_user_left(scene->host, PRIVATE, F0));
	SCENE_STORE(scene, bot_host_user_joined(scene->host, F0));
	scene_wait(scene, SECOND);
}

/* Else F0, whom the bot has reached, would win as the only one who has come. */
SCENE_TEST(test_leaving_does_not_win_a_bout_that_waits)
{
	scene->unreachable = F1;
	scene_begin_season(scene, "4w to 1", 3);
	int64_t id = bout_of(scene, F0, F1);
	assert_int_equal(scene_match(scene, id).status, BOT_ACCEPTED);
	leave_for_a_moment(scene);
	assert_int_equal(scene_match(scene, id).status, BOT_ACCEPTED);
	assert_int_equal(find_entrant(scene, F1).forfeits, 0);
	scene_wait(scene, 10 * DAY); /* the bout waits no longer than three turns */
	assert_int_equal(scene_match(scene, id).status, BOT_ENDED);
	assert_true(find_entrant(scene, F1).forfeits > 0);
}

/* Asserts that no bout of F0 counts for anybody. */
static void assert_annulled(struct scene *scene)
{
	struct bot_contest *season = scene_load_season(scene);
	size_t count = 0;

	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];

		if (bout->entrant[0] != 0 && bout->entrant[1] != 0)
			continue;
		assert_int_equal(bout->state, BOT_BOUT_ENDED);
		assert_int_equal(bout->winner, BOT_BOUT_NOBODY);
		assert_int_equal(bout->touches[0] + bout->touches[1], 0);
		count++;
	}
	assert_int_equal(count, 3);
	free(season);
}

static void leave_room(struct scene *scene)
{
	SCENE_STORE(scene, bot_host_user_left(scene->host, ROOM, F0));
}

static void leave_season(struct scene *scene)
{
	scene_say(scene, ROOM, F0, "!eg season leave yes");
}

static void forget_me(struct scene *scene)
{
	scene_tell(scene, F0, "forget me");
	scene_tell(scene, F0, "yes");
}

/* The bouts that F0 fences are annulled, whichever way F0 withdraws. */
static void check_withdrawal(struct scene *scene, void withdraw(struct scene *scene))
{
	scene_begin_season(scene, "4w to 5", 4);
	assert_int_equal(scene_match(scene, bout_of(scene, F0, F1)).status, BOT_PLAYING);
	withdraw(scene);
	scene_wait(scene, SECOND);
	assert_annulled(scene);
}

SCENE_TEST(test_leaving_the_room_annuls_the_open_bouts)
{
	check_withdrawal(scene, leave_room);
}

SCENE_TEST(test_leaving_the_season_annuls_the_open_bouts)
{
	check_withdrawal(scene, leave_season);
}

SCENE_TEST(test_forgetting_annuls_the_open_bouts)
{
	check_withdrawal(scene, forget_me);
}

/* Both fencers of a bout act, which goes on. */
static void let_both_act(struct scene *scene, int64_t id)
{
	char action[EG_ACTION_SIZE];

	for (int i = 0; i < 2; i++) {
		const struct eg_match state = scene_state(scene, id);
		struct eg_action legal[EG_LEGAL_MAX];

		eg_round_legal(&state.round, legal);
		eg_action_print(legal[0], action);
		scene_tellf(scene, scene_match(scene, id).player[state.round.to_act], "%s #%d",
			action, (int)id);
	}
	assert_int_equal(scene_match(scene, id).status, BOT_PLAYING);
}

/* A fencer with half of the bouts can't take a lead away from an opponent. */
static void check_late_withdrawal(struct scene *scene, void withdraw(struct scene *scene))
{
	struct bot_contest *season;
	size_t at = 0;

	scene_begin_season(scene, "4w to 5", 3);
	scene_fence_season_bout(scene, bout_of(scene, F0, F1));
	int64_t id = bout_of(scene, F0, F2);
	let_both_act(scene, id);
	withdraw(scene);
	scene_wait(scene, SECOND);
	season = scene_load_season(scene);
	while (season->bout[at].match != id)
		at++;
	assert_int_equal(season->bout[at].state, BOT_BOUT_ENDED);
	assert_int_equal(season->bout[at].winner, season->bout[at].entrant[0] == 0);
	assert_int_equal(season->bout[at].touches[season->bout[at].entrant[0] == 0], 5);
	free(season);
}

SCENE_TEST(test_late_withdrawal_from_the_room_loses_the_open_bout)
{
	check_late_withdrawal(scene, leave_room);
}

SCENE_TEST(test_late_withdrawal_loses_the_open_bout)
{
	check_late_withdrawal(scene, leave_season);
}

SCENE_TEST(test_forgetting_late_loses_the_open_bout)
{
	check_late_withdrawal(scene, forget_me);
}

/* All fencers but F0 act if it is their turn: in each bout after other hours. */
static void let_others_act(struct scene *scene, size_t hour)
{
	struct bot_contest *season = scene_load_season(scene);

	for (size_t i = 0; i < season->bouts; i++) {
		int64_t id = season->bout[i].match;

		if (hour % (1 + i % 7) != 0 || season->bout[i].state != BOT_BOUT_FENCED ||
			scene_match(scene, id).status != BOT_PLAYING)
			continue;
		enum eg_seat seat = scene_state(scene, id).round.to_act;
		if (strcmp(scene_match(scene, id).player[seat], F0) != 0)
			scene_play_last(scene, id);
	}
	free(season);
}

/*
 * F0 never acts, and is taken out. Whatever the opponents have begun is a victory, as they were
 * told; what nobody has begun counts for nobody.
 */
SCENE_TEST(test_what_was_begun_against_a_silent_fencer_is_won)
{
	unsigned begun = 0;

	scene_begin_season(scene, "4w to 5", 4);
	struct bot_entrant silent = find_entrant(scene, F0);
	silent.forfeits = 1; /* they have let a bout run out before */
	silent.forfeited = 0;
	SCENE_HOST(scene, bot_entrant_save(scene->store, scene_season(scene).id, &silent));
	for (size_t i = 0; i < 60 && find_entrant(scene, F0).state == BOT_ENTRANT_PRESENT; i++) {
		let_others_act(scene, i);
		scene_wait(scene, HOUR);
	}
	assert_int_equal(find_entrant(scene, F0).state, BOT_ENTRANT_WITHDRAWN);
	struct bot_contest *season = scene_load_season(scene);
	for (size_t i = 0; i < season->bouts; i++) {
		const struct bot_bout *bout = &season->bout[i];
		size_t other = bout->entrant[0] == 0;
		bool acted[2];

		if ((bout->entrant[0] != 0 && bout->entrant[1] != 0) || bout->match == 0)
			continue;
		const struct bot_match match = scene_match(scene, bout->match);
		SCENE_HOST(scene, bot_store_acted(scene->store, &match, acted));
		if (match.ending == BOT_RESIGNED) {
			assert_int_equal(bout->winner, acted[other] ? other : BOT_BOUT_NOBODY);
			begun += acted[other];
		}
		if (acted[other])
			assert_int_equal(bout->touches[other], 5);
	}
	assert_true(begun > 0);
	assert_int_equal(find_entrant(scene, F0).number, 0);
	struct bot_standing standings[BOT_CONTEST_ROWS];
	size_t count = bot_season_standings(season, 1, false, standings), victories = 0;
	for (size_t i = 0; i < count; i++)
		victories += (size_t)standings[i].victories;
	assert_true(victories >= begun + 1);
	free(season);
}

/* Who leaves before half of their bouts: the opponent hears that the bout counts for nobody. */
SCENE_TEST(test_opponents_hear_that_a_bout_counts_for_nobody)
{
	check_withdrawal(scene, leave_season);
	assert_int_equal(scene_count_said(scene, F1, "counts for nobody in the table: " F0), 1);
}

/* F0 has not acted yet, and comes back. */
SCENE_TEST(test_leaving_for_a_moment_loses_no_bout)
{
	scene_begin_season(scene, "4w to 5", 3);
	leave_for_a_moment(scene);
	assert_int_equal(scene_match(scene, bout_of(scene, F0, F1)).status, BOT_PLAYING);
	assert_int_equal(scene_match(scene, bout_of(scene, F0, F2)).status, BOT_PLAYING);
	assert_int_equal(find_entrant(scene, F0).state, BOT_ENTRANT_PRESENT);
	assert_int_equal(find_entrant(scene, F0).forfeits, 0);
}
