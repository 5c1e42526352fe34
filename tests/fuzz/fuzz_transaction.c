/*
 * Fuzzes a transaction of an application service: whatever it contains, the bot must handle it only
 * once.
 */
#include "adapters/matrix/appservice/transaction.h"
#include "adapters/matrix/client/json.h"
#include "bot/store/outbox_rows.h"
#include "tests/fuzz/bot.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/* An answer to /sync that says that the bot is in a room. */
#define BEGINNING                                                                                  \
	"{\"rooms\":{\"join\":{\"!r:x\":{\"timeline\":{\"events\":[{\"type\":\"m.room.member\","   \
	"\"sender\":\"@engarde:x\",\"state_key\":\"@engarde:x\",\"event_id\":\"$1\","              \
	"\"content\":{\"membership\":\"join\"}}]}}}}}"

/* Puts the bot into a room whose players it knows. */
static void begin(struct fuzz_bot *bot)
{
	struct bot_store *store = bot->account.store;
	json_t *batch = json_loads(BEGINNING, 0, NULL);

	FUZZ_EXPECT(batch);
	fuzz_bot_sync(bot, batch);
	json_decref(batch);
	FUZZ_EXPECT(bot_store_begin(store) == BOT_OK);
	bot_store_set_name(store, "@a:x", "Ann", "ann");
	bot_store_set_name(store, "@b:x", "Bob", "bob");
	FUZZ_EXPECT(bot_store_commit(store) == BOT_OK);
	bot->account.batches = 1;
}

static bool count(void *self, const struct bot_outbox_row *row)
{
	(void)row;
	++*(unsigned *)self;
	return true;
}

static unsigned waiting(struct bot_store *store)
{
	unsigned rows = 0;

	bot_outbox_heads(store, count, &rows);
	return rows;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char text[FUZZ_SIZE_MAX];
	struct fuzz_bot bot;
	unsigned rows;
	json_t *body;

	if (size > sizeof(text))
		return 0;
	memcpy(text, data, size);
	body = mx_json_parse(text, size);
	if (!body)
		return 0;
	fuzz_bot_init(&bot);
	begin(&bot);
	FUZZ_EXPECT(mx_transaction_handle(&bot.receiver, "1", body));
	rows = waiting(bot.account.store);
	FUZZ_EXPECT(mx_transaction_handle(&bot.receiver, "1", body));
	FUZZ_EXPECT(waiting(bot.account.store) == rows);
	fuzz_bot_finish(&bot);
	json_decref(body);
	return 0;
}
