/* Fuzzes an answer to /sync: whatever it contains, the bot must handle it in one transaction. */
#include "adapters/matrix/client/json.h"
#include "tests/fuzz/bot.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *batch = mx_json_parse((const char *)data, size);
	struct fuzz_bot bot;

	if (!batch)
		return 0;
	fuzz_bot_init(&bot);
	fuzz_bot_sync(&bot, batch);
	bot.receiver.sync.first = true; /* after a crash the bot gets the same batch again */
	fuzz_bot_sync(&bot, batch);
	fuzz_bot_finish(&bot);
	json_decref(batch);
	return 0;
}
