/* The widget of a room: who adds and removes it, what stands in its way, and when its link ends. */
#include "tests/support/cmocka.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define PAGE       "https://page.test/engarde/"
#define MARK       PAGE "board#b="
#define OTHER_ROOM "!garden:test"
#define TOKEN_SIZE 33
#define ADMIN      "@admin:test"

static bool is_inside(void *self, const char *room)
{
	(void)self;
	return strcmp(room, ROOM) == 0;
}

static int setup(void **state)
{
	static char url[] = PAGE, listen[] = "127.0.0.1:8010";
	struct scene *scene = scene_create(7);

	scene->config.web = (struct cfg_web){.listen = listen, .url = url};
	scene_add_admin(scene, ADMIN);
	scene->port.is_inside = is_inside;
	*state = scene;
	return 0;
}

/* Returns the change of a widget since the mark, or NULL if there is none. */
static const struct scene_row *find_change(const struct scene *scene)
{
	for (size_t i = scene->mark; i < scene->count; i++)
		if (scene->row[i].kind == BOT_OUT_WIDGET)
			return &scene->row[i];
	return NULL;
}

static void take_token(const struct scene *scene, const char *room, char token[TOKEN_SIZE])
{
	const struct scene_row *row = find_change(scene);

	assert_non_null(row);
	assert_string_equal(row->to, room);
	assert_false(row->private);
	assert_memory_equal(row->body, MARK, strlen(MARK));
	assert_int_equal(strlen(row->body), strlen(MARK) + TOKEN_SIZE - 1);
	memcpy(token, row->body + strlen(MARK), TOKEN_SIZE);
}

/* Lets somebody add a widget to the room, and copies its token. */
static void add(struct scene *scene, const char *room, const char *user, char token[TOKEN_SIZE])
{
	scene_say(scene, room, user, "!eg widget");
	take_token(scene, room, token);
	scene_assert_said(scene, room, "This room now has a widget with its board");
}

static void assert_removes(const struct scene *scene, const char *room)
{
	const struct scene_row *row = find_change(scene);

	assert_non_null(row);
	assert_string_equal(row->to, room);
	assert_string_equal(row->body, "");
}

/* Asserts that the room was told why it gets no widget. */
static void assert_obstacle(const struct scene *scene, const char *why)
{
	scene_assert_answer(scene, ROOM, why);
	assert_null(find_change(scene));
}

static bool opens(struct scene *scene, const char *token)
{
	struct bot_web_link link;

	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	enum bot_error error = bot_host_open_web_link(scene->host, token, &link);
	assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	if (error)
		return false;
	assert_int_equal(link.kind, BOT_WEB_LINK_BOARD); /* the page shows a board */
	assert_true(!strcmp(link.room, ROOM) || !strcmp(link.room, OTHER_ROOM));
	return true;
}

static void test_member_adds_the_board_as_a_widget(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	scene_tell(scene, ANN, "widget");
	scene_assert_answer(scene, ANN, "That works only in a room");
	add(scene, ROOM, ANN, token);
	assert_int_equal(scene_events(scene), 1);
	assert_true(opens(scene, token));
	for (size_t i = scene->mark; i < scene->count; i++)
		assert_true(
			scene->row[i].kind == BOT_OUT_WIDGET || !strstr(scene->row[i].body, token));
}

static void test_room_has_one_widget_which_moderators_renew(void **state)
{
	struct scene *scene = *state;
	char first[TOKEN_SIZE], second[TOKEN_SIZE], other[TOKEN_SIZE];
	uint64_t ended;

	add(scene, ROOM, ANN, first);
	add(scene, OTHER_ROOM, ANN, other);
	scene_say(scene, ROOM, BOB, "!eg widget");
	assert_obstacle(scene, "This room has a widget with its board already");
	assert_true(opens(scene, first));
	ended = bot_host_web_links_ended(scene->host);
	add(scene, ROOM, EVE, second);
	assert_true(bot_host_web_links_ended(scene->host) > ended);
	assert_false(opens(scene, first));
	assert_true(opens(scene, second));
	assert_true(opens(scene, other));
}

static void test_only_moderators_remove_the_widget(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	scene_say(scene, ROOM, EVE, "!eg widget off");
	assert_obstacle(scene, "I have added no widget here.");
	add(scene, ROOM, ANN, token);
	scene_say(scene, ROOM, ANN, "!eg widget off");
	assert_obstacle(scene, "Only moderators");
	scene_say(scene, ROOM, EVE, "!eg widget away");
	assert_obstacle(scene, "Write !engarde widget to show");
	assert_true(opens(scene, token));
	scene_say(scene, ROOM, EVE, "!eg widget off");
	scene_assert_answer(scene, ROOM, "I remove the widget, and its link no longer works.");
	assert_removes(scene, ROOM);
	assert_false(opens(scene, token));
	add(scene, ROOM, ANN, token);
}

static void test_board_link_off_removes_the_widget(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	scene_say(scene, ROOM, EVE, "!eg board link off");
	assert_null(find_change(scene));
	add(scene, ROOM, ANN, token);
	scene_say(scene, ROOM, EVE, "!eg board link off");
	scene_assert_answer(scene, ROOM, "no longer work");
	assert_removes(scene, ROOM);
	assert_false(opens(scene, token));
}

static void test_new_board_links_and_time_do_not_end_the_widget(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	add(scene, ROOM, ANN, token);
	for (int i = 0; i < 10; i++) {
		scene->now += SECOND;
		scene_say(scene, ROOM, ANN, "!eg board link");
	}
	scene_wait(scene, 40 * DAY);
	SCENE_STORE(scene, bot_store_prune(scene->store, scene->now));
	assert_true(opens(scene, token));
}

static void test_encrypted_room_gets_a_widget_only_if_a_moderator_agrees(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	scene->widget_place.encrypted = true;
	scene_say(scene, ROOM, EVE, "!eg widget");
	assert_obstacle(scene, "This room is encrypted, but a widget never is");
	scene_say(scene, ROOM, ANN, "!eg widget yes");
	assert_obstacle(scene, "Only moderators");
	scene_say(scene, ROOM, EVE, "!eg widget yes");
	take_token(scene, ROOM, token);
	assert_true(opens(scene, token));
}

static void test_missing_power_is_explained_before_the_bot_tries(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	scene->widget_place.power = 50;
	scene_say(scene, ROOM, ANN, "!eg widget");
	assert_obstacle(scene, "for that I need power level 50");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "!engarde board link"));
	scene->widget_place.power = 0;
	add(scene, ROOM, ANN, token);
}

/* Otherwise a moderator would agree, only to hear that the bot can't add the widget. */
static void test_missing_power_comes_before_the_question(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	scene->widget_place.encrypted = true;
	scene->widget_place.power = 50;
	scene_say(scene, ROOM, EVE, "!eg widget");
	assert_obstacle(scene, "for that I need power level 50");
	scene->widget_place.power = 0;
	scene_say(scene, ROOM, EVE, "!eg widget");
	assert_obstacle(scene, "This room is encrypted, but a widget never is");
	scene_say(scene, ROOM, EVE, "!eg yes");
	take_token(scene, ROOM, token);
	assert_true(opens(scene, token));
}

static void test_who_may_not_agree_to_a_widget_is_not_asked(void **state)
{
	struct scene *scene = *state;

	scene->widget_place.encrypted = true;
	scene_say(scene, ROOM, ANN, "!eg widget");
	assert_obstacle(scene, "This room is encrypted, but a widget never is");
	scene_say(scene, ROOM, ANN, "!eg yes");
	assert_null(find_change(scene));
	assert_null(strstr(scene_last(scene, ROOM)->body, "Only moderators"));
}

static void test_refused_widget_ends_its_link(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	scene->refuses_widgets = true;
	scene_say(scene, ROOM, ANN, "!eg widget");
	take_token(scene, ROOM, token);
	scene_assert_answer(scene, ROOM, "The homeserver did not let me add a widget here.");
	assert_false(opens(scene, token));
	scene_say(scene, ROOM, EVE, "!eg widget off");
	assert_obstacle(scene, "I have added no widget here.");
	scene->refuses_widgets = false;
	add(scene, ROOM, ANN, token);
	scene->refuses_widgets = true;
	scene_say(scene, ROOM, EVE, "!eg widget off");
	scene_assert_said(scene, ROOM, "I may no longer remove the widget");
	assert_false(opens(scene, token));
}

/* The homeserver's answer may come when the widget has been replaced or removed meanwhile. */
static void test_late_answer_says_nothing_about_another_widget(void **state)
{
	struct scene *scene = *state;
	char first[TOKEN_SIZE], second[TOKEN_SIZE], url[128];

	add(scene, ROOM, ANN, first);
	add(scene, ROOM, EVE, second);
	snprintf(url, sizeof(url), MARK "%s", first);
	SCENE_CALL(scene, bot_host_widget_refused(scene->host, ROOM, url));
	scene_assert_quiet(scene);
	SCENE_CALL(scene, bot_host_widget_added(scene->host, ROOM, url));
	scene_assert_quiet(scene);
	SCENE_CALL(scene, bot_host_widget_added(scene->host, ROOM, ""));
	scene_assert_quiet(scene);
	assert_true(opens(scene, second));
}

static void test_where_no_app_shows_widgets_the_bot_says_so(void **state)
{
	static char insecure[] = "http://127.0.0.1:8010/";
	struct scene *scene = *state;

	scene->config.web.url = insecure;
	scene_say(scene, ROOM, ANN, "!eg widget");
	assert_obstacle(scene, "only if its address begins with https://");
	scene->port.widget_place = NULL;
	scene_say(scene, ROOM, ANN, "!eg widget");
	assert_obstacle(scene, "There are no widgets here.");
	scene->config.web = (struct cfg_web){0};
	scene_say(scene, ROOM, ANN, "!eg widget");
	assert_obstacle(scene, "I have no web page");
	scene_tell(scene, ANN, "help all");
	assert_null(strstr(scene_last(scene, ANN)->body, "widget"));
}

static void test_widget_ends_when_the_bot_leaves(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	add(scene, ROOM, ANN, token);
	SCENE_CALL(scene, bot_host_room_left(scene->host, ROOM));
	assert_false(opens(scene, token));
	add(scene, ROOM, ANN, token);
}

static void test_admin_who_makes_the_bot_leave_leaves_no_widget(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];
	size_t i;

	add(scene, ROOM, ANN, token);
	scene_tell(scene, ADMIN, "leave " ROOM);
	assert_removes(scene, ROOM);
	for (i = scene->mark; scene->row[i].kind != BOT_OUT_WIDGET; i++)
		assert_int_not_equal(scene->row[i].kind, BOT_OUT_LEAVE);
}

static void test_bot_that_leaves_by_itself_leaves_no_widget(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	SCENE_CALL(scene, bot_host_leaves_room(scene->host, ROOM));
	scene_assert_quiet(scene);
	add(scene, ROOM, ANN, token);
	SCENE_CALL(scene, bot_host_leaves_room(scene->host, ROOM));
	assert_removes(scene, ROOM);
	assert_false(opens(scene, token));
}

static void test_replaced_room_does_not_take_the_widget_along(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	add(scene, ROOM, ANN, token);
	SCENE_STORE(scene, bot_store_room_moved(scene->store, ROOM, OTHER_ROOM));
	assert_false(opens(scene, token));
	add(scene, OTHER_ROOM, BOB, token);
}

static void test_restored_store_removes_the_widgets(void **state)
{
	struct scene *scene = *state;
	char first[TOKEN_SIZE], second[TOKEN_SIZE];
	size_t removed = 0;

	add(scene, ROOM, ANN, first);
	add(scene, OTHER_ROOM, ANN, second);
	SCENE_CALL(scene, bot_host_restored(scene->host));
	for (size_t i = scene->mark; i < scene->count; i++)
		removed += scene->row[i].kind == BOT_OUT_WIDGET && !scene->row[i].body[0];
	assert_int_equal(removed, 2);
	assert_false(opens(scene, first));
	assert_false(opens(scene, second));
}

static void test_widget_is_understood_in_each_language(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE], text[64];

	scene->widget_place.encrypted = true;
	for (size_t i = 0; i < bot_langs_count; i++) {
		const struct bot_lang *lang = &bot_langs[i];
		const char *widget = scene_word(lang, "widget");

		snprintf(text, sizeof(text), "!eg language %s", lang->code);
		scene_say(scene, ROOM, EVE, text);
		snprintf(text, sizeof(text), "!eg %s %s", widget, scene_word(lang, "yes"));
		scene_say(scene, ROOM, EVE, text);
		take_token(scene, ROOM, token);
		assert_true(opens(scene, token));
		snprintf(text, sizeof(text), "!eg %s %s", widget, scene_word(lang, "off"));
		scene_say(scene, ROOM, EVE, text);
		assert_removes(scene, ROOM);
		assert_false(opens(scene, token));
	}
}

static void test_rate_limit_holds_for_widgets(void **state)
{
	struct scene *scene = *state;
	char token[TOKEN_SIZE];

	scene->config.limits.sender_per_minute = 6; /* a widget counts as four commands */
	add(scene, ROOM, EVE, token);
	scene_say(scene, ROOM, EVE, "!eg widget");
	assert_null(find_change(scene));
	assert_true(opens(scene, token));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, scene_teardown)
		TEST(test_member_adds_the_board_as_a_widget),
		TEST(test_room_has_one_widget_which_moderators_renew),
		TEST(test_only_moderators_remove_the_widget),
		TEST(test_board_link_off_removes_the_widget),
		TEST(test_new_board_links_and_time_do_not_end_the_widget),
		TEST(test_encrypted_room_gets_a_widget_only_if_a_moderator_agrees),
		TEST(test_missing_power_is_explained_before_the_bot_tries),
		TEST(test_missing_power_comes_before_the_question),
		TEST(test_who_may_not_agree_to_a_widget_is_not_asked),
		TEST(test_refused_widget_ends_its_link),
		TEST(test_late_answer_says_nothing_about_another_widget),
		TEST(test_where_no_app_shows_widgets_the_bot_says_so),
		TEST(test_widget_ends_when_the_bot_leaves),
		TEST(test_admin_who_makes_the_bot_leave_leaves_no_widget),
		TEST(test_bot_that_leaves_by_itself_leaves_no_widget),
		TEST(test_replaced_room_does_not_take_the_widget_along),
		TEST(test_restored_store_removes_the_widgets),
		TEST(test_widget_is_understood_in_each_language),
		TEST(test_rate_limit_holds_for_widgets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
