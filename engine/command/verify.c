#include "engine/command/command.h"
#include "engine/command/program.h"
#include "engine/deal/proof.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_text(const char *before, struct eg_text value, const char *after)
{
	fputs(before, stdout);
	record_file_print_value(stdout, value);
	fputs(after, stdout);
}

static const char *begins(const struct eg_proof *proof)
{
	return proof->match.rules.first == EG_BLACK ? "Black" : "White";
}

static void print_checked(const struct eg_proof *proof)
{
	const struct eg_match *match = &proof->match;

	print_text("Commitment ", proof->commitment, "\n");
	printf("  Openings that lead back to it: %u, one for each round.\n", proof->opened);
	print_text("Challenge ", proof->challenge, "\n");
	print_text("Accepted by ", proof->acceptance, "\n");
	printf("  Decks dealt from the openings, these two events and the round's number: %u.\n",
		proof->opened);
	if (proof->by_lot && proof->opened > 0)
		printf("%s begins: the lot follows from the first opening and these two events.\n",
			begins(proof));
	printf("Actions: %lu, all legal by the rules called %s; every round's result is right.\n",
		(unsigned long)proof->actions, eg_rules_name(&match->rules.round));
	printf("White %d, Black %d, to %d.\n", match->score[EG_WHITE], match->score[EG_BLACK],
		match->rules.touches);
}

/* Prints what an incomplete record does not prove. */
static void print_missing(const struct eg_proof *proof)
{
	printf("\nAll that the record has is right, but it is NOT COMPLETE: the rounds don't show\n"
	       "how the match ended.\n");
	if (proof->termination.size > 0) {
		print_text("- The ending is \"", proof->termination, "\", ");
		printf("the winner is %s. That is what the record says; nothing proves\n  it.\n",
			eg_seat_name(proof->winner));
	} else {
		printf("- The record was cut: it ends before it says how the match ended.\n");
	}
	if (proof->opened < proof->match.rounds)
		printf("- Round %u is not opened: nothing proves its deck.\n", proof->match.rounds);
	else
		printf("- Rounds after round %u may have been left out.\n", proof->match.rounds);
}

/* Prints the tags that no record can prove. */
static void print_stated(const struct eg_proof *proof)
{
	static const char *const names[EG_PROOF_TAGS] = {"Match", "Room", "White", "Black"};

	printf("- The match, the room and the players' names. The record says:\n");
	for (size_t i = 0; i < EG_PROOF_TAGS; i++) {
		printf("  %s ", names[i]);
		print_text("\"", proof->tag[i], "\"\n");
	}
}

/* Whether the acceptance is no event but a tap on the bot's page (deal.h). */
static bool is_tap(struct eg_text acceptance)
{
	return acceptance.size >= 4 && memcmp(acceptance.start, "tap:", 4) == 0;
}

static void print_limits(const struct eg_proof *proof)
{
	const struct eg_match *match = &proof->match;

	printf("\nNo record proves what follows. Compare it with the messages in the room:\n"
	       "- The commitment and the two events are there, in this order.\n"
	       "- The terms of the challenge: rules %s, to %d, ",
		eg_rules_name(&match->rules.round), match->rules.touches);
	if (match->rules.start[EG_WHITE] > 0 || match->rules.start[EG_BLACK] > 0)
		printf("from %d-%d, ", match->rules.start[EG_WHITE], match->rules.start[EG_BLACK]);
	if (proof->by_lot)
		printf("a lot decides who begins.\n");
	else
		printf("%s begins. No lot is proven.\n", begins(proof));
	print_stated(proof);
	printf("- The players chose these actions: other legal ones would pass too.\n"
	       "Nothing at all proves that the host did not look at the cards, or tell them to "
	       "somebody.\n"
	       "If the commitment was there before the acceptance, the host can't choose the cards "
	       "alone.\n"
	       "In the bout of a club night or a season it was not. And a host who also runs the "
	       "homeserver\n"
	       "of the player who accepted could have tried ids of the acceptance until the cards "
	       "were good.\n");
	if (is_tap(proof->acceptance))
		printf("This acceptance was a tap on the host's page, so the host could do that "
		       "alone.\n");
}

static int print_proof(const struct eg_proof *proof)
{
	print_checked(proof);
	if (proof->whole)
		printf("\nThe proof holds: the cards were dealt as announced, and the rounds show "
		       "that %s won.\n",
			proof->winner == EG_WHITE ? "White" : "Black");
	else
		print_missing(proof);
	print_limits(proof);
	return proof->whole ? STATUS_OK : STATUS_INCOMPLETE;
}

/* Whether a record has tags of a proof. `text` is a record without mistakes. */
static bool has_proof(const char *text, size_t size)
{
	static const char *const tags[] = {"Commitment", "Challenge", "Accept", "Opening"};
	struct eg_record_item item;
	struct eg_record_fault fault;
	struct eg_reader reader;

	eg_reader_init(&reader, text, size);
	while (eg_reader_next(&reader, &item, &fault) == EG_OK && item.kind != EG_RECORD_END)
		for (size_t i = 0; item.kind == EG_RECORD_TAG && i < sizeof(tags) / sizeof(*tags);
			i++)
			if (item.name.size == strlen(tags[i]) &&
				memcmp(item.name.start, tags[i], item.name.size) == 0)
				return true;
	return false;
}

/* Says what is right in a record without a proof, such as that of a practice match. */
static int print_unproven(const struct eg_match *match)
{
	printf("Each action is legal by the rules called %s, and every round's result is right.\n"
	       "White %d, Black %d, to %d.\n"
	       "\nNothing proves the cards: the record has no commitment. Practice matches have "
	       "none.\n",
		eg_rules_name(&match->rules.round), match->score[EG_WHITE], match->score[EG_BLACK],
		match->rules.touches);
	return STATUS_INCOMPLETE;
}

static int verify_match(const char *text, size_t size, struct eg_record_fault *fault)
{
	struct eg_proof proof;
	struct eg_match match;

	if (eg_record_replay(text, size, &match, fault) == EG_OK && !has_proof(text, size))
		return print_unproven(&match);
	return eg_record_prove(text, size, &proof, fault) == EG_OK ? print_proof(&proof)
								   : STATUS_FAILED;
}

/* The part of `engarde verify` for a file with the records of several matches. */

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

/* Whether a text has several records. Each of them begins with the tag Match. */
static bool is_collection(const char *text, size_t size)
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

/*
 * Checks each record, prints a line for each, and then how many there are of each kind. `name` is
 * the name of the file. Returns STATUS_FAILED if a record is wrong, else STATUS_INCOMPLETE if a
 * record does not prove how its match ended or has no commitment, else STATUS_OK.
 */
static int verify_collection(const char *text, size_t size, const char *name)
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

int command_verify(int argc, char **argv)
{
	struct eg_record_fault fault;
	size_t size;
	char *text = record_file_argument(argc, argv, &size);

	if (!text)
		return STATUS_MISUSED;
	int status = STATUS_FAILED;

	if (sodium_init() >= 0 && is_collection(text, size)) {
		status = verify_collection(text, size, argv[1]);
	} else if (sodium_init() >= 0) {
		status = verify_match(text, size, &fault);
		if (status == STATUS_FAILED)
			record_file_faulty(argv, &fault);
	}
	free(text);
	return status;
}
