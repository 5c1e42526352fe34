#include "engine/command/verify_collection.h"

#include "engine/command/program.h"
#include "engine/command/record_file.h"
#include "engine/deal/proof.h"

#include <stdio.h>
#include <string.h>

static const char begin[] = "[Match \"";
static const char commitment[] = "[Commitment \"";

/* How many records of each kind there are. */
struct tally {
	unsigned long proven, incomplete, unproven, wrong;
};

static bool begins_with(const char *line, size_t size, const char *word)
{
	size_t length = strlen(word);

	return size >= length && memcmp(line, word, length) == 0;
}

/* Returns where the next line begins, or `size`. */
static size_t next_line(const char *text, size_t size, size_t at)
{
	const char *end = memchr(text + at, '\n', size - at);

	return end ? (size_t)(end - text) + 1 : size;
}

/* Returns where the first line after the place `at` begins that begins with `word`, or `size`. */
static size_t find_line(const char *text, size_t size, size_t at, const char *word)
{
	while (at < size) {
		at = next_line(text, size, at);
		if (begins_with(text + at, size - at, word))
			return at;
	}
	return size;
}

/* Returns where the record at the place `at` ends. Other tags may stand before its tag Match. */
static size_t find_end(const char *text, size_t size, size_t at)
{
	if (!begins_with(text + at, size - at, begin))
		at = find_line(text, size, at, begin);
	return at < size ? find_line(text, size, at, begin) : size;
}

bool verify_is_collection(const char *text, size_t size)
{
	return find_end(text, size, 0) < size;
}

static bool has_commitment(const char *text, size_t size)
{
	return begins_with(text, size, commitment) || find_line(text, size, 0, commitment) < size;
}

static void print_name(const struct eg_proof *proof)
{
	static const enum eg_proof_tag names[] = {EG_PROOF_MATCH, EG_PROOF_WHITE, EG_PROOF_BLACK};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		fputs(i == 0 ? "#" : i == 1 ? ", " : " - ", stdout);
		record_file_print_value(stdout, proof->tag[names[i]]);
	}
	printf(", %d:%d: ", proof->match.score[EG_WHITE], proof->match.score[EG_BLACK]);
}

/* Checks a record with a commitment. Returns false if it is wrong. */
static bool check_proof(
	const char *text, size_t size, struct tally *tally, struct eg_record_fault *fault)
{
	struct eg_proof proof;

	if (eg_record_prove(text, size, &proof, fault) != EG_OK)
		return false;
	print_name(&proof);
	if (proof.whole)
		puts("the proof holds.");
	else
		puts("all that it has is right, but the rounds don't show how the match ended.");
	tally->proven += proof.whole;
	tally->incomplete += !proof.whole;
	return true;
}

/* Checks the rules in a record without a commitment, such as that of a practice match. */
static bool check_rules(const char *text, size_t size, unsigned long line, struct tally *tally,
	struct eg_record_fault *fault)
{
	struct eg_match match;

	if (eg_record_replay(text, size, &match, fault) != EG_OK)
		return false;
	printf("Line %lu, %d:%d: legal, but without a commitment, so nothing proves its cards.\n",
		line, match.score[EG_WHITE], match.score[EG_BLACK]);
	tally->unproven++;
	return true;
}

/* Checks the record that begins on line `line` of the file. */
static void check(
	const char *text, size_t size, unsigned long line, const char *name, struct tally *tally)
{
	struct eg_record_fault fault;
	bool right = has_commitment(text, size) ? check_proof(text, size, tally, &fault)
						: check_rules(text, size, line, tally, &fault);

	if (right)
		return;
	tally->wrong++;
	fflush(stdout);
	fprintf(stderr, "engarde verify: %s:%lu: %s\n", name, line + (unsigned long)fault.line - 1,
		fault.reason);
}

static unsigned long count_lines(const char *text, size_t size)
{
	unsigned long lines = 0;

	for (size_t at = 0; at < size; at = next_line(text, size, at))
		lines++;
	return lines;
}

int verify_collection(const char *text, size_t size, const char *name)
{
	struct tally tally = {0};
	unsigned long line = 1;

	for (size_t at = 0, end; at < size; at = end) {
		end = find_end(text, size, at);
		check(text + at, end - at, line, name, &tally);
		line += count_lines(text + at, end - at);
	}
	printf("\nRecords proven: %lu. Without the end of the match: %lu. Without a commitment: "
	       "%lu. Wrong: %lu.\n"
	       "`engarde verify` of one record says what no record proves.\n",
		tally.proven, tally.incomplete, tally.unproven, tally.wrong);
	if (tally.wrong > 0)
		return STATUS_FAILED;
	return tally.incomplete + tally.unproven > 0 ? STATUS_INCOMPLETE : STATUS_OK;
}
