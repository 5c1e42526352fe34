/* Tests what happens to keys in a store when a transaction of the store is undone. */
#include "tests/e2ee/device.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define SECRET "{\"body\": \"secret\"}"

static char in_store[] = "store";

/* Closes and opens the keys of a device, as the bot does when they are ahead of the store. */
static void open_again(struct device *device)
{
	mx_machine_close(device->machine);
	assert_int_equal(device_open_again(device, device->user, device->name), MX_MACHINE_OK);
	assert_false(mx_key_table_is_behind(&device->owner));
}

/* Asserts that the machine encrypts and stores nothing, since it is ahead of the store. */
static void assert_closed(struct device *device)
{
	char *text;
	enum mx_machine_status status;

	assert_true(mx_key_table_is_behind(&device->owner));
	BAD(mx_machine_encrypt, device->machine, ROOM, "m.room.message", SECRET);
	BAD(mx_machine_take_sync, device->machine, "{\"next_batch\": \"later\"}");
}

static void test_nothing_is_encrypted_after_an_undone_transaction(void **state)
{
	struct device alice, bob;
	char *event;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	assert_int_equal(bot_store_begin(alice.store), BOT_OK);
	free(device_send(&alice, SECRET));
	assert_true(bot_store_is_in_transaction(alice.store));
	bot_store_rollback(alice.store);
	assert_closed(&alice);
	open_again(&alice);
	event = device_send(&alice, SECRET);
	assert_false(bot_store_is_in_transaction(alice.store));
	device_assert_read(&bob, event);
	free(event);
	device_close_pair(&alice, &bob);
}

static void test_keys_of_an_undone_batch_come_again_with_the_batch(void **state)
{
	struct device alice, bob;
	char *event;

	device_open_pair(&alice, &bob, *state);
	device_answer_requests(&alice, &bob, NULL);
	device_answer_requests(&bob, &alice, NULL);
	assert_int_equal(bot_store_begin(bob.store), BOT_OK);
	device_answer_requests(&alice, &bob, device_both_users);
	event = device_send(&alice, SECRET);
	device_assert_read(&bob, event);
	bot_store_rollback(bob.store);
	open_again(&bob);
	device_assert_unreadable(&bob, event);
	device_deliver_again(&bob);
	device_assert_read(&bob, event);
	free(event);
	device_close_pair(&alice, &bob);
}

static void test_message_is_not_encrypted_if_its_keys_can_not_be_stored(void **state)
{
	struct device alice, bob;
	char *text, *event;
	enum mx_machine_status status;

	device_open_pair(&alice, &bob, *state);
	device_share_keys(&alice, &bob);
	memory_store_sql(alice.store, "PRAGMA query_only = ON");
	BAD(mx_machine_encrypt, alice.machine, ROOM, "m.room.message", SECRET);
	assert_int_equal(alice.owner.error, BOT_STORE_FAILED);
	memory_store_sql(alice.store, "PRAGMA query_only = OFF");
	assert_closed(&alice);
	open_again(&alice);
	event = device_send(&alice, SECRET);
	device_assert_read(&bob, event);
	free(event);
	device_close_pair(&alice, &bob);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DEVICE_TEST(test_nothing_is_encrypted_after_an_undone_transaction),
		DEVICE_TEST(test_keys_of_an_undone_batch_come_again_with_the_batch),
		DEVICE_TEST(test_message_is_not_encrypted_if_its_keys_can_not_be_stored),
	};
	char *arguments[] = {in_store, in_store};

	device_choose_place(2, arguments);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
