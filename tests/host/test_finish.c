/* The finish: what the room and the players get to know about the end of a match. */
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

#define PROVISIONAL "It is provisional: the first matches change it most."
#define NO_BREAK    "\xC2\xA0"
#define BETWEEN     " \xC2\xB7 "

static const char *const players[] = {ANN, BOB};

/* What the end of a match between two people must look like. */
struct expected {
	const char *room;   /* the beginning of the message in the room */
	const char *own[2]; /* what the private messages say, by seat */
	bool rematch;       /* the bot suggests to play again */
	bool analysed;      /* and to analyse the match */
};

static void assert_begins(const struct scene_row *row, const char *begin)
{
	if (strncmp(row->body, begin, strlen(begin)) != 0)
		fail_msg("\"%s\" does not begin with \"%s\"", row->body, begin);
}

/* Counts how often the text contains the part. */
static unsigned count(const char *text, const char *part)
{
	unsigned found = 0;

	for (text = strstr(text, part); text; text = strstr(text + 1, part))
		found++;
	return found;
}

/*
 * Asserts that the bot has sent the end of match 1, and nothing else: it rings for both players in
 * private, and mentions nobody in the room.
 */
static void assert_finish(const struct scene *scene, const struct expected *expected)
{
	const struct scene_row *room = scene_last(scene, ROOM);

	assert_int_equal(scene_events(scene), SCENE_FINISH);
	assert_int_equal(room->ring, BOT_QUIET);
	assert_string_equal(room->mention, "");
	assert_int_equal(count(room->html, "https://link/@"), 0);
	assert_begins(room, expected->room);
	assert_int_equal(strstr(room->body, "!engarde rematch") != NULL, expected->rematch);
	assert_int_equal(strstr(room->body, "What was better: ") != NULL, expected->analysed);
	for (size_t i = 0; i < 2; i++) {
		scene_assert_rings(scene, players[i], expected->own[i]);
		/* The opponent is not in this room, so their name is no link. */
		assert_int_equal(count(scene_last(scene, players[i])->html, "https://link/@"), 0);
		assert_int_equal(
			strstr(scene_last(scene, players[i])->body,
				expected->analysed
					? "Again? rematch #1. What was better: "
					  "analysis #1. More in the match's room"
					: "Again? rematch #1. More in the match's room") != NULL,
			expected->rematch);
	}
}

/* Plays match 1 until it has ended. Returns how many actions it has had. */
static unsigned play_out(struct scene *scene)
{
	struct bot_round round;
	unsigned actions = 0;

	scene_play_rounds(scene, 1, UINT16_MAX);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	for (uint16_t i = 1; bot_store_round_get(scene->store, 1, i, &round); i++)
		actions += (unsigned)round.actions;
	return actions;
}

SCENE_TEST(test_won_match_has_scores_ratings_and_length)
{
	char line[160];

	scene_begin(scene, "to 2");
	scene->now += 83 * SECOND;
	unsigned actions = play_out(scene);
	bool white = scene_match(scene, 1).winner == EG_WHITE;
	int lost = scene_state(scene, 1).score[white ? EG_BLACK : EG_WHITE];
	char room[80], won[160], defeat[160];

	snprintf(room, sizeof(room), "%s wins #1 against %s, 2 to %d.\n%s – %s: ", players[!white],
		players[white], lost, players[!white], players[white]);
	/* Both read how the last round ended, whoever has acted last. */
	for (size_t i = 0; i < 2; i++)
		scene_assert_said(scene, players[i], " wins round ");
	snprintf(won, sizeof(won),
		"You won #1 against %s, 2 to %d.\nYour rating in the match's room: 1500 → 1662 "
		"(+162). " PROVISIONAL "\n",
		players[white], lost);
	snprintf(defeat, sizeof(defeat),
		"You lost #1 against %s, %d to 2.\nYour rating in the match's room: 1500 → 1338 "
		"(−162). " PROVISIONAL "\n",
		players[!white], lost);
	assert_finish(scene,
		&(struct expected){room, {white ? won : defeat, white ? defeat : won}, true, true});
	snprintf(line, sizeof(line),
		"\n%s: rating 1500 → 1662 (+162), provisional\n%s: rating 1500 → 1338 (−162), "
		"provisional\n"
		"Actions: %u, in 1 min 23 s.\n",
		players[!white], players[white], actions);
	scene_assert_said(scene, ROOM, line);
	scene_assert_said(scene, ROOM, "What was better: !engarde analysis #1.");
}

/* Writes the list of rounds of match 1 as the finish shows it: from round `from` on, Ann first. */
static void write_rounds(struct scene *scene, unsigned from, char *line)
{
	static const char *const reasons[] = {[EG_TOUCH] = "touch",
		[EG_NO_MOVE] = "stuck",
		[EG_CARDS] = "cards",
		[EG_POSITION] = "position",
		[EG_DRAW] = "draw"};
	enum eg_seat first = scene_match(scene, 1).winner;
	struct bot_match match = scene_match(scene, 1);
	struct bot_round round;
	struct eg_match game;

	assert_int_equal(eg_match_init(&game, &match.rules), EG_OK);
	*line = '\0';
	for (uint16_t i = 1; bot_store_round_get(scene->store, 1, i, &round); i++) {
		assert_true(bot_round_play(&game, &round));
		if (i >= from)
			sprintf(line + strlen(line), "%s%d:%d" NO_BREAK "%s",
				i > from ? BETWEEN : "", game.score[first],
				game.score[eg_opponent(first)], reasons[game.round.result.reason]);
	}
}

SCENE_TEST(test_rounds_are_listed_with_score_and_reason)
{
	char rounds[1024], line[1200];

	scene_begin(scene, "to 3");
	play_out(scene);
	write_rounds(scene, 1, rounds);
	snprintf(line, sizeof(line), ": %s\n", rounds);
	scene_assert_said(scene, ROOM, line);
}

SCENE_TEST(test_only_the_last_rounds_of_a_long_match_are_listed)
{
	char rounds[1024], line[1200];

	scene_begin(scene, "to 15");
	play_out(scene);
	uint16_t last = scene_state(scene, 1).rounds;
	assert_true(last > 15);
	write_rounds(scene, last - 14U, rounds);
	snprintf(line, sizeof(line), ": …" BETWEEN "%s\n", rounds);
	scene_assert_said(scene, ROOM, line);
}

SCENE_TEST(test_resigned_match)
{
	scene_begin(scene, "");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	assert_int_equal(scene->row[scene->mark].kind, BOT_OUT_EDIT);
	assert_non_null(strstr(scene->row[scene->mark].body, "The match is over."));
	assert_finish(
		scene, &(struct expected){BOB " resigns #1: " ANN " wins.\n" ANN
					      ": rating 1500 → 1662 (+162), provisional\n",
			       {"You won #1: " BOB " resigned.\nYour rating in the match's room: "
				"1500 → 1662 (+162). " PROVISIONAL "\n",
				       "You resigned: you lost #1 against " ANN ".\n"},
			       true, true});
}

SCENE_TEST(test_forfeited_match)
{
	scene_begin(scene, "clock 5m");
	scene_let_both_act(scene);
	assert_string_equal(scene_to_act(scene), ANN);
	scene_wait(scene, 5 * MINUTE - 1);
	scene_wait(scene, 1);
	assert_finish(scene,
		&(struct expected){ANN " has run out of time: " BOB " wins #1.\n" BOB ": rating ",
			{"You lost #1 against " BOB
			 ": your time ran out.\nYour rating in the match's room: ",
				"You won #1: " ANN
				" ran out of time.\nYour rating in the match's room: "},
			true, true});
	scene_assert_said(scene, ROOM, "\nActions: 2, in 5 min.\n");
}

/* A match in which not both have acted is void. */
SCENE_TEST(test_void_match)
{
	static const char text[] = BOB " resigns #1 before both have acted: the match is void";

	scene_begin(scene, "");
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	assert_finish(scene, &(struct expected){text, {text, text}, true, false});
	assert_null(strstr(scene_last(scene, ROOM)->body, "rating"));
	assert_null(strstr(scene_last(scene, ROOM)->body, "Actions"));
	assert_null(strstr(scene_last(scene, ROOM)->body, "record"));
}

SCENE_TEST(test_abandoned_match)
{
	static const char text[] = "#1 (" ANN " – " BOB ") is abandoned: both agree.\n";

	scene_begin(scene, "");
	scene_play(scene);
	scene_tell(scene, ANN, "abandon");
	scene_say(scene, ROOM, BOB, "!eg abandon");
	assert_finish(scene, &(struct expected){text, {text, text}, true, true});
	scene_assert_said(scene, ROOM, "\nActions: 1, in 0 s.\n");
}

SCENE_TEST(test_idle_match)
{
	static const char text[] = "#1 (" ANN " – " BOB ") ends undecided, and counts for nobody: ";

	scene->config.matches.idle_days = 1;
	scene->now = HOUR; /* the bot counts idle days from a full hour */
	scene_begin(scene, "clock none");
	scene_wait(scene, DAY - 1);
	scene_wait(scene, 1);
	assert_finish(scene, &(struct expected){text, {text, text}, true, false});
}

/* If a moderator has stopped a match, the bot suggests no rematch. */
SCENE_TEST(test_stopped_match)
{
	static const char text[] = "#1 (" ANN " – " BOB ") was stopped by a moderator.";

	scene_begin(scene, "");
	scene_say(scene, ROOM, EVE, "!eg stop yes");
	assert_finish(scene, &(struct expected){text, {text, text}, false, false});
}

SCENE_TEST(test_players_are_told_in_their_own_languages)
{
	scene_begin(scene, "");
	scene_let_both_act(scene);
	scene_tell(scene, ANN, "language de");
	scene_tell(scene, BOB, "language it");
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	scene_assert_said(scene, ROOM, BOB " resigns #1");
	scene_assert_rings(scene, ANN, "Du hast #1 gewonnen: " BOB " hat aufgegeben.");
	scene_assert_rings(scene, BOB, "Con la tua resa hai perso #1 contro " ANN);
}

SCENE_TEST(test_length_of_an_old_match_is_not_told)
{
	scene_begin(scene, "");
	scene_let_both_act(scene);
	struct bot_match match = scene_match(scene, 1);
	assert_int_equal(match.began, scene->now);
	match.began = 0;
	SCENE_HOST(scene, bot_store_match_save(scene->store, &match));
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	scene_assert_said(scene, ROOM, "\nActions: 2.\n");
}

SCENE_TEST(test_player_out_of_reach_is_told_in_the_room_only)
{
	scene_begin(scene, "");
	scene_let_both_act(scene);
	scene_report_unreachable(scene, BOB, BOT_REFUSED);
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	assert_int_equal(scene_events(scene), SCENE_FINISH - 1);
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_RING);
	assert_string_equal(scene_last(scene, ROOM)->mention, BOB);
	scene_assert_rings(scene, ANN, "You resigned");
}

#define YES   "\xE2\x9C\x85"
#define AGAIN "\xF0\x9F\x94\x81"

/* The first reaction is a challenge, and the reaction of the other player accepts it. */
SCENE_TEST(test_reactions_of_both_players_begin_a_rematch)
{
	char event[32];

	scene_begin(scene, "to 3");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	snprintf(event, sizeof(event), "%s", scene_last(scene, ROOM)->event);
	assert_string_equal(scene_last(scene, ROOM)->reactions, AGAIN);
	scene_react(scene, ROOM, EVE, event, AGAIN);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, ANN, event, "\xF0\x9F\x8E\x89");
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, ANN, event, AGAIN);
	scene_assert_said(scene, ROOM, "#2: " ANN " challenges " BOB ", first to 3");
	assert_int_equal(scene_match(scene, 2).status, BOT_CHALLENGE);
	scene_react(scene, ROOM, BOB, event, YES);
	assert_int_equal(scene_match(scene, 2).status, BOT_PLAYING);
}

SCENE_TEST(test_stopped_match_is_not_repeated_by_reaction)
{
	char event[32];

	scene_begin(scene, "");
	scene_say(scene, ROOM, EVE, "!eg stop yes");
	snprintf(event, sizeof(event), "%s", scene_last(scene, ROOM)->event);
	assert_string_equal(scene_last(scene, ROOM)->reactions, "");
	scene_react(scene, ROOM, ANN, event, AGAIN);
	scene_assert_quiet(scene);
}

SCENE_TEST(test_practice_match_is_repeated_by_reaction)
{
	char event[32];

	scene_say(scene, ROOM, ANN, "!eg practice novice");
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	snprintf(event, sizeof(event), "%s", scene_last(scene, ROOM)->event);
	assert_string_equal(scene_last(scene, ROOM)->reactions, "");
	scene_react(scene, ROOM, BOB, event, AGAIN);
	scene_assert_quiet(scene);
	scene_react(scene, ROOM, ANN, event, AGAIN);
	assert_int_equal(scene_match(scene, 2).practice, BOT_NOVICE);
}

SCENE_TEST(test_challenge_ends_without_a_ping)
{
	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene_ask_in(scene, ROOM, ANN, "!eg cancel", "#1 is cancelled.");
	assert_int_equal(scene_last(scene, ROOM)->ring, BOT_QUIET);
}

SCENE_TEST(test_finish_is_a_text_below_the_picture_of_the_board)
{
	scene_say(scene, ROOM, EVE, "!eg board picture on");
	scene_begin(scene, "");
	scene_let_both_act(scene);
	scene_say(scene, ROOM, BOB, "!eg resign yes");
	const struct scene_row *row = scene_last(scene, ROOM);
	assert_int_equal(row->kind, BOT_OUT_MESSAGE);
	assert_string_equal(row->file, "");
	assert_string_equal(row->reactions, AGAIN);
	assert_int_equal(scene_events(scene), SCENE_FINISH);
	size_t pictures = 0;
	for (size_t i = scene->mark; i < scene->count; i++)
		pictures += *scene->row[i].file && scene->row[i].kind == BOT_OUT_EDIT;
	assert_int_equal(pictures, 1);
	assert_begins(row, BOB " resigns #1: " ANN " wins.\n");
	assert_int_equal(row->ring, BOT_QUIET);
	assert_string_equal(row->mention, "");
}

/*
 * When a round ends, the bot tells it in private to the player who does not begin the next round:
 * how the round ended, the score, the new hand, and whom they wait for. This message rings no
 * device. The other player gets the news with their hand.
 */
SCENE_TEST(test_both_players_are_told_the_end_of_a_round)
{
	unsigned told[2] = {0};

	scene_begin(scene, "to 4");
	while (scene_match(scene, 1).status == BOT_PLAYING) {
		const char *actor = scene_to_act(scene);
		uint16_t rounds = scene_state(scene, 1).rounds;
		char text[64];

		scene_play(scene);
		const struct eg_match now = scene_state(scene, 1);
		if (now.rounds == rounds || scene_match(scene, 1).status != BOT_PLAYING)
			continue;
		enum eg_seat waits = eg_opponent(now.round.to_act);
		const struct scene_row *row = scene_last(scene, players[waits]);
		assert_int_equal(scene_events(scene), 3);
		assert_int_equal(row->ring, BOT_QUIET);
		assert_true(row->waiting_hand);
		assert_false(scene_last(scene, players[now.round.to_act])->waiting_hand);
		assert_int_equal(count(row->html, "<a "), 0);
		snprintf(text, sizeof(text), " round %u", (unsigned)rounds);
		scene_assert_said(scene, players[waits], text);
		scene_assert_rings(scene, players[now.round.to_act], text);
		snprintf(text, sizeof(text),
			"\nScore: you %d, %s %d.\nYour hand: ", now.score[waits],
			players[eg_opponent(waits)], now.score[eg_opponent(waits)]);
		scene_assert_said(scene, players[waits], text);
		snprintf(text, sizeof(text), "#1: waiting for %s.", players[now.round.to_act]);
		scene_assert_said(scene, players[waits], text);
		told[strcmp(players[waits], actor) == 0]++;
	}
	assert_true(told[0] > 0 && told[1] > 0);
}

SCENE_TEST(test_practice_in_private_ends_with_one_message)
{
	scene_tell(scene, ANN, "practice novice to 2");
	play_out(scene);
	assert_int_equal(scene_events(scene), 1);
	const char *body = scene_last(scene, ANN)->body;
	assert_int_equal(count(body, " wins #1 against "), 1);
	assert_int_equal(count(body, "wins the match"), 0);
	assert_int_equal(count(body, " wins round "), 1);
	const char *next = scene_match(scene, 1).winner == EG_WHITE ? "Fencer" : "Novice";
	char again[120];

	snprintf(again, sizeof(again), "Again, against %s? practice. What was better: analysis #1.",
		next);
	assert_int_equal(count(body, again), 1);
	assert_int_equal(count(body, "rating"), 0);
}

SCENE_TEST(test_practice_in_a_room_ends_there_quietly)
{
	scene_say(scene, ROOM, ANN, "!eg practice novice to 1");
	play_out(scene);
	assert_int_equal(scene_events(scene), 2);
	const struct scene_row *row = scene_last(scene, ROOM);
	assert_int_equal(row->kind, BOT_OUT_MESSAGE);
	assert_int_equal(row->ring, BOT_QUIET);
	assert_int_equal(count(row->body, " wins #1 against "), 1);
	assert_int_equal(count(row->body, "Again, against "), 1);
}
