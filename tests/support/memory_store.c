#include "tests/support/memory_store.h"
#include "tests/support/cmocka.h"

#include "tests/support/sql.h"
#include "tests/support/test_store.h"

#include <stdio.h>

const char memory_store_long_id[BOT_ID_SIZE + 1] = MEMORY_STORE_LONG_ID;

int memory_store_begin(void **state)
{
	struct bot_store *store;
	if (test_store_open(&store) || bot_store_begin(store))
		return -1;
	*state = store;
	return 0;
}

int memory_store_end(void **state)
{
	struct bot_store *store = *state;
	enum bot_error error = bot_store_commit(store);
	bot_store_close(store);
	return error ? -1 : 0;
}

void memory_store_renew(struct bot_store *store)
{
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
}

struct bot_match memory_store_challenge(const char *room, const char *white, const char *black)
{
	struct bot_match match = {
		.status = BOT_CHALLENGE,
		.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_NOBODY, {0}},
	};
	snprintf(match.room, BOT_ID_SIZE, "%s", room);
	snprintf(match.player[EG_WHITE], BOT_ID_SIZE, "%s", white);
	snprintf(match.player[EG_BLACK], BOT_ID_SIZE, "%s", black);
	return match;
}

void memory_store_sql(struct bot_store *store, const char *sql)
{
	sql_run(store, sql);
}
