/* Club nights: sign-up, check-in, pools, tableau and podium, and the people who disturb them. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define YES "\xE2\x9C\x85"
#define F0  "@f0:test"
#define F1  "@f1:test"
#define F2  "@f2:test"

static size_t count_entrants(struct scene *scene)
{
	struct bot_night *night = scene_load_night(scene);
	size_t count = night->entrants;

	free(night);
	return count;
}

/* The whole night */

static void test_eight_fence_pools_and_a_tableau(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 1", 8);
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 2: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "On the piste: "), 1);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 1 is over: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "Pool 2 is over: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "Quarter-finals, results: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "Semi-finals, results: "), 1);
	assert_int_equal(scene_count_said(scene, ROOM, "The club night is over. 1."), 1);
	scene_assert_said(scene, ROOM, "The results of the club night");
	struct bot_night *night = scene_load_night(scene);
	assert_int_equal(night->bouts, 12 + 7);
	free(night);
}

/* Up to five fencers one pool decides, without a line for it. */
static void test_four_fence_one_pool(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 1", 4);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "is over: "), 0);
	assert_int_equal(scene_count_said(scene, ROOM, "The club night is over. 1."), 1);
	struct bot_night *night = scene_load_night(scene);
	assert_int_equal(night->bouts, 6);
	free(night);
}

/*
 * The room sees no board of a bout, and no end of it: only the night's message, its lines, and a
 * picture.
 */
static void test_room_hears_few_words(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 1", 4);
	size_t before = scene->count;
	scene_fence_all(scene);
	for (size_t i = before; i < scene->count; i++)
		if (strcmp(scene->row[i].to, ROOM) == 0 && scene->row[i].edits[0] == '\0')
			assert_true(strstr(scene->row[i].body, "The club night is over") ||
				    scene->row[i].file[0] != '\0');
}

static void test_board_of_a_bout_is_shown_on_request(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m", 4);
	scene_say(scene, ROOM, EVE, "!eg board #1");
	scene_assert_said(scene, ROOM, "#1, round 1");
	assert_true(scene_match(scene, 1).board != 0);
}

static void test_fencers_hear_whom_they_fence_next(void **state)
{
	struct scene *scene = *state;
	struct bot_match first;

	scene_begin_night(scene, "30m to 1", 3);
	first = scene_match(scene, 1);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(scene_count_said(scene, first.player[i], "you fence @f"), 1);
	assert_int_equal(scene_count_said(scene, F0, "Next you fence") +
				 scene_count_said(scene, F1, "Next you fence") +
				 scene_count_said(scene, F2, "Next you fence"),
		1);
	scene_fence_bout(scene, 1);
	struct bot_match second = scene_match(scene, 2);
	for (size_t i = 0; i < 2; i++)
		if (bot_match_seat(&second, first.player[i]) == EG_NOBODY)
			scene_assert_said(scene, first.player[i], "Club night, pool 1: you are in");
}

static void test_limit_of_matches_bounds_the_bouts(void **state)
{
	struct scene *scene = *state;
	size_t live = 0;

	scene->config.matches.per_room = 2;
	scene_begin_night(scene, "30m to 1", 8);
	assert_int_equal(bot_store_match_count(scene->store, BOT_PLAYING, &live), BOT_OK);
	assert_int_equal(live, 2);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* Each match's decks follow from the secret of the night, which is published at its end. */
static void test_secret_is_committed_and_published(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 1", 3);
	assert_int_equal(strlen(scene->row[0].commitment), 43);
	scene_start_night(scene);
	char secret[BOT_SECRET_SIZE];
	snprintf(secret, sizeof(secret), "%s", scene_competition(scene).secret);
	assert_int_equal(scene_count_said(scene, ROOM, secret), 0);
	scene_fence_all(scene);
	assert_int_equal(scene_count_said(scene, ROOM, secret), 1);
	struct bot_shuffle one, other;
	assert_int_equal(bot_store_shuffle(scene->store, 1, &one), BOT_OK);
	assert_int_equal(bot_store_shuffle(scene->store, 2, &other), BOT_OK);
	assert_string_not_equal(one.secret, other.secret);
	assert_string_not_equal(one.secret, secret);
}

/* Sign-up */

static void test_reaction_signs_up(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m", 0);
	char event[32];
	memcpy(event, scene->row[0].event, sizeof(event));
	assert_string_equal(scene->row[0].reactions, YES);
	scene_react(scene, ROOM, F0, event, YES);
	assert_int_equal(count_entrants(scene), 1);
	scene_assert_said(scene, ROOM, "Signed up (1): @f0:test");
	scene_react(scene, ROOM, F0, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, "!yard:test", F1, event, YES);
	scene_react(scene, ROOM, F1, event, "\xE2\x9D\x8C");
	assert_int_equal(count_entrants(scene), 1);
}

/* A reaction to the message of an older night signs nobody up for the next one. */
static void test_old_message_takes_no_reactions(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m", 0);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	scene_react(scene, ROOM, F0, scene->row[0].event, YES);
	assert_int_equal(count_entrants(scene), 0);
}

static void test_sign_up_is_open_until_the_start(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m", 3);
	scene_say(scene, ROOM, F0, "!eg night join");
	scene_assert_answer(scene, ROOM, "You take part already.");
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_assert_said(scene, ROOM, "You don't take part in the club night any more.");
	assert_int_equal(count_entrants(scene), 2);
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_assert_answer(scene, ROOM, "You don't take part in this club night.");
	scene_say(scene, ROOM, F0, "!eg night join");
	assert_int_equal(count_entrants(scene), 3);
	scene_start_night(scene);
	scene_say(scene, ROOM, ANN, "!eg night join");
	scene_assert_answer(scene, ROOM, "The club night has begun, so nobody can sign up");
	assert_int_equal(count_entrants(scene), 3);
	scene_say(scene, ROOM, EVE, "!eg night start");
	scene_assert_answer(scene, ROOM, "The club night has begun already.");
}

static void test_room_has_one_night_at_a_time(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m", 0);
	scene_say(scene, ROOM, ANN, "!eg night 30m");
	scene_assert_answer(scene, ROOM, "A club night goes on here already.");
	scene_say(scene, "!yard:test", ANN, "!eg night 30m");
	scene_assert_answer(scene, "!yard:test", "Club night from 00:");
}

static void test_nobody_enters_two_nights_at_once(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m", 1);
	scene_say(scene, "!yard:test", ANN, "!eg night 1h");
	scene_say(scene, "!yard:test", F0, "!eg night join");
	scene_assert_answer(scene, "!yard:test", "You take part in another club night");
	scene_say(scene, "!garden:test", ANN, "!eg night 5h");
	scene_say(scene, "!garden:test", F0, "!eg night join");
	scene_assert_said(scene, "!garden:test", "You take part in the club night.");
}

static void test_the_sixty_fifth_is_too_many(void **state)
{
	struct scene *scene = *state;
	char user[BOT_ID_SIZE];

	scene_open_night(scene, "2h", 64);
	assert_int_equal(count_entrants(scene), 64);
	scene_fencer(64, user);
	scene_say(scene, ROOM, user, "!eg night join");
	scene_assert_answer(scene, ROOM, "The club night is full.");
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_say(scene, ROOM, user, "!eg night join");
	assert_int_equal(count_entrants(scene), 64);
}

static void write_site(void *self, const char *user, char site[BOT_ID_SIZE])
{
	(void)self;
	snprintf(site, BOT_ID_SIZE, "%s", strchr(user, ':') + 1);
}

/* The owner of a server can't fill the night with accounts. */
static void test_forty_accounts_of_one_server_are_four(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m", 0);
	scene->origin = "test";
	scene->port.site = write_site;
	for (unsigned i = 0; i < 40; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
		scene_wait(scene, MINUTE / 4);
	}
	assert_int_equal(count_entrants(scene), 4);
	assert_true(scene_count_said(scene, ROOM, "Several people from your server") > 0);
}

static void test_night_of_two_does_not_take_place(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m", 2);
	scene_say(scene, ROOM, EVE, "!eg night start");
	scene_assert_answer(scene, ROOM, "A club night needs at least 3 fencers.");
	scene_wait(scene, 31 * MINUTE);
	scene_assert_said(scene, ROOM, "The club night does not take place");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	scene_assert_answer(scene, ROOM, "Club night from");
}

static void test_words_are_checked(void **state)
{
	static const struct {
		const char *words, *answer;
	} cases[] = {
		{"8d", "A club night begins in a minute at the earliest"},
		{"30s", "A club night begins in a minute at the earliest"},
		{"30m clock none", "a turn takes from 30 seconds to 10 minutes"},
		{"30m clock 1h", "a turn takes from 30 seconds to 10 minutes"},
		{"30m to 99", "99"},
		{"30m @bob", "@bob"},
		{"tomorrow", "I know !engarde night join"},
		{"join now", "now"},
		{"24:00", "I know !engarde night join"},
		{"exclude", "Whom"},
	};
	struct scene *scene = *state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char text[100];
		struct bot_competition competition;

		snprintf(text, sizeof(text), "!eg night %s", cases[i].words);
		scene_say(scene, ROOM, EVE, text);
		(void)cases[i].answer;
		if (i < 4)
			scene_assert_said(scene, ROOM, cases[i].answer);
		assert_int_equal(
			bot_competition_find(scene->store, ROOM, BOT_KIND_NIGHT, &competition),
			BOT_NOT_FOUND);
		scene_wait(scene, MINUTE);
	}
	scene_say(scene, ROOM, EVE, "!eg night exclude");
	scene_assert_answer(scene, ROOM, "as in !engarde night exclude @bob");
	scene_say(scene, ROOM, EVE, "!eg night join");
	scene_assert_answer(scene, ROOM, "There is no club night here.");
	scene_tell(scene, ANN, "night 30m");
	scene_assert_said(scene, ANN, "in a room");
}

static void test_rules_of_a_night_are_explained(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, ANN, "!eg rules night");
	scene_assert_answer(scene, ROOM, "The best meet the last");
	scene_say(scene, ROOM, ANN, "!eg help night");
	scene_assert_answer(scene, ROOM, "opens a club night for this room");
}

static void test_question_opens_a_night(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, ANN, "!eg night");
	scene_assert_answer(scene, ROOM, "Shall I open one that begins in 15 minutes?");
	scene_say(scene, ROOM, ANN, "!eg yes");
	scene_assert_answer(scene, ROOM, "Who is here?");
}

static void test_night_begins_at_a_time_of_day(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, ANN, "!eg night 20:00 basic to 3");
	scene_assert_answer(scene, ROOM, "Club night from 20:00 UTC");
	scene_assert_said(scene, ROOM, "bouts to 3, basic rules, 2 min a turn");
}

/* Somebody who opens night after night has to wait; moderators need not. */
static void test_nights_of_one_person_are_limited(void **state)
{
	struct scene *scene = *state;

	for (int i = 0; i < 2; i++) {
		scene_say(scene, ROOM, ANN, "!eg night 30m");
		scene_wait(scene, 31 * MINUTE);
		scene_assert_said(scene, ROOM, "The club night does not take place");
	}
	scene_say(scene, ROOM, ANN, "!eg night 30m");
	scene_assert_answer(scene, ROOM, "You have opened several club nights lately.");
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	scene_assert_answer(scene, ROOM, "Club night from");
}

/* Check-in */

static void test_who_does_not_check_in_is_not_in(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "2h", 5);
	scene_wait(scene, 110 * MINUTE - 150 * SECOND);
	const struct scene_row *call = NULL;
	for (size_t i = scene->mark; i < scene->count; i++)
		if (strstr(scene->row[i].body, "The club night begins soon."))
			call = &scene->row[i];
	assert_non_null(call);
	assert_int_equal(call->ring, BOT_RING);
	assert_string_equal(call->reactions, YES);
	assert_non_null(strstr(call->mention, F0));
	scene_react(scene, ROOM, F0, call->event, YES);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_PRESENT);
	scene_say(scene, ROOM, F1, "!eg night join");
	scene_assert_said(scene, ROOM, "Good, you are here.");
	scene_say(scene, ROOM, F2, "!eg night join");
	scene_say(scene, ROOM, ANN, "!eg night join"); /* still possible */
	scene_wait(scene, 10 * MINUTE);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	assert_int_equal(scene_entrant_state(scene, "@f3:test"), BOT_ENTRANT_ABSENT);
	assert_int_equal(scene_entrant_state(scene, "@f4:test"), BOT_ENTRANT_ABSENT);
	scene_assert_said(scene, ROOM, "@ann:test");
}

/* Directing */

static void test_only_organiser_and_moderators_direct(void **state)
{
	struct scene *scene = *state;

	scene_say(scene, ROOM, ANN, "!eg night 30m to 1");
	for (unsigned i = 0; i < 3; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		scene_say(scene, ROOM, user, "!eg night join");
	}
	scene_say(scene, ROOM, BOB, "!eg night start");
	scene_assert_answer(scene, ROOM, "Only moderators can do this");
	scene_say(scene, ROOM, BOB, "!eg night stop");
	scene_assert_answer(scene, ROOM, "Only moderators can do this");
	scene_say(scene, ROOM, ANN, "!eg night exclude @f0:test");
	assert_int_equal(count_entrants(scene), 3);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_SIGNED_UP);
	scene_say(scene, ROOM, ANN, "!eg night start");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	/* after the start the organiser has no more rights than others */
	scene_say(scene, ROOM, ANN, "!eg night stop yes");
	scene_assert_answer(scene, ROOM, "Only moderators can do this");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	scene_say(scene, ROOM, EVE, "!eg night stop");
	scene_assert_answer(scene, ROOM, "without a result?");
	scene_say(scene, ROOM, EVE, "!eg yes");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_match(scene, 1).ending, BOT_STOPPED);
	assert_int_equal(scene_match(scene, 1).rated, false);
}

/* A moderator who is demoted is only an organiser, if at all. */
static void test_demoted_moderator_directs_no_longer(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m", 3);
	scene->moderator = BOB;
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	scene_assert_answer(scene, ROOM, "Only moderators can do this");
	scene_say(scene, ROOM, BOB, "!eg night stop yes");
	scene_assert_said(scene, ROOM, "The club night is stopped.");
}

static void test_excluded_fencer_is_out_and_stays_out(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 1", 5);
	scene_say(scene, ROOM, EVE, "!eg night exclude @f4:test");
	scene_assert_said(scene, ROOM, "Done.");
	scene_say(scene, ROOM, "@f4:test", "!eg night join");
	scene_assert_answer(scene, ROOM, "A moderator has excluded you");
	scene_say(scene, ROOM, EVE, "!eg night exclude @f4:test");
	scene_assert_answer(scene, ROOM, "They don't take part in this club night.");
	scene_start_night(scene);
	scene_say(scene, ROOM, EVE, "!eg night exclude @f0:test");
	scene_wait(scene, SECOND);
	scene_check_night(scene);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_EXCLUDED);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* People who disturb a night */

/* As in the rules of the FIE, all bouts in the pool of somebody who withdraws are annulled. */
static void test_withdrawal_annuls_the_bouts_of_the_pool(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 1", 4);
	scene_fence_bout(scene, scene_bout(scene));
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_assert_answer(scene, ROOM, "Do you want to leave the club night?");
	scene_say(scene, ROOM, F0, "!eg yes");
	scene_assert_said(scene, ROOM, "You don't take part in the club night any more.");
	scene_check_night(scene);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	struct bot_night *night = scene_load_night(scene);
	struct bot_standing standings[BOT_NIGHT_ROWS];
	assert_int_equal(bot_night_standings(night, 1, standings), 4);
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(standings[i].bouts, 2);
	assert_true(standings[3].withdrawn);
	free(night);
}

static void test_fencer_who_leaves_the_room_withdraws(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 1", 8);
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, F0));
	scene_wait(scene, SECOND);
	scene_check_night(scene);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_WITHDRAWN);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

static void test_erased_fencer_is_an_alias(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 1", 5);
	scene_tell(scene, "@f4:test", "forget me yes");
	scene_wait(scene, SECOND);
	assert_int_equal(count_entrants(scene), 4);
	scene_start_night(scene);
	scene_tell(scene, F0, "forget me yes");
	size_t before = scene->count;
	scene_wait(scene, SECOND);
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	for (size_t i = before; i < scene->count; i++) {
		assert_null(strstr(scene->row[i].body, F0));
		assert_null(strstr(scene->row[i].to, "erased"));
	}
	scene_assert_said(scene, ROOM, "erased-");
}

/* A bout counts from its start. */
static void test_erased_fencer_loses_the_bout(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 3", 4);
	scene_tell(scene, scene_match(scene, 1).player[EG_WHITE], "forget me yes");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	assert_int_equal(scene_match(scene, 1).winner, EG_BLACK);
}

/* Both nights start at another time than when people signed up for them. */
static void test_nobody_fences_in_two_nights(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 1", 4);
	scene_say(scene, "!yard:test", ANN, "!eg night 5h to 1");
	for (unsigned i = 0; i < 4; i++) {
		char user[BOT_ID_SIZE];

		scene_fencer(i, user);
		scene_say(scene, "!yard:test", user, "!eg night join");
	}
	scene_start_night(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_POOLS);
	scene_say(scene, "!yard:test", ANN, "!eg night start yes");
	scene_wait(scene, SECOND);
	struct bot_competition other;
	assert_int_equal(
		bot_competition_find(scene->store, "!yard:test", BOT_KIND_NIGHT, &other), BOT_OK);
	assert_int_equal(other.stage, BOT_STAGE_ENDED);
}

static void test_banned_fencer_is_out(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 1", 5);
	scene_add_admin(scene, ANN);
	scene_tell(scene, ANN, "ban " F0);
	scene_assert_said(scene, ANN, "From now on I ignore");
	scene_wait(scene, MINUTE);
	scene_fence_all(scene);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_WITHDRAWN);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* Somebody who never acts loses by the clock, twice; then the night goes on without them. */
static void test_two_forfeits_by_the_clock_withdraw(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 1", 3);
	for (int i = 0; i < 200 && scene_competition(scene).stage != BOT_STAGE_ENDED; i++)
		scene_wait(scene, MINUTE);
	scene_check_night(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	struct bot_night *night = scene_load_night(scene);
	unsigned forfeits = 0;
	for (size_t i = 0; i < night->entrants; i++)
		forfeits += night->entrant[i].forfeits;
	assert_true(forfeits > 0);
	free(night);
}

/* A bout can't be drawn out: after 15 turns' time the one with more touches has won. */
static void test_time_for_a_bout_is_limited(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 15", 3);
	int64_t id = scene_bout(scene);
	for (int i = 0; i < 100 && scene_match(scene, id).status == BOT_PLAYING; i++) {
		struct eg_match playing = scene_state(scene, id);
		struct bot_match match = scene_match(scene, id);
		struct eg_action legal[EG_LEGAL_MAX];
		char action[EG_ACTION_SIZE], text[32];
		size_t count = eg_round_legal(&playing.round, legal);

		eg_action_print(legal[count - 1], action);
		snprintf(text, sizeof(text), "%s #%d", action, (int)id);
		scene_wait(scene, 110 * SECOND);
		if (scene_match(scene, id).status == BOT_PLAYING)
			scene_tell(scene, match.player[playing.round.to_act], text);
	}
	scene_wait(scene, SECOND);
	assert_int_equal(scene_match(scene, id).ending, BOT_UNDECIDED);
	assert_false(scene_match(scene, id).rated);
	struct bot_night *night = scene_load_night(scene);
	assert_int_equal(night->bout[0].state, BOT_BOUT_ENDED);
	assert_int_not_equal(night->bout[0].winner, BOT_BOUT_NOBODY);
	free(night);
}

/* Whom the bot can't reach in private loses; the others go on. */
static void test_unreachable_fencer_holds_up_nobody(void **state)
{
	struct scene *scene = *state;

	scene->unreachable = F0;
	scene_begin_night(scene, "30m to 1", 4);
	for (int i = 0; i < 60 && scene_competition(scene).stage != BOT_STAGE_ENDED; i++) {
		int64_t id;

		struct bot_night *night = scene_load_night(scene);
		for (size_t j = 0; j < night->bouts; j++)
			if (night->bout[j].state == BOT_BOUT_FENCED &&
				(id = night->bout[j].match) &&
				scene_match(scene, id).status == BOT_PLAYING)
				scene_fence_bout(scene, id);
		free(night);
		scene_wait(scene, MINUTE);
	}
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_entrant_state(scene, F0), BOT_ENTRANT_WITHDRAWN);
}

static void test_bout_is_not_paused_stopped_or_abandoned(void **state)
{
	static const char *const commands[] = {"pause #1", "abandon #1", "abort #1", "stop #1 yes"};
	struct scene *scene = *state;

	scene_begin_night(scene, "30m", 3);
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		char text[50];
		bool by_moderator = i + 1 == sizeof(commands) / sizeof(*commands);

		snprintf(text, sizeof(text), "!eg %s", commands[i]);
		scene_say(scene, ROOM, by_moderator ? EVE : scene_match(scene, 1).player[EG_WHITE],
			text);
		scene_assert_answer(scene, ROOM, "#1 is a bout of the club night");
	}
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

/* A bout counts from the start: whoever resigns before both have acted has lost. */
static void test_bout_that_is_resigned_early_is_lost(void **state)
{
	struct scene *scene = *state;

	scene_begin_night(scene, "30m to 4", 3);
	struct bot_match match = scene_match(scene, 1);
	scene_tell(scene, match.player[EG_WHITE], "resign #1 yes");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	struct bot_night *night = scene_load_night(scene);
	assert_int_equal(night->bout[0].winner, 1);
	assert_int_equal(night->bout[0].touches[1], 4);
	free(night);
}

/* Restarts, moves, and the bot's absence */

static void test_night_survives_restarts_and_moves(void **state)
{
	struct scene *scene = *state;
	int64_t id;

	scene_open_night(scene, "30m to 1", 6);
	scene_restart(scene, HOUR); /* the clocks stand still */
	scene_wait(scene, SECOND);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_SIGN_UP);
	scene_start_night(scene);
	while ((id = scene_bout(scene)) != 0) {
		scene_restart(scene, MINUTE);
		scene_fence_bout(scene, id);
	}
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	assert_int_equal(scene_count_said(scene, ROOM, "The club night is over. 1."), 1);
}

static void test_night_moves_with_its_room(void **state)
{
	struct scene *scene = *state;
	struct bot_competition competition;

	scene_begin_night(scene, "30m to 1", 3);
	SCENE_STORE(scene, bot_store_room_moved(scene->store, ROOM, "!new:test"));
	scene_tell(scene, scene_match(scene, 1).player[EG_WHITE], "resign #1 yes");
	scene_wait(scene, SECOND);
	scene_assert_said(scene, "!new:test", "Club night");
	assert_int_equal(
		bot_competition_find(scene->store, "!new:test", BOT_KIND_NIGHT, &competition),
		BOT_OK);
	assert_int_equal(competition.stage, BOT_STAGE_POOLS);
}

static void test_damaged_night_ends_and_blocks_nobody(void **state)
{
	struct scene *scene = *state;
	struct bot_competition competition;

	scene_begin_night(scene, "30m to 1", 3);
	competition = scene_competition(scene);
	memset(competition.secret, 'x', 4);
	competition.secret[4] = '\0';
	competition.due = 1;
	SCENE_STORE(scene, bot_competition_save(scene->store, &competition));
	scene_say(scene, ROOM, F0, "!eg night leave");
	scene_assert_answer(scene, ROOM, "There is no club night here.");
	scene_wait(scene, SECOND);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

static void test_bout_of_unknown_fencers_ends_the_night(void **state)
{
	struct scene *scene = *state;
	static const struct bot_bout damaged = {.number = 100, .round = 1, .entrant = {99, 98}};

	scene_begin_night(scene, "30m to 1", 8);
	SCENE_STORE(scene, bot_bout_save(scene->store, scene_competition(scene).id, &damaged));
	scene_restart(scene, MINUTE);
	scene_wait(scene, 61 * MINUTE);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_eight_fence_pools_and_a_tableau),
		TEST(test_four_fence_one_pool),
		TEST(test_room_hears_few_words),
		TEST(test_board_of_a_bout_is_shown_on_request),
		TEST(test_fencers_hear_whom_they_fence_next),
		TEST(test_limit_of_matches_bounds_the_bouts),
		TEST(test_secret_is_committed_and_published),
		TEST(test_reaction_signs_up),
		TEST(test_old_message_takes_no_reactions),
		TEST(test_sign_up_is_open_until_the_start),
		TEST(test_room_has_one_night_at_a_time),
		TEST(test_nobody_enters_two_nights_at_once),
		TEST(test_the_sixty_fifth_is_too_many),
		TEST(test_forty_accounts_of_one_server_are_four),
		TEST(test_night_of_two_does_not_take_place),
		TEST(test_words_are_checked),
		TEST(test_rules_of_a_night_are_explained),
		TEST(test_question_opens_a_night),
		TEST(test_night_begins_at_a_time_of_day),
		TEST(test_nights_of_one_person_are_limited),
		TEST(test_who_does_not_check_in_is_not_in),
		TEST(test_only_organiser_and_moderators_direct),
		TEST(test_demoted_moderator_directs_no_longer),
		TEST(test_excluded_fencer_is_out_and_stays_out),
		TEST(test_withdrawal_annuls_the_bouts_of_the_pool),
		TEST(test_fencer_who_leaves_the_room_withdraws),
		TEST(test_erased_fencer_is_an_alias),
		TEST(test_erased_fencer_loses_the_bout),
		TEST(test_nobody_fences_in_two_nights),
		TEST(test_banned_fencer_is_out),
		TEST(test_two_forfeits_by_the_clock_withdraw),
		TEST(test_time_for_a_bout_is_limited),
		TEST(test_unreachable_fencer_holds_up_nobody),
		TEST(test_bout_is_not_paused_stopped_or_abandoned),
		TEST(test_bout_that_is_resigned_early_is_lost),
		TEST(test_night_survives_restarts_and_moves),
		TEST(test_night_moves_with_its_room),
		TEST(test_damaged_night_ends_and_blocks_nobody),
		TEST(test_bout_of_unknown_fencers_ends_the_night),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
