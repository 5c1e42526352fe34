/* Tests how the bot learns its own display name and keeps it. */
#include "adapters/matrix/receive/people.h"

#include "tests/support/cmocka.h"
#include "tests/support/file_store.h"

#define ME "@bot:x"

/* Notes a join of the bot, and commits or rolls back. */
static void note_join(struct mx_own_name *name, struct mx_account *account, const char *text,
	json_int_t sent, bool newest, bool commits)
{
	json_t *event = json_pack("{s:s, s:I, s:{s:s, s:s}}", "sender", ME, "origin_server_ts",
		sent, "content", "membership", "join", "displayname", text);
	const struct mx_event read = mx_event_read(event);

	assert_int_equal(bot_store_begin(account->store), BOT_OK);
	assert_int_equal(mx_own_name_note(name, account, &read, newest), BOT_OK);
	if (commits)
		assert_int_equal(bot_store_commit(account->store), BOT_OK);
	else
		bot_store_rollback(account->store);
	json_decref(event);
}

static void note(struct mx_own_name *name, struct mx_account *account, const char *text,
	json_int_t sent, bool commits)
{
	note_join(name, account, text, sent, false, commits);
}

static void open_account(struct mx_account *account)
{
	*account = (struct mx_account){.store = file_store_open(), .user = ME};
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_name_is_stored_after_a_failed_transaction)
{
	struct mx_account account;
	struct mx_own_name name;

	open_account(&account);
	mx_own_name_load(&name, &account);
	assert_string_equal(name.text, "");
	note(&name, &account, "En Garde", 5, false);
	note(&name, &account, "En Garde", 5, true);
	mx_own_name_load(&name, &account);
	assert_string_equal(name.text, "En Garde");
	bot_store_close(account.store);
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_newest_event_counts_whatever_its_date_is)
{
	struct mx_account account;
	struct mx_own_name name;

	open_account(&account);
	mx_own_name_load(&name, &account);
	note_join(&name, &account, "Next year", INT64_C(1) << 50, true, true);
	note_join(&name, &account, "Now", 7, true, true);
	assert_string_equal(name.text, "Now");
	note(&name, &account, "Ahead", INT64_C(1) << 50, true);
	assert_string_equal(name.text, "Now");
	bot_store_close(account.store);
}

UNIT_TEST_FROM(file_store_begin, file_store_end, test_older_event_does_not_change_the_name)
{
	struct mx_account account;
	struct mx_own_name name;

	open_account(&account);
	mx_own_name_load(&name, &account);
	note(&name, &account, "First", 5, true);
	note(&name, &account, "Second hall", 7, true);
	note(&name, &account, "First", 5, true);
	assert_string_equal(name.text, "Second hall");
	note(&name, &account, "Third", 7, true);
	assert_string_equal(name.text, "Third");
	note(&name, &account, "", 9, true);
	mx_own_name_load(&name, &account);
	assert_string_equal(name.text, "");
	bot_store_close(account.store);
}
