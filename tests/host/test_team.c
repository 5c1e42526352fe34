/* A team match of two rooms: the rooms agree on it, people sign up, and the boards are fenced. */
#include "bot/call/call.h"
#include "bot/club/team.h"
#include "bot/competition/loading.h"
#include "bot/store/person.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define YES   "\xE2\x9C\x85"
#define MAX   "@max:test" /* the moderator of OTHER */
#define OTHER "!other:test"
#define THIRD "!third:test"
#define F0    "@f0:test"
#define G0    "@g0:test"
#define ASK   "!eg team match #other:test 1h to 1"

static const struct scene_room rooms[] = {{ROOM, "Great hall", "#hall:test"},
	{OTHER, "Fencing club", "#other:test"}, {THIRD, "Secret", "#third:test"}};

static bool both;        /* whether EVE moderates OTHER, too */
static bool alone;       /* whether EVE is in no room but ROOM */
static bool many;        /* whether @m0:test to @m3:test moderate ROOM, and are in OTHER, too */
static const char *lost; /* a room that the bot has left, or NULL */

static const char *const crowd[] = {"@m0:test", "@m1:test", "@m2:test", "@m3:test"};

static bool moderates(void *self, const char *room, const char *user)
{
	(void)self;
	return (strcmp(room, ROOM) == 0 && (strcmp(user, EVE) == 0 || (many && user[1] == 'm'))) ||
	       (strcmp(room, OTHER) == 0 && strcmp(user, both ? EVE : MAX) == 0);
}

static bool is_inside(void *self, const char *room)
{
	(void)self;
	return !lost || strcmp(room, lost) != 0;
}

/* EVE is in ROOM and OTHER, and MAX in OTHER. */
static enum bot_people each_person(void *self, const char *room,
	void (*take)(void *taker, const char *user, const char *name), void *taker)
{
	(void)self;
	if (strcmp(room, ROOM) == 0 || (strcmp(room, OTHER) == 0 && !alone))
		take(taker, EVE, "eve");
	if (strcmp(room, OTHER) == 0)
		take(taker, MAX, "max");
	for (size_t i = 0; many && i < 4; i++)
		take(taker, crowd[i], crowd[i]);
	return BOT_PEOPLE_GIVEN;
}

static void set_rooms(struct scene *scene)
{
	both = alone = many = false;
	lost = NULL;
	scene_set_rooms(scene, rooms, 3);
	scene->port.moderates = moderates;
	scene->port.is_inside = is_inside;
	scene->port.each_person = each_person;
}

SCENE_SET_UP(setup)
{
	set_rooms(scene);
}

/* EVE asks the other room, and MAX accepts. */
SCENE_SET_UP(agreed)
{
	set_rooms(scene);
	scene_say(scene, ROOM, EVE, ASK);
	scene_say(scene, OTHER, MAX, "!eg team accept");
}

/* So many people of a room sign up: @f0:test and so on, or another letter than f. */
static void join(struct scene *scene, const char *room, char letter, unsigned count)
{
	char user[BOT_ID_SIZE];

	for (unsigned i = 0; i < count; i++) {
		snprintf(user, sizeof(user), "@%c%u:test", letter, i);
		scene_say(scene, room, user, "!eg team join");
		scene_wait(scene, 20 * SECOND);
	}
}

/* Loads the contest of a room. The caller frees it. */
static struct bot_contest *load(struct scene *scene, const char *room)
{
	struct bot_contest *contest = calloc(1, sizeof(*contest)), *loaded = NULL;
	struct bot_competition competition;

	assert_non_null(contest);
	assert_true(bot_competition_find(scene->store, room, BOT_KIND_TEAM, &competition));
	SCENE_HOST(scene, loaded = bot_competition_load(scene->host, competition.id);
		   assert_non_null(loaded); memcpy(contest, loaded, sizeof(*contest)));
	return contest;
}

static enum bot_stage stage(struct scene *scene, const char *room)
{
	struct bot_contest *contest = load(scene, room);
	enum bot_stage found = contest->competition.stage;

	free(contest);
	return found;
}

/* Lets time pass until the match begins, or does not take place. */
static void await_start(struct scene *scene)
{
	while (stage(scene, ROOM) == BOT_STAGE_SIGN_UP)
		scene_wait(scene, MINUTE);
}

/* Both teams sign up, and the match begins. */
static void begin(struct scene *scene, unsigned ours, unsigned theirs)
{
	join(scene, ROOM, 'f', ours);
	join(scene, OTHER, 'g', theirs);
	await_start(scene);
}

static size_t count_entrants(struct scene *scene)
{
	struct bot_contest *contest = load(scene, ROOM);
	size_t found = contest->entrants;

	free(contest);
	return found;
}

static enum bot_entrant_state state_of(struct scene *scene, const char *user)
{
	struct bot_contest *contest = load(scene, OTHER);
	const struct bot_entrant *entrant = bot_contest_find(contest, user);

	assert_non_null(entrant);
	enum bot_entrant_state found = entrant->state;
	free(contest);
	return found;
}

static struct bot_team_score score_of(struct scene *scene)
{
	struct bot_contest *contest = load(scene, ROOM);
	struct bot_team_score score = bot_team_count_score(contest);

	free(contest);
	return score;
}

/* Returns a match of the contest that goes on, or 0. */
static int64_t find_bout(struct scene *scene)
{
	struct bot_contest *contest = load(scene, ROOM);
	int64_t found = 0;

	for (size_t i = 0; i < contest->bouts && found == 0; i++)
		if (contest->bout[i].state == BOT_BOUT_FENCED)
			found = contest->bout[i].match;
	free(contest);
	return found;
}

/* Whether the opponent of somebody has won their bout. */
static bool has_won_against(struct scene *scene, const char *user)
{
	struct bot_contest *contest = load(scene, ROOM);
	const struct bot_bout *bout = bot_contest_bout_of(
		contest, bot_contest_find(contest, user)->number, BOT_BOUT_ENDED);
	bool won = false;

	if (bout && bout->winner != BOT_BOUT_NOBODY)
		won = strcmp(bot_contest_entrant(contest, bout->entrant[bout->winner])->user,
			      user) != 0;
	free(contest);
	return won;
}

static void fence_all(struct scene *scene)
{
	int64_t id;

	while ((id = find_bout(scene)) != 0) {
		scene_play_match(scene, id);
		scene_wait(scene, SECOND);
	}
}

/* Agreeing */

SCENE_TEST_FROM(setup, test_a_moderator_of_each_room_agrees)
{
	scene_ask_in(scene, ROOM, ANN, ASK, "Only moderators of this room can do that");
	scene_say(scene, ROOM, EVE, ASK);
	scene_assert_said(scene, ROOM, "Team match against another room");
	scene_assert_said(scene, ROOM, "if a moderator there accepts");
	scene_assert_said(scene, OTHER, "eve asks in the name of Great hall");
	assert_string_equal(scene_last(scene, OTHER)->reactions, YES);
	scene_ask_in(scene, OTHER, G0, "!eg team join", "is not agreed yet");
	scene_ask_in(scene, ROOM, F0, "!eg team join", "is not agreed yet");
	scene_ask_in(scene, OTHER, G0, "!eg team accept", "Only moderators");
	scene_ask_in(scene, OTHER, EVE, "!eg team accept", "Only moderators");
	scene_ask_in(scene, ROOM, EVE, "!eg team accept", "is not agreed yet");
	assert_int_equal(count_entrants(scene), 0);
	scene_say(scene, OTHER, MAX, "!eg team accept");
	scene_assert_said(scene, OTHER, "Team match against Great hall");
	scene_assert_said(scene, OTHER, "Sign up for this room");
	scene_assert_said(scene, ROOM, "Sign up for this room");
	scene_ask_in(scene, OTHER, MAX, "!eg team accept", "is agreed already");
}

SCENE_TEST_FROM(setup, test_reaction_of_a_moderator_accepts)
{
	char event[32];

	scene_say(scene, ROOM, EVE, ASK);
	memcpy(event, scene_last(scene, OTHER)->event, sizeof(event));
	scene_react(scene, OTHER, G0, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, MAX, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, OTHER, MAX, event, YES);
	scene_assert_said(scene, OTHER, "Sign up for this room");
	memcpy(event, scene_last(scene, OTHER)->event, sizeof(event));
	scene_react(scene, OTHER, G0, event, YES);
	assert_int_equal(count_entrants(scene), 1);
}

static enum bot_protection protection(void *self, const char *user, enum bot_private_form form)
{
	(void)self, (void)user, (void)form;
	return BOT_PROTECTED;
}

/* A server can't accept in the name of a moderator, whose device is verified. */
SCENE_TEST_FROM(setup, test_forged_reaction_accepts_nothing)
{
	char event[32];

	scene->port.protection = protection;
	scene_say(scene, ROOM, EVE, ASK);
	memcpy(event, scene_last(scene, OTHER)->event, sizeof(event));
	scene->forgeable = true;
	scene_react(scene, OTHER, G0, event, YES);
	scene_assert_quiet(scene);
	scene_react(scene, OTHER, MAX, event, YES);
	scene_assert_said(scene, OTHER, "a server could have made it in your name");
	scene_ask_in(scene, OTHER, G0, "!eg team join", "is not agreed yet");
	scene_say(scene, OTHER, MAX, "!eg team accept");
	scene_react(scene, OTHER, G0, scene_last(scene, OTHER)->event, YES);
	assert_int_equal(count_entrants(scene), 1);
}

SCENE_TEST_FROM(setup, test_silence_lets_it_lapse)
{
	scene_say(scene, ROOM, EVE, ASK);
	scene_wait(scene, 61 * MINUTE);
	scene_assert_said(scene, ROOM, "nobody has accepted it in time");
	scene_assert_said(scene, OTHER, "Team match: nobody has accepted it in time");
	assert_int_equal(scene_count_said(scene, ROOM, "Fencing club"), 0);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_ENDED);
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
	scene_ask_in(scene, OTHER, MAX, "!eg team accept", "There is no team match here.");
	scene_say(scene, ROOM, EVE, ASK);
	scene_say(scene, OTHER, MAX, "!eg team accept");
	scene_assert_said(scene, OTHER, "Sign up for this room");
}

/* A late acceptance leaves time to sign up. */
SCENE_TEST_FROM(setup, test_late_acceptance_moves_the_start)
{
	scene_say(scene, ROOM, EVE, ASK);
	scene_wait(scene, 59 * MINUTE);
	scene_say(scene, OTHER, MAX, "!eg team accept");
	scene_wait(scene, 10 * MINUTE);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_SIGN_UP);
	scene_wait(scene, 6 * MINUTE);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_ENDED);
}

/* Without a time the match begins in an hour; the first part of an address is enough. */
SCENE_TEST_FROM(setup, test_a_time_may_be_left_out)
{
	scene_say(scene, ROOM, EVE, "!eg team match other to 3");
	scene_assert_said(scene, OTHER, "01:16 UTC, bouts to 3");
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_SIGN_UP);
}

SCENE_TEST_FROM(setup, test_other_room_declines)
{
	scene_say(scene, ROOM, EVE, ASK);
	scene_ask_in(scene, OTHER, G0, "!eg team decline", "Only moderators");
	scene_ask_in(scene, ROOM, EVE, "!eg team decline", "is not agreed yet");
	scene_say(scene, OTHER, MAX, "!eg team decline");
	scene_assert_said(scene, OTHER, "Team match: the room that was asked has declined.");
	scene_assert_said(scene, ROOM, "Team match: the room that was asked has declined.");
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_ENDED);
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
}

SCENE_TEST_FROM(agreed, test_an_agreed_match_can_not_be_declined)
{
	scene_ask_in(scene, OTHER, MAX, "!eg team decline", "is agreed already");
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_SIGN_UP);
}

/* "yes" to the question is enough, if a moderator of the room that was asked says so. */
SCENE_TEST_FROM(setup, test_yes_of_a_moderator_accepts)
{
	scene_say(scene, ROOM, EVE, ASK);
	scene_say(scene, OTHER, G0, "!eg yes");
	scene_say(scene, ROOM, EVE, "!eg yes");
	scene_say(scene, OTHER, MAX, "!eg ok");
	assert_int_equal(scene_count_said(scene, OTHER, "Sign up for this room"), 0);
	scene_say(scene, OTHER, MAX, "!eg yes please");
	scene_assert_said(scene, OTHER, "Sign up for this room");
}

/* A challenge that the moderator may accept comes first. */
SCENE_TEST_FROM(setup, test_accept_means_the_match_if_no_challenge_waits)
{
	scene_say(scene, ROOM, EVE, ASK);
	scene_say(scene, OTHER, G0, "!eg challenge");
	scene_say(scene, OTHER, MAX, "!eg accept");
	assert_int_equal(scene_count_said(scene, OTHER, "Sign up for this room"), 0);
	scene_say(scene, OTHER, G0, "!eg accept");
	assert_int_equal(scene_count_said(scene, OTHER, "Sign up for this room"), 0);
	scene_say(scene, OTHER, MAX, "!eg accept");
	scene_assert_said(scene, OTHER, "Sign up for this room");
}

SCENE_TEST_FROM(setup, test_one_moderator_of_both_rooms)
{
	both = true;
	scene_say(scene, ROOM, EVE, ASK);
	scene_say(scene, OTHER, EVE, "!eg team accept");
	scene_assert_said(scene, ROOM, "Sign up for this room");
	scene_say(scene, OTHER, EVE, "!eg team join");
	scene_ask_in(scene, ROOM, EVE, "!eg team join", "You take part already.");
	assert_int_equal(count_entrants(scene), 1);
}

SCENE_TEST_FROM(setup, test_a_room_has_one_match_at_a_time)
{
	scene_say(scene, ROOM, EVE, ASK);
	scene_ask_in(scene, ROOM, EVE, ASK, "This room has a team match already");
	scene_ask_in(scene, OTHER, MAX, "!eg team match #hall:test", "Which room?");
	alone = true;
	scene_ask_in(scene, ROOM, EVE, "!eg team match #other:test", "Which room?");
}

/* Nobody finds out where else the bot is. */
SCENE_TEST_FROM(setup, test_only_a_room_of_the_sender_can_be_asked)
{
	scene_ask_in(scene, ROOM, EVE, "!eg team match", "Which room?");
	scene_ask_in(scene, ROOM, EVE, "!eg team match #third:test 1h", "Which room?");
	scene_ask_in(scene, ROOM, EVE, "!eg team match !third:test", "Which room?");
	scene_ask_in(scene, ROOM, EVE, "!eg team match #nowhere:test", "Which room?");
	scene_ask_in(scene, ROOM, EVE, "!eg team match #hall:test", "Which room?");
	scene_ask_in(scene, ROOM, EVE, "!eg team match #oth", "Which room?");
	scene->muted = OTHER;
	scene_ask_in(scene, ROOM, EVE, ASK, "Which room?");
}

SCENE_TEST_FROM(setup, test_wrong_words_are_explained)
{
	scene_ask_in(scene, ROOM, EVE, "!eg team match #other:test 5m", "in 15 minutes");
	scene_ask_in(scene, ROOM, EVE, "!eg team match #other:test 1h clock 1d", "30 seconds");
	scene_ask_in(scene, ROOM, EVE, "!eg team nonsense", "I don't understand nonsense here.");
	scene_ask_in(scene, ROOM, EVE, "!eg team", "There is no team match here.");
	scene_say(scene, ROOM, EVE, "!eg team match #other:test 1h loud");
	assert_int_equal(scene_events(scene), 1);
}

/* A moderator can't disturb another room again and again. */
SCENE_TEST_FROM(setup, test_questions_are_limited)
{
	for (unsigned i = 0; i < 3; i++) {
		scene_say(scene, ROOM, EVE, ASK);
		scene_assert_said(scene, OTHER, "asks in the name of");
		scene_say(scene, ROOM, EVE, "!eg team stop yes");
		scene_wait(scene, HOUR);
	}
	scene_ask_in(scene, ROOM, EVE, ASK, "Other rooms were asked several times lately.");
}

/* Nor can the owner of many accounts. */
SCENE_TEST_FROM(setup, test_questions_to_a_room_are_limited)
{
	many = true;
	for (size_t i = 0; i < 4; i++) {
		scene_say(scene, ROOM, crowd[i], ASK);
		scene_say(scene, ROOM, crowd[i], "!eg team stop yes");
	}
	assert_int_equal(scene_count_said(scene, OTHER, "asks in the name of"), 2);
}

/* The bot writes nothing for somebody who may not write there. */
SCENE_TEST_FROM(setup, test_room_that_silences_the_sender_is_not_asked)
{
	scene->silenced = EVE;
	scene->silenced_in = OTHER;
	scene_ask_in(scene, ROOM, EVE, ASK, "You may not write in our room");
	assert_int_equal(scene_count_said(scene, OTHER, "Team match"), 0);
}

/* Signing up */

SCENE_TEST_FROM(agreed, test_each_room_has_its_team)
{
	join(scene, ROOM, 'f', 2);
	join(scene, OTHER, 'g', 1);
	scene_say(scene, OTHER, "@g1:test", "!eg team join");
	scene_assert_said(
		scene, ROOM, "Great hall: @f0:test, @f1:test\nFencing club: @g0:test, @g1:test");
	const struct scene_row *sheet = scene_before(scene, scene_last(scene, OTHER));
	assert_non_null(strstr(
		sheet->body, "Great hall: @f0:test, @f1:test\nFencing club: @g0:test, @g1:test"));
	scene_ask_in(scene, OTHER, F0, "!eg team join", "You take part already.");
	scene_say(scene, OTHER, "@g1:test", "!eg leave");
	assert_int_equal(count_entrants(scene), 3);
	scene_say(scene, ROOM, G0, "!eg team leave");
	assert_int_equal(count_entrants(scene), 2);
	scene_say(scene, ROOM, G0, "!eg join the team");
	scene_assert_said(scene, OTHER, "Great hall: @f0:test, @f1:test, @g0:test");
	scene_ask_in(scene, ROOM, F0, "!eg team join every", "I don't understand every here.");
	scene_ask_in(scene, THIRD, ANN, "!eg team join", "There is no team match here.");
}

SCENE_TEST_FROM(agreed, test_the_sixty_fifth_of_a_room_is_too_many)
{
	char user[BOT_ID_SIZE];

	scene_wait(scene, MINUTE);
	for (unsigned i = 0; i < 65; i++) {
		scene_forget_rows(scene);
		snprintf(user, sizeof(user), "@f%u:test", i);
		scene_say(scene, ROOM, user, "!eg team join");
		scene_wait(scene, 30 * SECOND);
	}
	assert_int_equal(count_entrants(scene), 64);
	scene_ask_in(scene, ROOM, EVE, "!eg team join", "All places are taken.");
	scene_say(scene, OTHER, G0, "!eg team join");
	assert_int_equal(count_entrants(scene), 65);
}

static size_t count_edits(const struct scene *scene, const char *room)
{
	size_t count = 0;

	for (size_t i = 0; i < scene->count; i++)
		count += strcmp(scene->row[i].to, room) == 0 && scene->row[i].kind == BOT_OUT_EDIT;
	return count;
}

/* Whoever signs up in one room again and again fills the other one with no edits. */
SCENE_TEST_FROM(agreed, test_sign_ups_do_not_flood_the_other_room)
{
	for (unsigned i = 0; i < 40; i++) {
		scene_say(scene, ROOM, F0, i % 2 == 0 ? "!eg team join" : "!eg team leave");
		scene_wait(scene, 10 * SECOND);
	}
	assert_true(count_edits(scene, ROOM) >= 40);
	assert_true(count_edits(scene, OTHER) <= 8 + 40 / 6 + 1);
	begin(scene, 2, 2);
	scene_assert_said(scene, OTHER, "1. @g");
}

/* One server's newcomers fill no team, and do not keep those of the other team out. */
SCENE_TEST_FROM(agreed, test_newcomers_of_one_server_fill_no_team)
{
	scene->origin = "test";
	scene->port.site = scene_write_server;
	join(scene, ROOM, 'f', 6);
	assert_int_equal(count_entrants(scene), 4);
	join(scene, OTHER, 'g', 1);
	assert_int_equal(count_entrants(scene), 5);
}

SCENE_TEST_FROM(agreed, test_each_room_needs_two)
{
	begin(scene, 3, 1);
	scene_assert_said(scene, ROOM,
		"Team match against Fencing club: it does not take place, because each room needs "
		"at "
		"least 2 fencers.");
	scene_assert_said(scene, OTHER, "each room needs at least 2");
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
}

SCENE_TEST_FROM(agreed, test_who_leaves_the_room_leaves_its_team)
{
	join(scene, ROOM, 'f', 2);
	join(scene, OTHER, 'g', 2);
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, G0));
	assert_int_equal(count_entrants(scene), 4);
	SCENE_CALL(scene, bot_host_user_left(scene->host, OTHER, G0));
	assert_int_equal(count_entrants(scene), 3);
}

/* Nobody misses the start because the bot has not read their sign-up yet. */
SCENE_TEST_FROM(agreed, test_unread_messages_of_both_rooms_delay_the_start)
{
	join(scene, ROOM, 'f', 2);
	join(scene, OTHER, 'g', 2);
	scene->unread = OTHER;
	scene_wait(scene, HOUR);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_SIGN_UP);
	scene->unread = NULL;
	scene_wait(scene, 10 * SECOND);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_POOLS);
}

/* The words of each language work in all rooms. */
UNIT_TEST(test_words_of_all_languages)
{
	static const struct {
		const char *ask, *decline, *accept, *join;
	} words[] = {
		{"team match", "team decline", "team accept", "team join"},
		{"mannschaft herausfordern", "mannschaft ablehnen", "mannschaft annehmen",
			"mannschaft mitmachen"},
		{"ploeg uitdagen", "ploeg weigeren", "ploeg aannemen", "ploeg meedoen"},
		{"squadra sfida", "squadra rifiuta", "squadra accetta", "squadra partecipa"},
		{"équipe défi", "équipe refuser", "équipe accepter", "équipe participer"},
		{"equipo retar", "equipo rechazar", "equipo aceptar", "equipo participar"},
		{"団体戦 挑戦", "団体戦 断る", "団体戦 受ける", "団体戦 参加"},
	};
	char ask[128];

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		struct scene *scene = scene_create(i);
		set_rooms(scene);
		snprintf(ask, sizeof(ask), "!eg %s #other:test 20:00", words[i].ask);
		scene_say(scene, ROOM, EVE, ask);
		assert_int_equal(scene_count_said(scene, OTHER, "20:00 UTC"), 1);
		scene_sayf(scene, OTHER, MAX, "!eg %s", words[i].decline);
		assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
		scene_say(scene, ROOM, EVE, ask);
		scene_sayf(scene, OTHER, MAX, "!eg %s", words[i].accept);
		scene_sayf(scene, OTHER, G0, "!eg %s", words[i].join);
		assert_int_equal(count_entrants(scene), 1);
		scene_destroy(scene);
	}
}

/* The boards */

SCENE_TEST_FROM(agreed, test_boards_are_fenced_to_a_result)
{
	begin(scene, 3, 2);
	scene_assert_said(scene, ROOM, "Team match against Fencing club: 0:0, touches 0:0\n1. @f");
	scene_assert_said(scene, OTHER, "Team match against Great hall: 0:0, touches 0:0\n1. @g");
	struct bot_contest *contest = load(scene, OTHER);
	assert_int_equal(contest->bouts, 2);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(contest->bout[i].entrant[0] >= BOT_CONTEST_HALF, i);
	assert_int_equal(bot_contest_count(contest, BOT_ENTRANT_PRESENT), 4);
	assert_int_equal(bot_contest_count(contest, BOT_ENTRANT_ABSENT), 1);
	free(contest);
	assert_int_equal(scene_count_said(scene, F0, "There is no board for you") +
				 scene_count_said(scene, "@f1:test", "There is no board for you") +
				 scene_count_said(scene, "@f2:test", "There is no board for you"),
		1);
	scene_ask_in(scene, ROOM, ANN, "!eg team join", "The competition has begun already.");
	fence_all(scene);
	const struct bot_team_score score = score_of(scene);
	assert_int_equal(score.points[0] + score.points[1], 2);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_ENDED);
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
	char part[32];
	snprintf(part, sizeof(part), "%u:%u, touches %u:%u", score.points[1], score.points[0],
		score.touches[1], score.touches[0]);
	scene_assert_said(scene, OTHER, part);
	snprintf(part, sizeof(part), "%u:%u, touches %u:%u", score.points[0], score.points[1],
		score.touches[0], score.touches[1]);
	scene_assert_said(scene, ROOM, part);
}

/* Counts the bouts that are fenced: matches of the first half and its room. */
static size_t count_fenced(struct scene *scene, const struct bot_contest *contest)
{
	size_t fenced = 0;

	for (size_t i = 0; i < contest->bouts; i++) {
		if (contest->bout[i].state != BOT_BOUT_FENCED)
			continue;
		const struct bot_match match = scene_match(scene, contest->bout[i].match);
		assert_string_equal(match.room, ROOM);
		assert_int_equal(match.competition, contest->competition.id);
		fenced++;
	}
	return fenced;
}

SCENE_TEST_FROM(agreed, test_sixteen_boards_at_most)
{
	begin(scene, 18, 17);
	struct bot_contest *contest = load(scene, ROOM);
	assert_int_equal(contest->bouts, 16);
	free(contest);
}

/* As many bouts as may be fenced in a room at once begin, and another one when one has ended. */
SCENE_TEST_FROM(agreed, test_other_boards_wait)
{
	begin(scene, 9, 9);
	struct bot_contest *contest = load(scene, ROOM);
	assert_int_equal(count_fenced(scene, contest), scene->config.matches.per_room);
	char gone[BOT_ID_SIZE];
	bool second = contest->bout[0].entrant[0] < BOT_CONTEST_HALF;
	strcpy(gone, bot_contest_entrant(contest, contest->bout[0].entrant[second])->user);
	free(contest);
	SCENE_CALL(scene, bot_host_user_left(scene->host, OTHER, gone));
	scene_wait(scene, SECOND);
	contest = load(scene, ROOM);
	assert_int_equal(contest->bout[0].state, BOT_BOUT_ENDED);
	assert_int_equal(count_fenced(scene, contest), scene->config.matches.per_room);
	free(contest);
}

/* The other team wins the board of somebody who leaves. */
SCENE_TEST_FROM(agreed, test_who_leaves_gives_up_a_board)
{
	begin(scene, 2, 2);
	scene_ask_in(scene, OTHER, G0, "!eg team leave", "Do you want to leave the team match?");
	scene_say(scene, OTHER, G0, "!eg yes");
	scene_wait(scene, SECOND);
	assert_int_equal(state_of(scene, G0), BOT_ENTRANT_WITHDRAWN);
	assert_int_equal(score_of(scene).points[0], 1);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_POOLS);
	fence_all(scene);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_ENDED);
}

/* Whoever leaves the room of their team during the match gives up the board, too. */
SCENE_TEST_FROM(agreed, test_who_leaves_a_room_gives_up_a_board)
{
	begin(scene, 2, 2);
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, G0));
	scene_wait(scene, SECOND);
	assert_int_equal(state_of(scene, G0), BOT_ENTRANT_PRESENT);
	SCENE_CALL(scene, bot_host_user_left(scene->host, OTHER, G0));
	scene_wait(scene, SECOND);
	assert_int_equal(state_of(scene, G0), BOT_ENTRANT_WITHDRAWN);
	assert_int_equal(score_of(scene).points[0], 1);
	scene_assert_said(scene, OTHER, "0:1, touches");
}

SCENE_TEST_FROM(agreed, test_erased_fencer_gives_up_a_board)
{
	begin(scene, 2, 2);
	scene_tell(scene, G0, "forget me yes");
	scene_wait(scene, SECOND);
	assert_int_equal(score_of(scene).points[0], 1);
	fence_all(scene);
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
}

/* Whoever does not answer an action loses the board. */
SCENE_TEST_FROM(agreed, test_silence_loses_the_board)
{
	char silent[BOT_ID_SIZE];

	begin(scene, 2, 2);
	struct bot_contest *contest = load(scene, ROOM);
	strcpy(silent, bot_contest_entrant(contest, contest->bout[0].entrant[1])->user);
	scene_play_last(scene, contest->bout[0].match);
	free(contest);
	scene_wait(scene, 7 * MINUTE);
	assert_int_equal(has_won_against(scene, silent), true);
}

SCENE_TEST_FROM(agreed, test_moderators_exclude_their_own_team_only)
{
	join(scene, ROOM, 'f', 3);
	join(scene, OTHER, 'g', 2);
	scene_ask_in(scene, ROOM, EVE, "!eg team exclude " G0, "They don't take part.");
	scene_ask_in(scene, OTHER, MAX, "!eg team exclude " F0, "They don't take part.");
	scene_ask_in(scene, OTHER, G0, "!eg team exclude @g1:test", "Only moderators");
	scene_say(scene, ROOM, EVE, "!eg team exclude " F0);
	scene_assert_said(scene, ROOM, "Done.");
	scene_ask_in(scene, ROOM, F0, "!eg team join", "a moderator has excluded you");
	scene_ask_in(scene, OTHER, MAX, "!eg team include " F0, "Nobody has excluded them.");
	scene_say(scene, ROOM, EVE, "!eg team include " F0);
	assert_int_equal(state_of(scene, F0), BOT_ENTRANT_SIGNED_UP);
}

/* A moderator can't take back what a team-mate loses. */
SCENE_TEST_FROM(agreed, test_excluded_fencer_loses_the_board)
{
	begin(scene, 2, 2);
	scene_say(scene, ROOM, EVE, "!eg team exclude " F0);
	scene_wait(scene, SECOND);
	assert_int_equal(score_of(scene).points[1], 1);
	scene_ask_in(scene, ROOM, EVE, "!eg team include " F0, "has begun already");
	fence_all(scene);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_ENDED);
	assert_int_equal(has_won_against(scene, F0), true);
}

/* A moderator who fences for the other room decides nothing about an opponent. */
SCENE_TEST_FROM(agreed, test_moderator_in_the_other_team_excludes_nobody)
{
	join(scene, ROOM, 'f', 2);
	join(scene, OTHER, 'g', 1);
	scene_say(scene, OTHER, EVE, "!eg team join");
	scene_ask_in(scene, ROOM, EVE, "!eg team exclude " F0, "You fence against them");
}

/* Plays an action in each bout. */
static void act(struct scene *scene)
{
	struct bot_contest *contest = load(scene, ROOM);

	for (size_t i = 0; i < contest->bouts; i++)
		if (contest->bout[i].state == BOT_BOUT_FENCED)
			scene_play_last(scene, contest->bout[i].match);
	free(contest);
}

SCENE_TEST_FROM(setup, test_stopping_gives_notice)
{
	scene_say(scene, ROOM, EVE, "!eg team match #other:test 20m to 15 clock 10m");
	scene_say(scene, OTHER, MAX, "!eg team accept");
	begin(scene, 2, 2);
	scene_ask_in(scene, OTHER, G0, "!eg team stop", "Only moderators can do this");
	scene_ask_in(scene, OTHER, MAX, "!eg team stop", "Both rooms hear of it first");
	scene_say(scene, OTHER, MAX, "!eg yes");
	scene_assert_said(scene, ROOM, "Team match: it ends");
	for (unsigned i = 0; i < 3; i++) {
		scene_wait(scene, 9 * MINUTE);
		assert_int_equal(stage(scene, ROOM), BOT_STAGE_POOLS);
		act(scene);
	}
	scene_wait(scene, 4 * MINUTE);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_ENDED);
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
	assert_int_equal(find_bout(scene), 0);
	scene_assert_said(scene, ROOM, "Team match against Fencing club:");
}

SCENE_TEST_FROM(agreed, test_calling_it_off_ends_it_in_both_rooms)
{
	join(scene, ROOM, 'f', 2);
	scene_say(scene, OTHER, MAX, "!eg team stop yes");
	scene_assert_said(scene, ROOM, "Team match: stopped before it began.");
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
	scene_ask_in(scene, ROOM, F0, "!eg team join", "There is no team match here.");
}

/* The bot has left a room */

SCENE_TEST_FROM(agreed, test_no_start_without_both_rooms)
{
	lost = OTHER;
	begin(scene, 2, 2);
	scene_assert_said(scene, ROOM,
		"Team match against Fencing club: it does not take place, because I can't write in "
		"both rooms any more.");
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_ENDED);
}

SCENE_TEST_FROM(agreed, test_boards_go_on_without_a_room)
{
	begin(scene, 2, 2);
	lost = ROOM;
	fence_all(scene);
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
	scene_assert_said(scene, OTHER, "Team match against Great hall");
}

/* An upgraded room takes its team with it. */
SCENE_TEST_FROM(agreed, test_a_moved_room_goes_on)
{
	join(scene, ROOM, 'f', 2);
	join(scene, OTHER, 'g', 2);
	SCENE_HOST(scene, bot_store_room_moved(scene->store, OTHER, "!new:test"));
	await_start(scene);
	scene_assert_said(scene, "!new:test", "Team match against Great hall: 0:0");
	fence_all(scene);
	assert_int_equal(stage(scene, "!new:test"), BOT_STAGE_ENDED);
}

/* A room can't fence against itself. */
SCENE_TEST_FROM(agreed, test_rooms_that_become_one_end_the_match)
{
	join(scene, ROOM, 'f', 2);
	join(scene, OTHER, 'g', 2);
	await_start(scene);
	assert_int_not_equal(find_bout(scene), 0);
	SCENE_HOST(scene, bot_store_room_moved(scene->store, OTHER, ROOM));
	scene_wait(scene, MINUTE);
	assert_int_equal(stage(scene, ROOM), BOT_STAGE_ENDED);
	assert_int_equal(find_bout(scene), 0);
}

SCENE_TEST_FROM(agreed, test_a_restart_keeps_the_match)
{
	begin(scene, 2, 2);
	scene_restart(scene, HOUR);
	fence_all(scene);
	assert_int_equal(stage(scene, OTHER), BOT_STAGE_ENDED);
}

/* What people see */

static void count_bout(void *self, const char *kind, const struct bot_column *row, size_t count)
{
	(void)row;
	*(size_t *)self += count > 0 && strcmp(kind, "bouts") == 0;
}

/* The data that the store has about people of both rooms name their bouts. */
SCENE_TEST_FROM(agreed, test_people_of_both_teams_own_their_bouts)
{
	static const char *const users[] = {F0, "@f1:test", G0, "@g1:test"};

	begin(scene, 2, 2);
	for (size_t i = 0; i < 4; i++) {
		size_t bouts = 0;

		bot_store_person_rows(scene->store, users[i], count_bout, &bouts);
		assert_int_equal(bouts, 1);
	}
}

SCENE_TEST_FROM(agreed, test_private_room_shows_the_own_team)
{
	scene_ask(scene, F0, "team join", "you take part in none now");
	join(scene, ROOM, 'f', 2);
	join(scene, OTHER, 'g', 2);
	scene_ask(scene, F0, "team", "Great hall:\nTeam match against Fencing club");
	scene_ask(scene, G0, "team", "Fencing club:\nTeam match against Great hall");
	scene_ask(scene, ANN, "team", "you take part in none now");
	await_start(scene);
	scene_ask(scene, G0, "team", "You fence now: @");
	scene_tell(scene, G0, "team leave");
	scene_tell(scene, G0, "yes");
	assert_int_equal(state_of(scene, G0), BOT_ENTRANT_WITHDRAWN);
}

/* Each room has one message, which the bot edits. */
SCENE_TEST_FROM(agreed, test_one_message_in_each_room)
{
	char event[2][32];

	memcpy(event[0], scene_last(scene, ROOM)->event, sizeof(event[0]));
	memcpy(event[1], scene_last(scene, OTHER)->event, sizeof(event[1]));
	scene_say(scene, OTHER, G0, "!eg team join");
	assert_string_equal(scene_last(scene, ROOM)->edits, event[0]);
	scene_say(scene, ROOM, F0, "!eg team join");
	assert_string_equal(scene_last(scene, OTHER)->edits, event[1]);
	join(scene, ROOM, 'f', 2);
	join(scene, OTHER, 'g', 2);
	assert_int_equal(scene_count_said(scene, ROOM, "Sign up for this room"), 1);
	assert_int_equal(scene_count_said(scene, OTHER, "Sign up for this room"), 1);
	await_start(scene);
	scene_say(scene, ROOM, F0, "!eg team leave yes");
	assert_int_equal(scene_count_said(scene, ROOM, "Fencing club: 0:0, touches"), 1);
	assert_int_equal(scene_count_said(scene, OTHER, "Great hall: 0:0, touches"), 1);
	assert_int_equal(scene_count_said(scene, OTHER, "Great hall: 1:0, touches"), 0);
	scene_assert_said(scene, OTHER, "Great hall: 1:0, touches");
}

/* A room without a name is not the same to its own people as to those of the other one. */
SCENE_TEST_FROM(agreed, test_a_room_without_a_name_is_this_room)
{
	scene->port.room_name = NULL;
	scene_say(scene, ROOM, F0, "!eg team join");
	scene_say(scene, OTHER, G0, "!eg team join");
	scene_assert_said(scene, ROOM, "this room: @f0:test\na room without a name: @g0:test");
	const struct scene_row *sheet = scene_before(scene, scene_last(scene, OTHER));
	assert_non_null(
		strstr(sheet->body, "a room without a name: @f0:test\nthis room: @g0:test"));
}

SCENE_TEST_FROM(agreed, test_asking_again_shows_it_here_only)
{
	scene_wait(scene, 40 * MINUTE);
	scene_ask_in(scene, ROOM, F0, "!eg team", "Sign up for this room");
	scene_ask_in(scene, ROOM, F0, "!eg team start", "is further up in this room");
	scene_assert_said(scene, ROOM, "It begins");
	scene_ask_in(scene, ROOM, EVE, "!eg team link", "is further up in this room");
}

/* Those who fence for the other room get no way into this one, nor the names of its people. */
SCENE_TEST_FROM(agreed, test_opponents_do_not_learn_where_the_room_is)
{
	begin(scene, 2, 2);
	scene_ask(scene, G0, "games", "Your matches:");
	fence_all(scene);
	scene_tell(scene, G0, "record");
	assert_null(strstr(scene_last(scene, G0)->file, "hall:test"));
	assert_int_equal(scene_count_said(scene, G0, "hall:test"), 0);
}
