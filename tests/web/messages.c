/*
 * usage: shown_messages
 * Lets people play, hold a club night and a season, and write commands in each language, in a room
 * and in private. Prints a line of JSON for each message and edit of the bot, for
 * messages.test.mjs, which shows them as clients do.
 */
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define LONG_NAME "Maximiliane von Wolkenstein"

/*
 * Something that a person writes: in the room if it begins with an exclamation mark, else in
 * private.
 */
struct line {
	const char *user, *text;
};

static const struct line before[] = {{EVE, "!eg help"}, {EVE, "!eg rules"}, {EVE, "!eg about"},
	{EVE, "!eg help challenge"}, {EVE, "!eg privacy"}, {EVE, "!eg board"}, {EVE, "!eg xyz"},
	{ANN, "help"}, {ANN, "rules"}, {ANN, "rules ferti"}, {ANN, "hint"}, {ANN, "settings"},
	{ANN, "!eg challenge " BOB " standard to 2 clock 5m unseen"}, {BOB, "!eg accept"}};

static const struct line between[] = {{ANN, "!eg board"}, {ANN, "hand"}, {BOB, "hand"},
	{ANN, "help"}, {BOB, "atack"}, {BOB, "attack 9"}, {BOB, "board"}, {EVE, "!eg settings"},
	{EVE, "!eg nudge"}, {ANN, "!eg pause"}, {BOB, "!eg pause"}, {ANN, "!eg board"},
	{BOB, "!eg resume"}, {ANN, "!eg resume"}, {ANN, "coach on"}, {BOB, "choices poll"},
	{ANN, "!eg abandon"}, {ANN, "games"}, {BOB, "!eg games"}, {EVE, "!eg queue"}};

static const struct line after[] = {{EVE, "!eg stats"}, {ANN, "!eg stats"}, {EVE, "!eg stats more"},
	{EVE, "!eg rating"}, {EVE, "!eg top"}, {EVE, "!eg top month"}, {EVE, "!eg history"},
	{EVE, "!eg verify"}, {EVE, "!eg record"}, {EVE, "!eg analysis"}, {ANN, "!eg challenge"},
	{ANN, "!eg cancel"}, {ANN, "!eg challenge " BOB " to 15 unseen"}, {BOB, "!eg decline"},
	{ANN, "!eg rematch"}, {BOB, "!eg accept"}, {ANN, "a"}, {BOB, "a"}, {ANN, "!eg resign"},
	{ANN, "!eg resign yes"}, {EVE, "!eg history"}, {ANN, "practice to 1"}, {ANN, "hint"},
	{ANN, "a"}, {ANN, "hint"}, {ANN, "a"}, {ANN, "board"}, {ANN, "resign"},
	{ANN, "resign yes"}};

/* The lessons, with wrong answers and right ones. */
static const struct line lessons[] = {{EVE, "help learn"}, {EVE, "!eg learn"}, {EVE, "-3"},
	{EVE, "4"}, {EVE, "x4"}, {EVE, "4"}, {EVE, "x44"}, {EVE, "+1"}, {EVE, "="}, {EVE, "+4x3"},
	{EVE, "+3x44"}, {EVE, "-1"}, {EVE, "+2"}, {EVE, "-2"}};

/* Somebody who fences in the club night or in the season, as in scene_night.h. */
#define FENCER "@f0:test"

static const struct line in_night[] = {{EVE, "!eg night"}, {EVE, "!eg night next"},
	{FENCER, "night"}, {EVE, "!eg night pause"}, {EVE, "!eg night resume"},
	{EVE, "!eg rules night"}, {EVE, "!eg night every friday 20:00"}, {EVE, "!eg night never"}};

static const struct line after_night[] = {
	{EVE, "!eg night"}, {FENCER, "night"}, {EVE, "!eg honours"}};

static const struct line in_season[] = {{EVE, "!eg season"}, {FENCER, "season"},
	{FENCER, "season more"}, {FENCER, "away 3 days"}, {FENCER, "away never"},
	{EVE, "!eg rules season"}, {EVE, "!eg top season"}};

static const struct line after_season[] = {{EVE, "!eg season"}, {FENCER, "season"},
	{EVE, "!eg honours"}, {EVE, "!eg top season"}, {FENCER, "stats @f1:test"},
	{FENCER, "stats more"}};

static void say(struct scene *scene, const struct line *lines, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		scene->name = strcmp(lines[i].user, ANN) == 0 ? LONG_NAME : NULL;
		if (lines[i].text[0] == '!')
			scene_say(scene, ROOM, lines[i].user, lines[i].text);
		else
			scene_tell(scene, lines[i].user, lines[i].text);
		scene_drain_optional(scene);
	}
}

static void speak_language(struct scene *scene, const char *code)
{
	char text[32];

	snprintf(text, sizeof(text), "!eg language %s", code);
	scene_say(scene, ROOM, EVE, text);
	scene_tell(scene, ANN, text + strlen("!eg "));
	scene_tell(scene, BOB, text + strlen("!eg "));
}

static void print_row(const struct scene_row *row, const char *code)
{
	json_t *line = json_pack(
		"{s:s, s:s, s:s}", "language", code, "body", row->body, "html", row->html);

	assert_int_equal(json_dumpf(line, stdout, JSON_COMPACT), 0);
	putchar('\n');
	json_decref(line);
}

/* Prints the messages from the one with the index `first` on, or only those in the room. */
static void print_rows(const struct scene *scene, size_t first, bool in_room_only, const char *code)
{
	for (size_t i = first; i < scene->count; i++)
		if (bot_outbox_is_text(scene->row[i].kind) && !scene->row[i].file[0] &&
			!(in_room_only && scene->row[i].private))
			print_row(&scene->row[i], code);
}

static void play_in(const char *code)
{
	struct scene *scene = scene_create(1);

	speak_language(scene, code);
	say(scene, before, sizeof(before) / sizeof(before[0]));
	for (int i = 0; i < 5; i++)
		scene_play(scene);
	say(scene, between, sizeof(between) / sizeof(between[0]));
	scene_play_rounds(scene, 1, 5);
	say(scene, after, sizeof(after) / sizeof(after[0]));
	say(scene, lessons, sizeof(lessons) / sizeof(lessons[0]));
	print_rows(scene, 0, false, code);
	scene_destroy(scene);
}

/* Prints what these commands bring, and what the room has got since `*printed`. */
static void ask(struct scene *scene, const struct line *lines, size_t count, size_t *printed,
	const char *code)
{
	print_rows(scene, *printed, true, code);
	*printed = scene->count;
	say(scene, lines, count);
	print_rows(scene, *printed, false, code);
	*printed = scene->count;
}

/* A club night with two pools, and a season with two divisions. */
static void compete_in(const char *code)
{
	struct scene *scene = scene_create(1);
	size_t printed = 0;

	speak_language(scene, code);
	scene_begin_night(scene, "30m", 8);
	ask(scene, in_night, sizeof(in_night) / sizeof(in_night[0]), &printed, code);
	scene_fence_all(scene);
	ask(scene, after_night, sizeof(after_night) / sizeof(after_night[0]), &printed, code);
	scene_begin_season(scene, "4 weeks to 1", 9);
	ask(scene, in_season, sizeof(in_season) / sizeof(in_season[0]), &printed, code);
	scene_fence_season(scene);
	ask(scene, after_season, sizeof(after_season) / sizeof(after_season[0]), &printed, code);
	scene_destroy(scene);
}

int main(void)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		play_in(bot_langs[i].code);
		compete_in(bot_langs[i].code);
	}
	return 0;
}
