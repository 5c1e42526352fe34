/* Messages in a room: what the bot answers, and what it does not answer. */
#include "bot/host/commands.h"
#include "bot/text/page.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

/* Tells the host that the bot could not read some messages of a room. */
static void miss(struct scene *scene, const char *room)
{
	SCENE_CALL(scene, bot_host_messages_missed(scene->host, room));
}

SCENE_TEST(test_players_are_told_that_messages_were_lost)
{
	miss(scene, ROOM);
	assert_int_equal(scene->count, scene->mark);
	scene_begin(scene, "");
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, "!ann's:test"));
	miss(scene, ROOM);
	scene_assert_answer(scene, ROOM, "please send it again");
	miss(scene, "!ann's:test");
	scene_assert_answer(scene, ANN, "please send it again");
	assert_true(scene_last(scene, ANN)->private);
	miss(scene, "!elsewhere:test");
	assert_int_equal(scene->count, scene->mark);
}

SCENE_TEST(test_text_that_is_no_command_is_not_answered)
{
	static const char *const texts[] = {
		"", "hello", "!eggs", "help", "accept", "+3", "say !eg help", "\xF0\x9F\xA4\xBA"};

	scene_begin(scene, "");
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_say(scene, ROOM, ANN, texts[i]);
		assert_int_equal(scene->count, scene->mark);
	}
}

/* Asserts whether the bot answers what Ann says in the room. */
static void assert_answers(struct scene *scene, const char *text, bool answers)
{
	scene_say(scene, ROOM, ANN, text);
	if ((scene->count > scene->mark) != answers)
		fail_msg("%s: %zu answers", text, scene->count - scene->mark);
}

SCENE_TEST(test_prefix_is_found_in_what_keyboards_make_of_it)
{
	static const char *const texts[] = {"!EG Stats", "!eg\u00A0stats", "!eg\u202Fstats",
		"!eg\u2003stats", "!eg\u3000stats", "!eg\u200Bstats", "!eg\u2028stats",
		"!eg\tstats", "\u00A0!eg stats", "\uFEFF!eg stats", "\u200E!eg stats",
		"\u200F\u2068!eg stats\u2069", "\u2060!eg\u2060 stats\u2060", "!e\u00ADg stats",
		"\uFF01eg stats", "\uFF01\uFF45\uFF47\u3000\uFF53tats", "! eg stats",
		"!\u202Feg stats", "`!eg stats`", "```\n!eg stats\n```", "!eg. stats", "!eg: stats",
		"!eg, stats", "!eg\uFF1A stats", "!eg?", "!eg\uFF1F", "!eg!", "!eg\u2026"};

	scene_begin(scene, "");
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_answers(scene, texts[i], true);
}

SCENE_TEST(test_text_that_only_looks_like_the_prefix_is_not_answered)
{
	static const char *const texts[] = {"!e g stats", "!e.g. stats", "!eg\u0308 stats",
		"!eg\u00B2 stats", "!\u0435g stats", "!egstats", "**!eg stats**", "> !eg stats",
		"\"!eg stats\"", "`!eg` stats", "`!eg stats", "!eg? stats", "!eg/stats",
		"\u00A1eg stats", "\uFEFF", "`", "``", "!"};

	scene_begin(scene, "");
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_answers(scene, texts[i], false);
}

SCENE_TEST(test_prefix_that_is_a_sign_needs_no_space)
{
	static char sign[] = "!", emoji[] = "\U0001F93A", word[] = "eg\uFF01";
	static char *prefixes[] = {sign, emoji, word};

	scene->config.prefixes = prefixes;
	scene->config.prefixes_count = 3;
	assert_answers(scene, "!stats", true);
	assert_answers(scene, "!Stats", true);
	assert_answers(scene, "! stats", true);
	assert_answers(scene, "!stats?", true);
	assert_answers(scene, "\U0001F93Astats", true);
	assert_answers(scene, "eg!stats", true);
	assert_answers(scene, "!weather", false);
	assert_answers(scene, "!!", false);
	assert_answers(scene, "!stats!eg", false);
}

SCENE_TEST(test_bot_is_addressed_by_name_in_every_spelling)
{
	static const char *const calls[] = {"En Garde: stats", "En\u00A0Garde: stats",
		"En Garde\u00A0: stats", "En Garde\uFF1A stats", "\u2068En Garde\u2069: stats",
		"@En Garde stats", "en garde, stats"};

	scene->port.display_name = "En Garde";
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		assert_answers(scene, calls[i], true);
	assert_answers(scene, "En Garde - stats", false);
	assert_answers(scene, "En Garde stats", false);
	assert_answers(scene, "En Gardener: stats", false);
}

SCENE_TEST(test_hostile_text_is_answered_briefly)
{
	static char large[61440] = "!eg ";
	static const char *const texts[] = {"!eg <b>x</b>", "!eg \342\200\256pleh\342\200\254",
		"!eg %s%n", "!eg #1", "!eg #99999999999999999999", "!eg {prefix}",
		"!eg challenge <b>", large};

	memset(large + 4, '<', sizeof(large) - 5);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_say(scene, ROOM, ANN, texts[i]);
		assert_int_equal(scene_events(scene), 1);
		assert_true(strlen(scene_last(scene, ROOM)->body) < 200);
		assert_null(strchr(scene_last(scene, ROOM)->body, '\n'));
		assert_null(strstr(scene_last(scene, ROOM)->html, "<b>"));
		assert_int_equal(scene_last(scene, ROOM)->ring, BOT_QUIET);
	}
}

SCENE_TEST(test_sender_with_too_long_an_id_is_not_answered)
{
	char id[BOT_ID_SIZE + 1] = "@";
	struct bot_message message = {
		.event = "$e", .room = ROOM, .sender = id, .text = "!eg help"};

	memset(id + 1, 'a', BOT_ID_SIZE - 1);
	scene_message(scene, &message);
	assert_int_equal(scene->count, 0);
	assert_false(bot_host_is_command(scene->host, &message));
	id[BOT_ID_SIZE - 1] = '\0';
	assert_true(bot_host_is_command(scene->host, &message));
	scene_message(scene, &message);
	assert_int_equal(scene_events(scene), 1);
}

SCENE_TEST(test_bot_does_not_answer_itself)
{
	scene_say(scene, ROOM, "@engarde:test", "!eg help");
	assert_int_equal(scene->count, 0);
}

SCENE_TEST(test_bot_welcomes_a_room_once)
{
	for (int i = 0; i < 2; i++) {
		SCENE_CALL(scene, bot_host_room_joined(scene->host, ROOM));
		assert_int_equal(scene->count, 1);
	}
	assert_non_null(strstr(scene->row[0].body, "!engarde challenge"));
	assert_null(strchr(scene->row[0].body, '\n'));
}

SCENE_TEST(test_help_and_rules_are_complete)
{
	static const char *const texts[] = {"help", "", "?", "rules", "rules basic",
		"rules standard", "rules ADVANCED", "rules ferti", "help challenge", "help +3",
		"help?"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_tell(scene, ANN, texts[i]);
		assert_int_equal(scene_events(scene), 1);
		assert_true(strlen(scene_last(scene, ANN)->html) > 30);
		assert_true(strlen(scene_last(scene, ANN)->body) < 2000);
		assert_null(strchr(scene_last(scene, ANN)->body, '{'));
	}
	scene_ask(scene, ANN, "rules chess",
		"Which rules? Write basic, standard, advanced or ferti, as in rules basic.");
	scene_ask(scene, ANN, "help chess", "I don't know chess");
	scene_ask(
		scene, ANN, "help chalenge", "I don't know chalenge. Did you mean help challenge?");
}

/* Asserts that the bot shows the five examples, each on a line, and that the first is `first`. */
static void assert_examples(struct scene *scene, const char *to, const char *first)
{
	const char *line = scene_last(scene, to)->body;
	size_t lines = 1;

	assert_non_null(strstr(line, first));
	while ((line = strchr(line, '\n'))) {
		line++;
		lines++;
	}
	assert_int_equal(lines, 7); /* a sentence, the examples, and the line that leads further */
}

SCENE_TEST(test_help_shows_five_examples_for_the_place_and_the_moment)
{
	scene_say(scene, ROOM, ANN, "!eg help");
	assert_examples(scene, ROOM, ":\n!engarde challenge @bob ");
	scene_assert_answer(scene, ROOM, "\n!engarde night 30m ");
	scene_assert_answer(scene, ROOM, "\n!engarde season 4 weeks ");
	scene_tell(scene, ANN, "help");
	assert_examples(scene, ANN, ":\nlearn ");
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg help");
	assert_examples(scene, ROOM, ":\n!engarde 3 ");
	scene_tell(scene, ANN, "help");
	assert_examples(scene, ANN, ":\na ");
	scene_say(scene, ROOM, EVE, "!eg help");
	assert_examples(scene, ROOM, ":\n!engarde challenge @bob ");
	scene_say(scene, "!other:test", ANN, "!eg help");
	assert_examples(scene, "!other:test", ":\n!engarde challenge @bob ");
}

SCENE_TEST(test_help_shows_first_how_to_accept_a_challenge_that_waits)
{
	scene_say(scene, ROOM, BOB, "!eg challenge @ann:test");
	scene_say(scene, ROOM, ANN, "!eg help");
	assert_examples(scene, ROOM, ":\n!engarde accept ");
	scene_tell(scene, ANN, "help");
	assert_examples(scene, ANN, ":\naccept ");
	scene_say(scene, ROOM, EVE, "!eg help"); /* the challenge is not to her */
	assert_examples(scene, ROOM, ":\n!engarde challenge @bob ");
	scene_say(scene, ROOM, BOB, "!eg cancel");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_say(scene, ROOM, EVE, "!eg help");
	assert_examples(scene, ROOM, ":\n!engarde accept ");
	scene_say(scene, ROOM, BOB, "!eg help"); /* it is his own challenge */
	assert_examples(scene, ROOM, ":\n!engarde challenge @bob ");
}

#define PHONE 40 /* columns of a line on a phone */

/* Asserts that each line after the first needs at most two lines of a phone. */
static void assert_lines_are_short(const char *body)
{
	const char *end, *line = strchr(body, '\n');

	for (; line; line = end) {
		size_t columns = 0;

		end = strchr(line + 1, '\n');
		for (const char *byte = line + 1; *byte && byte != end; byte++)
			columns += (*byte & 0xC0) != 0x80; /* not the rest of a UTF-8 character */
		if (columns > 2 * PHONE && end)
			fail_msg("%zu columns: %.*s", columns, (int)(end - line), line);
	}
}

SCENE_TEST(test_help_all_has_every_command_with_its_meaning)
{
	static char url[] = "https://page.test/"; /* some commands need the web page */

	scene->config.web.url = url;
	for (size_t i = 0; i < bot_langs_count; i++) {
		const struct bot_lang *lang = &bot_langs[i];
		scene_tellf(scene, ANN, "language %s", lang->code);
		scene_tell(scene, ANN, "help all"); /* English is understood in each language */
		const struct scene_row *row = scene_last(scene, ANN);
		for (size_t j = 0; j < bot_commands_count; j++) {
			char about[512];

			bot_page_string(lang, bot_commands[j].about,
				&(struct bot_args){.prefix = ""}, about, sizeof(about));
			assert_non_null(strstr(row->body, about));
		}
		assert_true(strlen(row->html) > strlen(row->body));
		assert_lines_are_short(row->body);
	}
}

SCENE_TEST(test_help_of_a_command_explains_the_rest)
{
	scene_ask_in(scene, ROOM, ANN, "!eg help challenge",
		" – challenge somebody, or anybody here\nYou are White.");
	scene_assert_answer(scene, ROOM, "!engarde challenge @bob to 3 clock 5m:");
	scene_tell(scene, ANN, "help accept");
	assert_string_equal(scene_last(scene, ANN)->body, "accept [#id] – accept a challenge");
	scene_ask_in(scene, ROOM, ANN, "!eg help all", "Here each begins with !engarde;");
	scene_assert_answer(scene, ROOM, "\nchallenge – challenge somebody, or anybody here\n");
}

static void assert_thread(const struct scene_row *row, const char *thread, const char *answers)
{
	assert_string_equal(row->thread, thread);
	assert_string_equal(row->answers, answers);
}

SCENE_TEST(test_command_in_a_thread_is_answered_there)
{
	char command[32];

	scene_begin(scene, "");
	scene->thread = "$first";
	snprintf(command, sizeof(command), "$event%u", scene->events);
	scene_say(scene, ROOM, ANN, "!eg help");
	assert_thread(scene_last(scene, ROOM), "$first", command);
	snprintf(command, sizeof(command), "$event%u", scene->events);
	scene_say(scene, ROOM, ANN, "!eg record 1");
	assert_thread(scene_last(scene, ROOM), "$first", command);
	snprintf(command, sizeof(command), "$event%u", scene->events);
	scene_tell(scene, ANN, "help");
	assert_thread(scene_last(scene, ANN), "$first", command);
	/* Messages of a match are never in a thread, even if the command is in a thread. */
	scene_say(scene, ROOM, ANN, "!eg board");
	assert_thread(scene_last(scene, ROOM), "", "");
	scene_play(scene);
	assert_true(scene->count > scene->mark);
	for (size_t i = scene->mark; i < scene->count; i++)
		assert_thread(&scene->row[i], "", "");
	scene->thread = NULL;
	scene_say(scene, ROOM, ANN, "!eg help");
	assert_thread(scene_last(scene, ROOM), "", "");
}
