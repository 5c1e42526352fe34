/*
 * Fuzzes an answer to /sync that also contains a room with a correct command. The bot must answer
 * this command.
 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/good_room.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *body = fuzz_read(data, size);
	struct fuzz_bot bot;

	if (!body || !fuzz_put_command(body)) {
		json_decref(body);
		return 0;
	}
	fuzz_bot_init(&bot);
	fuzz_enter_rooms(&bot);
	bot.receiver.sync.since = strdup("s1");
	fuzz_handle(&bot, body);
	FUZZ_EXPECT(fuzz_is_answered(&bot));
	fuzz_bot_finish(&bot);
	json_decref(body);
	return 0;
}
