/*
 * Fuzzes a match record: the library must replay the record, or refuse it with the number of a line
 * and a reason. Only if the replay succeeds may the proof of the shuffles succeed.
 */
#include "engine/deal/proof.h"
#include "engine/engarde.h"
#include "tests/fuzz/fuzz.h"

#include <sodium.h>

static void prove(const char *text, size_t size, bool replays)
{
	struct eg_record_fault fault = {0};
	struct eg_proof proof;

	if (eg_record_prove(text, size, &proof, &fault) != EG_OK) {
		FUZZ_EXPECT(fault.line >= 1 && fault.reason);
		return;
	}
	FUZZ_EXPECT(replays);
	FUZZ_EXPECT(!proof.whole || proof.match.winner == proof.winner);
	FUZZ_EXPECT(!proof.whole || proof.match.winner != EG_NOBODY);
	FUZZ_EXPECT(proof.opened == proof.match.rounds ||
		    (!proof.whole && proof.opened + 1 == proof.match.rounds));
	FUZZ_EXPECT(proof.commitment.size == 43 && proof.challenge.size > 0 &&
		    proof.acceptance.size > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct eg_record_fault fault = {0};
	struct eg_match match;
	enum eg_error error = eg_record_replay((const char *)data, size, &match, &fault);

	FUZZ_EXPECT(sodium_init() >= 0);
	prove((const char *)data, size, error == EG_OK);
	if (error) {
		FUZZ_EXPECT(fault.line >= 1 && fault.reason);
		return 0;
	}
	FUZZ_EXPECT(match.score[EG_WHITE] <= match.rules.touches);
	FUZZ_EXPECT(match.score[EG_BLACK] <= match.rules.touches);
	FUZZ_EXPECT(match.rounds == 0 || match.round.space[EG_WHITE] < match.round.space[EG_BLACK]);
	return 0;
}
