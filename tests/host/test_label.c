/*
 * How messages show people: nobody can look like somebody else, and no name can look like words of
 * the bot.
 */
#include "bot/text/name.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void say(struct scene *scene, const char *user, const char *name, const char *text)
{
	scene->name = name;
	scene_say(scene, ROOM, user, text);
}

static void speak(struct scene *scene, const char *language)
{
	char text[32];

	snprintf(text, sizeof(text), "!eg language %s", language);
	scene_say(scene, ROOM, EVE, text);
	scene_tell(scene, ANN, text + 4);
	scene_tell(scene, BOB, text + 4);
}

/* Asserts that the last message to `to` contains `part` in the body and in the HTML. */
static void assert_both(const struct scene *scene, const char *to, const char *part)
{
	const struct scene_row *row = scene_last(scene, to);

	if (!strstr(row->body, part))
		fail_msg("\"%s\" is not in: %s", part, row->body);
	if (!strstr(row->html, part))
		fail_msg("\"%s\" is not in: %s", part, row->html);
}

/* Asserts that the last board names a fencer so, in the body and in the HTML. */
static void assert_board(const struct scene *scene, const char *name, const char *colour)
{
	const struct scene_row *row = scene_last(scene, ROOM);
	char body[128], html[128];

	snprintf(body, sizeof(body), "%s (%s)", name, colour);
	snprintf(html, sizeof(html), "%s (%c)", name, *colour);
	if (!strstr(row->body, body))
		fail_msg("\"%s\" is not in: %s", body, row->body);
	if (!strstr(row->html, html))
		fail_msg("\"%s\" is not in: %s", html, row->html);
}

static void assert_never_said(const struct scene *scene, const char *part)
{
	for (size_t i = 0; i < scene->count; i++)
		if (strstr(scene->row[i].body, part) || strstr(scene->row[i].html, part))
			fail_msg("\"%s\" is in: %s", part, scene->row[i].body);
}

UNIT_TEST(test_player_who_takes_a_seat_is_shown_with_the_id)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		struct scene *scene = scene_create(i);

		speak(scene, bot_langs[i].code);
		say(scene, ANN, "Ann", "!eg challenge");
		say(scene, BOB, "Bob", "!eg accept");
		scene_assert_said(scene, ROOM, "Ann (@ann:test)");
		scene_assert_said(scene, ROOM, "Bob (@bob:test)");
		const char *html = scene_last(scene, ROOM)->html;
		assert_non_null(strstr(html, "<a href=\"https://link/@ann:test\">Ann</a>"));
		assert_non_null(strstr(html, "<a href=\"https://link/@bob:test\">Bob</a>"));
		assert_null(strstr(html, "(@"));
		scene_destroy(scene);
	}
}

/* A challenge has no links: clients show a link to a player as a pill, which is higher. */
SCENE_TEST(test_challenge_links_nobody)
{
	say(scene, BOB, "Bob", "!eg help");
	say(scene, ANN, "Ann", "!eg challenge @bob:test");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, "Ann challenges Bob,"));
	assert_null(strstr(scene_last(scene, ROOM)->html, "<a "));
}

/*
 * After the first round the bot shows the name without the id, if no other name looks like this
 * name.
 */
SCENE_TEST(test_unique_name_stands_alone_from_the_second_round_on)
{
	say(scene, ANN, "Ann", "!eg challenge @bob:test");
	say(scene, BOB, "Bob", "!eg accept");
	scene_play_rounds(scene, 1, 1);
	say(scene, EVE, "Eve", "!eg board");
	assert_board(scene, "Ann", "White");
	assert_board(scene, "Bob", "Black");
}

/* If Eve chooses a name that looks like Bob's, the bot shows both names with the ids. */
UNIT_TEST(test_name_that_looks_like_anothers_is_shown_with_the_id)
{
	static const struct {
		const char *bob;
		const char *eve;
	} cases[] = {
		{"Bob", "Bob"},
		{"Bob", "bOB"},
		{"Bob", "B0b"},
		{"Bob", "B\303\263b"},
		{"Bob", "Bob\342\200\213"},
		{"Bob", "Bob (Black)"},
		{"Bill", "BiII"},
		{"Bernd", "Bemd"},
	};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct scene *scene = scene_create(i + 1);

		say(scene, BOB, cases[i].bob, "!eg help");
		say(scene, EVE, cases[i].eve, "!eg challenge @ann:test");
		say(scene, ANN, "Ann", "!eg accept");
		scene_play_rounds(scene, 1, 1);
		say(scene, ANN, "Ann", "!eg board");
		assert_board(scene, " (@eve:test)", "White");
		assert_board(scene, "Ann", "Black");
		say(scene, BOB, cases[i].bob, "!eg stats");
		assert_both(scene, ROOM, " (@bob:test)");
		scene_destroy(scene);
	}
}

static void assert_shown_with_id(const char *const names[], size_t count)
{
	char label[128];

	for (size_t i = 0; i < count; i++) {
		struct scene *scene = scene_create(1);

		say(scene, EVE, names[i], "!eg stats");
		snprintf(label, sizeof(label), "%s (@eve:test) has played", names[i]);
		assert_both(scene, ROOM, label);
		scene_destroy(scene);
	}
}

/*
 * The bot always adds the id to a name with letters that it can't compare: all that are not Latin,
 * and not Japanese either.
 */
UNIT_TEST(test_name_in_another_script_is_shown_with_the_id)
{
	static const char *const names[] = {"\320\222\320\276b", "\316\221nn",
		"\320\241\320\260\321\200\320\260", "\350\212\261\345\255\220 Ann",
		"\351\254\261\345\255\220", "Eve \360\237\244\272", "\360\235\220\200nn",
		"\357\274\241nn"};

	assert_shown_with_id(names, COUNT(names));
}

SCENE_TEST(test_japanese_name_stands_alone)
{
	say(scene, EVE, "\350\212\261\345\255\220\357\274\210\346\235\261\344\272\254\357\274\211",
		"!eg stats"); /* Hanako (Tokyo) */
	assert_both(scene, ROOM, "\350\212\261\345\255\220 has played");
	assert_null(strstr(scene_last(scene, ROOM)->body, EVE));
	say(scene, BOB, "\350\212\261\344\272\206",
		"!eg stats"); /* ends in another kanji, which looks alike */
	assert_both(scene, ROOM, "(@bob:test) has played");
	say(scene, EVE, "\350\212\261\345\255\220", "!eg stats");
	assert_both(scene, ROOM, "\350\212\261\345\255\220 (@eve:test) has played");
}

/* Readers could take these names for words of the bot, for numbers, or for another player. */
UNIT_TEST(test_doubtful_japanese_name_is_shown_with_the_id)
{
	static const char *const names[] = {"\343\201\202\343\201\252\343\201\237",
		"\350\212\261\345\255\220\343\201\225\343\202\223", "\344\272\214",
		"\350\212\261\345\255\220 \344\270\211", "\343\201\256\345\213\235\343\201\241"};

	assert_shown_with_id(names, COUNT(names));
}

/* A store of an older version has no skeletons of Japanese names. */
SCENE_TEST(test_japanese_name_of_an_older_store_is_learned_again)
{
	SCENE_HOST(scene, bot_store_set_name(scene->store, EVE, "\350\212\261\345\255\220", ""));
	say(scene, EVE, "\350\212\261\345\255\220", "!eg stats");
	assert_both(scene, ROOM, "\350\212\261\345\255\220 has played");
}

/*
 * A name that is written from right to left must not change the order of the numbers in the score.
 */
SCENE_TEST(test_name_from_right_to_left_is_isolated)
{
	say(scene, EVE, "\327\251\327\234\327\225\327\235", "!eg stats");
	assert_both(scene, ROOM,
		"\342\201\250\327\251\327\234\327\225\327\235\342\201\251 (@eve:test) has played");
}

/* Readers could take each of these names for words of the bot, or for the colour of a player. */
UNIT_TEST(test_name_that_could_be_the_bots_words_is_shown_with_the_id)
{
	static const char *const names[] = {"Ann wins", "Bob resigns", "Engarde", "En Garde",
		"EN-GARDE", "engarde bot", "Moderator", "Ma\303\256tre", "Maitre", "Novice",
		"White", "Black", "anybody", "schwarz", "Anf\303\244nger", "wint", "gewinnt",
		"vince", "Bob abandoned", "B0t", "You", "y0u", "You won", "Du", "Jij", "Tu",
		"Not you", "y o u", "Bob Your turn", "Bob turn", "p1le 0", "Bob 12", "9 Bob",
		"Bob d left", "Bob Stapel", "beurt", "tallone"};

	assert_shown_with_id(names, COUNT(names));
}

SCENE_TEST(test_name_that_is_another_user_s_id_is_shown_with_the_id)
{
	say(scene, ANN, "bob", "!eg challenge @bob:test");
	say(scene, BOB, NULL, "!eg accept");
	scene_play_rounds(scene, 1, 1);
	say(scene, EVE, NULL, "!eg board");
	assert_board(scene, "bob (@ann:test)", "White");
	assert_board(scene, "@bob:test", "Black");
}

/* The bot shows the id instead of a name that is a link, a mention or a sentence. */
UNIT_TEST(test_name_that_must_not_be_repeated_never_is)
{
	static const struct {
		const char *name;
		const char *part; /* the part of the name that the bot must not repeat */
	} cases[] = {
		{"https://evil.example/win", "evil"},
		{"Win 1000 at www.evil.example now", "evil"},
		{"evil.example", "evil"},
		{"evil\343\200\202example", "evil"},
		{"@room", "@room"},
		{"@bob:test", "@bob:test challenges"},
		{"#lobby:evil.example", "#lobby"},
		{"Ann wins #1 against Bob", "against Bob"},
		{"Ann! The duel is over.", "The duel is"},
		{"Ann\nYour hand: 1 1 1 1 1", "1 1 1 1 1"},
		{"Ann\342\200\256nnA", "nnA"},
		{"[Bob](https://evil.example)", "evil"},
		{"<b>Ann</b>", "b>Ann"},
		{"<a href=\"https://matrix.to/#/@bob:test\">Bob</a>", "matrix.to"},
		{"I have to tell everybody here something", "something"},
	};
	static const char *const asides[] = {"!eg challenge", "!eg challenge @bob:test clock 5m",
		"!eg stats", "!eg top", "!eg history", "!eg nudge", "!eg pause", "!eg abandon",
		"!eg board", "!eg accept #1", "!eg rematch"};

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct scene *scene = scene_create(i);

		speak(scene, bot_langs[i % bot_langs_count].code);
		for (size_t j = 0; j < COUNT(asides); j++) {
			say(scene, ANN, cases[i].name, asides[j]);
			say(scene, BOB, "Bob", "!eg accept #2");
		}
		scene_tell(scene, ANN, "a");
		say(scene, ANN, cases[i].name, "!eg resign #2 yes");
		say(scene, ANN, cases[i].name, "!eg stats");
		assert_both(scene, ROOM, "@ann:test");
		assert_never_said(scene, cases[i].part);
		scene_destroy(scene);
	}
}

/* The body and the HTML show the whole id, and the HTML escapes it. */
UNIT_TEST(test_odd_ids_are_shown_whole_and_as_text)
{
	static const char *const odd[] = {"@<b>x</b>:test", "@&lt;x&gt;:test", "@*x*_y_`z`:test",
		"@[x](//evil/):test", "@\"onclick='x':test", "@{name}{prefix}:test", "@%s%n:test",
		"@\\\\x~~y~~|:test"};

	for (size_t i = 0; i < COUNT(odd); i++) {
		struct scene *scene = scene_create(i);

		scene_say(scene, "!<i>*x*&amp;:test", odd[i], "!eg challenge");
		const struct scene_row *row = scene_last(scene, "!<i>*x*&amp;:test");

		assert_non_null(strstr(row->body, odd[i]));
		assert_null(strstr(row->html, "<b>"));
		assert_null(strstr(row->html, "'x'"));
		assert_null(strstr(row->html, "&lt;x&gt;"));
		assert_null(strstr(row->body, "&lt;b"));
		if (!strpbrk(odd[i], "<>&\"'"))
			assert_non_null(strstr(row->html, odd[i]));
		scene_say(scene, "!<i>*x*&amp;:test", EVE, "!eg accept");
		assert_non_null(strstr(scene_last(scene, "!<i>*x*&amp;:test")->body, odd[i]));
		scene_destroy(scene);
	}
}

/* Even the longest id is shown whole, since a cut id can look like another one. */
SCENE_TEST(test_long_ids_are_shown_whole)
{
	char user[BOT_ID_SIZE], other[BOT_ID_SIZE];

	memset(user, 'a', sizeof(user));
	memcpy(user, "@", 1);
	memcpy(user + BOT_ID_SIZE - 6, ":test", 6);
	memcpy(other, user, sizeof(user));
	memcpy(other + BOT_ID_SIZE - 7, "b", 1);
	for (int i = 0; i < 2; i++) {
		const char *named = i ? "Long" : NULL;

		say(scene, user, named, "!eg challenge");
		say(scene, other, named, "!eg accept");
		assert_both(scene, ROOM, user);
		assert_both(scene, ROOM, other);
		say(scene, user, named, "!eg resign yes");
	}
	/* even if escapes make the HTML too long, the body shows the whole id */
	memset(user + 1, '&', BOT_ID_SIZE - 7);
	say(scene, user, NULL, "!eg challenge");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, user));
	say(scene, other, NULL, "!eg accept");
	assert_non_null(strstr(scene_last(scene, ROOM)->body, user));
	assert_non_null(strstr(scene_last(scene, ROOM)->body, other));
}

/*
 * The bot does not show a user's old name after the user has removed it, or has changed it to a
 * name that the bot must not repeat.
 */
SCENE_TEST(test_old_name_is_not_shown)
{
	say(scene, ANN, "Ann", "!eg stats");
	assert_both(scene, ROOM, "Ann has played");
	say(scene, ANN, "https://evil.example", "!eg stats");
	assert_both(scene, ROOM, "@ann:test has played");
	say(scene, ANN, "", "!eg stats");
	assert_both(scene, ROOM, "@ann:test has played");
	say(scene, EVE, "Ann", "!eg stats");
	assert_both(scene, ROOM, "Ann has played");
}

/* The bot shows an erased user only by their alias, even if it shows other users with their ids. */
SCENE_TEST(test_disguised_user_is_shown_only_by_the_alias)
{
	say(scene, ANN, "Ann", "!eg challenge @bob:test");
	say(scene, BOB, "Bob", "!eg accept");
	SCENE_HOST(scene, bot_name_disguise(scene->store, BOB, "erased-1234"));
	scene_ask_in(scene, ROOM, EVE, "!eg board", "Ann (@ann:test) (White)");
	assert_board(scene, "erased-1234", "Black");
	assert_null(strstr(scene_last(scene, ROOM)->body, BOB));
	assert_null(strstr(scene_last(scene, ROOM)->html, BOB));
}

/* Whether a private message to the user has `part` in the body or in the HTML. */
static bool has_read(const struct scene *scene, const char *user, const char *part)
{
	for (size_t i = 0; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];

		if (row->private && strcmp(row->to, user) == 0 &&
			(strstr(row->body, part) || strstr(row->html, part)))
			return true;
	}
	return false;
}

/*
 * Plays a match of ANN and BOB under these names, while EVE has another one. The players also
 * propose, ask and resign. The scene keeps all messages.
 */
static struct scene *play_as(const char *ann, const char *bob, const char *eve)
{
	struct scene *scene = scene_create(1);

	say(scene, EVE, eve, "!eg stats");
	say(scene, ANN, ann, "!eg challenge @bob:test clock 1d");
	say(scene, BOB, bob, "!eg accept");
	scene->name = NULL;
	scene_play_rounds(scene, 1, 1);
	for (int i = 0; i < 2; i++) {
		scene_tell(scene, ANN, "nudge");
		scene_tell(scene, ANN, "+1"); /* refused if it is not the turn of ANN */
		scene_play(scene);
		scene_drain_optional(scene);
	}
	scene_tell(scene, BOB, "pause");
	scene_tell(scene, ANN, "abandon");
	scene_say(scene, ROOM, EVE, "!eg board");
	scene_tell(scene, BOB, "resign #1 yes");
	return scene;
}

/* The parts of the messages to ANN that name her opponent. */
static void assert_ann_reads(const struct scene *scene, const char *label)
{
	static const struct {
		const char *before, *after;
	} parts[] = {{", ", " 23, distance"}, {"#1: waiting for ", "."},
		{"#1: I have reminded ", "."}, {"#1: it is ", "'s turn"},
		{"#1: ", " would like to pause"}, {"I have asked ", "."}, {": ", " resigned."}};
	char part[160], other[160];

	snprintf(part, sizeof(part), "Score: you 0, %s ", label);
	snprintf(other, sizeof(other), "Score: you 1, %s ", label);
	assert_true(has_read(scene, ANN, part) || has_read(scene, ANN, other));
	for (size_t i = 0; i < COUNT(parts); i++) {
		snprintf(part, sizeof(part), "%s%s%s", parts[i].before, label, parts[i].after);
		if (!has_read(scene, ANN, part))
			fail_msg("Ann has not read \"%s\"", part);
	}
}

/* In the private messages of a match, the name of a third person does not matter. */
UNIT_TEST(test_private_messages_have_no_id_because_of_a_third_person)
{
	static const char *const others[] = {"Eve", "Bob", "B0b", "Ann"};

	for (size_t i = 0; i < COUNT(others); i++) {
		struct scene *scene = play_as("Ann", "Bob", others[i]);

		assert_ann_reads(scene, "Bob");
		assert_false(has_read(scene, ANN, "(@"));
		assert_false(has_read(scene, BOB, "(@"));
		scene_destroy(scene);
	}
}

/* The room still tells apart all people whom the bot knows. */
UNIT_TEST(test_room_has_the_id_because_of_a_third_person)
{
	struct scene *scene = play_as("Ann", "Bob", "B0b");

	scene_assert_said(scene, ROOM, "Bob (@bob:test) resigns #1");
	scene_destroy(scene);
}

/*
 * The private messages have the id, too, if the player could take the opponent for themselves or
 * for the bot, or if the bot can't compare the names.
 */
UNIT_TEST(test_private_messages_have_the_id_of_a_doubtful_opponent)
{
	static const struct {
		const char *ann;
		const char *bob;
	} cases[] = {
		{"Bob", "Bob"},
		{"Bill", "BiII"},
		{"Annabel", "ann"}, /* the first part of the reader's id */
		{"Ann", "\320\222\320\276b"},
		{"Ann", "You"},
		{"Ann", "y0u"},
		{"Ann", "y0u won"},
		{"Ann", "Engarde"},
		{"Ann", "Bob wins"},
		{"Ann", "Only you"},
		{"Ann", "Bob pile"},
		{"Ann", "Bob 12"},
		{"Ann", "Dr. Your turn"},
	};
	char label[64];

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct scene *scene = play_as(cases[i].ann, cases[i].bob, "Eve");

		snprintf(label, sizeof(label), "%s (@bob:test)", cases[i].bob);
		assert_ann_reads(scene, label);
		scene_destroy(scene);
	}
}

UNIT_TEST(test_private_messages_have_the_id_alone_in_place_of_a_bad_name)
{
	static const char *const names[] = {"", "@room", "#1", "Ann wins #1 against Bob",
		"Bob \342\200\224 12", "Bob. Your turn.", "Bob . Your turn"};

	for (size_t i = 0; i < COUNT(names); i++) {
		struct scene *scene = play_as("Ann", names[i], "Eve");

		assert_ann_reads(scene, "@bob:test");
		scene_destroy(scene);
	}
}
