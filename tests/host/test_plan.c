/* Plans: the answer to an action that the opponent has not played yet, as `if 3 then parry`. */
#include "bot/text/words.h"
#include "tests/support/scene_match.h"

#include <stdio.h>
#include <string.h>

/*
 * After +4 +4 +3 +4 (scene_setup_in_reach), Ann advances 2, so that Bob's 5s reach her. She holds
 * three 5s, too.
 */
static int setup(void **state)
{
	scene_setup_in_reach(state);
	scene_tell(*state, ANN, "+2");
	return 0;
}

/* Asserts that Ann has parried Bob's attack, and goes on with her turn. */
static void assert_parried(struct scene *scene)
{
	assert_int_equal(scene_state(scene, 1).round.to_act, EG_WHITE);
	assert_int_equal(scene_state(scene, 1).round.phase, EG_TURN);
	assert_int_equal(scene_state(scene, 1).round.plies, 7);
}

static void assert_no_plan(struct scene *scene)
{
	assert_string_equal(scene_match(scene, 1).plan[EG_WHITE], "");
	assert_string_equal(scene_match(scene, 1).plan[EG_BLACK], "");
}

/* The attack, the parry and the hand after it are one edit of the board and one message. */
SCENE_TEST_FROM(setup, test_planned_parry_is_played)
{
	scene_ask(scene, ANN, "if attack then parry",
		"#1: planned: if attack then parry. If it fits");
	scene_tell(scene, BOB, "attack 5");
	assert_parried(scene);
	assert_no_plan(scene);
	assert_int_equal(scene_events(scene), 2);
	scene_assert_said(scene, ROOM, "attacks with 5. @ann:test parries.");
	assert_null(strstr(scene_last(scene, ROOM)->body, "itself"));
	scene_assert_rings(scene, ANN, "@bob:test attacks with 5.\nYou parried.\n");
	scene_assert_rings(scene, ANN, "Your hand: ");
}

/* In plain words: pronouns, a comma for "then", and other forms of the verbs. */
SCENE_TEST_FROM(setup, test_plan_in_plain_words)
{
	static const char *const said[] = {"if she attacks I parry", "if attack, parry",
		"if attacked then parry", "wenn sie angreift, pariere ich",
		"si elle attaque, je pare", "als ze aanvalt dan pareer ik", "si ataca, paro",
		"se attacca paro", "\u3082\u3057 \u653b\u6483 \u306a\u3089 \u53d7\u3051"};

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		scene_tell(scene, ANN, "if off");
		scene_tell(scene, ANN, said[i]);
		assert_non_null(strstr(scene_match(scene, 1).plan[EG_WHITE], " attack then parry"));
	}
	scene_ask(scene, ANN, "if she advances 3 then advance 2",
		"#1: planned: if advance 3 then advance 2. If it fits");
	scene_assert_answer(scene, ANN, "Your earlier plan ");
	scene_ask(scene, ANN, "if I attack then parry", "What may come, and how do you answer?");
	scene_ask(scene, ANN, "plan", "if advance 3 then advance 2");
	scene_ask(scene, ANN, "what is my plan", "if advance 3 then advance 2");
	scene_ask(scene, ANN, "can I plan my answer?", "if ACTION then ACTION");
}

/* What drops a plan erases nobody. */
SCENE_TEST_FROM(setup, test_plan_is_forgotten_in_plain_words)
{
	static const char *const said[] = {"forget the plan", "forget plan", "cancel the plan",
		"vergiss den Plan", "oublie le plan", "olvida el plan", "dimentica il piano",
		"vergeet het plan", "\u4f5c\u6226\u3092\u5fd8\u308c\u3066"};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		scene_tell(scene, ANN, "if 3 then parry");
		scene_ask(scene, ANN, said[i], "#1: I have forgotten what you had planned.");
		assert_no_plan(scene);
	}
}

/* Cards are those of the action; "anything" is any action, and several words may be an answer. */
SCENE_TEST_FROM(setup, test_plan_fits_what_it_names)
{
	static const struct {
		const char *plan, *action;
		unsigned plies; /* after the action, and the answer if it is played */
	} cases[] = {{"if 5 then parry", "attack 5", 7}, {"if 3 then parry", "attack 5", 6},
		{"if 5 5 then parry", "attack 5", 6}, {"if attack 5 5 then parry", "attack 5 5", 7},
		{"if 3 then advance 1", "advance 3", 7},
		{"if retreat then advance 1", "advance 3", 6},
		{"if anything then 1", "retreat 3", 6}, {"if anything then parry", "retreat 3", 6},
		{"if retreat 3 then advance 3, then attack 5", "retreat 3", 6},
		{"if retreat then advance 1", "-3", 7}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		void *state;

		setup(&state);
		struct scene *each = state;
		scene_ask(each, ANN, cases[i].plan, "#1: planned: ");
		scene_tell(each, BOB, cases[i].action);
		assert_int_equal(scene_state(each, 1).round.plies, cases[i].plies);
		assert_no_plan(each);
		scene_teardown(&state);
	}
	assert_no_plan(scene);
}

/* A plan that does not fit leaves no trace for anybody else. */
SCENE_TEST_FROM(setup, test_plan_that_does_not_fit_is_a_secret)
{
	void *state;

	setup(&state);
	struct scene *other = state;
	scene_tell(scene, ANN, "if 3 then parry");
	scene_tell(scene, BOB, "hand");
	scene_tell(other, BOB, "hand");
	assert_string_equal(scene_last(scene, BOB)->body, scene_last(other, BOB)->body);
	scene_tell(scene, BOB, "attack 5");
	scene_tell(other, BOB, "attack 5");
	scene_drain_optional(scene);
	scene_drain_optional(other);
	assert_int_equal(scene->count - scene->mark, other->count - other->mark);
	for (size_t i = 0; i < other->count - other->mark; i++)
		assert_string_equal(
			scene->row[scene->mark + i].body, other->row[other->mark + i].body);
	scene_teardown(&state);
}

SCENE_TEST_FROM(setup, test_plan_is_shown_replaced_and_dropped)
{
	scene_ask(scene, ANN, "if", "What may come, and how do you answer?");
	scene_tell(scene, ANN, "if 3 then parry");
	scene_tell(scene, ANN, "if 5 then parry #1");
	scene_ask(scene, ANN, "if", "#1: planned: if 5 then parry.");
	scene_ask(scene, ANN, "hand", "#1: planned: if 5 then parry.");
	scene_ask(scene, ANN, "if off", "I have forgotten what you had planned.");
	assert_no_plan(scene);
	scene_tell(scene, BOB, "attack 5");
	assert_int_equal(scene_state(scene, 1).round.phase, EG_DEFEND);
}

SCENE_TEST_FROM(setup, test_plan_is_for_the_turn_of_the_opponent)
{
	scene_ask(scene, BOB, "if attack then parry", "You can plan an answer while your opponent");
	scene_say(scene, ROOM, ANN, "!eg if attack then parry");
	scene_assert_answer(scene, ROOM, "Write your plans to me in private");
	scene_ask(scene, ANN, "if attack then win", "I");
	scene_ask(scene, ANN, "if they attack me, what can I do then?", "");
	assert_no_plan(scene);
}

/* After them, Ann would never be to act. */
SCENE_TEST_FROM(setup, test_plan_for_a_parry_or_a_pass_is_refused)
{
	static const char *const plans[] = {"if parry then attack 5", "if parry 5 then advance 1",
		"if pass then advance 1", "wenn parieren dann vor 1"};

	scene_tell(scene, ANN, "language en");
	scene_tell(scene, ANN, "if 5 then parry");
	for (size_t i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
		scene_ask(scene, ANN, plans[i], "You never act after that: ");
		assert_string_equal(scene_match(scene, 1).plan[EG_WHITE], "if 5 then parry");
	}
}

/* A parry is no turn: the plan waits for the action that ends it. */
SCENE_TEST_FROM(setup, test_plan_outlasts_a_parry)
{
	scene_tell(scene, BOB, "attack 5 5");
	scene_tell(scene, BOB, "if retreat then advance 1");
	scene_tell(scene, ANN, "parry");
	assert_string_equal(scene_match(scene, 1).plan[EG_BLACK], "if retreat then advance 1");
	scene_tell(scene, ANN, "retreat 1");
	assert_int_equal(scene_state(scene, 1).round.to_act, EG_WHITE);
	assert_int_equal(scene_state(scene, 1).round.plies, 9);
	assert_no_plan(scene);
}

SCENE_TEST_FROM(setup, test_plan_outlives_a_restart)
{
	scene_tell(scene, ANN, "if attack then parry");
	scene_restart(scene, MINUTE);
	scene_tell(scene, BOB, "attack 5");
	assert_parried(scene);
}

/* The player has not seen the proposal. */
SCENE_TEST_FROM(setup, test_planned_answer_declines_no_proposal)
{
	scene_tell(scene, ANN, "if attack then parry");
	scene_tell(scene, BOB, "abandon");
	scene_tell(scene, BOB, "attack 5");
	assert_parried(scene);
	scene_tell(scene, ANN, "abandon");
	assert_int_equal(scene_match(scene, 1).ending, BOT_ABANDONED);
}

/* Bob has no 5 left, so Ann's attack ends the round, and Bob's plan with it. */
SCENE_TEST_FROM(setup, test_plan_ends_with_the_round)
{
	scene_tell(scene, BOB, "attack 5 5");
	scene_tell(scene, ANN, "parry");
	scene_ask(scene, BOB, "if anything then advance 1", "#1: planned");
	scene_tell(scene, ANN, "attack 5");
	assert_int_equal(scene_state(scene, 1).rounds, 2);
	assert_int_equal(scene_state(scene, 1).round.plies, 0);
	assert_no_plan(scene);
}

SCENE_TEST_FROM(setup, test_plan_ends_with_the_match)
{
	scene_tell(scene, ANN, "if anything then advance 1");
	scene_tell(scene, BOB, "resign yes");
	assert_no_plan(scene);
}

static void note_plan(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(kind, "matches") == 0 && strcmp(columns[i].name, "plan") == 0)
			snprintf(self, BOT_PLAN_SIZE, "%s", columns[i].text);
}

/* The data of a person have their own plan, and not that of the opponent. */
SCENE_TEST_FROM(setup, test_plan_belongs_to_the_data_of_its_player)
{
	char plan[BOT_PLAN_SIZE];

	scene_tell(scene, ANN, "if attack then parry");
	bot_store_person_rows(scene->store, ANN, note_plan, plan);
	assert_string_equal(plan, "if attack then parry");
	bot_store_person_rows(scene->store, BOB, note_plan, plan);
	assert_string_equal(plan, "");
	scene_tell(scene, ANN, "forget me yes");
	assert_no_plan(scene);
}

/* Ann types the examples of a message: those of three words or more are plans. */
static void type_examples(struct scene *scene, const char *text)
{
	char example[100];
	struct bot_words words;

	while ((text = strchr(text, '`')) != NULL) {
		size_t length = strcspn(text + 1, "`");

		snprintf(example, sizeof(example), "%.*s", (int)length, text + 1);
		scene_tell(scene, ANN, example);
		assert_true(bot_words_split(&words, example));
		assert_string_equal(
			scene_match(scene, 1).plan[EG_WHITE], words.count > 2 ? example : "");
		scene_tell(scene, ANN, "if off");
		text += length + 2;
	}
}

SCENE_TEST_FROM(setup, test_examples_in_all_languages_are_plans)
{
	for (size_t i = 0; i < bot_langs_count; i++) {
		type_examples(scene, bot_langs[i].messages[BOT_MSG_PLAN_WHICH]);
		type_examples(scene, bot_langs[i].messages[BOT_MSG_PLAN_IMPOSSIBLE]);
		type_examples(scene, bot_langs[i].messages[BOT_MSG_DETAIL_IF]);
	}
}

/* "Forget it" is about the plan, not about all that the bot knows, also while the opponent acts. */
SCENE_TEST_FROM(setup, test_plan_is_dropped_in_other_words)
{
	static const char *const texts[] = {"forget it", "never mind", "vergiss es", "forget that"};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_ask(scene, ANN, texts[i], "All right, I have done nothing.");
		scene_tell(scene, ANN, "if 5 then parry");
		scene_ask(scene, ANN, texts[i], "#1: I have forgotten what you had planned.");
		assert_no_plan(scene);
	}
}

/* Below a question, the same words are about the question. */
SCENE_TEST_FROM(setup, test_plan_stays_when_a_question_is_dismissed)
{
	static const char *const texts[] = {"forget it", "no"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		scene_tell(scene, ANN, "if 5 then parry");
		scene_tell(scene, ANN, "resign");
		scene_ask(scene, ANN, texts[i], "All right, I have done nothing.");
		scene_ask(scene, ANN, "if", "#1: planned: if 5 then parry.");
	}
}

/* "If I cannot ..., what then" is a question about the rules, also without its mark. */
SCENE_TEST_FROM(setup, test_question_that_begins_with_if_is_no_plan)
{
	static const struct {
		const char *text, *answer;
	} cases[] = {
		{"if I cannot attack, what then?", "you can do nothing at all, you lose the round"},
		{"if I cannot attack what then", "you can do nothing at all, you lose the round"},
		{"wenn ich nicht angreifen kann, was dann",
			"you can do nothing at all, you lose the round"},
		{"si je ne peux pas attaquer, que se passe-t-il",
			"you can do nothing at all, you lose the round"},
		{"si no puedo atacar, qu\xC3\xA9 pasa",
			"you can do nothing at all, you lose the round"},
		{"se non posso attaccare, che succede",
			"you can do nothing at all, you lose the round"},
		{"als ik niet kan aanvallen, wat dan",
			"you can do nothing at all, you lose the round"},
		{"\xE6\x94\xBB\xE6\x92\x83\xE3\x81\xA7\xE3\x81\x8D\xE3\x81\xAA\xE3\x81\x8B\xE3\x81"
		 "\xA3\xE3\x81\x9F\xE3\x82\x89\xE3\x81\xA9\xE3\x81\x86\xE3\x81\xAA\xE3\x82\x8B",
			"you can do nothing at all, you lose the round"},
		{"if I can't parry what then", "it is a touch"},
		{"wenn ich nicht parieren kann, was dann", "it is a touch"},
	};

	scene_tell(scene, ANN, "language en");
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scene_ask(scene, ANN, cases[i].text, cases[i].answer);
		assert_no_plan(scene);
	}
}
