/* Fuzzes an answer to /sync: it is handled in one transaction, whatever it contains. */
#include "tests/fuzz/bot.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *batch = json_loadb((const char *)data, size, 0, NULL);
	struct fuzz_bot bot;

	if (!batch)
		return 0;
	fuzz_bot_init(&bot);
	fuzz_bot_sync(&bot, batch);
	fuzz_bot_sync(&bot, batch); /* the same batch again, as after a crash */
	fuzz_bot_finish(&bot);
	json_decref(batch);
	return 0;
}
