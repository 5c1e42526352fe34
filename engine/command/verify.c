#include "engine/command/command.h"
#include "engine/command/record_file.h"
#include "engine/command/verify_collection.h"
#include "engine/deal/proof.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

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

int command_verify(int argc, char **argv)
{
	struct eg_record_fault fault;
	size_t size;
	char *text = record_file_argument(argc, argv, &size);

	if (!text)
		return STATUS_MISUSED;
	int status = STATUS_FAILED;

	if (sodium_init() >= 0 && verify_is_collection(text, size)) {
		status = verify_collection(text, size, argv[1]);
	} else if (sodium_init() >= 0) {
		status = verify_match(text, size, &fault);
		if (status == STATUS_FAILED)
			record_file_faulty(argv, &fault);
	}
	free(text);
	return status;
}
