/* For how long the bot keeps matches, and the command `privacy`, which says so. */
#include "tests/support/scene_match.h"

#include <string.h>

/* Waits for so many days, and long enough for the host to delete matches. */
static void wait_days(struct scene *scene, unsigned days)
{
	int64_t next;

	scene_wait(scene, days * DAY + MINUTE);
	scene_run_timers(scene, &next);
	scene_drain(scene);
}

static void play_match(struct scene *scene, int64_t id)
{
	scene_begin(scene, "to 1");
	scene_play_rounds(scene, id, UINT16_MAX);
	assert_int_equal(scene_match(scene, id).status, BOT_ENDED);
}

SCENE_TEST(test_match_is_deleted_when_its_time_is_over)
{
	struct bot_match match;
	struct bot_round round;

	scene->config.matches.keep_matches_days = 30;
	play_match(scene, 1);
	wait_days(scene, 20);
	play_match(scene, 2);
	scene_drain_optional(scene);
	wait_days(scene, 9);
	scene_say(scene, ROOM, ANN, "!eg record #1");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_FILE);
	wait_days(scene, 1);
	assert_false(bot_store_match_get(scene->store, 1, &match));
	assert_false(bot_store_round_get(scene->store, 1, 1, &round));
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	scene_ask_in(
		scene, ROOM, ANN, "!eg record #1", "I delete a match 30 d after it has ended.");
	scene_ask_in(
		scene, ROOM, ANN, "!eg verify #1", "I delete a match 30 d after it has ended.");
	scene_ask_in(scene, ROOM, ANN, "!eg history", "#2");
	assert_null(strstr(scene_last(scene, ROOM)->body, "#1"));
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "I delete a match 30 d"));
	wait_days(scene, 20);
	scene_ask_in(scene, ROOM, ANN, "!eg history",
		"No match has ended in this room yet. I delete a match");
	scene_ask_in(scene, ROOM, ANN, "!eg record", "I delete a match 30 d");
	scene_ask_in(scene, ROOM, ANN, "!eg rematch", "no ended match");
}

SCENE_TEST(test_ratings_stay)
{
	scene->config.matches.keep_matches_days = 1;
	play_match(scene, 1);
	wait_days(scene, 1);
	scene_ask_in(scene, ROOM, ANN, "!eg top", "1 ");
	scene_tell(scene, ANN, "stats");
	assert_null(strstr(scene_last(scene, ANN)->body, "no rated"));
	/* who has played a rated match does not become a newcomer again */
	bool finished = bot_store_match_finished(scene->store, ANN);
	assert_true(finished);
}

SCENE_TEST(test_running_match_is_kept)
{
	scene->config.matches.keep_matches_days = 1;
	scene_begin(scene, "to 1 clock 30d");
	scene_play(scene);
	wait_days(scene, 20);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
}

SCENE_TEST(test_matches_are_kept_without_a_limit_by_default)
{
	play_match(scene, 1);
	wait_days(scene, 4000);
	scene_say(scene, ROOM, ANN, "!eg record #1");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_FILE);
	scene_say(scene, ROOM, ANN, "!eg record #7");
	assert_null(strstr(scene_last(scene, ROOM)->body, "delete"));
	scene_say(scene, ROOM, ANN, "!eg history");
	assert_null(strstr(scene_last(scene, ROOM)->body, "delete"));
}

SCENE_TEST(test_privacy_says_what_is_kept_and_for_how_long)
{
	static char notice[] = "https://example.org/privacy";
	const struct bot_args args = {.left = INT64_C(90) * 86400000, .prefix = "!engarde "};
	char for_ever[512], for_days[512], rights[512];

	scene_give_private_rooms(scene);
	for (size_t i = 0; i < bot_langs_count; i++) {
		const struct bot_lang *lang = &bot_langs[i];

		bot_page_string(lang, BOT_MSG_PRIVACY_FOR_EVER, NULL, for_ever, sizeof(for_ever));
		bot_page_string(lang, BOT_MSG_MATCHES_KEPT, &args, for_days, sizeof(for_days));
		bot_page_string(lang, BOT_MSG_PRIVACY_RIGHTS, &args, rights, sizeof(rights));
		scene_sayf(scene, ROOM, EVE, "!eg language %s", lang->code);
		scene->config.matches.keep_matches_days = 0;
		scene->config.privacy_notice = NULL;
		scene_sayf(scene, ROOM, ANN, "!eg %s", lang->messages[BOT_MSG_USAGE_PRIVACY]);
		scene_assert_answer(scene, ROOM, for_ever);
		assert_non_null(strstr(scene_last(scene, ROOM)->body, rights));
		assert_null(strstr(scene_last(scene, ROOM)->body, notice));
		scene->config.matches.keep_matches_days = 90;
		scene->config.privacy_notice = notice;
		scene_ask_in(scene, ROOM, ANN, "!eg privacy?", for_days);
		assert_null(strstr(scene_last(scene, ROOM)->body, for_ever));
		assert_non_null(strstr(scene_last(scene, ROOM)->body, notice));
		assert_non_null(strstr(scene_last(scene, ROOM)->html,
			"<a href=\"https://example.org/privacy\">https://example.org/privacy</a>"));
	}
	scene_ask(scene, ANN, "privacy", "What you can do: forget me erases");
}

SCENE_TEST(test_privacy_notice_is_text)
{
	static char notice[] = "ask <b>Mary</b> & me";

	scene->config.privacy_notice = notice;
	scene_ask_in(scene, ROOM, ANN, "!eg privacy", notice);
	assert_non_null(
		strstr(scene_last(scene, ROOM)->html, "ask &lt;b&gt;Mary&lt;/b&gt; &amp; me"));
}
