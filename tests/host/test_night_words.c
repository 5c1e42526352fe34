/* How people speak of a club night: its time, the words of its commands, and what they ask. */
#include "bot/call/call.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <string.h>

#define THURSDAY_NOON (INT64_C(20783) * DAY + 12 * HOUR) /* 2026-11-26 12:00 UTC */

/* Opens a night with these words on Thursday at noon. Returns how long it takes until it begins. */
static int64_t lead_of(const char *words)
{
	struct scene *scene = scene_create(1);
	struct bot_competition competition = {0};
	int64_t lead = 0;

	scene->now = THURSDAY_NOON;
	scene_sayf(scene, ROOM, EVE, "!eg night %s", words);
	if (bot_competition_find(scene->store, ROOM, BOT_KIND_NIGHT, &competition))
		lead = competition.starts - scene->host->time;
	scene_destroy(scene);
	return lead;
}

UNIT_TEST_FROM(scene_setup, scene_teardown, test_times_are_read_as_people_write_them)
{
	static const struct {
		const char *words;
		int64_t lead;
	} cases[] = {
		{"30m", 30 * MINUTE},
		{"in 30 min", 30 * MINUTE},
		{"2h", 2 * HOUR},
		{"2 hours", 2 * HOUR},
		{"in 20h", 20 * HOUR},
		{"over 2 uur", 2 * HOUR},
		{"tra 2 ore", 2 * HOUR},
		{"20:00", 8 * HOUR},
		{"20.00", 8 * HOUR},
		{"at 20:00", 8 * HOUR},
		{"at 20", 8 * HOUR},
		{"8pm", 8 * HOUR},
		{"8 pm", 8 * HOUR},
		{"8:30PM", 8 * HOUR + 30 * MINUTE},
		{"8 p.m.", 8 * HOUR},
		{"12am", 12 * HOUR},
		{"12 pm", 24 * HOUR},
		{"at 8 o'clock", 8 * HOUR},
		{"at 8", 8 * HOUR},
		{"tonight at 8", 8 * HOUR},
		{"tonight at 8:30", 8 * HOUR + 30 * MINUTE},
		{"today at 8", 8 * HOUR},
		{"heute Abend um 8", 8 * HOUR},
		{"vanavond om 8", 8 * HOUR},
		{"stasera alle 8", 8 * HOUR},
		{"tomorrow evening at 8", 32 * HOUR},
		{"friday night at 8", 32 * HOUR},
		{"tomorrow at 8", 32 * HOUR},
		{"tomorrow at 10", 22 * HOUR},
		{"on friday at 8", 32 * HOUR},
		{"in an hour", HOUR},
		{"in half an hour", HOUR / 2},
		{"in einer halben Stunde", HOUR / 2},
		{"dans une demi-heure", HOUR / 2},
		{"tra mezz'ora", HOUR / 2},
		{"over een halve minuut", 0},
		{"tomorrow at 3", 27 * HOUR},
		{"at 3", 3 * HOUR},
		{"at 8am", 20 * HOUR},
		{"at 8:00", 20 * HOUR},
		{"at 08", 20 * HOUR},
		{"at 12", 24 * HOUR},
		{"at 0", 12 * HOUR},
		{"20h", 8 * HOUR},
		{"20h30", 8 * HOUR + 30 * MINUTE},
		{"20 Uhr", 8 * HOUR},
		{"um 20 Uhr", 8 * HOUR},
		{"heute 20 Uhr", 8 * HOUR},
		{"om 20 uur", 8 * HOUR},
		{"20 uur", 8 * HOUR},
		{"vanavond om 20:00", 8 * HOUR},
		{"alle 20", 8 * HOUR},
		{"alle ore 20", 8 * HOUR},
		{"ore 20:15", 8 * HOUR + 15 * MINUTE},
		{"stasera alle 20", 8 * HOUR},
		{"a las 20:00", 8 * HOUR},
		{"hoy a las 20 h", 8 * HOUR},
		{"ma\xC3\xB1"
		 "ana a las 20:00",
			32 * HOUR},
		{"el s\xC3\xA1"
		 "bado a las 20:00",
			56 * HOUR},
		{"dentro de 30 minutos", HOUR / 2},
		{"11:00", 23 * HOUR},
		{"tomorrow 20:00", 32 * HOUR},
		{"tomorrow at 11:00", 23 * HOUR},
		{"20:00 tomorrow", 32 * HOUR},
		{"morgen 20 Uhr", 32 * HOUR},
		{"morgen om 20 uur", 32 * HOUR},
		{"domani alle 20", 32 * HOUR},
		{"saturday 20:00", 56 * HOUR},
		{"Samstag um 20 Uhr", 56 * HOUR},
		{"zaterdag 20u", 0},
		{"zaterdag om 20.00", 56 * HOUR},
		{"sabato alle 20:00", 56 * HOUR},
		{"thursday 20:00", 8 * HOUR},
		{"thursday 11:00", 7 * DAY - HOUR},
		{"tonight 8pm to 3 third place", 8 * HOUR},
		{"now", MINUTE},
		{"jetzt", MINUTE},
		{"asap", MINUTE},
		{"now to 3", MINUTE},
		{"next friday 20:00", 32 * HOUR},
		{"n\xC3\xA4"
		 "chsten freitag 20 Uhr",
			32 * HOUR},
		{"prossimo venerdi alle 20", 32 * HOUR},
		{"2026-11-27 20:00", 32 * HOUR},
		{"2026-11-27 8pm", 32 * HOUR},
		{"2026-11-26 12:30", 30 * MINUTE},
		{"27.11. 20:00", 32 * HOUR},
		{"27.11. um 8", 32 * HOUR},
		{"nov 27 8", 32 * HOUR},
		{"8pm on nov 27", 32 * HOUR},
		{"Freitag, 27.11., 20 Uhr", 32 * HOUR},
		{"8 am friday", 20 * HOUR},
		{"27. november um 20 uhr", 32 * HOUR},
		{"27/11 a las 20:00", 32 * HOUR},
		{"nov 27th at 8pm", 32 * HOUR},
		{"11\u670827\u65E5 20:00", 32 * HOUR},
		{"20.12", 8 * HOUR + 12 * MINUTE},
		{"20.12 to 3", 8 * HOUR + 12 * MINUTE},
		{"friday night 8pm", 32 * HOUR},
		/* no times */
		{"tonight at 2", 0},
		{"today 11:00", 0},
		{"next tomorrow 20:00", 0},
		{"next friday", 0},
		{"2026-11-26 11:00", 0},
		{"2026-11-27", 0},
		{"2026-12-24 20:00", 0},
		{"2026-02-30 20:00", 0},
		{"2026-11-27 friday 20:00", 0},
		{"30.2. 20:00", 0},
		{"25.11. 20:00", 0},
		{"25:00", 0},
		{"20:60", 0},
		{"13pm", 0},
		{"0am", 0},
		{"20", 0},
		{"8:5", 0},
		{"at", 0},
		{"tomorrow", 0},
		{"saturday to 5", 0},
		{"at at at", 0},
		{"123:00", 0},
		{"20:000", 0},
		{"-20:00", 0},
	};
	size_t faults = 0;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int64_t lead = lead_of(cases[i].words);

		if (lead == cases[i].lead)
			continue;
		faults++;
		print_error("%s: %lld min instead of %lld\n", cases[i].words,
			(long long)(lead / MINUTE), (long long)(cases[i].lead / MINUTE));
	}
	assert_int_equal(faults, 0);
}

/* Sentences of moderators, on Thursday at noon. */
UNIT_TEST_FROM(scene_setup, scene_teardown, test_sentences_open_a_night)
{
	static const struct {
		const char *said;
		int64_t lead;
	} cases[] = {{"let's have a club night tomorrow at 8", 32 * HOUR},
		{"let's have a club night tomorrow at half past 8", 32 * HOUR + 30 * MINUTE},
		{"lass uns am samstag um halb 9 ein turnier machen", 56 * HOUR + 30 * MINUTE},
		{"on fait une soir\u00E9e demain \u00E0 20h30", 32 * HOUR + 30 * MINUTE},
		{"organizziamo una serata sabato alle 21", 57 * HOUR},
		{"no club night on friday at 20:00 please", 0},
		{"gestern um 20 uhr war vereinsabend", 0},
		{"machen wir \u00FCbermorgen um acht einen vereinsabend", 0},
		{"clubavond morgen om kwart voor acht", 0},
		{"domani alle otto e mezza una serata", 32 * HOUR + 30 * MINUTE},
		{"club night tmrw 7.30pm pls", 31 * HOUR + 30 * MINUTE},
		{"\u4ECA\u591C8\u6642\u534A\u304B\u3089\u5927\u4F1A\u3084\u308A\u305F\u3044",
			8 * HOUR + 30 * MINUTE}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct scene *scene = scene_create(1);
		struct bot_competition night = {.starts = 0};

		scene->now = THURSDAY_NOON;
		scene_sayf(scene, ROOM, EVE, "!eg %s", cases[i].said);
		const bool found = bot_competition_find(scene->store, ROOM, BOT_KIND_NIGHT, &night);
		if ((found ? night.starts - scene->host->time : 0) != cases[i].lead)
			fail_msg("%s: %s", cases[i].said, scene_last(scene, ROOM)->body);
		scene_destroy(scene);
	}
}

SCENE_TEST(test_a_wrong_time_is_named)
{
	static const char *const days[] = {
		"tomorrow", "friday", "next friday", "2026-12-24", "friday to 5"};
	for (size_t i = 0; i < sizeof(days) / sizeof(days[0]); i++) {
		scene_sayf(scene, ROOM, EVE, "!eg night %s", days[i]);
		scene_assert_answer(scene, ROOM, "At what time?");
	}
	scene_say(scene, ROOM, EVE, "!eg night frobnicate");
	scene_assert_answer(scene, ROOM, "I don't understand frobnicate here.");
	scene_ask_in(scene, ROOM, EVE, "!eg night 2026-12-24 20:00", "in a minute at the earliest");
}

SCENE_TEST(test_weekly_times_are_read_like_others)
{
	static const char *const cases[] = {"every saturday 8pm", "every saturday at 8 pm",
		"jeden samstag um 20 uhr", "elke zaterdag om 20.00", "ogni sabato alle ore 20",
		"every saturday evening 20:00", "every saturdays 20h"};
	struct bot_weekly_night found;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_sayf(scene, ROOM, EVE, "!eg night %s", cases[i]);
		if (!bot_weekly_night_get(scene->store, ROOM, &found) || found.weekday != 6 ||
			found.minute != 20 * 60)
			fail_msg("%s: %s", cases[i], scene_last(scene, ROOM)->body);
		scene_say(scene, ROOM, EVE, "!eg night never");
	}
	scene_say(scene, ROOM, EVE, "!eg night every tomorrow 20:00");
	assert_false(bot_weekly_night_get(scene->store, ROOM, &found));
}

/* "cancel night" is "night cancel", and so on: it never means a challenge or a match. */
SCENE_TEST(test_verbs_may_stand_before_the_night)
{
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	scene_say(scene, ROOM, ANN, "!eg join night");
	assert_int_equal(scene_entrant_state(scene, ANN), BOT_ENTRANT_SIGNED_UP);
	scene_say(scene, ROOM, ANN, "!eg leave the night");
	scene_say(scene, ROOM, BOB, "!eg join the night please");
	assert_int_equal(scene_entrant_state(scene, BOB), BOT_ENTRANT_SIGNED_UP);
	scene_ask_in(scene, ROOM, EVE, "!eg start night", "At least 3 fencers are needed.");
	scene_say(scene, ROOM, EVE, "!eg start the night at 23:59");
	scene_assert_said(scene, ROOM, "New start of the club night: ");
	scene_ask_in(scene, ROOM, EVE, "!eg cancel night", "Club night: do you want to end it");
	scene_say(scene, ROOM, EVE, "!eg stop night yes");
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	scene_say(scene, ROOM, EVE, "!eg pause season");
	assert_null(strstr(scene_last(scene, ROOM)->body, "match"));
}

/* The bot calls it a club night, and so do people: with this name, and with small words before it.
 */
SCENE_TEST(test_whole_name_of_a_night_is_one_word)
{
	static const char *const joins[] = {"join the club night", "club night join",
		"participer \u00E0 la soir\u00E9e d\u2019escrime",
		"soir\u00E9e d'escrime participer", "participar en la velada de esgrima",
		"partecipa alla serata di scherma", "meedoen aan de schermavond"};
	static const char *const leaves[] = {"leave the club night", "club night leave",
		"quitter la soir\u00E9e d'escrime", "salir de la velada de esgrima",
		"esci dalla serata di scherma", "fechtabend aussteigen", "schermavond verlaten"};

	scene_say(scene, ROOM, EVE, "!eg open a club night");
	scene_assert_answer(scene, ROOM, "Shall I open one that begins in 15 minutes?");
	scene_say(scene, ROOM, EVE, "!eg club night 30m");
	for (size_t i = 0; i < sizeof(joins) / sizeof(joins[0]); i++) {
		char text[128];

		snprintf(text, sizeof(text), "!eg %s", joins[i]);
		scene_say(scene, ROOM, ANN, text);
		if (scene_entrant_state(scene, ANN) != BOT_ENTRANT_SIGNED_UP)
			fail_msg("%s", text);
		scene_sayf(scene, ROOM, ANN, "!eg %s", leaves[i]);
		scene_assert_said(scene, ROOM, "Club night: you don't take part any more.");
		scene_wait(scene, MINUTE);
	}
}

/* A moderator who plays no match here means the night with `pause`; a player means the match. */
SCENE_TEST(test_bare_pause_is_about_the_night)
{
	scene_begin_night(scene, "30m to 1", 4);
	scene_say(scene, ROOM, EVE, "!eg pause");
	assert_true(scene_competition(scene).resumes > 0);
	scene_say(scene, ROOM, EVE, "!eg resume");
	assert_int_equal(scene_competition(scene).resumes, 0);
	scene_say(scene, ROOM, BOB, "!eg pause");
	assert_int_equal(scene_competition(scene).resumes, 0);
	scene_say(scene, ROOM, EVE, "!eg pause night 30m");
	assert_true(scene_competition(scene).resumes > 0);
}

/* In private, the bot repeats the whole command, with its time, for the room. */
SCENE_TEST(test_command_for_a_room_keeps_its_time)
{
	scene_give_private_rooms(scene);
	scene_tell(scene, EVE, "night every friday 20:00 to 5");
	scene_assert_answer(scene, EVE, "Write !engarde night every friday 20:00 to 5 in");
	scene_ask(scene, EVE, "night 20:00:00", "Write !engarde night \xE2\x80\xA6 in");
}

/* Who fences now and next, for followers in the room and for a fencer in private. */
SCENE_TEST(test_next_shows_the_bouts_now_and_next)
{
	char fencer[BOT_ID_SIZE];

	scene_ask_in(scene, ROOM, ANN, "!eg night next", "There is no club night here.");
	scene_open_night(scene, "30m to 1", 4);
	scene_ask_in(scene, ROOM, ANN, "!eg night next", "is further up in this room");
	scene_start_night(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg who is next?", "On the piste: @f");
	scene_assert_answer(scene, ROOM, "\nNext: @f");
	scene_ask_in(scene, ROOM, ANN, "!eg chi è il prossimo?", "\nNext: @f");
	scene_fencer(0, fencer);
	scene_ask(scene, fencer, "night next", "\nNext: @f");
	scene_tell(scene, fencer, "night");
	scene_assert_answer(scene, fencer,
		strstr(scene_last(scene, fencer)->body, "You fence now:") ? "You fence now: @f"
									  : "Your next bout: @f");
	scene_fence_all(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg night next", "There is no club night here.");
}

/* The same questions in other words. */
SCENE_TEST(test_questions_lead_to_the_competition)
{
	static const char *const questions[] = {"next", "next bout", "who's next?", "whose turn?",
		"schedule", "wer ist dran?", "programma", "who plays whom?",
		"wer spielt gegen wen?", "qui joue contre qui ?",
		"qui\xC3\xA9n juega contra qui\xC3\xA9n?", "chi gioca contro chi?",
		"wie speelt tegen wie?", "\u8AB0\u3068\u8AB0\u304C\u5BFE\u6226\uFF1F"};
	static const char *const tables[] = {"standings", "table", "tabelle", "tabella",
		"who leads?", "who won?", "wer f\xC3\xBChrt?", "wer hat gewonnen?",
		"qui m\xC3\xA8ne ?", "qui\xC3\xA9n va ganando?", "chi ha vinto?",
		"wie heeft er gewonnen?", "\u8AB0\u304C\u30EA\u30FC\u30C9\u3057\u3066\u308B\uFF1F"};
	scene_say(scene, ROOM, ANN, "!eg schedule");
	scene_assert_answer(scene, ROOM, "No club night, no season and no team match goes on.");
	scene_begin_night(scene, "30m to 1", 4);
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg %s", questions[i]);
		scene_assert_answer(scene, ROOM, "\nNext: @f");
	}
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg %s", tables[i]);
		scene_assert_answer(scene, ROOM, "is further up in this room");
	}
	scene_ask(scene, "@f0:test", "next bout", "\nNext: @f");
	scene_tell(scene, EVE, "next bout"); /* EVE fences in no night */
	assert_null(strstr(scene_last(scene, EVE)->body, "Next: "));
}

/* After the end, who has won is the champion, until somebody ends a match. */
SCENE_TEST(test_winner_is_that_of_what_has_ended_last)
{
	static const char *const questions[] = {"who won?", "wer hat gewonnen?",
		"qui a gagn\xC3\xA9 ?", "\xC2\xBFqui\xC3\xA9n gan\xC3\xB3?", "chi ha vinto?",
		"wie heeft er gewonnen?",
		"\xE8\xAA\xB0\xE3\x81\x8C\xE5\x8B\x9D\xE3\x81\xA3\xE3\x81\x9F\xEF\xBC\x9F"};
	scene_ask_in(scene, ROOM, ANN, "!eg who won?", "No match has ended in this room yet");
	scene_begin_night(scene, "30m to 1", 3);
	scene_fence_all(scene);
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
		scene_sayf(scene, ROOM, ANN, "!eg %s", questions[i]);
		scene_assert_answer(scene, ROOM, "The honours of this room:");
	}
	scene_begin_between(scene, ANN, BOB, "");
	scene_say(scene, ROOM, ANN, "!eg resign yes");
	scene_ask_in(scene, ROOM, EVE, "!eg who won?", "The last matches of this room:");
}

SCENE_TEST(test_questions_lead_to_the_season)
{
	scene_begin_season(scene, "4w to 1", 4);
	scene_ask_in(scene, ROOM, ANN, "!eg standings", "The season (");
	scene_ask(scene, "@f0:test", "my bouts", "Your matches:");
}

/* After the end, `night` shows who has won and when, and asks about a new night as before. */
SCENE_TEST(test_last_podium_stays_to_be_seen)
{
	scene_ask_in(scene, ROOM, ANN, "!eg night", "There is no club night here now.");
	assert_null(strstr(scene_last(scene, ROOM)->body, "last club night"));
	scene->now = THURSDAY_NOON;
	scene_begin_night(scene, "30m to 1", 3);
	scene_fence_all(scene);
	scene_ask_in(scene, ROOM, ANN, "!eg night", "The last club night, 2026-11-26: 1.");
	scene_assert_answer(scene, ROOM, "\nThere is no club night here now. Shall I open one");
	scene_say(scene, ROOM, ANN, "!eg yes");
	assert_int_not_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	scene_say(scene, ROOM, ANN, "!eg night"); /* it had no result */
	assert_null(strstr(scene_last(scene, ROOM)->body, "last club night"));
}

/* The room sees a sign-up in the message of the night; the person hears of it in private. */
SCENE_TEST(test_sign_up_is_confirmed_in_private)
{
	scene_give_private_rooms(scene);
	scene_say(scene, ROOM, EVE, "!eg night 30m");
	scene_say(scene, ROOM, ANN, "!eg night join");
	scene_assert_said(scene, ANN, "You take part in the club night, and count as present");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	scene_say(scene, ROOM, ANN, "!eg night join");
	scene_assert_answer(scene, ANN, "You take part already.");
}

/* Up to five fencers, one pool decides: nothing speaks of a next round. */
SCENE_TEST(test_one_pool_promises_no_elimination)
{
	scene_open_night(scene, "30m to 1", 3);
	scene_say(scene, ROOM, EVE, "!eg night start");
	scene_assert_said(scene, ROOM, "Pool 1:");
	assert_int_equal(scene_count_said(scene, ROOM, "All who have signed up take part:"), 1);
	size_t mark = scene->mark;
	scene_fence_bout(scene, scene_bout(scene));
	scene_fence_bout(scene, scene_bout(scene));
	scene->mark = mark;
	size_t done = 0;
	for (unsigned i = 0; i < 3; i++) {
		char fencer[BOT_ID_SIZE];

		scene_fencer(i, fencer);
		done += scene_count_said(
			scene, fencer, "If first place is level then, a deciding bout");
		assert_int_equal(scene_count_said(scene, fencer, "when it goes on"), 0);
	}
	assert_int_equal(done, 1);
}
