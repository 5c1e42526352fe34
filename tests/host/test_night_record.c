/* The commands `record night` and `verify night`: what people can check about a club night. */
#include "engine/deal/night.h"
#include "engine/deal/night_proof.h"
#include "engine/deal/proof.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define F1 "@f1:test"

/* Fences a whole night, in which somebody leaves. */
static void fence_night(struct scene *scene, unsigned fencers)
{
	scene_open_night(scene, "30m to 1", fencers);
	scene_start_night(scene);
	scene_fence_bout(scene, scene_bout(scene));
	scene_say(scene, ROOM, F1, "!eg night leave yes");
	scene_fence_all(scene);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
}

/* Returns a copy of the file that the bot has sent after the last command. */
static char *last_file(const struct scene *scene, const char *to)
{
	const struct scene_row *row = scene_last(scene, to);

	assert_int_equal(row->kind, BOT_OUT_FILE);
	char *copy = strdup(row->file);
	assert_non_null(copy);
	return copy;
}

static struct eg_night_proof *prove(const char *text)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	struct eg_record_fault fault;

	assert_non_null(proof);
	assert_true(eg_night_is_record(text, strlen(text)));
	if (eg_night_prove(text, strlen(text), proof, &fault) != EG_OK)
		fail_msg("line %u: %s in:\n%s", fault.line, fault.reason, text);
	return proof;
}

static void test_night_that_goes_on_shows_only_its_commitment(void **state)
{
	struct scene *scene = *state;
	char commitment[64];

	scene_say(scene, ROOM, EVE, "!eg verify night");
	scene_assert_answer(scene, ROOM, "no club night here whose result");
	scene_open_night(scene, "30m to 1", 3);
	snprintf(commitment, sizeof(commitment), "%s", scene->row[1].commitment);
	for (int i = 0; i < 2; i++) {
		scene_say(scene, ROOM, EVE, i == 0 ? "!eg verify night" : "!eg record night");
		scene_assert_answer(scene, ROOM, commitment);
		assert_null(strstr(scene_last(scene, ROOM)->body, scene_competition(scene).secret));
		assert_true(!strstr(scene_last(scene, ROOM)->body, "You get the file") == (i == 0));
	}
	scene_start_night(scene);
	scene_say(scene, ROOM, EVE, "!eg verify night");
	scene_assert_answer(scene, ROOM, "The club night is not over yet.");
	assert_null(strstr(scene_last(scene, ROOM)->body, scene_competition(scene).secret));
}

static void test_record_proves_the_lots_and_the_ranking(void **state)
{
	struct scene *scene = *state;

	fence_night(scene, 8);
	scene_say(scene, ROOM, EVE, "!eg verify night");
	scene_assert_answer(scene, ROOM, "The lots of the club night are correct");
	scene_assert_answer(scene, ROOM, "follows from the results");
	scene_say(scene, ROOM, EVE, "!eg record night");
	char *text = last_file(scene, ROOM);
	struct eg_night_proof *proof = prove(text);
	assert_int_equal(proof->fencers, 8);
	assert_int_equal(proof->ranked, 7);
	struct bot_night *night = scene_load_night(scene);
	for (size_t i = 0; i < proof->ranked; i++)
		assert_int_equal(bot_night_ranked_entrant(night, i + 1)->number,
			proof->fencer[proof->rank[i]].number);
	assert_int_equal(proof->bouts, night->bouts);
	free(night);
	free(proof);
	free(text);
}

/* The record of a bout's match has the commitment that follows from the secret of the night. */
static void test_records_of_bouts_fit_the_record_of_the_night(void **state)
{
	struct scene *scene = *state;
	unsigned checked = 0;

	fence_night(scene, 4);
	scene_say(scene, ROOM, EVE, "!eg record night");
	char *text = last_file(scene, ROOM);
	struct eg_night_proof *proof = prove(text);
	for (size_t i = 0; i < proof->bouts; i++) {
		const struct eg_night_bout *bout = &proof->bout[i];
		unsigned char last[EG_KEY], commitment[EG_KEY];
		char said[80], key[EG_KEY_TEXT];

		if (bout->match == 0 || scene_match(scene, bout->match).ending != BOT_WON)
			continue;
		eg_night_bout_secret(proof->secret, bout->number, last);
		eg_chain_secret(last, 0, commitment);
		eg_key_print(commitment, key);
		snprintf(said, sizeof(said), "!eg record #%u", (unsigned)bout->match);
		scene_say(scene, ROOM, EVE, said);
		char *match = last_file(scene, ROOM);
		snprintf(said, sizeof(said), "[Commitment \"%s\"]", key);
		assert_non_null(strstr(match, said));
		free(match);
		snprintf(said, sizeof(said), "!eg verify #%u", (unsigned)bout->match);
		scene_say(scene, ROOM, EVE, said);
		scene_assert_answer(scene, ROOM, "by which both fencers signed up");
		scene_assert_answer(scene, ROOM, key);
		checked++;
	}
	assert_in_range(checked, 3, 6);
	free(proof);
	free(text);
}

static void test_night_is_named_by_a_bout_or_by_the_sender(void **state)
{
	struct scene *scene = *state;

	fence_night(scene, 4);
	scene_open_night(scene, "30m to 1", 3); /* now the last night of the room goes on */
	scene_say(scene, ROOM, EVE, "!eg verify night");
	scene_assert_answer(scene, ROOM, "The club night is not over yet.");
	scene_say(scene, ROOM, EVE, "!eg verify night #2");
	scene_assert_answer(scene, ROOM, "The lots of the club night are correct");
	scene_tell(scene, "@f0:test", "verify night");
	scene_assert_answer(scene, "@f0:test", "The lots of the club night are correct");
	scene_tell(scene, EVE, "verify night"); /* EVE has fenced nobody */
	scene_assert_answer(scene, EVE, "no club night here whose result");
	scene_tell(scene, EVE, "record night #2");
	scene_assert_answer(scene, EVE, "no club night here whose result");
	scene_tell(scene, "@f0:test", "verify season"); /* the last match was of a night */
	scene_assert_answer(scene, "@f0:test", "no season here whose lots");
	scene_say(scene, ROOM, EVE, "!eg record season #2");
	scene_assert_answer(scene, ROOM, "no season here whose lots");
	scene_say(scene, ROOM, EVE, "!eg verify afternoon");
	scene_assert_answer(scene, ROOM, "afternoon");
}

static void test_season_is_named_by_a_bout_or_by_the_sender(void **state)
{
	struct scene *scene = *state;

	scene_begin_season(scene, "4w to 1", 4);
	scene_say(scene, ROOM, EVE, "!eg record season");
	scene_assert_answer(scene, ROOM, "The season is not over yet.");
	scene_assert_answer(scene, ROOM, "You get the file when it is over.");
	scene_fence_season(scene);
	scene_tell(scene, "@f0:test", "verify season");
	scene_assert_answer(scene, "@f0:test", "The lots of the season are correct");
	scene_tell(scene, "@f0:test", "verify night"); /* the last match was of a season */
	scene_assert_answer(scene, "@f0:test", "no club night here whose result");
	scene_tell(scene, "@f0:test", "verify");
	scene_assert_answer(scene, "@f0:test", "When the season is over, record season #");
}

static void test_stopped_night_is_proven_without_a_ranking(void **state)
{
	struct scene *scene = *state;

	scene_open_night(scene, "30m to 1", 4);
	scene_start_night(scene);
	scene_fence_bout(scene, scene_bout(scene));
	scene_say(scene, ROOM, EVE, "!eg night stop yes");
	scene_say(scene, ROOM, EVE, "!eg verify night");
	scene_assert_answer(scene, ROOM, "are correct");
	assert_null(strstr(scene_last(scene, ROOM)->body, "ranking"));
}

/* Replaces the first `size` bytes at the first `part` of the text. */
static void overwrite(char *text, const char *part, const char *by)
{
	char *at = strstr(text, part);

	assert_non_null(at);
	memcpy(at, by, strlen(by));
}

static void assert_refused(const char *text, const char *why)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	struct eg_record_fault fault;

	assert_non_null(proof);
	assert_int_not_equal(eg_night_prove(text, strlen(text), proof, &fault), EG_OK);
	assert_string_equal(fault.reason, why);
	free(proof);
}

static void test_changed_record_is_refused(void **state)
{
	static const struct {
		const char *part, *by, *why;
	} changes[] = {
		{"[Secret \"", "[Secret \"AAAAAAAA",
			"the hash of this secret is not the commitment"},
		{"[Commitment \"", "[Commitment \"-",
			"the hash of this secret is not the commitment"},
		{"[Commitment", "[Announced!", "a tag has the form [Name \"value\"]"},
		{"[Commitment", "[Announcedx", "the commitment comes before the secret"},
		{"[Fencer \"f1\"", "[Fencer \"f0\"",
			"each fencer has a number of their own, up to 255"},
		{"[SignUp \"", "[Signxx \"", "the sign-up of a fencer is missing"},
		{"[Bout \"b1 r0 p1", "[Bout \"b1 r0 q1", "a bout has nine numbers"},
		{"[Rank \"f2", "[Rank \"f9", "the ranking has each fencer once"},
	};
	struct eg_night_proof *proof;
	(void)state;
	char valid[2048], text[2048], key[EG_KEY_TEXT];
	unsigned char secret[EG_KEY] = {1}, commitment[EG_KEY];

	eg_night_commitment(secret, commitment);
	eg_key_print(commitment, key);
	int length = snprintf(valid, sizeof(valid),
		"[Night \"7\"]\n[Room \"!r:test\"]\n[Touches \"5\"]\n[Commitment \"%s\"]\n", key);
	eg_key_print(secret, key);
	snprintf(valid + length, sizeof(valid) - (size_t)length,
		"[Secret \"%s\"]\n"
		"[Fencer \"f0\"]\n[User \"@a:test\"]\n[SignUp \"$a\"]\n"
		"[Fencer \"f1\"]\n[User \"@b:test\"]\n[SignUp \"$b\"]\n"
		"[Fencer \"f2\"]\n[User \"@c:test\"]\n[SignUp \"$c\"]\n"
		"[Bout \"b1 r0 p1 f0 f1 t5 t2 w0 m1\"]\n[Bout \"b2 r0 p1 f1 f2 t4 t5 w1 m2\"]\n"
		"[Bout \"b3 r0 p1 f2 f0 t5 t4 w0 m3\"]\n[Rank \"f2 f0 f1\"]\n",
		key);
	proof = prove(valid);
	assert_int_equal(proof->by_lot, 0);
	assert_int_equal(proof->fencer[0].scored, 9);
	free(proof);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		memcpy(text, valid, sizeof(text));
		overwrite(text, changes[i].part, changes[i].by);
		assert_refused(text, changes[i].why);
	}
	memcpy(text, valid, sizeof(text));
	overwrite(text, "[Rank \"f2 f0 f1", "[Rank \"f0 f2 f1");
	assert_refused(text, "the ranking does not follow from the results of the pools");
}

/* If all bouts are equal, only the lots decide: one order of the three is right. */
static void test_lots_decide_between_equal_fencers(void **state)
{
	static const char *const orders[] = {
		"f0 f1 f2", "f0 f2 f1", "f1 f0 f2", "f1 f2 f0", "f2 f0 f1", "f2 f1 f0"};
	unsigned char secret[EG_KEY] = {2}, commitment[EG_KEY];
	char keys[2][EG_KEY_TEXT], text[2048];
	unsigned right = 0;
	(void)state;

	eg_night_commitment(secret, commitment);
	eg_key_print(commitment, keys[0]);
	eg_key_print(secret, keys[1]);
	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		struct eg_night_proof *proof = malloc(sizeof(*proof));
		struct eg_record_fault fault;

		assert_non_null(proof);
		snprintf(text, sizeof(text),
			"[Night \"7\"]\n[Commitment \"%s\"]\n[Secret \"%s\"]\n"
			"[Fencer \"f0\"]\n[SignUp \"$a\"]\n[Fencer \"f1\"]\n[SignUp \"$b\"]\n"
			"[Fencer \"f2\"]\n[SignUp \"$c\"]\n"
			"[Bout \"b1 r0 p1 f0 f1 t5 t2 w0 m1\"]\n[Bout \"b2 r0 p1 f1 f2 t5 t2 w0 "
			"m2\"]\n"
			"[Bout \"b3 r0 p1 f2 f0 t5 t2 w0 m3\"]\n[Rank \"%s\"]\n",
			keys[0], keys[1], orders[i]);
		if (eg_night_prove(text, strlen(text), proof, &fault) == EG_OK) {
			right++;
			assert_int_equal(proof->by_lot, 2);
		} else {
			assert_string_equal(fault.reason,
				"the ranking of equal fencers does not follow from their lots");
		}
		free(proof);
	}
	assert_int_equal(right, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_night_that_goes_on_shows_only_its_commitment),
		TEST(test_record_proves_the_lots_and_the_ranking),
		TEST(test_records_of_bouts_fit_the_record_of_the_night),
		TEST(test_night_is_named_by_a_bout_or_by_the_sender),
		TEST(test_season_is_named_by_a_bout_or_by_the_sender),
		TEST(test_stopped_night_is_proven_without_a_ranking),
		cmocka_unit_test(test_changed_record_is_refused),
		cmocka_unit_test(test_lots_decide_between_equal_fencers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
