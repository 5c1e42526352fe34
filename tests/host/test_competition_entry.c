/*
 * Who takes part in a club night or season: people leave, sign up again, and are excluded; and a
 * moderator who fences, too, does all of that.
 */
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"
#define F1 "@f1:test"

/* A kind of competition, and how people call it. */
struct kind {
	const char *name;
	void (*open)(struct scene *scene, const char *words, unsigned count);
	struct bot_contest *(*load)(struct scene *scene);
};

static const struct kind kinds[] = {
	{"night", scene_open_night, scene_load_night},
	{"season", scene_open_season, scene_load_season},
};

static void open(struct scene *scene, const struct kind *kind, unsigned count)
{
	kind->open(scene, kind == &kinds[0] ? "30m to 1" : "4w to 1", count);
}

static void start(struct scene *scene, const struct kind *kind)
{
	if (kind == &kinds[0]) {
		scene_start_night(scene);
		return;
	}
	scene_say(scene, ROOM, EVE, "!eg season start yes");
	scene_wait(scene, SECOND);
}

/* Says a command of the competition, such as "join". */
static void say(struct scene *scene, const struct kind *kind, const char *user, const char *words)
{
	scene_sayf(scene, ROOM, user, "!eg %s %s", kind->name, words);
}

/* Asserts that one answer to the command contains `part`. */
static void assert_answer(struct scene *scene, const struct kind *kind, const char *user,
	const char *words, const char *part)
{
	size_t before = scene_count_said(scene, ROOM, part);

	say(scene, kind, user, words);
	assert_int_equal(scene_count_said(scene, ROOM, part), before + 1);
}

static bool takes_part(struct scene *scene, const struct kind *kind, const char *user)
{
	struct bot_contest *contest = kind->load(scene);
	bool takes_part = bot_entrant_takes_part(bot_contest_find(contest, user));

	free(contest);
	return takes_part;
}

/* Runs a test of one kind in a scene of its own, because the room of a test has one at a time. */
static void for_both(void (*test)(struct scene *scene, const struct kind *kind))
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		struct scene *scene = scene_create(7);

		test(scene, &kinds[i]);
		scene_destroy(scene);
	}
}

static void excluded_hears_why(struct scene *scene, const struct kind *kind)
{
	static const char why[] = "a moderator has excluded you.";

	open(scene, kind, 5);
	say(scene, kind, EVE, "exclude " F0);
	assert_answer(scene, kind, F0, "join", why);
	assert_answer(scene, kind, F0, "leave", why);
	start(scene, kind);
	say(scene, kind, EVE, "exclude " F1);
	assert_answer(scene, kind, F1, "join", why);
	assert_answer(scene, kind, F1, "leave", why);
	assert_answer(scene, kind, F1, "leave yes", why);
	assert_false(takes_part(scene, kind, F1));
}

UNIT_TEST(test_excluded_hears_why_at_every_stage)
{
	for_both(excluded_hears_why);
}

static void who_left_signs_up_again(struct scene *scene, const struct kind *kind)
{
	open(scene, kind, 5);
	say(scene, kind, F0, "leave");
	assert_false(takes_part(scene, kind, F0));
	assert_answer(scene, kind, F0, "leave", "you don't take part.");
	say(scene, kind, F0, "join");
	assert_true(takes_part(scene, kind, F0));
	start(scene, kind);
	assert_answer(scene, kind, F0, "join", "You take part already.");
	say(scene, kind, F0, "leave yes");
	assert_false(takes_part(scene, kind, F0));
	assert_answer(scene, kind, F0, "join", "The competition has begun already.");
	assert_answer(scene, kind, EVE, "include " F0, "Nobody has excluded them.");
	assert_false(takes_part(scene, kind, F0));
}

UNIT_TEST(test_who_left_signs_up_again_before_the_start)
{
	for_both(who_left_signs_up_again);
}

static void included_takes_part_again(struct scene *scene, const struct kind *kind)
{
	open(scene, kind, 5);
	say(scene, kind, EVE, "exclude " F0);
	assert_answer(scene, kind, EVE, "exclude " F0, "They don't take part.");
	say(scene, kind, EVE, "include " F0);
	assert_true(takes_part(scene, kind, F0));
	assert_answer(scene, kind, F0, "join", "You take part already.");
	assert_answer(scene, kind, EVE, "include " F0, "Nobody has excluded them.");
	say(scene, kind, F0, "leave");
	say(scene, kind, F0, "join");
	assert_true(takes_part(scene, kind, F0));
}

UNIT_TEST(test_included_takes_part_again)
{
	for_both(included_takes_part_again);
}

/* Who runs a competition may leave it, and runs it on. */
static void moderator_leaves_and_signs_up(struct scene *scene, const struct kind *kind)
{
	open(scene, kind, 5);
	say(scene, kind, EVE, "join");
	assert_true(takes_part(scene, kind, EVE));
	say(scene, kind, EVE, "leave " EVE); /* herself */
	assert_false(takes_part(scene, kind, EVE));
	say(scene, kind, EVE, "exclude " F0);
	assert_false(takes_part(scene, kind, F0));
	say(scene, kind, EVE, "join");
	assert_true(takes_part(scene, kind, EVE));
	start(scene, kind);
	say(scene, kind, EVE, "leave yes");
	assert_false(takes_part(scene, kind, EVE));
	assert_answer(scene, kind, EVE, "join", "The competition has begun already.");
	say(scene, kind, EVE, "stop yes");
	struct bot_contest *contest = kind->load(scene);
	assert_int_equal(contest->competition.stage, BOT_STAGE_ENDED);
	free(contest);
}

UNIT_TEST(test_moderator_leaves_and_signs_up_again)
{
	for_both(moderator_leaves_and_signs_up);
}

/* "night leave @somebody" is not about the one who writes it, and "night leave not" leaves nothing.
 */
static void nobody_leaves_for_others(struct scene *scene, const struct kind *kind)
{
	open(scene, kind, 5);
	assert_answer(scene, kind, F0, "leave not", "I don't understand not here");
	assert_answer(scene, kind, F0, "leave " F1, "Only moderators of this room can do that");
	assert_true(takes_part(scene, kind, F0));
	assert_true(takes_part(scene, kind, F1));
	assert_answer(scene, kind, EVE, "leave " F1, "Done. They don't take part any more.");
	assert_false(takes_part(scene, kind, F1));
	assert_answer(scene, kind, F1, "join", "a moderator has excluded you.");
}

UNIT_TEST(test_nobody_leaves_for_others)
{
	for_both(nobody_leaves_for_others);
}

/* Returns how many messages of the room now say that the newest one is below them. */
static size_t count_old(struct scene *scene)
{
	size_t count = 0;

	scene_drain_optional(scene);
	for (size_t i = 0; i < scene->count; i++)
		count += strcmp(scene->row[i].to, ROOM) == 0 && scene->row[i].edits[0] != '\0' &&
			 strstr(scene->row[i].body, " is further down in this room.");
	return count;
}

/* Nobody should take an old message for that of today. */
static void older_message_points_down(struct scene *scene, const struct kind *kind)
{
	char text[32];

	kind->open(scene, kind == &kinds[0] ? "5h to 1" : "4w to 1", 3);
	snprintf(text, sizeof(text), "!eg %s", kind->name);
	scene_wait(scene, 61 * MINUTE); /* so that the message is shown again */
	assert_int_equal(count_old(scene), 0);
	scene_say(scene, ROOM, F0, text);
	assert_int_equal(count_old(scene), 1);
	scene_say(scene, ROOM, F0, text); /* only a link */
	assert_int_equal(count_old(scene), 1);
}

UNIT_TEST(test_older_message_points_to_the_newest)
{
	for_both(older_message_points_down);
}
