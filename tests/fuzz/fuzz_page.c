/*
 * Fuzzes a page of /messages for a room's gap: the bot must handle the page, and then answer a
 * command in another room.
 */
#include "adapters/matrix/receive/timeline.h"
#include "bot/store/events.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/good_room.h"

#include <stdio.h>

static void take_page(struct bot_store *store, struct mx_receiver *receiver, const json_t *page)
{
	char from[] = "s1", to[] = "s2";
	struct bot_gap gap = {
		.from = from, .to = to, .place = BOT_GAP_INSIDE, .joined = true, .pages = 1};

	snprintf(gap.room, sizeof(gap.room), FUZZ_BAD_ROOM);
	FUZZ_EXPECT(bot_store_begin(store) == BOT_OK);
	FUZZ_EXPECT(mx_timeline_handle_page(receiver, &gap, page) == BOT_OK);
	FUZZ_EXPECT(mx_timeline_finish_gap(receiver, &gap) == BOT_OK);
	FUZZ_EXPECT(bot_store_commit(store) == BOT_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	json_t *page = fuzz_read(data, size), *body = json_object();
	struct fuzz_bot bot;

	if (!page || !fuzz_put_command(body)) {
		json_decref(page);
		json_decref(body);
		return 0;
	}
	fuzz_bot_init(&bot);
	fuzz_enter_rooms(&bot);
	take_page(bot.account.store, &bot.receiver, page);
	fuzz_handle(&bot, body);
	FUZZ_EXPECT(fuzz_is_answered(&bot));
	fuzz_bot_finish(&bot);
	json_decref(page);
	json_decref(body);
	return 0;
}
