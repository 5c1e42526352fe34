/*
 * Fuzzes the stored rows of a round, its deck and its actions. Each execution ends with a rollback.
 */
#include "bot/base/attempt.h"
#include "bot/store/rounds.h"
#include "bot/store/sqlite/connection.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/memory_store.h"

#include <string.h>

static void write_round(struct bot_store *store, const char *deck, const char *actions, int size)
{
	sqlite3_stmt *statement;

	FUZZ_EXPECT(sqlite3_prepare_v2(bot_connection_of(store),
			    "INSERT INTO rounds (match_id, number, deck, actions) "
			    "VALUES (1, 1, ?, ?)",
			    -1, &statement, NULL) == SQLITE_OK);
	sqlite3_bind_text(statement, 1, deck, EG_DECK, SQLITE_STATIC);
	sqlite3_bind_text(statement, 2, actions, size, SQLITE_STATIC);
	FUZZ_EXPECT(sqlite3_step(statement) == SQLITE_DONE);
	sqlite3_finalize(statement);
}

static enum bot_error replay(
	struct bot_store *store, const struct bot_match *match, struct eg_match *state)
{
	BOT_ATTEMPT(bot_store_replay(store, match, state, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bot_match match = memory_store_challenge("!r:x", "@a:x", "@b:x");
	static struct bot_store *store;
	struct eg_match state;

	if (size < EG_DECK || size > 4096)
		return 0;
	match.rules.first = EG_WHITE;
	match.status = BOT_PLAYING;
	FUZZ_EXPECT(store || bot_store_open(":memory:", &store) == BOT_OK);
	FUZZ_EXPECT(bot_store_begin(store) == BOT_OK);
	bot_store_match_add(store, &match);
	write_round(store, (const char *)data, (const char *)data + EG_DECK, (int)(size - EG_DECK));
	enum bot_error error = replay(store, &match, &state);
	FUZZ_EXPECT(error == BOT_OK || error == BOT_STORE_CORRUPT);
	bot_store_rollback(store);
	return 0;
}
