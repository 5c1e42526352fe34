/* A match record: replayed or refused with a line and a reason. */
#include "engine/engarde.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct eg_record_fault fault = {0};
	struct eg_match match;
	enum eg_error error = eg_record_replay((const char *)data, size, &match, &fault);

	if (error) {
		FUZZ_EXPECT(fault.line >= 1 && fault.reason);
		return 0;
	}
	FUZZ_EXPECT(match.score[EG_WHITE] <= match.rules.touches);
	FUZZ_EXPECT(match.score[EG_BLACK] <= match.rules.touches);
	FUZZ_EXPECT(match.rounds == 0 || match.round.space[EG_WHITE] < match.round.space[EG_BLACK]);
	return 0;
}
