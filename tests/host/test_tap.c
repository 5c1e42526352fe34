/* Taps: what players do on the bot's page. */
#include "bot/show/hand.h"
#include "bot/text/render.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define KEY "0123456789abcdefghijkl-_"

static struct bot_tap_result result;

/* Handles a tap in a transaction of its own, and drains the outbox. */
static enum bot_tap_outcome give(struct scene *scene, const struct bot_tap *tap)
{
	memset(&result, 'x', sizeof(result));
	SCENE_CALL(scene, bot_host_tap(scene->host, tap, &result));
	return result.outcome;
}

static int64_t turn_of(struct scene *scene, int64_t id)
{
	struct eg_match state = scene_state(scene, id);
	struct eg_match_view view;

	if (state.rounds == 0)
		return 0;
	eg_match_view(&state, EG_NOBODY, &view);
	return bot_turn_number(&view);
}

/* Taps with a new key. */
static enum bot_tap_outcome tap(
	struct scene *scene, const char *user, const char *what, int64_t match, const char *detail)
{
	char key[40];
	struct bot_tap given = {
		.user = user, .key = key, .what = what, .detail = detail, .match = match};

	snprintf(key, sizeof(key), "a-new-key-for-each-tap-%u", scene->events++);
	if (strcmp(what, "play") == 0 || strcmp(what, "plan") == 0)
		given.turn = turn_of(scene, match);
	return give(scene, &given);
}

/* Returns the first legal action of the player whose turn it is. */
static const char *first_action(struct scene *scene, int64_t match)
{
	static char text[EG_ACTION_SIZE];
	struct eg_match state = scene_state(scene, match);
	struct eg_action legal[EG_LEGAL_MAX];

	assert_true(eg_round_legal(&state.round, legal) > 0);
	eg_action_print(legal[0], text);
	return text;
}

static enum bot_tap_outcome play(struct scene *scene)
{
	return tap(scene, scene_to_act(scene), "play", 1, first_action(scene, 1));
}

/* Asserts that the bot has sent nothing to the user's private room. */
static void assert_no_whisper(const struct scene *scene, const char *user)
{
	for (size_t i = scene->mark; i < scene->count; i++)
		if (strcmp(scene->row[i].to, user) == 0 && scene->row[i].kind != BOT_OUT_REACH)
			fail_msg("to %s: %s", user, scene->row[i].body);
}

static void assert_text(const char *part)
{
	if (!strstr(result.text, part))
		fail_msg("\"%s\" is not in \"%s\"", part, result.text);
}

static void assert_refused(
	const struct scene *scene, enum bot_tap_outcome outcome, const char *part)
{
	assert_int_equal(outcome, BOT_TAP_REFUSED);
	assert_text(part);
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(scene_setup_timed, test_play_shows_the_board_and_the_other_hand_only)
{
	unsigned plies = scene_state(scene, 1).round.plies;
	const char *other = strcmp(scene_to_act(scene), ANN) == 0 ? BOB : ANN;
	const char *user = scene_to_act(scene);

	assert_int_equal(play(scene), BOT_TAP_DONE);
	assert_string_equal(result.text, "");
	assert_int_equal(scene_state(scene, 1).round.plies, plies + 1);
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	scene_assert_rings(scene, other, "Your hand");
	assert_no_whisper(scene, user);
}

SCENE_TEST_FROM(scene_setup_timed, test_whole_match_can_be_played_by_taps)
{
	while (scene_match(scene, 1).status == BOT_PLAYING)
		assert_int_equal(play(scene), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 1).ending, BOT_WON);
	scene_assert_said(scene, ANN, "#1 against");
	scene_assert_said(scene, BOB, "#1 against");
}

/* Returns a tap with the key KEY that plays the first legal action in match 1. */
static struct bot_tap play_with_key(struct scene *scene)
{
	return (struct bot_tap){.user = scene_to_act(scene),
		.key = KEY,
		.what = "play",
		.detail = first_action(scene, 1),
		.match = 1,
		.turn = turn_of(scene, 1)};
}

SCENE_TEST_FROM(scene_setup_timed, test_repeated_key_plays_once)
{
	const struct bot_tap once = play_with_key(scene);
	unsigned plies = scene_state(scene, 1).round.plies;

	assert_int_equal(give(scene, &once), BOT_TAP_DONE);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(give(scene, &once), BOT_TAP_DONE);
		assert_string_equal(result.text, "");
		scene_assert_quiet(scene);
	}
	scene_restart(scene, 1000);
	assert_int_equal(give(scene, &once), BOT_TAP_DONE);
	scene_assert_quiet(scene);
	assert_int_equal(scene_state(scene, 1).round.plies, plies + 1);
}

/* Two players may draw the same key; each key counts for one player only. */
SCENE_TEST_FROM(scene_setup_timed, test_key_of_another_player_is_another_key)
{
	for (int i = 0; i < 2; i++) {
		const struct bot_tap one = play_with_key(scene);

		assert_int_equal(give(scene, &one), BOT_TAP_DONE);
		assert_true(scene_events(scene) > 0);
	}
}

/* A rollback undoes the tap and its key, so its repetition plays. */
SCENE_TEST_FROM(scene_setup_timed, test_tap_counts_only_with_the_commit)
{
	const struct bot_tap once = play_with_key(scene);
	unsigned plies = scene_state(scene, 1).round.plies;

	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_host_tap(scene->host, &once, &result), BOT_OK);
	assert_int_equal(result.outcome, BOT_TAP_DONE);
	bot_store_rollback(scene->store);
	assert_int_equal(scene_state(scene, 1).round.plies, plies);
	assert_int_equal(give(scene, &once), BOT_TAP_DONE);
	assert_int_equal(scene_events(scene), 2);
	assert_int_equal(scene_state(scene, 1).round.plies, plies + 1);
}

SCENE_TEST_FROM(scene_setup_timed, test_play_in_another_turn_is_stale)
{
	const char *user = scene_to_act(scene);
	struct bot_tap late = {.user = user,
		.key = KEY,
		.what = "play",
		.detail = first_action(scene, 1),
		.match = 1};
	int64_t turn = turn_of(scene, 1);
	const int64_t turns[] = {0, -1, turn - 1, turn + 1, INT64_MAX, INT64_MIN};

	for (size_t i = 0; i < sizeof(turns) / sizeof(turns[0]); i++) {
		late.turn = turns[i];
		assert_int_equal(give(scene, &late), BOT_TAP_STALE);
		assert_text("That turn is over");
		scene_assert_quiet(scene);
		assert_int_equal(turn_of(scene, 1), turn);
	}
	/* The tap was not done, so its key is still free. */
	late.turn = turn;
	assert_int_equal(give(scene, &late), BOT_TAP_DONE);
	late.key = KEY KEY;
	assert_int_equal(give(scene, &late), BOT_TAP_STALE);
	scene_assert_quiet(scene);
}

static const char *plan_of_bob(struct scene *scene)
{
	static char plan[BOT_PLAN_SIZE];

	snprintf(plan, sizeof(plan), "%s", scene_match(scene, 1).plan[EG_BLACK]);
	return plan;
}

/* A plan of the page is one of the chat: set, replaced and dropped, and it plays. */
SCENE_TEST_FROM(scene_setup_in_reach, test_plan_is_made_by_a_tap)
{
	static const char plan[] = "if anything then advance 1";

	assert_int_equal(tap(scene, BOB, "plan", 1, "if attack then parry"), BOT_TAP_DONE);
	assert_text("#1: planned: if attack then parry.");
	assert_int_equal(tap(scene, BOB, "plan", 1, plan), BOT_TAP_DONE);
	assert_string_equal(plan_of_bob(scene), plan);
	assert_int_equal(tap(scene, BOB, "plan", 1, NULL), BOT_TAP_DONE);
	assert_text("#1: I have forgotten what you had planned.");
	assert_string_equal(plan_of_bob(scene), "");
	assert_int_equal(tap(scene, BOB, "plan", 1, plan), BOT_TAP_DONE);
	scene_assert_quiet(scene);
	scene_tell(scene, ANN, "retreat 1");
	assert_int_equal(scene_state(scene, 1).round.plies, 6);
	assert_int_equal(scene_state(scene, 1).round.to_act, EG_WHITE);
}

/* The page says what the chat says. Another match that the words name is not meant. */
SCENE_TEST_FROM(scene_setup_in_reach, test_plan_of_a_tap_is_refused_as_in_the_chat)
{
	static const struct {
		const char *words, *answer;
	} cases[] = {{"if parry then advance 1", "You never act after that"},
		{"if 3 then win", "What may come"}, {"resign yes", "What may come"},
		{"parry", "What may come"}, {"", "What may come"},
		{"1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1",
			"Please reload"}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_refused(scene, tap(scene, BOB, "plan", 1, cases[i].words), cases[i].answer);
	assert_refused(scene, tap(scene, ANN, "plan", 1, "if 3 then parry"), "#1");
	assert_string_equal(plan_of_bob(scene), "");
	assert_int_equal(tap(scene, BOB, "plan", 1, "if 3 then parry #7"), BOT_TAP_DONE);
	assert_string_equal(plan_of_bob(scene), "if 3 then parry");
}

/* The opponent was faster: the plan was for a turn that is over, and is none for a later one. */
SCENE_TEST_FROM(scene_setup_in_reach, test_plan_for_a_turn_that_is_over_is_stale)
{
	struct bot_tap late = {.user = BOB,
		.key = KEY,
		.what = "plan",
		.detail = "if anything then advance 1",
		.match = 1,
		.turn = turn_of(scene, 1)};

	scene_tell(scene, ANN, "retreat 1");
	for (int i = 0; i < 2; i++) {
		assert_int_equal(give(scene, &late), BOT_TAP_STALE);
		assert_text("That turn is over");
		assert_string_equal(plan_of_bob(scene), "");
		scene_tell(scene, BOB, "retreat 1");
	}
	assert_int_equal(scene_state(scene, 1).round.to_act, EG_WHITE);
	assert_int_equal(scene_state(scene, 1).round.plies, 6);
}

/* A repeated tap neither makes a plan again that has been played, nor plays one twice. */
SCENE_TEST_FROM(scene_setup_in_reach, test_repeated_plan_is_made_once)
{
	const struct bot_tap once = {.user = BOB,
		.key = KEY,
		.what = "plan",
		.detail = "if anything then advance 1",
		.match = 1,
		.turn = turn_of(scene, 1)};

	assert_int_equal(give(scene, &once), BOT_TAP_DONE);
	assert_int_equal(give(scene, &once), BOT_TAP_DONE);
	scene_tell(scene, ANN, "retreat 1");
	assert_int_equal(give(scene, &once), BOT_TAP_DONE);
	assert_string_equal(plan_of_bob(scene), "");
	assert_int_equal(scene_state(scene, 1).round.plies, 6);
}

/* Fills in the words of a plan as the page does. */
static void write_plan(const struct bot_lang *lang, enum bot_msg action, const char *answer,
	char plan[BOT_WORDS_SIZE])
{
	bot_page_string(lang, BOT_MSG_WEB_PLAN_WORDS,
		&(struct bot_args){.first = lang->messages[action], .second = answer}, plan,
		BOT_WORDS_SIZE);
}

/* In each language, the page writes plans that the bot reads, in as many words as fit. */
SCENE_TEST_FROM(scene_setup_in_reach, test_plans_of_the_page_are_read_in_all_languages)
{
	static const enum bot_msg actions[] = {BOT_MSG_WEB_PLAN_ANYTHING, BOT_MSG_WEB_PLAN_ATTACK,
		BOT_MSG_WEB_PLAN_ADVANCE, BOT_MSG_WEB_PLAN_RETREAT};
	static const char *const answers[] = {"x5", "x55555", "=", "+1", "-5"};
	char words[BOT_ACTION_WORDS_SIZE], plan[BOT_WORDS_SIZE];
	struct eg_action answer;

	for (size_t i = 0; i < bot_langs_count * 20; i++) {
		const struct bot_lang *lang = &bot_langs[i / 20];
		const char *text = answers[i / 4 % 5];

		assert_int_equal(eg_action_parse(text, strlen(text), &answer), EG_OK);
		bot_render_action(lang, answer, words);
		write_plan(lang, actions[i % 4], words, plan);
		if (tap(scene, BOB, "plan", 1, plan) != BOT_TAP_DONE)
			fail_msg("%s: %s", plan, result.text);
	}
}

/* Each of them means what its word says. */
SCENE_TEST_FROM(scene_setup_in_reach, test_plans_of_the_page_play_in_all_languages)
{
	static const struct {
		enum bot_msg planned;
		const char *action;
		bool fits;
	} cases[] = {{BOT_MSG_WEB_PLAN_ANYTHING, "-1", true},
		{BOT_MSG_WEB_PLAN_RETREAT, "-1", true}, {BOT_MSG_WEB_PLAN_ADVANCE, "+1", true},
		{BOT_MSG_WEB_PLAN_ATTACK, "+2x5", true}, {BOT_MSG_WEB_PLAN_ADVANCE, "-1", false},
		{BOT_MSG_WEB_PLAN_ATTACK, "+1", false}, {BOT_MSG_WEB_PLAN_RETREAT, "+1", false}};
	const size_t count = sizeof(cases) / sizeof(cases[0]);
	const struct eg_action retreat = {.kind = EG_RETREAT, .move = 1};
	char words[BOT_ACTION_WORDS_SIZE], plan[BOT_WORDS_SIZE];

	(void)scene;
	for (size_t i = 0; i < bot_langs_count * count; i++) {
		const struct bot_lang *lang = &bot_langs[i / count];
		void *own;

		scene_setup_in_reach(&own);
		bot_render_action(lang, retreat, words);
		write_plan(lang, cases[i % count].planned, words, plan);
		assert_int_equal(tap(own, BOB, "plan", 1, plan), BOT_TAP_DONE);
		scene_tell(own, ANN, cases[i % count].action);
		if ((scene_state(own, 1).round.plies == 6) != cases[i % count].fits)
			fail_msg("%s", plan);
		scene_teardown(&own);
	}
}

SCENE_TEST_FROM(scene_setup_timed, test_wrong_seat_plays_nothing)
{
	const char *user = strcmp(scene_to_act(scene), ANN) == 0 ? BOB : ANN;

	assert_refused(scene, tap(scene, user, "play", 1, first_action(scene, 1)), "it is ");
	assert_text("turn");
}

SCENE_TEST_FROM(scene_setup_timed, test_actions_that_are_not_legal_are_refused)
{
	static const char *const actions[] = {"-5", "+5x1", "=", "pass", "", "+", "a", "+9", "+1 ",
		"advance", "+1x", "x111111", "\xc3\xa9", "+1\n"};
	int64_t turn = turn_of(scene, 1);

	for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		if (strcmp(actions[i], first_action(scene, 1)) == 0)
			continue;
		enum bot_tap_outcome outcome =
			tap(scene, scene_to_act(scene), "play", 1, actions[i]);
		if (outcome == BOT_TAP_DONE)
			fail_msg("played \"%s\"", actions[i]);
		assert_refused(scene, outcome, "You can't do that now");
	}
	assert_int_equal(turn_of(scene, 1), turn);
}

SCENE_TEST_FROM(scene_setup_timed, test_other_peoples_matches_do_not_exist)
{
	static const char *const words[] = {"play", "plan", "resign", "abort", "pause", "resume",
		"abandon", "claim", "nudge", "accept", "decline", "cancel", "rematch"};
	static const int64_t matches[] = {1, 2, 0, -1, INT64_MAX};
	char text[64];

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		for (size_t j = 0; j < sizeof(matches) / sizeof(matches[0]); j++) {
			char key[40];

			snprintf(key, sizeof(key), "some-key-of-a-stranger-%zu-%zu", i, j);
			const struct bot_tap given = {.user = EVE,
				.key = key,
				.what = words[i],
				.detail = "+1",
				.match = matches[j],
				.turn = turn_of(scene, 1)};
			snprintf(text, sizeof(text), "There is no match #%lld here",
				(long long)matches[j]);
			assert_refused(scene, give(scene, &given), text);
		}
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(scene_setup_timed, test_hostile_taps_are_refused)
{
	static const char *const keys[] = {"", "short", "0123456789abcdefghijk",
		"0123456789abcdefghijkl ", "0123456789abcdefghijk\xc3\xa9",
		"0123456789012345678901234567890123456789012345678901234567890123X"};
	static const char *const words[] = {"", "PLAY", "play ", "admin", "forget", "stop", "a"};
	static const char *const users[] = {"", "@ann test", "@ann\n:test", "@engarde:\xc3\xa9"};
	struct bot_tap given = {.user = ANN, .key = KEY, .what = "resign", .match = 1};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		given.key = keys[i];
		assert_refused(scene, give(scene, &given), "Please reload it");
	}
	given.key = KEY;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		given.what = words[i];
		assert_refused(scene, give(scene, &given), "Please reload it");
	}
	for (size_t i = 0; i < sizeof(users) / sizeof(users[0]); i++) {
		given.what = "resign";
		given.user = users[i];
		assert_refused(scene, give(scene, &given), "");
	}
	assert_refused(scene, tap(scene, ANN, "play", 1, NULL), "Please reload it");
	assert_refused(scene, tap(scene, ANN, "practice", 0, "yes #1"), "Please reload it");
	assert_refused(scene, tap(scene, ANN, "language", 0, NULL), "Please reload it");
	assert_refused(scene, tap(scene, ANN, "language", 0, "xx"), "Please reload it");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST_FROM(scene_setup_timed, test_banned_users_tap_in_vain)
{
	SCENE_HOST(scene, bot_store_ban(scene->store, ANN));
	assert_refused(scene, tap(scene, ANN, "resign", 1, NULL), "");
	assert_string_equal(result.text, "");
}

SCENE_TEST_FROM(scene_setup_timed, test_resign_ends_the_match)
{
	assert_int_equal(tap(scene, ANN, "resign", 1, NULL), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 1).ending, BOT_RESIGNED);
	assert_int_equal(scene_match(scene, 1).winner, EG_BLACK);
	assert_int_equal(scene_events(scene), SCENE_FINISH);
	assert_refused(scene, tap(scene, ANN, "resign", 1, NULL), "There is no match #");
	assert_int_equal(tap(scene, ANN, "play", 1, "+1"), BOT_TAP_STALE);
	scene_assert_quiet(scene);
}

SCENE_TEST_FROM(scene_setup_timed, test_abort_ends_a_match_that_has_hardly_begun)
{
	assert_refused(scene, tap(scene, ANN, "abort", 1, NULL), "You have both acted in #1");
	scene_say(scene, ROOM, EVE, "!eg challenge @ann");
	tap(scene, ANN, "accept", 2, NULL);
	assert_int_equal(tap(scene, ANN, "abort", 2, NULL), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 2).ending, BOT_VOID);
	scene_assert_said(scene, ROOM, "#2");
	assert_refused(scene, tap(scene, ANN, "abort", 2, NULL), "There is no match #");
}

SCENE_TEST_FROM(scene_setup_timed, test_proposals_are_made_and_agreed_to)
{
	assert_int_equal(tap(scene, ANN, "pause", 1, NULL), BOT_TAP_DONE);
	assert_text("I have asked");
	scene_assert_answer(scene, BOB, "would like to pause");
	assert_refused(scene, tap(scene, ANN, "pause", 1, NULL), "already asked");
	assert_int_equal(tap(scene, BOB, "pause", 1, NULL), BOT_TAP_DONE);
	assert_text("#1 is paused");
	assert_no_whisper(scene, BOB);
	assert_true(scene_match(scene, 1).left > 0);
	assert_refused(scene, tap(scene, scene_to_act(scene), "play", 1, first_action(scene, 1)),
		"paused");
	assert_refused(scene, tap(scene, BOB, "nudge", 1, NULL), "paused");
	scene_tell(scene, BOB, "resume");
	assert_int_equal(tap(scene, ANN, "resume", 1, NULL), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 1).left, 0);
	assert_int_equal(tap(scene, ANN, "abandon", 1, NULL), BOT_TAP_DONE);
	assert_int_equal(tap(scene, BOB, "abandon", 1, NULL), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 1).ending, BOT_ABANDONED);
}

SCENE_TEST_FROM(scene_setup_timed, test_nudge_rings_once_an_hour)
{
	const char *to_act = scene_to_act(scene);
	const char *waits = strcmp(to_act, ANN) == 0 ? BOB : ANN;

	assert_int_equal(tap(scene, waits, "nudge", 1, NULL), BOT_TAP_DONE);
	assert_text("I have reminded");
	assert_int_equal(scene_events(scene), 1);
	scene_assert_rings(scene, to_act, "waits for you to act");
	assert_refused(scene, tap(scene, waits, "nudge", 1, NULL), "already reminded");
	assert_refused(scene, tap(scene, to_act, "nudge", 1, NULL), "it is your turn");
}

SCENE_TEST_FROM(scene_setup_timed, test_claim_takes_the_win_of_a_player_who_left)
{
	const char *to_act = scene_to_act(scene);
	const char *waits = strcmp(to_act, ANN) == 0 ? BOB : ANN;

	assert_refused(scene, tap(scene, waits, "claim", 1, NULL), "has not left");
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, to_act));
	assert_refused(scene, tap(scene, waits, "claim", 1, NULL), "has left");
	SCENE_HOST(scene,
		bot_store_timer_set(scene->store, 1,
			strcmp(to_act, ANN) == 0 ? BOT_TIMER_WHITE_CLAIM : BOT_TIMER_BLACK_CLAIM,
			scene->now));
	SCENE_HOST(scene, bot_store_timer_clear(scene->store, 1,
				  strcmp(to_act, ANN) == 0 ? BOT_TIMER_WHITE_ABSENT
							   : BOT_TIMER_BLACK_ABSENT));
	assert_int_equal(tap(scene, waits, "claim", 1, NULL), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 1).ending, BOT_FORFEITED);
}

SCENE_TEST_FROM(scene_setup_timed, test_challenges_are_accepted_declined_and_cancelled)
{
	scene_say(scene, ROOM, EVE, "!eg challenge @ann");
	assert_refused(scene, tap(scene, EVE, "accept", 2, NULL), "There is no match #");
	assert_int_equal(tap(scene, ANN, "decline", 2, NULL), BOT_TAP_DONE);
	scene_assert_answer(scene, ROOM, "declines #2");
	scene_say(scene, ROOM, EVE, "!eg challenge @ann");
	assert_int_equal(tap(scene, EVE, "cancel", 3, NULL), BOT_TAP_DONE);
	scene_assert_answer(scene, ROOM, "#3 is cancelled");
	scene_say(scene, ROOM, EVE, "!eg challenge @ann");
	assert_int_equal(tap(scene, ANN, "accept", 4, NULL), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 4).status, BOT_PLAYING);
}

/* The id that stands for the event of the tap takes part in the shuffle, so it is in the record. */
SCENE_TEST_FROM(scene_setup_timed, test_rematch_is_a_challenge_in_the_room)
{
	const struct bot_tap once = {.user = ANN, .key = KEY, .what = "rematch", .match = 1};
	struct bot_shuffle shuffle;

	assert_refused(scene, tap(scene, ANN, "rematch", 1, NULL), "no ended match");
	tap(scene, ANN, "resign", 1, NULL);
	assert_int_equal(give(scene, &once), BOT_TAP_DONE);
	scene_assert_answer(scene, ROOM, "#2: @ann:test challenges @bob:test");
	assert_string_equal(scene_last(scene, ROOM)->answers, "");
	assert_int_equal(give(scene, &once), BOT_TAP_DONE);
	scene_assert_quiet(scene);
	assert_true(bot_store_shuffle(scene->store, 2, &shuffle));
	assert_string_equal(shuffle.challenge, "tap:f56zlb6h7lEB6OsEINEGQ4NLlgy5lJhLNkOvAcTIJZw");
	assert_int_equal(tap(scene, BOB, "rematch", 1, NULL), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
	assert_true(bot_store_shuffle(scene->store, 2, &shuffle));
	assert_int_equal(strncmp(shuffle.acceptance, "tap:", 4), 0);
	assert_string_not_equal(shuffle.acceptance, shuffle.challenge);
	scene_play_rounds(scene, 2, UINT16_MAX);
	scene_ask_in(scene, ROOM, ANN, "!eg verify #2", "fit the commitment");
}

/* The challenge is in the language of the room, but the answer in the language of the player. */
SCENE_TEST_FROM(scene_setup_timed, test_rematch_uses_both_languages)
{
	scene_say(scene, ROOM, EVE, "!eg language nl");
	scene_tell(scene, ANN, "language de");
	assert_refused(scene, tap(scene, ANN, "rematch", 1, NULL), "keine beendete Partie");
	tap(scene, ANN, "resign", 1, NULL);
	assert_int_equal(tap(scene, ANN, "rematch", 1, NULL), BOT_TAP_DONE);
	scene_assert_answer(scene, ROOM, "daagt");
}

SCENE_TEST_FROM(scene_setup_timed, test_rematch_is_refused_to_a_player_who_left_the_room)
{
	tap(scene, ANN, "resign", 1, NULL);
	scene_set_person(scene, 0, BOB, "Bob");
	assert_refused(scene, tap(scene, ANN, "rematch", 1, NULL), "not in the room of #1");
	scene_set_person(scene, 1, ANN, "Ann");
	assert_int_equal(tap(scene, ANN, "rematch", 1, NULL), BOT_TAP_DONE);
}

SCENE_TEST_FROM(scene_setup_timed, test_rematch_needs_the_right_to_write_in_the_room)
{
	tap(scene, ANN, "resign", 1, NULL);
	scene->silenced = ANN;
	scene->silenced_in = ROOM;
	assert_refused(scene, tap(scene, ANN, "rematch", 1, NULL), "You may not write in our room");
	scene->silenced = NULL;
	assert_int_equal(tap(scene, ANN, "rematch", 1, NULL), BOT_TAP_DONE);
}

SCENE_TEST(test_practice_begins_in_the_private_room)
{
	assert_refused(scene, tap(scene, ANN, "practice", 0, "fencer"), "no private room");
	assert_text("@engarde:test");
	scene_give_private_rooms(scene);
	assert_int_equal(tap(scene, ANN, "practice", 0, "fencer"), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	assert_int_equal(scene_match(scene, 1).practice, BOT_FENCER);
	assert_int_equal(scene_match(scene, 1).rules.touches, 3);
	assert_true(scene_match(scene, 1).private);
	assert_string_equal(scene_match(scene, 1).room, "!private-ann:test");
	scene_assert_said(scene, ANN, "Your hand");
	assert_refused(scene, tap(scene, ANN, "practice", 0, NULL), "goes on");
	while (scene_match(scene, 1).status == BOT_PLAYING)
		assert_int_equal(tap(scene, ANN, "play", 1, first_action(scene, 1)), BOT_TAP_DONE);
	assert_int_equal(tap(scene, ANN, "rematch", 1, NULL), BOT_TAP_DONE);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

/* The page and the chat begin the same match. */
UNIT_TEST(test_practice_has_the_terms_of_the_chat)
{
	static const char *const levels[] = {NULL, "novice", "maitre"};

	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		struct scene *scene = scene_create(3);
		char text[32];

		snprintf(text, sizeof(text), "practice %s", levels[i] ? levels[i] : "");
		scene_give_private_rooms(scene);
		scene_tell(scene, ANN, text);
		assert_int_equal(tap(scene, BOB, "practice", 0, levels[i]), BOT_TAP_DONE);
		const struct bot_match chat = scene_match(scene, 1), page = scene_match(scene, 2);
		assert_int_equal(page.practice, chat.practice);
		assert_int_equal(page.rules.touches, 3);
		assert_memory_equal(&page.rules, &chat.rules, sizeof(page.rules));
		scene_destroy(scene);
	}
}

SCENE_TEST_FROM(scene_setup_timed, test_language_is_the_players_own)
{
	assert_int_equal(tap(scene, ANN, "language", 0, "de"), BOT_TAP_DONE);
	assert_text("Deutsch");
	scene_assert_quiet(scene);
	assert_refused(scene, tap(scene, ANN, "accept", 1, NULL), "Hier gibt es keine Partie");
	assert_refused(scene, tap(scene, BOB, "accept", 1, NULL), "There is no match #");
}

static bool keeps_hands_out(struct scene *scene, const char *user)
{
	char value[BOT_SETTING_SIZE] = "";

	bot_store_setting(scene->store, BOT_OF_USER, user, "hand", value);
	return strcmp(value, "page") == 0;
}

SCENE_TEST_FROM(scene_setup_timed, test_player_chooses_where_hands_come)
{
	static char url[] = "https://table.example.org/";

	assert_refused(scene, tap(scene, ANN, "hand", 0, "chat"), "I have no web page");
	scene->config.web.url = url;
	assert_refused(scene, tap(scene, ANN, "hand", 0, NULL), "Please reload it");
	assert_refused(scene, tap(scene, ANN, "hand", 0, "#1"), "Please reload it");
	assert_refused(scene, tap(scene, ANN, "hand", 0, "in clear"), "Please reload it");
	assert_int_equal(tap(scene, ANN, "hand", 0, "chat"), BOT_TAP_DONE);
	assert_text("From now on your cards always come to the chat, too.");
	assert_false(keeps_hands_out(scene, ANN));
	assert_int_equal(tap(scene, ANN, "hand", 0, "page"), BOT_TAP_DONE);
	assert_text("while this page is open, your cards come to the chat only if");
	assert_true(keeps_hands_out(scene, ANN));
	assert_int_equal(tap(scene, ANN, "hand", 0, "page"), BOT_TAP_DONE); /* on another device */
	scene_assert_quiet(scene);
	/* The language of the answer is the player's own. */
	assert_int_equal(tap(scene, ANN, "language", 0, "de"), BOT_TAP_DONE);
	assert_int_equal(tap(scene, ANN, "hand", 0, "chat"), BOT_TAP_DONE);
	assert_text("Ab jetzt kommen deine Karten immer auch in den Chat.");
	assert_false(keeps_hands_out(scene, ANN));
}

/*
 * Actions in a match against a person cost nothing, as in the chat. Other taps cost something; when
 * a limit is reached, the player is told each time.
 */
SCENE_TEST_FROM(scene_setup_timed, test_rate_limits_hold)
{
	scene->config.limits = (struct cfg_limits){.sender_per_minute = 3};
	for (int i = 0; i < 3; i++)
		assert_refused(scene, tap(scene, ANN, "accept", 1, NULL), "There is no match #");
	for (int i = 0; i < 5; i++)
		assert_refused(scene, tap(scene, ANN, "resign", 1, NULL), "that was a lot");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	for (int i = 0; i < 4; i++)
		assert_int_equal(play(scene), BOT_TAP_DONE);
	scene_wait(scene, 2 * MINUTE);
	assert_int_equal(tap(scene, ANN, "resign", 1, NULL), BOT_TAP_DONE);
}
