#include "engine/command/command.h"
#include "engine/command/file.h"
#include "engine/deal/proof.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

static void print_tag(const char *before, struct eg_text value, const char *after)
{
	fputs(before, stdout);
	file_print_value(stdout, value);
	fputs(after, stdout);
}

static void print_proof(const struct eg_proof *proof)
{
	const struct eg_match *match = &proof->match;

	print_tag("Commitment ", proof->commitment, "\n");
	printf("  %u openings lead back to it, one a round.\n", match->rounds);
	print_tag("Challenge ", proof->challenge, "\n");
	print_tag("Accepted by ", proof->acceptance, "\n");
	printf("  %u decks are dealt from the openings, these two events and the round's number.\n",
		match->rounds);
	printf("Actions: %lu, all legal by the rules called %s; every round's result is right.\n",
		(unsigned long)proof->actions, eg_rules_name(&match->rules.round));
	printf("White %d, Black %d, to %d; ", match->score[EG_WHITE], match->score[EG_BLACK],
		match->rules.touches);
	print_tag("", proof->termination, ".\n");
	printf("\nIt holds. What no record can prove: that the host did not look at the cards, "
	       "and\n"
	       "that the commitment and the two events stand in the room as they do here, in this\n"
	       "order and by these players. Compare those with the room.\n");
}

int command_verify(int argc, char **argv)
{
	struct eg_record_fault fault;
	struct eg_proof proof;
	size_t size;
	char *text = file_argument(argc, argv, &size);

	if (!text)
		return STATUS_MISUSED;
	int status = STATUS_OK;

	if (sodium_init() < 0)
		status = STATUS_FAILED;
	else if (eg_record_prove(text, size, &proof, &fault) != EG_OK)
		status = file_faulty(argv, &fault);
	else
		print_proof(&proof);
	free(text);
	return status;
}
