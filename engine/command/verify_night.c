#include "engine/command/verify_night.h"

#include "engine/command/program.h"
#include "engine/command/record_file.h"
#include "engine/deal/night.h"
#include "engine/deal/night_proof.h"

#include <stdio.h>
#include <stdlib.h>

static void print_text(const char *before, struct eg_text value, const char *after)
{
	fputs(before, stdout);
	record_file_print_value(stdout, value);
	fputs(after, stdout);
}

static void print_lots(const struct eg_night_proof *proof)
{
	bool printed[EG_NIGHT_FENCERS] = {false};

	printf("Fencers: %zu. Their lots follow from the secret and from the events of their "
	       "sign-ups.\nOf equal fencers the one who comes first here is better:\n",
		proof->fencers);
	for (size_t count = 0; count < proof->fencers; count++) {
		size_t next = proof->fencers;

		for (size_t i = 0; i < proof->fencers; i++)
			if (!printed[i] && (next == proof->fencers ||
						   proof->fencer[i].lot < proof->fencer[next].lot))
				next = i;
		printed[next] = true;
		print_text("  ", proof->fencer[next].user, ", ");
		print_text("", proof->fencer[next].event, "\n");
	}
}

static void print_ranking(const struct eg_night_proof *proof)
{
	if (proof->ranked == 0) {
		puts("There is no ranking: the night was stopped before the pools were over.");
		return;
	}
	printf("The ranking after the pools follows from the results and the lots. "
	       "Neighbours that only lots separate: %zu.\n",
		proof->by_lot);
	for (size_t i = 0; i < proof->ranked; i++) {
		const struct eg_night_fencer *fencer = &proof->fencer[proof->rank[i]];

		printf("  %zu. ", i + 1);
		print_text("", fencer->user, ": ");
		printf("victories %d of %d, touches %d:%d\n", fencer->victories, fencer->bouts,
			fencer->scored, fencer->received);
	}
}

static void print_bouts(const struct eg_night_proof *proof)
{
	puts("The commitments of the bouts follow from the secret:");
	for (size_t i = 0; i < proof->bouts; i++) {
		const struct eg_night_bout *bout = &proof->bout[i];
		unsigned char last[EG_KEY], commitment[EG_KEY];
		char text[EG_KEY_TEXT];

		if (bout->match == 0)
			continue;
		eg_night_bout_secret(proof->secret, bout->number, last);
		eg_chain_secret(last, 0, commitment);
		eg_key_print(commitment, text);
		printf("  #%lu %s, ", (unsigned long)bout->match, text);
		print_text("", proof->fencer[bout->fencer[0]].user, " against ");
		print_text("", proof->fencer[bout->fencer[1]].user, "");
		printf(", %d:%d\n", bout->touches[0], bout->touches[1]);
	}
}

int verify_night(const char *text, size_t size, struct eg_record_fault *fault)
{
	struct eg_night_proof *proof = malloc(sizeof(*proof));
	int status = STATUS_FAILED;

	if (!proof)
		abort();
	if (eg_night_prove(text, size, proof, fault) == EG_OK) {
		print_text("Commitment ", proof->commitment, "\n  The secret leads to it.\n");
		print_lots(proof);
		print_ranking(proof);
		print_bouts(proof);
		puts("\nThe proof holds: the lots were drawn as announced.\n"
		     "\nNo record proves what follows. Compare it with the messages in the room:\n"
		     "- The commitment is in the event of the sign-up, and the events of the "
		     "fencers' sign-ups\n  come after it.\n"
		     "- The results. `engarde verify` checks the record of each match: its "
		     "commitment is the one\n  above, and its two events are the sign-ups of its "
		     "fencers.\n"
		     "- Who has withdrawn, and the ratings by which the pools were drawn.\n"
		     "The host can't choose the lots alone. But a host who also runs the "
		     "homeserver of a fencer\ncould have tried ids of their sign-up until the "
		     "lot was good.");
		status = STATUS_OK;
	}
	free(proof);
	return status;
}
