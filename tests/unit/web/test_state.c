/* Tests which live states show what has changed. */
#include "adapters/web/state.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <string.h>

static void write_mark(void *self, enum web_state_kind kind, const char *subject)
{
	static const char *const kinds[] = {[WEB_STATE_TABLE] = "table",
		[WEB_STATE_BOARD] = "board",
		[WEB_STATE_NIGHT] = "night",
		[WEB_STATE_SEASON] = "season"};
	char *text = self;

	sprintf(text + strlen(text), "%s of %s; ", kinds[kind], subject);
}

/* Asserts which states the commit of the open transaction concerns. */
static void assert_marks(struct bot_store *store, const char *expected)
{
	char marks[256] = "";
	bool any;

	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(web_changes_take(store, write_mark, marks, &any), BOT_OK);
	assert_false(any);
	assert_string_equal(marks, expected);
}

/* Nobody else gets a line when somebody plans: its time alone would tell that there is a plan. */
STORE_TEST(test_plan_concerns_the_table_of_its_player_alone)
{
	struct bot_match match = memory_store_challenge("!room:test", "@ann:test", "@bob:test");
	bot_store_watch(store, true);
	bot_store_match_add(store, &match);
	assert_marks(store, "board of !room:test; table of @ann:test; table of @bob:test; ");
	bot_store_match_save_plan(store, &match, EG_BLACK);
	assert_marks(store, "table of @bob:test; ");
	bot_store_match_save_plan(store, &match, EG_WHITE);
	assert_marks(store, "table of @ann:test; ");
	assert_marks(store, "");
}
