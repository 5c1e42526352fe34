/*
 * The record of a club night: what it proves, and each way to be wrong. The secret is the bytes 0,
 * 1, 2 …, as in test_night.c.
 */
#include "engine/deal/night.h"
#include "engine/deal/night_proof.h"
#include "tests/support/cmocka.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMITMENT "yy9RYPwffgWlXvSdNAtI2i5aeAmdUzkzUc1XndQlA9Y"
#define SECRET     "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
#define HEAD       "[Night \"7\"]\n[Room \"!r:x\"]\n[Touches \"5\"]\n"
#define KEYS       "[Commitment \"" COMMITMENT "\"]\n[Secret \"" SECRET "\"]\n"
#define FENCERS                                                                                    \
	"[Fencer \"f0\"]\n[User \"@a:x\"]\n[SignUp \"$a\"]\n"                                      \
	"[Fencer \"f1\"]\n[User \"@b:x\"]\n[SignUp \"$b\"]\n"                                      \
	"[Fencer \"f2\"]\n[User \"@c:x\"]\n[SignUp \"$c\"]\n"
#define BOUTS                                                                                      \
	"[Bout \"b0 r0 p1 f0 f1 t5 t2 w0 m1\"]\n[Bout \"b1 r0 p1 f1 f2 t5 t1 w0 m2\"]\n"           \
	"[Bout \"b2 r0 p1 f0 f2 t3 t5 w1 m3\"]\n"

static const char good[] = HEAD KEYS FENCERS BOUTS "[Rank \"f0 f1 f2\"]\n";

static enum eg_error prove(const char *text, struct eg_night_proof *proof, const char **reason)
{
	struct eg_record_fault fault = {0};
	enum eg_error error = eg_night_prove(text, strlen(text), proof, &fault);

	*reason = fault.reason;
	return error;
}

static void test_record_proves_its_ranking(void **state)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	const char *reason;

	(void)state;
	assert_non_null(proof);
	assert_int_equal(prove(good, proof, &reason), EG_OK);
	assert_int_equal(proof->fencers, 3);
	assert_int_equal(proof->bouts, 3);
	assert_int_equal(proof->ranked, 3);
	assert_int_equal(proof->fencer[0].victories, 1);
	assert_int_equal(proof->fencer[0].scored, 8);
	assert_int_equal(proof->fencer[0].received, 7);
	assert_int_equal(proof->by_lot, 0);
	assert_true(proof->fencer[0].lot == eg_night_lot(proof->secret, (struct eg_text){"$a", 2}));
	free(proof);
}

/* A night that was stopped before its pools were over has no ranking. */
static void test_record_without_ranking(void **state)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	const char *reason;

	(void)state;
	assert_non_null(proof);
	assert_int_equal(prove(HEAD KEYS FENCERS BOUTS, proof, &reason), EG_OK);
	assert_int_equal(proof->ranked, 0);
	free(proof);
}

/*
 * The bouts of somebody who is not ranked, of the tableau, and without a winner count for nobody.
 */
static void test_some_bouts_do_not_count(void **state)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	const char *reason;

	(void)state;
	assert_non_null(proof);
	assert_int_equal(
		prove(HEAD KEYS FENCERS "[Bout \"b0 r0 p1 f0 f1 t5 t2 w0 m1\"]\n"
					"[Bout \"b1 r0 p1 f2 f0 t5 t2 w0 m2\"]\n"
					"[Bout \"b2 r0 p1 f0 f2 t5 t2 w0 m2\"]\n"
					"[Bout \"b3 r1 p0 f1 f0 t5 t2 w0 m3\"]\n"
					"[Bout \"b4 r0 p1 f1 f0 t2 t2 w2 m4\"]\n[Rank \"f0 f1\"]\n",
			proof, &reason),
		EG_OK);
	assert_int_equal(proof->fencer[0].bouts, 1);
	assert_int_equal(proof->fencer[1].victories, 0);
	free(proof);
}

/* Victories decide, then the indicator, then the touches scored, then the lots. */
static void test_order_of_the_ranking(void **state)
{
	static const struct {
		const char *bouts, *first, *second;
		bool by_lot;
	} cases[] = {
		{"[Bout \"b0 r0 p1 f0 f1 t5 t2 w0 m1\"]\n", "f0 f1 f2", "f1 f0 f2", false},
		{"[Bout \"b0 r0 p1 f0 f1 t5 t2 w0 m1\"]\n", "f0 f1 f2", "f2 f0 f1", false},
		{"[Bout \"b0 r0 p1 f0 f1 t5 t2 w0 m1\"]\n[Bout \"b1 r0 p1 f1 f0 t5 t4 w0 m1\"]\n",
			"f0 f1", "f1 f0", false},
		{"[Bout \"b0 r0 p1 f0 f2 t5 t4 w0 m1\"]\n[Bout \"b1 r0 p1 f1 f2 t3 t2 w0 m1\"]\n",
			"f0 f1 f2", "f1 f0 f2", false},
	};
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	const char *reason;
	char text[2048];

	(void)state;
	assert_non_null(proof);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(text, sizeof(text), HEAD KEYS FENCERS "%s[Rank \"%s\"]\n", cases[i].bouts,
			cases[i].first);
		assert_int_equal(prove(text, proof, &reason), EG_OK);
		snprintf(text, sizeof(text), HEAD KEYS FENCERS "%s[Rank \"%s\"]\n", cases[i].bouts,
			cases[i].second);
		assert_int_equal(prove(text, proof, &reason), EG_ILLEGAL);
		assert_string_equal(
			reason, "the ranking does not follow from the results of the pools");
	}
	free(proof);
}

/* Nobody has fenced, so only the lots order the fencers. */
static void test_lots_decide_between_equal_fencers(void **state)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	const char *one = HEAD KEYS FENCERS "[Rank \"f0 f1\"]\n",
		   *other = HEAD KEYS FENCERS "[Rank \"f1 f0\"]\n", *reason;
	bool is_first;

	(void)state;
	assert_non_null(proof);
	is_first = prove(one, proof, &reason) == EG_OK;
	assert_int_equal(prove(is_first ? one : other, proof, &reason), EG_OK);
	assert_int_equal(proof->by_lot, 1);
	assert_int_equal(prove(is_first ? other : one, proof, &reason), EG_ILLEGAL);
	assert_string_equal(reason, "the ranking of equal fencers does not follow from their lots");
	free(proof);
}

/* Replaces the first `old` in the good record, and returns why the record is wrong then. */
static const char *spoil(const char *old, const char *new)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	const char *at = strstr(good, old), *reason;
	char text[4096];

	assert_non_null(proof);
	assert_non_null(at);
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - good), good, new, at + strlen(old));
	if (prove(text, proof, &reason) != EG_ILLEGAL)
		fail_msg("%s: %s", new, reason);
	free(proof);
	return reason;
}

static void test_faults(void **state)
{
	static const char nine[] = "a bout has nine numbers", two[] = "two fencers fence a bout",
			  number[] = "each fencer has a number of their own, up to 255",
			  before[] = "a fencer comes before this tag",
			  id[] = "the id of an event is 1 to 255 bytes long",
			  list[] = "the ranking is a list of fencers",
			  once[] = "the ranking has each fencer once";
	static const struct {
		const char *old, *new, *reason;
	} cases[] = {
		{COMMITMENT, "short", "a commitment is 43 characters of base64url"},
		{COMMITMENT, SECRET, "the hash of this secret is not the commitment"},
		{SECRET, "short", "a secret is 43 characters of base64url"},
		{"[Commitment \"" COMMITMENT "\"]\n", "", "the commitment comes before the secret"},
		{"[Secret \"" SECRET "\"]\n", "", "the secret comes before the fencers"},
		{KEYS FENCERS BOUTS "[Rank \"f0 f1 f2\"]\n", "", "the secret is missing"},
		{"[Fencer \"f0\"]", "[Fencer \"0\"]", number},
		{"[Fencer \"f0\"]", "[Fencer \"f256\"]", number},
		{"[Fencer \"f1\"]", "[Fencer \"f0\"]", number},
		{"[Fencer \"f0\"]\n[User", "[User", before},
		{"[Fencer \"f0\"]\n[User \"@a:x\"]\n", "", before},
		{"[SignUp \"$a\"]", "[SignUp \"$a\"]\n[SignUp \"$a\"]", before},
		{"[SignUp \"$a\"]", "[SignUp \"\"]", id},
		{"[SignUp \"$c\"]\n", "", "the sign-up of a fencer is missing"},
		{"b0 r0", "r0", nine},
		{"b0 r0", "c0 r0", nine},
		{"b0 r0", "b r0", nine},
		{"b0 r0", "b0  r0", nine},
		{"b0 r0", "b1234567890 r0", nine},
		{"b0 r0", "b0-r0", nine},
		{"b0 r0", "b:0 r0", nine},
		{"m1\"", "m1 \"", nine},
		{"m1\"", "m1 m1\"", nine},
		{"b0 r0", "b65536 r0", nine},
		{"b0 r0", "b0 r256", nine},
		{"t5 t2 w0 m1", "t256 t2 w0 m1", nine},
		{"t5 t2 w0 m1", "t5 t256 w0 m1", nine},
		{"t5 t2 w0 m1", "t5 t2 w3 m1", nine},
		{"f0 f1 t5", "f9 f1 t5", two},
		{"f0 f1 t5", "f0 f9 t5", two},
		{"f0 f1 t5", "f0 f0 t5", two},
		{"[Rank \"f0 f1 f2\"]", "[Rank \"\"]", list},
		{"[Rank \"f0 f1 f2\"]", "[Rank \"f0 f1 f9\"]", once},
		{"[Rank \"f0 f1 f2\"]", "[Rank \"f0 f1 f0\"]", once},
		{"[Rank \"f0 f1 f2\"]", "[Rank \"f0 f1 f2\"]\n[Bout \"b0\"]",
			"the ranking comes last"},
		{"[Rank \"f0 f1 f2\"]", "1. +2", "the record of a night has only tags"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(spoil(cases[i].old, cases[i].new), cases[i].reason);
}

static void test_broken_line(void **state)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	const char *reason;

	(void)state;
	assert_non_null(proof);
	assert_int_equal(prove(HEAD "[Secret", proof, &reason), EG_SYNTAX);
	free(proof);
}

/* Proves `start` and `count` lines, each of which is `before`, its number and `after`. */
static enum eg_error prove_many(
	const char *start, const char *before, const char *after, size_t count)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	size_t size = strlen(start) + count * (strlen(before) + strlen(after) + 20) + 1;
	char *text = malloc(size);
	enum eg_error error;
	const char *reason;

	assert_non_null(proof);
	assert_non_null(text);
	size_t used = (size_t)snprintf(text, size, "%s", start);
	for (size_t i = 0; i < count; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%zu%s", before, i, after);
	error = prove(text, proof, &reason);
	free(text);
	free(proof);
	return error;
}

static void test_limits(void **state)
{
	static const char fencer[] = "\"]\n[User \"@a:x\"]\n[SignUp \"$a\"]\n",
			  bout[] = " r0 p1 f0 f1 t5 t2 w0 m1\"]\n";
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	char text[sizeof(HEAD KEYS) + 400];
	const char *reason;

	(void)state;
	assert_non_null(proof);
	assert_int_equal(prove_many(HEAD KEYS, "[Fencer \"f", fencer, EG_NIGHT_FENCERS), EG_OK);
	assert_int_equal(
		prove_many(HEAD KEYS, "[Fencer \"f", fencer, EG_NIGHT_FENCERS + 1), EG_ILLEGAL);
	assert_int_equal(prove_many(HEAD KEYS FENCERS, "[Bout \"b", bout, EG_NIGHT_BOUTS), EG_OK);
	assert_int_equal(
		prove_many(HEAD KEYS FENCERS, "[Bout \"b", bout, EG_NIGHT_BOUTS + 1), EG_ILLEGAL);
	for (int length = 255; length <= 256; length++) {
		snprintf(text, sizeof(text), HEAD KEYS "[Fencer \"f0\"]\n[SignUp \"%0*d\"]\n",
			length, 0);
		assert_int_equal(prove(text, proof, &reason), length == 255 ? EG_OK : EG_ILLEGAL);
	}
	free(proof);
}

static void test_record_of_a_night_begins_with_its_number(void **state)
{
	static const char match[] = "[Rules \"standard\"]\n", broken[] = "[Night";

	(void)state;
	assert_true(eg_night_is_record(good, strlen(good)));
	assert_false(eg_night_is_record(match, strlen(match)));
	assert_false(eg_night_is_record(broken, strlen(broken)));
	assert_false(eg_night_is_record("", 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_record_proves_its_ranking),
		cmocka_unit_test(test_record_without_ranking),
		cmocka_unit_test(test_some_bouts_do_not_count),
		cmocka_unit_test(test_order_of_the_ranking),
		cmocka_unit_test(test_lots_decide_between_equal_fencers),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_broken_line),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_record_of_a_night_begins_with_its_number),
	};

	if (sodium_init() < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
