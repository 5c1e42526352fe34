/* Tests that the row of a challenge names the user whom the adapter must look for. */
#include "bot/store/matches.h"
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <string.h>

static bool take_challenged(void *self, const struct bot_outbox_row *row)
{
	char *challenged = self;

	strcpy(challenged, row->challenged ? row->challenged : "nobody");
	return true;
}

static void assert_challenged(struct bot_store *store, const char *user)
{
	char challenged[BOT_ID_SIZE] = "";

	bot_outbox_heads(store, take_challenged, challenged);
	assert_string_equal(challenged, user);
}

STORE_TEST(test_row_of_a_challenge_names_the_challenged_user_while_it_waits)
{
	struct bot_match match = {.room = "!r:x",
		.player = {"@a:x", "@b:x"},
		.rules = {.round = {EG_ADVANCED, EG_FINAL_POSITION}, .touches = 5}};
	struct bot_letter letter = {.to = "!r:x", .body = "challenge", .txn = "1"};

	bot_store_match_add(store, &match);
	letter.match = match.id;
	letter.commitment = "commitment";
	assert_true(bot_outbox_add(store, &letter, NULL));
	assert_challenged(store, "@b:x");
	match.challenger = EG_BLACK; /* as in a rematch */
	bot_store_match_save(store, &match);
	assert_challenged(store, "@a:x");
	match.status = BOT_ACCEPTED;
	bot_store_match_save(store, &match);
	assert_challenged(store, "nobody");
}

STORE_TEST(test_row_of_an_open_challenge_names_nobody)
{
	struct bot_match match = {.room = "!r:x",
		.player = {"@a:x"},
		.rules = {.round = {EG_ADVANCED, EG_FINAL_POSITION}, .touches = 5}};
	struct bot_letter letter = {
		.to = "!r:x", .body = "challenge", .txn = "1", .commitment = "commitment"};

	bot_store_match_add(store, &match);
	letter.match = match.id;
	assert_true(bot_outbox_add(store, &letter, NULL));
	assert_challenged(store, "nobody");
}

/* Two people who have played in a room of the lobby may play there again from elsewhere. */
STORE_TEST(test_row_of_a_challenge_to_a_guest_names_nobody)
{
	struct bot_match match = {.room = "!r:x",
		.player = {"@a:x", "@b:x"},
		.rules = {.round = {EG_ADVANCED, EG_FINAL_POSITION}, .touches = 5}};
	struct bot_match ended = match;
	struct bot_letter letter = {
		.to = "!r:x", .body = "challenge", .txn = "1", .commitment = "commitment"};

	ended.status = BOT_ENDED;
	ended.ended = 1;
	memcpy(ended.player[EG_WHITE], "@b:x", 5);
	memcpy(ended.player[EG_BLACK], "@a:x", 5);
	bot_store_match_add(store, &match);
	letter.match = match.id;
	assert_true(bot_outbox_add(store, &letter, NULL));
	bot_store_set_setting(store, BOT_OF_ROOM, "!r:x", "lobby", "on");
	assert_challenged(store, "@b:x");
	bot_store_match_add(store, &ended);
	assert_challenged(store, "nobody");
	bot_store_set_setting(store, BOT_OF_ROOM, "!r:x", "lobby", NULL);
	assert_challenged(store, "@b:x");
}
