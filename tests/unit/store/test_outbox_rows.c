/* Tests which lanes of the outbox the store calls changed. */
#include "bot/store/outbox.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/person.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/outbox.h"

#include <stdio.h>
#include <string.h>

#define MANY 1025 /* one lane more than the store notes one by one */

struct changed {
	size_t count;
	bool all;
	bool has_user;
	char last[BOT_ID_SIZE];
};

static void take(void *self, bool private, const char *to)
{
	struct changed *changed = self;

	changed->count++;
	changed->has_user = changed->has_user || private;
	snprintf(changed->last, sizeof(changed->last), "%s", to);
}

/* Ends the transaction, returns the lanes that have changed, and begins the next transaction. */
static struct changed look(struct bot_store *store)
{
	struct changed changed = {0};

	assert_int_equal(bot_store_commit(store), BOT_OK);
	changed.all = bot_lanes_changed(store, take, &changed);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	return changed;
}

/* Asserts that this lane has changed, and no other one. */
static void assert_changed(struct bot_store *store, bool private, const char *to)
{
	struct changed changed = look(store);

	assert_int_equal(changed.count, 1);
	assert_false(changed.all);
	assert_int_equal(changed.has_user, private);
	assert_string_equal(changed.last, to);
	assert_int_equal(look(store).count, 0);
}

static void add(struct bot_store *store, enum bot_outbox_kind kind, bool private, const char *to)
{
	struct bot_letter letter = outbox_text(to, "body");

	letter.kind = kind;
	letter.private = private;
	assert_true(bot_outbox_add(store, &letter, NULL));
}

STORE_TEST(test_first_call_takes_all_lanes)
{
	struct changed changed;

	outbox_say(store, "!a:x", "one");
	outbox_say(store, "!a:x", "two");
	add(store, BOT_OUT_MESSAGE, true, "@a:x");
	changed = look(store);
	assert_true(changed.all);
	assert_int_equal(changed.count, 2);
	changed = look(store);
	assert_false(changed.all);
	assert_int_equal(changed.count, 0);
}

STORE_TEST(test_each_change_of_a_row_changes_its_lane)
{
	int64_t post;

	(void)look(store);
	post = outbox_say(store, "!a:x", "board");
	assert_changed(store, false, "!a:x");
	outbox_edit(store, "!a:x", post, "newer board");
	assert_changed(store, false, "!a:x");
	outbox_sent(store, "board", NULL);
	assert_changed(store, false, "!a:x");
	bot_outbox_seen(store, false, "!a:x", outbox_look(store).head[0].txn, "$board");
	assert_changed(store, false, "!a:x");
	add(store, BOT_OUT_JOIN, false, "!b:x");
	assert_changed(store, false, "!b:x");
	bot_outbox_withdraw(store, "!b:x");
	assert_changed(store, false, "!b:x");
	add(store, BOT_OUT_REACH, true, "@a:x");
	assert_changed(store, true, "@a:x");
	bot_outbox_drop_hands(store, "@a:x", 1);
	assert_changed(store, true, "@a:x");
	/* a row that is already done */
	bot_outbox_done(store, 1, "$old");
	assert_int_equal(look(store).count, 0);
}

STORE_TEST(test_moved_room_and_erased_user_change_all_lanes)
{
	struct changed changed;

	outbox_say(store, "!old:x", "board");
	add(store, BOT_OUT_MESSAGE, true, "@a:x");
	(void)look(store);
	bot_store_room_moved(store, "!old:x", "!new:x");
	changed = look(store);
	assert_true(changed.all);
	assert_int_equal(changed.count, 2);
	bot_store_person_erase(store, "@a:x", "@gone");
	changed = look(store);
	assert_true(changed.all);
	assert_int_equal(changed.count, 1);
	assert_string_equal(changed.last, "!new:x");
}

STORE_TEST(test_many_changed_lanes_are_all_lanes)
{
	struct changed changed;

	(void)look(store);
	for (unsigned i = 0; i < MANY; i++) {
		char room[16];
		snprintf(room, sizeof(room), "!%u:x", i);
		outbox_say(store, room, "board");
		if (i == MANY - 2) {
			changed = look(store);
			assert_false(changed.all);
			assert_int_equal(changed.count, MANY - 1);
			for (unsigned j = 0; j < MANY - 1; j++) {
				snprintf(room, sizeof(room), "!%u:x", j);
				outbox_say(store, room, "board");
			}
		}
	}
	changed = look(store);
	assert_true(changed.all);
	assert_int_equal(changed.count, MANY);
}

STORE_TEST(test_row_without_a_lane_is_set_aside)
{
	static const char *const faults[] = {
		"private = 2", "lane = ''", "lane = '" MEMORY_STORE_LONG_ID "'"};
	struct bot_damage damage;
	struct changed changed = {0};

	for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++) {
		char sql[600];
		outbox_say(store, "!a:x", "a");
		snprintf(sql, sizeof(sql), "UPDATE outbox SET %s", faults[i]);
		memory_store_sql(store, sql);
		/* makes the store read all lanes */
		bot_store_room_moved(store, "!old:x", "!new:x");
		assert_int_equal(bot_store_commit(store), BOT_OK);
		assert_error(bot_lanes_changed(store, take, &changed), BOT_STORE_CORRUPT);
		assert_error(bot_lanes_changed(store, take, &changed), BOT_STORE_CORRUPT);
		assert_int_equal(bot_store_begin(store), BOT_OK);
		assert_true(bot_store_set_aside(store, &damage));
		assert_int_equal(damage.row, i + 1);
		assert_int_equal(look(store).count, 0);
	}
}

static bool take_first(void *self, const struct bot_outbox_row *row)
{
	snprintf(self, 16, "%s", row->body);
	return false;
}

STORE_TEST(test_first_row_of_a_lane_is_read)
{
	struct bot_letter edit = outbox_text("@a:x", "done");
	char body[16] = "";

	bot_outbox_first(store, true, "@a:x", take_first, body);
	assert_string_equal(body, "");
	struct bot_letter list = outbox_text("@a:x", "list");
	list.private = true;
	assert_true(bot_outbox_add(store, &list, &edit.edits));
	edit.kind = BOT_OUT_EDIT;
	edit.private = edit.optional = true;
	assert_true(bot_outbox_add(store, &edit, NULL));
	outbox_say(store, "@a:x", "not private");
	bot_outbox_first(store, true, "@a:x", take_first, body);
	assert_string_equal(body, "list");
	outbox_sent(store, "list", "$list");
	bot_outbox_first(store, true, "@a:x", take_first, body);
	assert_string_equal(body, "done");
}

static bool take_all(void *self, const struct bot_outbox_row *row)
{
	char *bodies = self;

	snprintf(bodies + strlen(bodies), 64 - strlen(bodies), "%s ", row->body);
	return true;
}

/* The rows behind a file may be sent before it, but not an edit of a message that was not sent. */
STORE_TEST(test_next_rows_of_a_lane_are_read)
{
	char bodies[64] = "";
	struct bot_letter file = outbox_text("!a:x", "picture");
	struct bot_letter edit = outbox_text("!a:x", "edit");

	file.kind = BOT_OUT_FILE;
	file.file = (struct bot_file){"a.png", "image/png", "data", 4};
	assert_true(bot_outbox_add(store, &file, &edit.edits));
	bot_outbox_sending(store, outbox_look(store).head[0].id);
	edit.kind = BOT_OUT_EDIT;
	assert_true(bot_outbox_add(store, &edit, NULL));
	outbox_say(store, "!a:x", "words");
	bot_outbox_first(store, false, "!a:x", take_all, bodies);
	assert_string_equal(bodies, "picture words ");
}
