/* Tests how the store keeps the questions of the bot that wait for an answer. */
#include "bot/store/person.h"
#include "bot/store/settings.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <string.h>

#define DAY INT64_C(86400000)

static const struct bot_question resign = {BOT_ASKS_YES, "resign #7", 3, 1000};
static const struct bot_question accept = {BOT_ASKS_ACCEPT, "#9", 4, 2000};

static void assert_asked(struct bot_store *store, const char *user, const char *room,
	const struct bot_question *expected)
{
	struct bot_question found;

	assert_true(bot_store_question(store, user, room, &found));
	assert_int_equal(found.kind, expected->kind);
	assert_string_equal(found.command, expected->command);
	assert_int_equal(found.post, expected->post);
	assert_int_equal(found.until, expected->until);
}

static void assert_not_asked(struct bot_store *store, const char *user, const char *room)
{
	struct bot_question found;

	assert_false(bot_store_question(store, user, room, &found));
}

STORE_TEST(test_person_has_one_question_in_each_room)
{
	assert_not_asked(store, "@a:x", "!1:x");
	bot_store_ask(store, "@a:x", "!1:x", &resign);
	bot_store_ask(store, "@a:x", "!2:x", &resign);
	assert_not_asked(store, "@b:x", "!1:x");
	bot_store_ask(store, "@a:x", "!1:x", &accept);
	assert_asked(store, "@a:x", "!1:x", &accept);
	assert_asked(store, "@a:x", "!2:x", &resign);
	struct bot_question closed = accept;

	closed.until = 1500;
	bot_store_close_question(store, "@a:x", "!1:x", 1500);
	bot_store_close_question(store, "@a:x", "!1:x", 1600);
	assert_asked(store, "@a:x", "!1:x", &closed);
	assert_asked(store, "@a:x", "!2:x", &resign);
}

STORE_TEST(test_questions_are_deleted_a_day_after_they_lapsed)
{
	bot_store_ask(store, "@a:x", "!1:x", &resign);
	bot_store_prune_settings(store, resign.until + DAY - 1);
	assert_asked(store, "@a:x", "!1:x", &resign);
	bot_store_prune_settings(store, resign.until + DAY);
	assert_not_asked(store, "@a:x", "!1:x");
}

static void count_questions(
	void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	unsigned *rows = self;

	if (strcmp(kind, "questions") != 0)
		return;
	(*rows)++;
	assert_int_equal(count, 2);
	assert_string_equal(columns[0].text, "!1:x");
	assert_string_equal(columns[1].text, "resign #7");
}

STORE_TEST(test_person_can_have_their_questions_exported_and_erased)
{
	unsigned rows = 0;

	bot_store_ask(store, "@a:x", "!1:x", &resign);
	bot_store_ask(store, "@b:x", "!1:x", &accept);
	bot_store_person_rows(store, "@a:x", count_questions, &rows);
	assert_int_equal(rows, 1);
	bot_store_person_erase(store, "@a:x", "erased-1");
	assert_not_asked(store, "@a:x", "!1:x");
	assert_asked(store, "@b:x", "!1:x", &accept);
}

STORE_TEST(test_question_that_names_an_erased_person_is_erased)
{
	static const struct bot_question challenge = {BOT_ASKS_YES, "challenge @a:x to 3", 5, 1000};

	bot_store_ask(store, "@b:x", "!1:x", &challenge);
	bot_store_person_erase(store, "@a:x", "erased-1");
	assert_not_asked(store, "@b:x", "!1:x");
}
