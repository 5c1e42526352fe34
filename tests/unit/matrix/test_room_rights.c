/* Tests which rooms are private rooms of one user. */
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_rights.h"
#include "tests/support/cmocka.h"

#define ME  "@bot:here"
#define BOB "@bob:b.org"

static json_t *state_event(
	const char *type, const char *sender, const char *key, const char *content)
{
	return json_pack("{s:s, s:s, s:s, s:o}", "type", type, "sender", sender, "state_key", key,
		"content", json_loads(content, 0, NULL));
}

UNIT_TEST(test_only_the_bot_marks_a_room_as_private)
{
	static const struct {
		const char *sender, *content, *user;
	} cases[] = {
		{ME, "{\"engarde_bot.private_room_of\":\"@bob:b.org\"}", BOB},
		{BOB, "{\"engarde_bot.private_room_of\":\"@bob:b.org\"}", NULL},
		{ME, "{\"engarde_bot.private_room_of\":\"bob\"}", NULL},
		{ME, "{\"engarde_bot.private_room_of\":7}", NULL},
		{ME, "{}", NULL},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *event = state_event("m.room.create", cases[i].sender, "", cases[i].content);
		const char *user = mx_event_room_made_for(event, ME);

		if (cases[i].user)
			assert_string_equal(user, cases[i].user);
		else
			assert_null(user);
		json_decref(event);
	}
}

static json_t *member(const char *user, const char *membership)
{
	json_t *event = state_event("m.room.member", user, user, "{}");

	json_object_set_new(
		json_object_get(event, "content"), "membership", json_string(membership));
	return event;
}

UNIT_TEST(test_private_room_has_the_bot_and_one_user)
{
	static const struct {
		const char *me, *bob, *third, *encrypter;
		enum mx_privacy privacy;
	} cases[] = {
		{"join", "join", NULL, NULL, MX_PRIVATE},
		{"join", "invite", NULL, NULL, MX_PRIVATE},
		{"join", "join", "leave", NULL, MX_PRIVATE},
		{"join", "join", "ban", NULL, MX_PRIVATE},
		{"join", "join", "knock", NULL, MX_PRIVATE},
		{"join", "join", "join", NULL, MX_NOT_PRIVATE},
		{"join", "join", "invite", NULL, MX_NOT_PRIVATE},
		{"join", "leave", NULL, NULL, MX_ALONE},
		{"join", NULL, NULL, NULL, MX_ALONE},
		{"join", "leave", "join", NULL, MX_NOT_PRIVATE},
		{"leave", "join", NULL, NULL, MX_NOT_PRIVATE},
		{NULL, "join", NULL, NULL, MX_NOT_PRIVATE},
		{"join", "join", NULL, ME, MX_SERVER_ENCRYPTED},
		{"join", "join", NULL, BOB, MX_ENCRYPTED},
		{"join", "join", "join", BOB, MX_NOT_PRIVATE},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *room = json_pack("[i, s, {}]", 7, "x");

		if (cases[i].me)
			json_array_append_new(room, member(ME, cases[i].me));
		if (cases[i].bob)
			json_array_append_new(room, member(BOB, cases[i].bob));
		if (cases[i].third)
			json_array_append_new(room, member("@eve:e", cases[i].third));
		if (cases[i].encrypter)
			json_array_append_new(room,
				state_event("m.room.encryption", cases[i].encrypter, "", "{}"));
		assert_int_equal(mx_room_rights_classify(room, ME, BOB, false), cases[i].privacy);
		/* For a bot that can read encrypted rooms, an encrypted room is private, too. */
		assert_int_equal(mx_room_rights_classify(room, ME, BOB, true),
			cases[i].encrypter && cases[i].privacy != MX_NOT_PRIVATE
				? MX_PRIVATE_ENCRYPTED
				: cases[i].privacy);
		json_decref(room);
	}
	assert_int_equal(mx_room_rights_classify(NULL, ME, BOB, true), MX_NOT_PRIVATE);
}

UNIT_TEST(test_room_open_to_others_is_not_private)
{
	static const struct {
		const char *visible, *rule;
		enum mx_privacy privacy;
	} cases[] = {
		{NULL, NULL, MX_PRIVATE},
		{"shared", "invite", MX_PRIVATE},
		{"invited", "public", MX_PRIVATE},
		{"joined", "public", MX_PRIVATE},
		{"shared", "knock", MX_PRIVATE},
		{"shared", "public", MX_NOT_PRIVATE},
		{NULL, "public", MX_NOT_PRIVATE},
		{NULL, "restricted", MX_NOT_PRIVATE},
		{"shared", "knock_restricted", MX_NOT_PRIVATE},
		{"odd", "odd", MX_NOT_PRIVATE},
		{"world_readable", "invite", MX_NOT_PRIVATE},
		{"world_readable", NULL, MX_NOT_PRIVATE},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		json_t *room = json_pack("[o, o, {s:s, s:s, s:{s:s*}}, {s:s, s:s, s:{s:s*}}]",
			member(ME, "join"), member(BOB, "join"), "type",
			"m.room.history_visibility", "state_key", "", "content",
			"history_visibility", cases[i].visible, "type", "m.room.join_rules",
			"state_key", "", "content", "join_rule", cases[i].rule);

		assert_int_equal(mx_room_rights_classify(room, ME, BOB, false), cases[i].privacy);
		json_decref(room);
	}
}

/* Whoever has the address may join until somebody revokes the invitation: then it is empty. */
UNIT_TEST(test_room_with_an_open_invitation_by_address_is_not_private)
{
	static const char invited[] = "{\"display_name\":\"e...@e\",\"public_key\":\"k\"}";

	for (int open = 0; open < 2; open++) {
		json_t *room = json_pack("[o, o, o]", member(ME, "join"), member(BOB, "join"),
			state_event("m.room.third_party_invite", "@eve:e", "token",
				open ? invited : "{}"));

		assert_int_equal(mx_room_rights_classify(room, ME, BOB, false),
			open ? MX_NOT_PRIVATE : MX_PRIVATE);
		json_decref(room);
	}
	assert_true(mx_room_rights_depend_on("m.room.third_party_invite"));
}

/* The result must not depend on the order of the events. */
UNIT_TEST(test_privacy_ignores_state_with_a_state_key)
{
	for (int first = 0; first < 2; first++) {
		json_t *room = json_array();

		json_array_append_new(room, member(ME, "join"));
		json_array_append_new(room, member(BOB, "join"));
		for (int i = 0; i < 2; i++) {
			const char *key = i == first ? "x" : "";
			bool real = !*key;

			json_array_append_new(
				room, state_event("m.room.history_visibility", BOB, key,
					      real ? "{\"history_visibility\":\"world_readable\"}"
						   : "{\"history_visibility\":\"joined\"}"));
			json_array_append_new(room, state_event("m.room.join_rules", BOB, key,
							    real ? "{\"join_rule\":\"public\"}"
								 : "{\"join_rule\":\"invite\"}"));
		}
		assert_int_equal(mx_room_rights_classify(room, ME, BOB, false), MX_NOT_PRIVATE);
		json_decref(room);
	}
}

UNIT_TEST(test_encryption_with_a_state_key_is_ignored)
{
	json_t *room = json_array();

	json_array_append_new(room, member(ME, "join"));
	json_array_append_new(room, member(BOB, "join"));
	json_array_append_new(room, state_event("m.room.encryption", BOB, "x", "{}"));
	json_array_append_new(room, state_event("m.room.create", ME, "x",
					    "{\"engarde_bot.private_room_of\":\"@bob:b.org\"}"));
	assert_int_equal(mx_room_rights_classify(room, ME, BOB, false), MX_PRIVATE);
	assert_false(mx_room_rights_is_own(room, ME, BOB));
	json_decref(room);
}

/* Only the first is the homeserver's doing, if the bot has made the room plain. */
UNIT_TEST(test_room_that_the_user_encrypts_is_not_encrypted_by_the_server)
{
	json_t *by_me = json_pack("[o]", state_event("m.room.encryption", ME, "", "{}"));
	json_t *by_bob = json_pack("[o, o]", state_event("m.room.create", ME, "", "{}"),
		state_event("m.room.encryption", BOB, "", "{}"));

	assert_true(mx_room_rights_is_encrypted_by(by_me, ME));
	assert_false(mx_room_rights_is_encrypted_by(by_bob, ME));
	assert_true(mx_room_rights_is_encrypted_by(by_bob, BOB));
	json_decref(by_me);
	json_decref(by_bob);
}

UNIT_TEST(test_members_with_invalid_ids_count)
{
	static const char *const odd[] = {"@eve and bob:e", "@\xE2\x80\xAE:e", "", "eve", "@ :e"};

	for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++) {
		json_t *room = json_pack("[o, o]", member(ME, "join"), member(BOB, "join"));

		json_array_append_new(room, state_event("m.room.encryption", odd[i], "", "{}"));
		assert_int_equal(mx_room_rights_classify(room, ME, BOB, false), MX_ENCRYPTED);
		json_array_set_new(room, 2, member(odd[i], "invite"));
		assert_int_equal(mx_room_rights_classify(room, ME, BOB, false), MX_NOT_PRIVATE);
		json_array_set_new(room, 2, member(odd[i], "leave"));
		assert_int_equal(mx_room_rights_classify(room, ME, BOB, false), MX_PRIVATE);
		json_decref(room);
	}
}

UNIT_TEST(test_new_private_room_is_marked_and_hides_history)
{
	json_t *body = mx_event_private_room_request(BOB, "For cards", false);
	const char *user = NULL, *preset = NULL, *invited = NULL, *visible = NULL, *topic = NULL;
	int direct = 0;

	assert_int_equal(
		json_unpack(body, "{s:s, s:b, s:[s], s:{s:s}, s:s, s:[{s:{s:s}},o]}", "preset",
			&preset, "is_direct", &direct, "invite", &invited, "creation_content",
			"engarde_bot.private_room_of", &user, "topic", &topic, "initial_state",
			"content", "history_visibility", &visible, &(json_t *){NULL}),
		0);
	assert_string_equal(preset, "trusted_private_chat");
	assert_true(direct);
	assert_string_equal(invited, BOB);
	assert_string_equal(user, BOB);
	assert_string_equal(visible, "invited");
	assert_string_equal(topic, "For cards");
	json_decref(body);
}
