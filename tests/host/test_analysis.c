/* The command `analysis`: when it answers, whom, and with what. */
#include "bot/host/recovery.h"
#include "tests/support/memory_store.h"
#include "tests/support/scene_match.h"
#include "tests/support/sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THINKING "I am looking at every action of #1"
#define ANSWER   "Analysis of #1\n@ann:test (White): accuracy "

/* Plays match 1 to its end. It has one round. */
static void play_match(struct scene *scene)
{
	scene_begin(scene, "to 1");
	scene_play_rounds(scene, 1, UINT16_MAX);
}

static size_t count_waiting(struct scene *scene)
{
	struct bot_waiting_analysis list[BOT_ANALYSES_WAITING_MOST];

	return bot_store_analyses_waiting(scene->store, list);
}

/*
 * Asserts that since the mark `to` has got the words of the analysis as a message of its own, and
 * then the picture.
 */
static void assert_analysis(const struct scene *scene, const char *to)
{
	const struct scene_row *found = NULL;
	bool pictured = false;

	for (size_t i = scene->mark; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];

		if (strcmp(row->to, to) != 0)
			continue;
		pictured = row->kind == BOT_OUT_FILE;
		if (!pictured)
			found = row;
	}
	assert_non_null(found);
	assert_int_equal(found->kind, BOT_OUT_MESSAGE);
	assert_non_null(strstr(found->body, ANSWER));
	assert_non_null(strstr(found->body, "\n@bob:test (Black): accuracy "));
	assert_non_null(strstr(found->body, "Inaccuracies: "));
	assert_non_null(strstr(found->body,
		*to == '@' ? "\nhelp analysis explains" : "\n!engarde help analysis explains"));
	assert_true(pictured);
	scene_assert_said(scene, to, "the more white, the better for @ann:test");
}

SCENE_TEST(test_running_match_is_not_analysed)
{
	scene_begin(scene, "to 2");
	scene_let_both_act(scene);
	scene_ask_in(scene, ROOM, EVE, "!eg analysis", "No match has ended here yet.");
	scene_ask_in(scene, ROOM, ANN, "!eg analysis #1", "#1 is still being played.");
	scene_ask(scene, BOB, "analyse 1", "#1 is still being played.");
	assert_int_equal(count_waiting(scene), 0);
}

SCENE_TEST(test_other_words_mean_analysis)
{
	static const char *const words[] = {
		"review", "mistakes", "Accuracy", "Auswertung", "ontleding", "errori"};
	scene_begin(scene, "to 2");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, EVE, "!eg hilfe"); /* the bot offers German once */
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		scene_sayf(scene, ROOM, EVE, "!eg %s #1", words[i]);
		scene_assert_answer(scene, ROOM, "#1 is still being played.");
		scene_wait(scene, MINUTE);
	}
}

SCENE_TEST(test_several_matches_are_analysed_one_at_a_time)
{
	play_match(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg analysis #1, #2",
		"One match at a time, please: !engarde analysis #1, and");
	assert_int_equal(count_waiting(scene), 0);
	scene_ask_in(scene, ROOM, ANN, "!eg analysis #1 #1", THINKING);
}

SCENE_TEST(test_analysis_follows_the_message)
{
	play_match(scene);
	scene_assert_said(scene, ROOM, "What was better: !engarde analysis #1.");
	scene_ask_in(scene, ROOM, EVE, "!eg analysis", THINKING);
	scene_work(scene);
	assert_int_equal(scene_events(scene), 2);
	assert_analysis(scene, ROOM);
	assert_int_equal(count_waiting(scene), 0);
}

/* The bot computes one analysis for each match, whoever asks for it and how often. */
SCENE_TEST(test_next_reader_gets_the_analysis_at_once)
{
	play_match(scene);
	scene_say(scene, ROOM, ANN, "!eg analysis");
	scene_work(scene);
	char *first = strdup(scene->row[scene->mark].body);
	assert_false(bot_host_has_long_work(scene->host));
	scene_say(scene, ROOM, BOB, "!eg Analyse #1");
	assert_false(bot_host_has_long_work(scene->host));
	assert_int_equal(scene_events(scene), 2);
	assert_analysis(scene, ROOM);
	assert_string_equal(scene->row[scene->mark].body, first);
	free(first);
	scene_tell(scene, BOB, "language it");
	scene_tell(scene, BOB, "analisi");
	scene_assert_said(scene, BOB, "più bianco, meglio per @ann:test");
	assert_int_equal(count_waiting(scene), 0);
}

SCENE_TEST(test_everybody_who_waits_is_answered)
{
	play_match(scene);
	scene_say(scene, ROOM, EVE, "!eg analysis");
	scene_ask_in(scene, ROOM, ANN, "!eg analysis", "I am still analysing #1");
	scene_ask(scene, BOB, "analysis", THINKING);
	assert_int_equal(count_waiting(scene), 1);
	scene_work(scene);
	assert_int_equal(scene_events(scene), 4);
	assert_analysis(scene, ROOM);
	assert_analysis(scene, BOB);
}

SCENE_TEST(test_only_readers_of_the_record_may_ask)
{
	play_match(scene);
	scene_ask(scene, EVE, "analysis #1", "I know no match #1 here. Each match has a number");
	assert_null(strstr(scene_last(scene, EVE)->body, "history")); /* works only in a room */
	scene_ask_in(scene, "!other:test", EVE, "!eg analysis #1",
		"!engarde history lists the last matches of this room with their numbers.");
	assert_int_equal(count_waiting(scene), 0);
}

/* The store keeps the queue, so the new process begins the analysis again. */
SCENE_TEST(test_restart_loses_no_request)
{
	play_match(scene);
	scene_say(scene, ROOM, ANN, "!eg analysis");
	for (int i = 0; i < 5; i++)
		SCENE_STORE(scene, bot_host_do_long_work(scene->host));
	assert_int_equal(count_waiting(scene), 1);
	scene_restart(scene, SECOND);
	scene_work(scene);
	assert_analysis(scene, ROOM);
}

/* Nobody knows who has asked, so nobody gets the answer; and the bot goes on. */
SCENE_TEST(test_damaged_request_is_dropped)
{
	play_match(scene);
	scene_say(scene, ROOM, ANN, "!eg analysis");
	sql_run(scene->store, "UPDATE analysis_requests SET lane = hex(zeroblob(200))");
	scene_work(scene);
	scene_assert_quiet(scene);
	assert_int_equal(sql_number(scene->store, "SELECT count(*) FROM analysis_requests"), 0);
	scene_say(scene, ROOM, ANN, "!eg analysis");
	scene_work(scene);
	assert_analysis(scene, ROOM);
}

/* A rollback of the last piece must not lose the answers. */
SCENE_TEST(test_answers_come_after_a_failed_commit)
{
	play_match(scene);
	scene_say(scene, ROOM, ANN, "!eg analysis");
	while (count_waiting(scene) > 0) {
		assert_int_equal(bot_store_begin(scene->store), BOT_OK);
		assert_int_equal(bot_host_do_long_work(scene->host), BOT_OK);
		if (count_waiting(scene) > 0)
			assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	}
	bot_store_rollback(scene->store);
	assert_int_equal(count_waiting(scene), 1);
	scene_work(scene);
	assert_analysis(scene, ROOM);
}

SCENE_TEST(test_room_that_refuses_pictures_gets_words)
{
	play_match(scene);
	scene_say(scene, ROOM, EVE, "!eg board picture off");
	scene_say(scene, ROOM, ANN, "!eg analysis");
	scene_work(scene);
	assert_int_equal(scene_events(scene), 1);
	scene_assert_said(scene, ROOM, ANSWER);
}

SCENE_TEST(test_answer_is_in_the_thread_of_the_command)
{
	play_match(scene);
	scene->thread = "$thread";
	scene_say(scene, ROOM, ANN, "!eg analysis");
	assert_string_equal(scene_last(scene, ROOM)->thread, "$thread");
	scene_work(scene);
	assert_string_equal(scene_last(scene, ROOM)->thread, "$thread"); /* the picture */
	scene->thread = NULL;
}

SCENE_TEST(test_match_without_an_action_is_answered_at_once)
{
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg abort #1");
	scene_ask_in(scene, ROOM, ANN, "!eg analysis #1", "Nobody acted in #1");
	assert_int_equal(count_waiting(scene), 0);
}

SCENE_TEST(test_full_queue_takes_no_more)
{
	play_match(scene);
	for (int64_t i = 0; i < 16; i++) {
		struct bot_match match = scene_match(scene, 1);

		SCENE_HOST(scene, bot_store_match_add(scene->store, &match));
		SCENE_HOST(scene, bot_store_analysis_queue(scene->store, match.id));
	}
	scene_ask_in(scene, ROOM, ANN, "!eg analysis #1", "Please ask again in a few minutes.");
	assert_int_equal(count_waiting(scene), 16);
	scene_work(scene); /* these matches have no rounds, so the bot gives their analyses up */
	assert_int_equal(count_waiting(scene), 0);
	scene_ask_in(scene, ROOM, ANN, "!eg analysis #1", THINKING);
}

/* Works until the bot sends something, and returns its text. */
static const char *work_until_sent(struct scene *scene)
{
	scene->mark = scene->count;
	while (scene->count == scene->mark) {
		assert_true(bot_host_has_long_work(scene->host));
		SCENE_STORE(scene, bot_host_do_long_work(scene->host));
		scene_drain(scene);
	}
	return scene->row[scene->mark].body;
}

static void play(struct scene *scene, int64_t id, const char *terms)
{
	scene_begin(scene, terms);
	scene_play_rounds(scene, id, UINT16_MAX);
}

/*
 * The analysis of a short match does not wait for those of long ones that were asked for earlier.
 */
SCENE_TEST(test_short_match_comes_before_long_ones)
{
	play(scene, 1, "to 5");
	play(scene, 2, "to 5");
	play(scene, 3, "to 1");
	scene_say(scene, ROOM, ANN, "!eg analysis #1");
	scene_say(scene, ROOM, BOB, "!eg analysis #2");
	SCENE_STORE(scene, bot_host_do_long_work(scene->host)); /* begins with the first one */
	SCENE_STORE(scene, bot_host_do_long_work(scene->host));
	scene_say(scene, ROOM, EVE, "!eg analysis #3");
	assert_non_null(strstr(work_until_sent(scene), "Analysis of #3"));
}

/* However many accounts of one server ask, the queue has room for people from elsewhere. */
SCENE_TEST(test_accounts_of_one_server_leave_room_in_the_queue)
{
	play_match(scene);
	scene->port.site = scene_write_server;
	for (int64_t i = 2; i <= 5; i++) {
		struct bot_match match = scene_match(scene, 1);
		struct bot_analysis_request request = {.private = true};

		snprintf(request.to, sizeof(request.to), "@u%d:evil", (int)i);
		snprintf(request.asker, sizeof(request.asker), "@u%d:evil", (int)i);
		SCENE_HOST(scene, bot_store_match_add(scene->store, &match));
		SCENE_HOST(scene, bot_store_analysis_queue(scene->store, match.id));
		SCENE_HOST(scene, bot_store_analysis_ask(scene->store, match.id, &request));
	}
	scene->origin = "evil";
	scene_ask_in(scene, ROOM, EVE, "!eg analysis #1", "Please ask again in a few minutes.");
	scene->origin = "good";
	scene_ask_in(scene, ROOM, EVE, "!eg analysis #1", THINKING);
}

/* Plays a practice match of ANN to its end. */
static void practise(struct scene *scene, int64_t id)
{
	scene_tell(scene, ANN, "practice novice to 1");
	for (int i = 0; i < 200 && scene_match(scene, id).status == BOT_PLAYING; i++)
		scene_tell(scene, ANN, "a");
	assert_int_equal(scene_match(scene, id).status, BOT_ENDED);
}

/* Nobody can fill the queue alone, wherever they ask. */
SCENE_TEST(test_user_waits_for_two_analyses_at_most)
{
	play_match(scene);
	practise(scene, 2);
	practise(scene, 3);
	scene_say(scene, ROOM, ANN, "!eg analysis #1");
	scene_tell(scene, ANN, "analysis #2");
	scene_ask(scene, ANN, "analysis #3", "You are waiting for two analyses already.");
	assert_int_equal(count_waiting(scene), 2);
	scene_tell(scene, ANN, "analysis #1"); /* takes no place in the queue */
	scene_assert_answer(scene, ANN, "I am looking at every action of #1");
	scene_ask(scene, BOB, "analysis #1", THINKING);
	scene_work(scene);
	scene_ask(scene, ANN, "analysis #3", "I am looking at every action of #3");
	assert_int_equal(count_waiting(scene), 1);
}

SCENE_TEST(test_unreadable_analysis_is_made_again)
{
	static const char *const texts[] = {"{}", "no JSON", "{\"version\":2}"};

	play_match(scene);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		SCENE_HOST(scene, bot_store_analysis_queue(scene->store, 1));
		SCENE_HOST(scene, bot_store_analysis_finish(scene->store, 1, texts[i]));
		scene_ask_in(scene, ROOM, ANN, "!eg analysis", THINKING);
		scene_wait(scene, MINUTE);
	}
	scene_work(scene);
	assert_analysis(scene, ROOM);
}

/* The host gives up a match whose data is damaged, and the match's room hears of it. */
SCENE_TEST(test_request_for_a_damaged_match_is_answered)
{
	bool again = false;

	play_match(scene);
	scene_say(scene, ROOM, EVE, "!eg analysis");
	scene_tell(scene, BOB, "language nl");
	scene_tell(scene, BOB, "analyse");
	memory_store_sql(scene->store, "UPDATE rounds SET actions = '+9' WHERE match_id = 1");
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_host_do_long_work(scene->host), BOT_STORE_CORRUPT);
	bot_store_rollback(scene->store);
	SCENE_STORE(scene, bot_host_set_aside_damage(scene->host, &again));
	assert_true(again);
	assert_int_equal(count_waiting(scene), 1);
	scene_work(scene);
	scene_assert_said(scene, ROOM, "I can't analyse #1, because");
	scene_assert_said(scene, BOB, "#1 kan ik helaas niet analyseren");
	assert_int_equal(scene_last(scene, BOB)->kind, BOT_OUT_EDIT);
	assert_int_equal(count_waiting(scene), 0);
}

/* keep_matches_days must not delete the match before the answer, but it deletes the match then. */
SCENE_TEST(test_old_match_is_kept_until_its_analysis_is_answered)
{
	struct bot_match match;

	play_match(scene);
	scene_drain_optional(scene);
	scene_say(scene, ROOM, EVE, "!eg analysis");
	SCENE_STORE(scene, bot_host_do_long_work(scene->host));
	SCENE_HOST(scene, bot_store_forget_matches(scene->store, scene->now));
	assert_int_equal(count_waiting(scene), 1);
	scene_work(scene);
	assert_analysis(scene, ROOM);
	SCENE_HOST(scene, bot_store_forget_matches(scene->store, scene->now));
	assert_false(bot_store_match_get(scene->store, 1, &match));
}

SCENE_TEST(test_practice_match_is_analysed)
{
	practise(scene, 1);
	scene_assert_said(scene, ANN, "What was better: analysis #1.");
	scene_tell(scene, ANN, "analysis");
	scene_work(scene);
	assert_int_equal(scene_events(scene), 2);
	assert_non_null(strstr(scene->row[scene->mark].body, "Novice (Black): accuracy "));
}
