#include "engine/deal/proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
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

static void test_prove_tells_what_it_checked(void **state)
{
	struct eg_record_fault fault;
	struct eg_proof proof;
	char text[SIZE];
	size_t size = read_record(text);

	(void)state;
	assert_int_equal(eg_record_prove(text, size, &proof, &fault), EG_OK);
	assert_int_equal(proof.winner, EG_WHITE);
	assert_int_equal(proof.match.winner, EG_WHITE);
	assert_int_equal(proof.match.rounds, 2);
	assert_int_equal(proof.actions, 24);
	assert_int_equal(proof.commitment.size, 43);
	assert_memory_equal(proof.challenge.start, "$Cy6W", 5);
	assert_memory_equal(proof.acceptance.start, "$UViY", 5);
	assert_memory_equal(proof.termination.start, "won", proof.termination.size);
}

/* Nothing but the blank lines at its end can be left out, and nothing behind the text is read. */
static void test_prove_text_cut_anywhere(void **state)
{
	char text[SIZE];
	size_t size = read_record(text);

	(void)state;
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
		if (cut == size - 1) {
			assert_int_equal(error, EG_OK);
			continue;
		}
		assert_int_not_equal(error, EG_OK);
		assert_non_null(fault.reason);
		assert_true(fault.line >= 1);
		assert_memory_equal(&proof, &before, sizeof(proof));
	}
}

/* Results that the rounds do not give, and texts that are no result. */
static void test_prove_other_result_refused(void **state)
{
	static const char *const results[] = {"", "white", "white ", "white 2", "white -0",
		"white 2-", "white 2-0x", "white 2:0", "white /-0", "white 123-0", "white 02-0",
		"red 2-0", "white 1-0", "white 2-1", "black 2-0"};
	static const char tag[] = "[Result \"white 2-0\"]";
	char text[SIZE];
	size_t size = read_record(text);

	(void)state;
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

/* One byte changed anywhere is never a proof of something else. */
static void test_prove_one_byte_changed(void **state)
{
	char text[SIZE];
	size_t size = read_record(text);
	struct eg_record_fault fault;
	struct eg_proof whole;
	unsigned held = 0;

	(void)state;
	assert_int_equal(eg_record_prove(text, size, &whole, &fault), EG_OK);
	for (size_t at = 0; at < size; at++) {
		char was = text[at];
		struct eg_proof proof;

		text[at] = was == 'x' ? 'y' : 'x';
		if (eg_record_prove(text, size, &proof, &fault) == EG_OK) {
			held++;
			assert_memory_equal(&proof.match, &whole.match, sizeof(whole.match));
		}
		text[at] = was;
	}
	/* What is not proven: the names and values of Match, White and Black. */
	assert_int_equal(held, strlen("Match1White@ada:example.orgBlack@bert:example.org"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_prove_tells_what_it_checked),
		cmocka_unit_test(test_prove_text_cut_anywhere),
		cmocka_unit_test(test_prove_other_result_refused),
		cmocka_unit_test(test_prove_one_byte_changed),
	};

	if (sodium_init() < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
