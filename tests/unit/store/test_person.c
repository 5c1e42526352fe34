/* Tests how the store keeps display names and private rooms. */
#include "bot/store/outbox.h"
#include "bot/store/sqlite/connection.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/sql.h"

#include <stdio.h>
#include <string.h>

static void assert_name(struct bot_store *store, const char *user, const char *name, bool shared)
{
	struct bot_known_name known;
	assert_true(bot_store_name(store, user, &known));
	assert_string_equal(known.name, name);
	assert_int_equal(known.shared, shared);
}

STORE_TEST(test_name_is_stored_with_its_skeleton)
{
	struct bot_known_name known = {.name = "untouched"};
	assert_false(bot_store_name(store, "@a:x", &known));
	assert_string_equal(known.name, "untouched");
	bot_store_set_name(store, "@a:x", "Ada", "ada");
	bot_store_set_name(store, "@a:x", "Ada L.", "adal");
	assert_true(bot_store_name(store, "@a:x", &known));
	assert_string_equal(known.name, "Ada L.");
	assert_string_equal(known.skeleton, "adal");
	assert_error(bot_store_set_name(store, "", "nobody", ""), BOT_INVALID);
	assert_error(bot_store_set_name(store, memory_store_long_id, "nobody", ""), BOT_INVALID);
	assert_false(bot_store_name(store, memory_store_long_id, &known));
}

static void assert_has_name(struct bot_store *store, const char *user, const char *name, bool has)
{
	struct bot_known_name known;

	assert_int_equal(bot_store_name(store, user, &known) && strcmp(known.name, name) == 0, has);
}

STORE_TEST(test_store_has_only_the_newest_name)
{
	assert_has_name(store, "@a:x", "", false);
	bot_store_set_name(store, "@a:x", "Ada", "ada");
	assert_has_name(store, "@a:x", "Ada", true);
	assert_has_name(store, "@a:x", "ada", false);
	assert_has_name(store, "@b:x", "Ada", false);
	bot_store_set_name(store, "@a:x", "", "");
	assert_has_name(store, "@a:x", "Ada", false);
	assert_has_name(store, "@a:x", "", true);
}

STORE_TEST(test_names_with_one_skeleton_are_shared)
{
	bot_store_set_name(store, "@a:x", "Ada", "ada");
	assert_name(store, "@a:x", "Ada", false);
	bot_store_set_name(store, "@b:x", "ADA", "ada");
	assert_name(store, "@a:x", "Ada", true);
	assert_name(store, "@b:x", "ADA", true);
	bot_store_set_name(store, "@b:x", "", "");
	bot_store_set_name(store, "@c:x", "", "");
	assert_name(store, "@a:x", "Ada", false);
	assert_name(store, "@b:x", "", false);
}

STORE_TEST(test_name_is_cut_between_two_characters)
{
	/*
	 * Each name has 62 bytes and one more character. This character needs two, three or four
	 * bytes, and does not fit.
	 */
	static const char *const ends[] = {"\u00e9", "\u20ac", "\U0001f93a"};
	struct bot_known_name known;
	for (size_t i = 0; i < 3; i++) {
		char text[80];
		snprintf(text, sizeof(text), "%062d%s", 0, ends[i]);
		bot_store_set_name(store, "@a:x", text, "");
		assert_true(bot_store_name(store, "@a:x", &known));
		assert_int_equal(strlen(known.name), 62);
		assert_memory_equal(known.name, text, 62);
	}
	char full[BOT_NAME_SIZE];
	snprintf(full, sizeof(full), "%061d%s", 0, ends[0]);
	bot_store_set_name(store, "@a:x", full, "");
	assert_name(store, "@a:x", full, false);
	/* These bytes are not valid UTF-8. */
	char broken[100];
	memset(broken, 0x80, sizeof(broken) - 1);
	broken[sizeof(broken) - 1] = '\0';
	bot_store_set_name(store, "@a:x", broken, "");
	assert_name(store, "@a:x", "", false);
}

STORE_TEST(test_user_has_one_private_room)
{
	char id[BOT_ID_SIZE] = "untouched";
	assert_false(bot_store_private_room(store, "@a:x", id));
	assert_false(bot_store_private_user(store, "!1:x", id));
	assert_false(bot_store_private_user(store, memory_store_long_id, id));
	assert_string_equal(id, "untouched");
	bot_store_set_private_room(store, "@a:x", "!1:x");
	bot_store_set_private_room(store, "@b:x", "!2:x");
	assert_true(bot_store_private_room(store, "@a:x", id));
	assert_string_equal(id, "!1:x");
	assert_true(bot_store_private_user(store, "!2:x", id));
	assert_string_equal(id, "@b:x");
	bot_store_set_private_room(store, "@a:x", "!3:x");
	assert_false(bot_store_private_user(store, "!1:x", id));
	/* A room is the private room of only one user: of the user for whom it was set last. */
	bot_store_set_private_room(store, "@a:x", "!2:x");
	assert_true(bot_store_private_user(store, "!2:x", id));
	assert_string_equal(id, "@a:x");
	assert_false(bot_store_private_room(store, "@b:x", id));
	bot_store_set_private_room(store, "@a:x", NULL);
	assert_false(bot_store_private_room(store, "@a:x", id));
	assert_error(bot_store_set_private_room(store, "@a:x", memory_store_long_id), BOT_INVALID);
	assert_error(bot_store_set_private_room(store, memory_store_long_id, "!1:x"), BOT_INVALID);
	assert_error(bot_store_set_private_room(store, "@a:x", ""), BOT_INVALID);
}

STORE_TEST(test_unsent_messages_no_longer_name_an_erased_user)
{
	const struct bot_letter letters[] = {
		{.kind = BOT_OUT_MESSAGE,
			.to = "!r:x",
			.txn = "1",
			.body = "@a:x challenges @b:x",
			.html = "<a href=\"https://matrix.to/#/%40a%3Ax\">@a:x</a> challenges"},
		{.kind = BOT_OUT_MESSAGE, .to = "!r:x", .txn = "2", .body = "hello"},
	};
	static const char *const texts[] = {
		"SELECT count(*) FROM outbox WHERE body = 'erased-1 challenges @b:x' AND html ="
		" '<a href=\"https://matrix.to/#/erased-1\">erased-1</a> challenges'",
		"SELECT count(*) FROM outbox WHERE body = 'hello' AND html IS NULL"};
	for (size_t i = 0; i < 2; i++)
		assert_true(bot_outbox_add(store, &letters[i], NULL));
	bot_store_person_erase(store, "@a:x", "erased-1");
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(sql_number(store, texts[i]), 1);
}
