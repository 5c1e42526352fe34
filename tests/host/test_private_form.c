/*
 * Cards in clear: who may ask for them, and what the bot tells people who can't read encrypted
 * messages.
 */
#include "tests/support/scene_match.h"

#include <string.h>

#define PRIVATE "!private:test"

static enum bot_protection protects;

static enum bot_private_form asked; /* the form that the host gave to `protection` last */

static enum bot_protection protection(void *self, const char *user, enum bot_private_form form)
{
	(void)self;
	(void)user;
	asked = form;
	return protects;
}

SCENE_SET_UP(setup)
{
	scene->port.protection = protection;
	protects = BOT_WITHHOLDING;
}

static enum bot_private_form form_of(const struct scene *scene, const char *user)
{
	enum bot_private_form form;

	SCENE_STORE(scene, bot_host_private_form(scene->host, user, &form));
	return form;
}

/* Asserts that the last message to the room is in clear and contains `part`. */
static void assert_clear(const struct scene *scene, const char *part)
{
	scene_assert_said(scene, ROOM, part);
	assert_true(scene_last(scene, ROOM)->clear);
}

/* Returns how many rows of this kind the bot has added for `to` since the mark. */
static size_t rows(const struct scene *scene, enum bot_outbox_kind kind, const char *to)
{
	size_t count = 0;

	for (size_t i = scene->mark; i < scene->count; i++)
		count += scene->row[i].kind == kind && strcmp(scene->row[i].to, to) == 0;
	return count;
}

SCENE_TEST_FROM(setup, test_request_in_clear_replaces_the_encrypted_room)
{
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, PRIVATE));
	scene_say(scene, ROOM, ANN, "!eg hand in clear");
	assert_clear(scene, "without encryption");
	scene_assert_said(scene, ROOM, "Those who run your server or mine could read them");
	scene_assert_said(scene, ROOM, "!engarde hand encrypted");
	assert_int_equal(form_of(scene, ANN), BOT_FORM_CLEAR);
	assert_int_equal(form_of(scene, BOB), BOT_FORM_CONFIGURED);
	assert_int_equal(rows(scene, BOT_OUT_LEAVE, PRIVATE), 1);
	assert_int_equal(rows(scene, BOT_OUT_REACH, ANN), 1);
	protects = BOT_PLAIN;
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, PRIVATE));
	scene_say(scene, ROOM, ANN, "!eg hand in clear"); /* nothing is left to change */
	assert_int_equal(rows(scene, BOT_OUT_LEAVE, PRIVATE), 0);
	scene_say(scene, ROOM, ANN, "!eg hand encrypted");
	assert_clear(scene, "encrypted");
	assert_int_equal(form_of(scene, ANN), BOT_FORM_ENCRYPTED);
	assert_int_equal(rows(scene, BOT_OUT_LEAVE, PRIVATE), 1);
}

SCENE_TEST_FROM(setup, test_hand_that_only_verified_devices_read_stays_encrypted_without_proof)
{
	protects = BOT_PROTECTED;
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, PRIVATE));
	scene_say(scene, ROOM, ANN, "!eg hand in clear");
	assert_clear(scene, "You have a verified device");
	assert_int_equal(form_of(scene, ANN), BOT_FORM_CONFIGURED);
	assert_int_equal(scene_events(scene), 1);
	scene->proven = true;
	scene_say(scene, ROOM, ANN, "!eg hand in clear");
	assert_int_equal(form_of(scene, ANN), BOT_FORM_CLEAR);
}

SCENE_TEST_FROM(setup, test_device_that_a_server_hides_keeps_the_encryption)
{
	protects = BOT_PROTECTED;
	scene->proven = true;
	scene_say(scene, ROOM, ANN, "!eg help");
	scene->proven = false;
	protects = BOT_WITHHOLDING; /* the server no longer shows Ann's device */
	scene_say(scene, ROOM, ANN, "!eg hand in clear");
	assert_clear(scene, "You have a verified device");
	assert_int_equal(form_of(scene, ANN), BOT_FORM_CONFIGURED);
	scene_say(scene, ROOM, BOB, "!eg hand in clear"); /* Bob never had one */
	assert_int_equal(form_of(scene, BOB), BOT_FORM_CLEAR);
}

/*
 * The configuration may say that private rooms are plain. If Ann has chosen an encrypted one, her
 * server must not get her next hand by a forged departure and a forged request.
 */
SCENE_TEST_FROM(setup, test_next_room_has_the_form_that_the_user_has_chosen)
{
	protects = BOT_PLAIN;
	scene_say(scene, ROOM, ANN, "!eg hand encrypted");
	assert_int_equal(asked, BOT_FORM_CONFIGURED);
	protects = BOT_PROTECTED; /* what the adapter says about an encrypted room */
	scene_say(scene, ROOM, ANN, "!eg hand in clear");
	assert_int_equal(asked, BOT_FORM_ENCRYPTED);
	assert_int_equal(form_of(scene, ANN), BOT_FORM_ENCRYPTED);
}

SCENE_TEST_FROM(setup, test_bot_without_encryption_says_so)
{
	scene->port.protection = NULL;
	scene_ask_in(scene, ROOM, ANN, "!eg hand in clear", "I can't encrypt here");
	assert_int_equal(form_of(scene, ANN), BOT_FORM_CONFIGURED);
}

SCENE_TEST_FROM(setup, test_request_in_each_language)
{
	static const char *const clear[] = {"!eg hand in clear", "!eg hand clear",
		"!eg cards in clear", "!eg hand onversleuteld", "!eg kaarten onversleuteld",
		"!eg hand unverschl\xC3\xBCsselt", "!eg mano in chiaro", "!eg carte in chiaro"};
	static const char *const other[] = {"!eg hand", "!eg hand encrypted", "!eg in clear",
		"!eg hand of clear", "!eg hand in clear now", "hand in clear",
		"!eg hand in clear #3"};
	struct bot_message message = {
		.event = "$1", .room = ROOM, .sender = ANN, .kind = BOT_WRITTEN};

	for (size_t i = 0; i < sizeof(clear) / sizeof(clear[0]); i++) {
		message.text = clear[i];
		if (!bot_host_asks_for_clear(scene->host, &message))
			fail_msg("%s", clear[i]);
	}
	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++) {
		message.text = other[i];
		assert_false(bot_host_asks_for_clear(scene->host, &message));
	}
	message.text = "hand in clear";
	message.private = true;
	assert_true(bot_host_asks_for_clear(scene->host, &message));
	message.kind = BOT_REACTION;
	assert_false(bot_host_asks_for_clear(scene->host, &message));
	scene_say(scene, ROOM, ANN, "!eg hand of clear");
	assert_int_equal(form_of(scene, ANN), BOT_FORM_CONFIGURED);
}

SCENE_TEST_FROM(setup, test_user_is_told_in_clear_what_is_wrong)
{
	static const struct {
		enum bot_encryption_fault why;
		const char *part;
	} reasons[] = {{BOT_FAULT_NO_KEY, "your app has not sent me the key"},
		{BOT_FAULT_UNSIGNED_DEVICE, "you have not verified this device"},
		{BOT_FAULT_WITHHELD, "you can't read what I write"}};

	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		SCENE_CALL(scene,
			bot_host_explain_encryption_fault(scene->host, ROOM, ANN, reasons[i].why));
		assert_clear(scene, reasons[i].part);
		scene_assert_said(scene, ROOM, "\n2. Confirm that");
		scene_assert_said(scene, ROOM, "!engarde hand in clear");
		assert_string_equal(scene_last(scene, ROOM)->mention, ANN);
	}
	SCENE_CALL(scene,
		bot_host_explain_encryption_fault(scene->host, ROOM, ANN, BOT_FAULT_NOT_ENCRYPTED));
	assert_clear(scene, "your message was not");
	scene_assert_said(scene, ROOM, "!engarde hand in clear");
}

SCENE_TEST_FROM(setup, test_user_with_a_verified_device_is_not_offered_clear_cards)
{
	protects = BOT_PROTECTED;
	SCENE_CALL(scene, bot_host_explain_encryption_fault(
				  scene->host, ROOM, ANN, BOT_FAULT_UNSIGNED_DEVICE));
	assert_clear(scene, "write from a device that you have verified");
	assert_null(strstr(scene_last(scene, ROOM)->body, "in clear"));
}

SCENE_TEST_FROM(setup, test_user_is_told_in_their_own_language)
{
	scene_tell(scene, ANN, "language it");
	SCENE_CALL(scene, bot_host_explain_encryption_fault(
				  scene->host, ROOM, ANN, BOT_FAULT_UNSIGNED_DEVICE));
	assert_clear(scene, "mano in chiaro");
	SCENE_CALL(scene, bot_host_explain_encryption_fault(
				  scene->host, ROOM, BOB, BOT_FAULT_UNSIGNED_DEVICE));
	assert_clear(scene, "hand in clear");
}

SCENE_TEST_FROM(setup, test_player_who_can_not_read_is_told_in_clear_and_plays_in_clear)
{
	bool told = false;

	scene_say(scene, ROOM, ANN, "!eg challenge @bob");
	scene->unreachable = BOB;
	scene_say(scene, ROOM, BOB, "!eg accept");
	scene_report_unreachable(scene, BOB, BOT_NO_TRUSTED_DEVICE);
	assert_clear(scene, "!engarde hand in clear");
	scene->unreachable = NULL;
	scene->invited = BOB;
	scene_say(scene, ROOM, BOB, "!eg hand in clear");
	scene_assert_said(scene, BOB, "Your hand");
	for (size_t i = scene->mark; i < scene->count; i++)
		if (scene->row[i].body && strstr(scene->row[i].body, "accept my invitation"))
			told = scene->row[i].clear;
	assert_true(told);
}

/* Whoever replaces an identity may be the homeserver, so the opponents hear of it, too. */
SCENE_TEST_FROM(setup, test_replaced_identity_is_told_in_the_rooms_of_the_matches)
{
	scene_begin(scene, "");
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, PRIVATE));
	SCENE_CALL(scene, bot_host_identity_replaced(scene->host, PRIVATE, ANN));
	assert_int_equal(scene_events(scene), 2);
	for (size_t i = scene->mark; i < scene->count; i++) {
		assert_string_equal(scene->row[i].to, i == scene->mark ? PRIVATE : ROOM);
		assert_string_equal(scene->row[i].mention, ANN);
		assert_true(scene->row[i].clear);
		assert_non_null(strstr(scene->row[i].body, "write hand to me in private"));
	}
}

static unsigned confirmed; /* how often a user has confirmed an identity */

static void confirm(void *self, const char *user)
{
	(void)self;
	assert_string_equal(user, ANN);
	confirmed++;
}

SCENE_TEST_FROM(setup, test_only_a_verified_device_confirms_a_new_identity)
{
	scene->port.confirm_identity = confirm;
	confirmed = 0;
	scene_begin(scene, "");
	scene_say(scene, ROOM, ANN, "!eg hand");
	assert_int_equal(confirmed, 0);
	scene->proven = true;
	scene_say(scene, ROOM, ANN, "!eg board");
	assert_int_equal(confirmed, 0);
	scene_say(scene, ROOM, ANN, "!eg hand");
	assert_int_equal(confirmed, 1);
}

/* Otherwise the server that has replaced the identity would read the hand in a plain room. */
SCENE_TEST_FROM(setup, test_device_of_a_new_identity_gets_no_clear_cards)
{
	protects = BOT_UNCONFIRMED;
	scene->proven = true;
	scene_say(scene, ROOM, ANN, "!eg hand in clear");
	assert_clear(scene, "You have a verified device");
	assert_int_equal(form_of(scene, ANN), BOT_FORM_CONFIGURED);
}

SCENE_TEST_FROM(setup, test_settings_show_the_form)
{
	scene_ask(scene, ANN, "settings", "hand – encrypted");
	scene_say(scene, ROOM, ANN, "!eg hand in clear");
	scene_ask(scene, ANN, "settings", "hand – in clear");
}
