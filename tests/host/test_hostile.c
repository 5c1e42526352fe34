/* Hostile names and texts of strangers, in all messages that show them. */
#include "bot/text/plain.h"
#include "tests/support/scene_talk.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/*
 * Returns true for characters that no message may contain: control characters except the line end,
 * invisible characters, and characters that change the direction of the text.
 */
static bool is_hidden(uint32_t c)
{
	return (c < 0x20 && c != '\n') || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C ||
	       (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
	       (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0xFFFD || c >= 0xE0000;
}

/*
 * Returns whether the HTML begins with the tag of a link that has a URL of the platform and no
 * other attribute.
 */
static bool is_link(const char *html)
{
	static const char start[] = "<a href=\"https://link/";
	size_t length = sizeof(start) - 1;

	return strncmp(html, start, length) == 0 &&
	       strncmp(html + length + strcspn(html + length, "\"<>"), "\">", 2) == 0;
}

/* Returns whether the HTML begins with a tag of two colours, as the strip of a board has them. */
static bool is_colour(const char *html)
{
	static const char form[] = "<span data-mx-bg-color=\"#??????\" data-mx-color=\"#??????\">";

	for (size_t i = 0; form[i]; i++)
		if (form[i] == '?' ? !isxdigit((unsigned char)html[i]) : html[i] != form[i])
			return false;
	return true;
}

/* Returns whether the HTML begins with one of the tags that the bot writes itself. */
static bool is_tag(const char *html)
{
	static const char *const tags[] = {"p", "br", "span", "code", "strong", "/p", "br/",
		"/span", "/code", "/strong", "/a"};
	size_t length = strcspn(html + 1, ">");

	for (size_t i = 0; i < COUNT(tags); i++)
		if (strlen(tags[i]) == length && strncmp(html + 1, tags[i], length) == 0)
			return true;
	return is_link(html) || is_colour(html);
}

static void assert_harmless(const struct scene_row *row)
{
	const char *record = strncmp(row->file, "\x89PNG", 4) == 0 ? "" : row->file;
	const char *texts[] = {row->body, row->html, row->choices, record};
	uint32_t c;

	for (size_t i = 0; i < COUNT(texts); i++)
		for (const char *at = texts[i]; *at; at += bot_char_read(at, &c))
			if (bot_char_read(at, &c) > 0 && is_hidden(c))
				fail_msg("U+%04X in: %s", c, texts[i]);
	for (const char *at = strchr(row->html, '<'); at; at = strchr(at + 1, '<'))
		if (!is_tag(at))
			fail_msg("no tag of ours: %s in %s", at, row->html);
	/* whom a message mentions must never depend on the text of a display name */
	static const char *const mentions[] = {"", ANN, BOB, ANN " " BOB, BOB " " ANN};
	bool expected = false;
	for (size_t i = 0; i < COUNT(mentions); i++)
		expected = expected || strcmp(row->mention, mentions[i]) == 0;
	assert_true(expected);
}

static const char *hostile(size_t i)
{
	static char long_name[60 * 1024 + 1], many_marks[4096 + 2] = "Z";
	static const char *const names[] = {
		"Ann\xE2\x80\xAE<b>bob</b>",
		"\xE2\x81\xA6\xD7\xA9\xE2\x81\xA9 \xD8\x9C",
		"A\xE2\x80\x8B\xE2\x80\x8D\xEF\xBB\xBF\xC2\xADnn",
		"<script>alert(1)</script>",
		"</p></code></pre><img src=x onerror=y>",
		"\"onclick='x'",
		"&lt;&#x202e;&amp",
		"Ann\nYour hand: 1 2 3 4 5\r\n#1",
		"*bold* `code` {prefix} {name} {{",
		"%s%n%x %1$s",
		"@room",
		"\xE2\x80\x8B@bob:test",
		"https://matrix.to/#/@bob:test",
		"[Bob](javascript:x)",
		"!eg resign yes",
		"\xF3\xA0\x80\x81\xF3\xA0\x81\x81 tagged",
		"\xE2\x80\xA8\xE2\x80\xA9\xC2\x85lines",
		"\xFF\xFE\xC0\x80\xED\xA0\x80 no UTF-8",
		"",
	};

	if (i < COUNT(names))
		return names[i];
	memset(long_name, 'W', sizeof(long_name) - 1);
	for (size_t at = 1; at + 1 < sizeof(many_marks); at += 2)
		memcpy(many_marks + at, "\xCC\x88", 2);
	return i == COUNT(names) ? long_name : i == COUNT(names) + 1 ? many_marks : NULL;
}

static void say(struct scene *scene, const char *user, const char *name, const char *text)
{
	scene->name = name;
	scene_say(scene, ROOM, user, text);
}

static void tell(struct scene *scene, const char *user, const char *name, const char *text)
{
	scene->name = name;
	scene_tell(scene, user, text);
}

/*
 * Makes the bot write all kinds of messages about a match, in the given language. All users have
 * the display name `name`.
 */
static void live(struct scene *scene, const char *name, const char *language)
{
	static const char *const asides[] = {"!eg challenge", "!eg challenge @bob:test",
		"!eg accept #2", "!eg decline", "!eg nudge", "!eg nudge #1", "!eg pause #1",
		"!eg board #1", "!eg board picture #1", "!eg stats", "!eg stats @bob:test",
		"!eg stop #2 yes", "!eg abandon #1"};
	char order[32];

	snprintf(order, sizeof(order), "!eg language %s", language);
	say(scene, EVE, name, order);
	tell(scene, ANN, name, order + 4);
	say(scene, ANN, name, "!eg challenge @bob:test clock 5m");
	say(scene, BOB, name, "!eg accept");
	for (size_t i = 0; i < COUNT(asides); i++)
		say(scene, i % 2 ? BOB : ANN, name, asides[i]);
	scene_wait(scene, 290000);
	for (int i = 0; i < 4; i++) {
		tell(scene, ANN, name, "1 #1");
		tell(scene, BOB, name, "1 #1");
	}
	say(scene, ANN, name, "!eg resign #1 yes");
	say(scene, ANN, name, "!eg rematch");
	say(scene, BOB, name, "!eg decline");
	say(scene, ANN, name, "!eg top");
	say(scene, BOB, name, "!eg history");
	say(scene, ANN, name, "!eg record #1");
	scene->unreachable = BOB;
	say(scene, ANN, name, "!eg challenge @bob:test");
	say(scene, BOB, name, "!eg accept");
	scene->config.limits.sender_per_minute = 1;
	for (int i = 0; i < 3; i++)
		say(scene, BOB, name, "!eg about");
}

UNIT_TEST(test_names_do_no_harm_in_any_message)
{
	const char *name;

	for (size_t i = 0; (name = hostile(i)); i++) {
		struct scene *scene = scene_create(i);

		live(scene, name, bot_langs[i % bot_langs_count].code);
		assert_true(scene->count > 40);
		for (size_t row = 0; row < scene->count; row++)
			assert_harmless(&scene->row[row]);
		scene_destroy(scene);
	}
}

SCENE_TEST(test_longest_ids_are_shown_whole)
{
	char id[BOT_ID_SIZE], text[BOT_ID_SIZE + 32], both[BOT_ID_SIZE + sizeof(BOB)];

	memset(id, 'x', sizeof(id) - 1);
	memcpy(id, "@<b>", 4);
	memcpy(id + sizeof(id) - 6, ":test", 6);
	snprintf(text, sizeof(text), "!eg challenge %s", BOB);
	snprintf(both, sizeof(both), "%s %s", id, BOB);
	scene_say(scene, ROOM, id, text);
	scene_say(scene, ROOM, BOB, "!eg accept");
	scene_tell(scene, BOB, "resign yes");
	assert_true(scene->count > 5);
	for (size_t row = 0; row < scene->count; row++) {
		if (strcmp(scene->row[row].mention, id) == 0 ||
			strcmp(scene->row[row].mention, both) == 0)
			scene->row[row].mention[0] = '\0';
		assert_harmless(&scene->row[row]);
	}
}

SCENE_TEST(test_sender_with_an_id_that_is_not_printable_is_ignored)
{
	static const char *const ids[] = {"@\xE2\x80\xAE.eve:test", "@e ve:test", "@eve\n:test",
		"@\xC3\xA9ve:test", "@\x7F:test", "@\x1B[2J:test"};

	for (size_t i = 0; i < COUNT(ids); i++) {
		scene_say(scene, ROOM, ids[i], "!eg challenge");
		scene_tell(scene, ids[i], "help");
	}
	assert_int_equal(scene->count, 0);
}

/* A user writes the longest possible text in each place where a command may have words. */
SCENE_TEST(test_long_texts_get_short_answers)
{
	static const char *const starts[] = {"!eg ", "!eg challenge ", "!eg challenge @", "!eg 1",
		"!eg +", "!eg #", "!eg stats @", "!eg help ", "!eg language ", "!eg rules ",
		"!eg practice ", "!eg attack ", "!eg board ", "!eg "};
	static const char *const fillers[] = {
		"x", "5 ", "@a:b ", "\xE2\x80\xAE", "<b>", "99999", "\n", "`*{}"};
	char *text = malloc(60 * 1024 + 64);

	assert_non_null(text);
	for (size_t i = 0; i < COUNT(starts) * COUNT(fillers); i++) {
		const char *filler = fillers[i % COUNT(fillers)];
		char *end = stpcpy(text, starts[i / COUNT(fillers)]);

		while (end - text < 60 * 1024)
			end = stpcpy(end, filler);
		scene_say(scene, ROOM, ANN, text);
		assert_in_range(scene_events(scene), 1, 1);
		assert_in_range(strlen(scene_last(scene, ROOM)->body), 1, 2048);
		assert_harmless(scene_last(scene, ROOM));
	}
	free(text);
}

SCENE_TEST(test_user_with_an_id_that_is_not_printable_is_not_challenged)
{
	static const char *const ids[] = {"@b\xF3"
					  "b:test",
		"@b\u00F3b:test",
		"@b\x7F"
		"b:test"};
	for (size_t i = 0; i < COUNT(ids); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg challenge %s", ids[i]);
		assert_harmless(scene_last(scene, ROOM));
		assert_null(strstr(scene_last(scene, ROOM)->body, "challenges"));
	}
}
