#include "engine/deal/proof.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define SIZE 2048

static size_t read_record(char text[SIZE])
{
	FILE *file = fopen(TEST_RECORD, "rb");

	assert_non_null(file);
	size_t size = fread(text, 1, SIZE, file);

	fclose(file);
	assert_true(size > 500 && size < SIZE);
	return size;
}

UNIT_TEST(test_prove_reports_what_it_checked)
{
	struct eg_record_fault fault;
	struct eg_proof proof;
	char text[SIZE];
	size_t size = read_record(text);

	assert_int_equal(eg_record_prove(text, size, &proof, &fault), EG_OK);
	assert_int_equal(proof.winner, EG_WHITE);
	assert_int_equal(proof.match.winner, EG_WHITE);
	assert_int_equal(proof.match.rounds, 2);
	assert_int_equal(proof.actions, 24);
	assert_int_equal(proof.commitment.size, 43);
	assert_memory_equal(proof.challenge.start, "$Cy6W", 5);
	assert_memory_equal(proof.acceptance.start, "$UViY", 5);
	assert_memory_equal(proof.termination.start, "won", proof.termination.size);
	assert_true(proof.whole);
	assert_int_equal(proof.opened, 2);
	assert_false(proof.by_lot);
	assert_memory_equal(proof.tag[EG_PROOF_MATCH].start, "1", 1);
	assert_null(proof.tag[EG_PROOF_ROOM].start);
	assert_memory_equal(proof.tag[EG_PROOF_WHITE].start, "@ada:example.org", 16);
	assert_memory_equal(proof.tag[EG_PROOF_BLACK].start, "@bert:example.org", 17);
}

/*
 * If the end of a record is cut off, the check refuses the record or reports that the record is not
 * whole. Only the last line end may be missing. The check does not read beyond the end of the text.
 */
UNIT_TEST(test_prove_of_a_text_that_is_cut_anywhere)
{
	char text[SIZE];
	size_t size = read_record(text);

	for (size_t cut = 0; cut < size; cut++) {
		struct eg_proof proof, before;
		struct eg_record_fault fault = {0};
		char *copy = malloc(cut + 1);

		assert_non_null(copy);
		memcpy(copy + 1, text, cut);
		memset(&proof, 0x5a, sizeof(proof));
		before = proof;
		enum eg_error error = eg_record_prove(copy + 1, cut, &proof, &fault);

		free(copy);
		if (error == EG_OK) {
			assert_int_equal(proof.whole, cut == size - 1);
			continue;
		}
		assert_int_not_equal(cut, size - 1);
		assert_non_null(fault.reason);
		assert_true(fault.line >= 1);
		assert_memory_equal(&proof, &before, sizeof(proof));
	}
}

/* Tries results that differ from those of the rounds, and texts that are not results. */
UNIT_TEST(test_prove_refuses_another_result)
{
	static const char *const results[] = {"", "white", "white ", "white 2", "white -0",
		"white 2-", "white 2-0x", "white 2:0", "white /-0", "white 123-0", "white 02-0",
		"red 2-0", "white 1-0", "white 2-1", "black 2-0"};
	static const char tag[] = "[Result \"white 2-0\"]";
	char text[SIZE];
	size_t size = read_record(text);

	text[size] = '\0';
	char *at = strstr(text, tag);

	assert_non_null(at);
	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++) {
		char other[2 * SIZE];
		struct eg_record_fault fault;
		struct eg_proof proof;
		int length = snprintf(other, sizeof(other), "%.*s[Result \"%s\"]%s",
			(int)(at - text), text, results[i], at + strlen(tag));

		assert_int_equal(
			eg_record_prove(other, (size_t)length, &proof, &fault), EG_ILLEGAL);
		assert_non_null(fault.reason);
	}
}

static bool same_text(struct eg_text a, struct eg_text b)
{
	return a.size == b.size && memcmp(a.start, b.start, a.size) == 0;
}

/*
 * Returns true if both records prove the same facts. Does not compare the actions: a record may
 * have other legal actions with the same results.
 */
static bool proves_the_same(const struct eg_proof *a, const struct eg_proof *b)
{
	return same_text(a->commitment, b->commitment) && same_text(a->challenge, b->challenge) &&
	       same_text(a->acceptance, b->acceptance) &&
	       same_text(a->termination, b->termination) && a->winner == b->winner &&
	       a->whole == b->whole && a->by_lot == b->by_lot && a->opened == b->opened &&
	       a->match.rules.touches == b->match.rules.touches &&
	       a->match.rules.first == b->match.rules.first &&
	       memcmp(a->match.score, b->match.score, sizeof(a->match.score)) == 0 &&
	       memcmp(a->match.round.deck, b->match.round.deck, EG_DECK) == 0;
}

/*
 * Asserts one of three things about a changed record: eg_record_prove refuses the record, or finds
 * that the record is not whole, or the record proves the same facts as before.
 */
static void assert_noticed(const char *text, size_t size, const struct eg_proof *whole, size_t at)
{
	struct eg_record_fault fault;
	struct eg_proof proof;

	if (eg_record_prove(text, size, &proof, &fault) != EG_OK || !proof.whole)
		return;
	if (!proves_the_same(&proof, whole))
		fail_msg("changed at %zu, the record proves something else:\n%.*s", at, (int)size,
			text);
}

UNIT_TEST(test_prove_with_any_byte_changed_removed_or_added)
{
	static const char bytes[] = "012345+-x=. \n\t\"\\[]aW_$\x7f\xff";
	char text[SIZE], other[SIZE + 1];
	size_t size = read_record(text);
	struct eg_record_fault fault;
	struct eg_proof whole;

	assert_int_equal(eg_record_prove(text, size, &whole, &fault), EG_OK);
	for (size_t at = 0; at < size; at++) {
		memcpy(other, text, at);
		memcpy(other + at, text + at + 1, size - at - 1);
		assert_noticed(other, size - 1, &whole, at);
		memcpy(other + at + 1, text + at, size - at);
		for (size_t i = 0; i < sizeof(bytes); i++) { /* includes the final NUL */
			other[at] = bytes[i];
			assert_noticed(other, size + 1, &whole, at);
		}
		memcpy(other, text, size);
		for (size_t i = 0; i < sizeof(bytes); i++) {
			other[at] = bytes[i];
			assert_noticed(other, size, &whole, at);
		}
	}
}

/*
 * The proof does not cover the lines Match, White and Black, so a changed byte in them is allowed
 * to pass.
 */
UNIT_TEST(test_prove_with_one_byte_changed)
{
	char text[SIZE];
	size_t size = read_record(text);
	struct eg_record_fault fault;
	unsigned held = 0;

	for (size_t at = 0; at < size; at++) {
		char was = text[at];
		struct eg_proof proof;

		text[at] = was == 'x' ? 'y' : 'x';
		held += eg_record_prove(text, size, &proof, &fault) == EG_OK && proof.whole;
		text[at] = was;
	}
	assert_int_equal(held, strlen("Match1White@ada:example.orgBlack@bert:example.org"));
}

static int begin(void **state)
{
	(void)state;
	return sodium_init() < 0;
}

UNIT_TEST_GROUP(begin, NULL)
