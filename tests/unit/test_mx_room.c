/* Tests what the adapter knows of rooms: who moderates, who may invite, which room is private. */
#include "adapters/matrix/client/id.h"
#include "adapters/matrix/receive/invitation.h"
#include "adapters/matrix/room/room_privacy.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/courtesies.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define ME  "@bot:here"
#define BOB "@bob:b.org"

static json_t *state_event(
	const char *type, const char *sender, const char *key, const char *content)
{
	return json_pack("{s:s, s:s, s:s, s:o}", "type", type, "sender", sender, "state_key", key,
		"content", json_loads(content, 0, NULL));
}

static void apply(struct mx_room *room, const char *type, const char *sender, const char *content)
{
	json_t *event = state_event(type, sender, "", content);

	mx_room_apply(room, event, type, ME);
	json_decref(event);
}

static void test_moderator_depends_on_power_level_and_room_version(void **state)
{
	static const struct {
		const char *create, *levels; /* levels NULL: the room has no power levels */
		bool creator, fellow, bob, anybody;
	} cases[] = {
		{"{\"room_version\":\"11\"}", NULL, true, false, false, false},
		{"{}", "{}", false, false, false, false},
		{"{}", "{\"users\":{\"@bob:b.org\":50}}", false, false, true, false},
		{"{}", "{\"users\":{\"@bob:b.org\":49}}", false, false, false, false},
		{"{}", "{\"users\":{\"@bob:b.org\":\"50\"}}", false, false, true, false},
		{"{}", "{\"users\":{\"@bob:b.org\":\"x\"}}", false, false, false, false},
		{"{}", "{\"users\":{\"@bob:b.org\":\" +100\"}}", false, false, true, false},
		{"{}", "{\"users\":{\"@bob:b.org\":[]}}", false, false, false, false},
		{"{}", "{\"users\":[],\"state_default\":{}}", false, false, false, false},
		{"{}", "{\"users\":{\"@bob:b.org\":50},\"state_default\":60}", false, false, false,
			false},
		{"{}", "{\"users\":{\"@bob:b.org\":0},\"state_default\":0}", true, true, true,
			true},
		{"{}", "{\"users\":{\"@bob:b.org\":-1},\"users_default\":\"50\"}", true, true,
			false, true},
		/* Before room version 12, only the power levels count if there are any. */
		{"{\"room_version\":\"11\",\"additional_creators\":[\"@fellow:b\"]}", "{}", false,
			false, false, false},
		{"{\"room_version\":\"12\",\"additional_creators\":[\"@fellow:b\",7,\"x\"]}",
			"{\"users\":{\"@bob:b.org\":50}}", true, true, true, false},
		{"{\"room_version\":\"12\"}", "{\"state_default\":1000}", true, false, false,
			false},
		{"{\"room_version\":\"13\"}", "{}", true, false, false, false},
		{"{\"room_version\":\"org.matrix.hydra.11\"}", "{}", true, false, false, false},
		{"{\"room_version\":\"12x\"}", "{}", false, false, false, false},
		{"{\"room_version\":12}", "{}", false, false, false, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mx_room room = {0};

		apply(&room, "m.room.create", "@creator:c", cases[i].create);
		if (cases[i].levels)
			apply(&room, "m.room.power_levels", "@creator:c", cases[i].levels);
		assert_int_equal(mx_room_moderates(&room, "@creator:c"), cases[i].creator);
		assert_int_equal(mx_room_moderates(&room, "@fellow:b"), cases[i].fellow);
		assert_int_equal(mx_room_moderates(&room, BOB), cases[i].bob);
		assert_int_equal(mx_room_moderates(&room, "@any:body"), cases[i].anybody);
		mx_room_finish(&room);
	}
}

static void assert_counts(struct bot_store *store, const char *inviter, uint32_t rooms,
	uint32_t by_inviter, uint32_t by_server)
{
	struct mx_room_counts counts = {7, 7, 7};

	assert_int_equal(mx_room_read_counts(store, inviter, &counts), BOT_OK);
	assert_int_equal(counts.rooms, rooms);
	assert_int_equal(counts.by_inviter, by_inviter);
	assert_int_equal(counts.by_server, by_server);
}

static void test_saved_room_is_read_back(void **state)
{
	struct bot_store *store = NULL;
	struct mx_room room = {0}, again;

	(void)state;
	assert_int_equal(bot_store_open(":memory:", &store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_counts(store, BOB, 0, 0, 0);
	apply(&room, "m.room.create", ME,
		"{\"room_version\":\"12\",\"predecessor\":{\"room_id\":\"!old:b\"},"
		"\"engarde_bot.private_room_of\":\"@bob:b.org\"}");
	apply(&room, "m.room.power_levels", ME, "{\"users\":{\"@bob:b.org\":100}}");
	apply(&room, "m.room.encryption", ME, "{}");
	mx_room_set_text(&room.inviter, BOB);
	mx_room_set_text(&room.invited_by, BOB);
	room.standing = MX_INSIDE;
	room.used = 7;
	room.joined = 2;
	room.invited = 1;
	room.was_alone = true;
	assert_int_equal(mx_room_set_counted(&room, store, true), BOT_OK);
	assert_int_equal(mx_room_set_counted(&room, store, true), BOT_OK);
	assert_int_equal(mx_room_save(&room, store, "!a:b"), BOT_OK);
	mx_room_finish(&room);

	assert_int_equal(mx_room_init(&again, store, "!a:b"), BOT_OK);
	assert_int_equal(again.standing, MX_INSIDE);
	assert_true(again.counted);
	assert_true(again.encrypted);
	assert_int_equal(again.used, 7);
	assert_int_equal(again.joined, 2);
	assert_int_equal(again.invited, 1);
	assert_true(again.was_alone);
	assert_false(again.told_unreadable);
	assert_string_equal(again.inviter, BOB);
	assert_string_equal(again.made_for, BOB);
	assert_string_equal(again.predecessor, "!old:b");
	assert_null(again.successor);
	assert_true(mx_room_moderates(&again, ME));
	assert_true(mx_room_moderates(&again, BOB));
	assert_false(mx_room_moderates(&again, "@x:y"));
	assert_counts(store, BOB, 1, 1, 1);
	assert_counts(store, "@ann:B.ORG:8448", 1, 0, 1);
	assert_counts(store, "@bob:c.org", 1, 0, 0);

	assert_int_equal(mx_room_set_counted(&again, store, false), BOT_OK);
	again.standing = MX_OUTSIDE;
	assert_int_equal(mx_room_save(&again, store, "!a:b"), BOT_OK);
	mx_room_finish(&again);
	assert_int_equal(mx_room_init(&again, store, "!a:b"), BOT_OK);
	assert_null(again.inviter);
	mx_room_finish(&again);
	assert_counts(store, BOB, 0, 0, 0);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

static void test_only_the_bot_marks_a_room_as_private(void **state)
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

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		json_t *event = state_event("m.room.create", cases[i].sender, "", cases[i].content);
		const char *user = mx_private_made_for(event, ME);

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

static void test_private_room_has_the_bot_and_one_user(void **state)
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

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
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
		assert_int_equal(mx_private_classify(room, ME, BOB, false), cases[i].privacy);
		/* If the bot can read encrypted rooms, encryption does not matter. */
		assert_int_equal(mx_private_classify(room, ME, BOB, true),
			cases[i].encrypter && cases[i].privacy != MX_NOT_PRIVATE
				? MX_PRIVATE_ENCRYPTED
				: cases[i].privacy);
		json_decref(room);
	}
	assert_int_equal(mx_private_classify(NULL, ME, BOB, true), MX_NOT_PRIVATE);
}

static void test_room_open_to_others_is_not_private(void **state)
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

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		json_t *room = json_pack("[o, o, {s:s, s:s, s:{s:s*}}, {s:s, s:s, s:{s:s*}}]",
			member(ME, "join"), member(BOB, "join"), "type",
			"m.room.history_visibility", "state_key", "", "content",
			"history_visibility", cases[i].visible, "type", "m.room.join_rules",
			"state_key", "", "content", "join_rule", cases[i].rule);

		assert_int_equal(mx_private_classify(room, ME, BOB, false), cases[i].privacy);
		json_decref(room);
	}
}

/* The order of the events must not matter. */
static void test_privacy_ignores_state_with_a_state_key(void **state)
{
	(void)state;
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
		assert_int_equal(mx_private_classify(room, ME, BOB, false), MX_NOT_PRIVATE);
		json_decref(room);
	}
}

static void test_encryption_with_a_state_key_is_ignored(void **state)
{
	json_t *room = json_array();

	(void)state;
	json_array_append_new(room, member(ME, "join"));
	json_array_append_new(room, member(BOB, "join"));
	json_array_append_new(room, state_event("m.room.encryption", BOB, "x", "{}"));
	json_array_append_new(room, state_event("m.room.create", ME, "x",
					    "{\"engarde_bot.private_room_of\":\"@bob:b.org\"}"));
	assert_int_equal(mx_private_classify(room, ME, BOB, false), MX_PRIVATE);
	assert_false(mx_private_is_own(room, ME, BOB));
	json_decref(room);
}

static void test_members_with_invalid_ids_count(void **state)
{
	static const char *const odd[] = {"@eve and bob:e", "@\xE2\x80\xAE:e", "", "eve", "@ :e"};

	(void)state;
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		json_t *room = json_pack("[o, o]", member(ME, "join"), member(BOB, "join"));

		json_array_append_new(room, state_event("m.room.encryption", odd[i], "", "{}"));
		assert_int_equal(mx_private_classify(room, ME, BOB, false), MX_ENCRYPTED);
		json_array_set_new(room, 2, member(odd[i], "invite"));
		assert_int_equal(mx_private_classify(room, ME, BOB, false), MX_NOT_PRIVATE);
		json_array_set_new(room, 2, member(odd[i], "leave"));
		assert_int_equal(mx_private_classify(room, ME, BOB, false), MX_PRIVATE);
		json_decref(room);
	}
}

static void test_new_private_room_is_marked_and_hides_history(void **state)
{
	json_t *body = mx_private_create_request(BOB, false);
	const char *user = NULL, *preset = NULL, *invited = NULL, *visible = NULL;
	int direct = 0;

	(void)state;
	assert_int_equal(
		json_unpack(body, "{s:s, s:b, s:[s], s:{s:s}, s:[{s:{s:s}},o]}", "preset", &preset,
			"is_direct", &direct, "invite", &invited, "creation_content",
			"engarde_bot.private_room_of", &user, "initial_state", "content",
			"history_visibility", &visible, &(json_t *){NULL}),
		0);
	assert_string_equal(preset, "trusted_private_chat");
	assert_true(direct);
	assert_string_equal(invited, BOB);
	assert_string_equal(user, BOB);
	assert_string_equal(visible, "invited");
	json_decref(body);
}

static void test_invitation_of_a_listed_inviter_is_allowed(void **state)
{
	char listed_server[] = "listed.example", address[] = "[::1]:8448", listed_user[] = BOB;
	char *servers[] = {listed_server, address}, *users[] = {listed_user};
	static const struct {
		enum cfg_invite_policy from;
		const char *inviter;
		bool accepts;
	} cases[] = {
		{CFG_INVITES_ANYONE, "@x:y", true},
		{CFG_INVITES_LISTED, "@x:y", false},
		{CFG_INVITES_LISTED, BOB, true},
		{CFG_INVITES_LISTED, "@bobby:b.org", false},
		{CFG_INVITES_LISTED, "@Bob:b.org", false},
		{CFG_INVITES_LISTED, "@bob:B.org", false},
		{CFG_INVITES_LISTED, "@x:listed.example", true},
		{CFG_INVITES_LISTED, "@x:Listed.example", false},
		{CFG_INVITES_LISTED, "@x:listed.example:8448", false},
		{CFG_INVITES_LISTED, "@x:listed.example.", false},
		{CFG_INVITES_LISTED, "@x:y:listed.example", false},
		{CFG_INVITES_LISTED, "@x:not.listed.example", false},
		{CFG_INVITES_LISTED, "@listed.example:y", false},
		{CFG_INVITES_LISTED, "@x:[::1]:8448", true},
		{CFG_INVITES_LISTED, "@x:[::1]", false},
		{CFG_INVITES_LISTED, "@x:[::1]:84480", false},
		{CFG_INVITES_NOBODY, BOB, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct cfg_invites invites = {.from = cases[i].from,
			.servers = servers,
			.servers_count = 2,
			.users = users,
			.users_count = 1};

		assert_int_equal(
			mx_invitation_is_allowed(&invites, cases[i].inviter), cases[i].accepts);
	}
}

static void test_invitation_counts_against_the_limits_of_rooms(void **state)
{
	static const struct {
		uint32_t most, inviter_share, server_share;
		struct mx_room_counts counts;
		bool at_home, below;
	} cases[] = {
		{100, 5, 25, {0, 0, 0}, false, true},
		{100, 5, 25, {99, 4, 24}, false, true},
		{100, 5, 25, {100, 0, 0}, false, false},
		{100, 5, 25, {50, 5, 5}, false, false},
		{100, 5, 25, {50, 4, 25}, false, false},
		/* The bot's own homeserver has no limit, but each of its users has one. */
		{100, 5, 25, {99, 4, 99}, true, true},
		{100, 5, 25, {50, 5, 50}, true, false},
		{100, 5, 25, {100, 0, 0}, true, false},
		{100, 100, 100, {99, 99, 99}, false, true},
		/* The share is always at least one room. */
		{1, 1, 1, {0, 0, 0}, false, true},
		{19, 5, 25, {1, 1, 1}, false, false},
		{100000, 100, 100, {99999, 99999, 99999}, false, true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct cfg_invites invites = {.max_rooms = cases[i].most,
			.inviter_share = cases[i].inviter_share,
			.server_share = cases[i].server_share};

		assert_int_equal(
			mx_invitation_is_below_limits(&invites, &cases[i].counts, cases[i].at_home),
			cases[i].below);
	}
}

static void test_origin_is_the_host_in_lower_case(void **state)
{
	static const struct {
		const char *user, *origin;
	} cases[] = {
		{"@bob:b.org", "b.org"},
		{"@bob:B.Org", "b.org"},
		{"@bob:b.org:8448", "b.org"},
		{"@bob:b.org.:8448", "b.org"},
		{"@bob:[2001:DB8::1]:8448", "[2001:db8::1]"},
		{"@bob:[2001:db8::1]", "[2001:db8::1]"},
		{"@bob:127.0.0.1:1", "127.0.0.1"},
		{"@bob:[odd", "[odd"},
		{"@bob::1", ":1"},
		{"@bob:...", "..."},
		{"@:b.org", "b.org"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char origin[BOT_ID_SIZE];

		mx_id_origin(cases[i].user, origin);
		assert_string_equal(origin, cases[i].origin);
	}
}

static void test_direct_chats_are_added_to_the_list(void **state)
{
	json_t *list =
		json_loads("{\"@a:b\":[\"!1:b\"],\"@odd:b\":7,\"@bob:b.org\":[\"!2:b\"]}", 0, NULL);
	json_t *rooms = json_loads("{\"@a:b\":\"!1:b\",\"@bob:b.org\":\"!3:b\",\"@odd:b\":\"!4:b\","
				   "\"@new:b\":\"!5:b\"}",
		0, NULL);
	json_t *expected =
		json_loads("{\"@a:b\":[\"!1:b\"],\"@odd:b\":[\"!4:b\"],\"@new:b\":[\"!5:b\"],"
			   "\"@bob:b.org\":[\"!2:b\",\"!3:b\"]}",
			0, NULL);

	(void)state;
	mx_courtesies_merge_direct_chats(list, rooms);
	assert_true(json_equal(list, expected));
	json_decref(list);
	json_decref(rooms);
	json_decref(expected);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moderator_depends_on_power_level_and_room_version),
		cmocka_unit_test(test_saved_room_is_read_back),
		cmocka_unit_test(test_only_the_bot_marks_a_room_as_private),
		cmocka_unit_test(test_private_room_has_the_bot_and_one_user),
		cmocka_unit_test(test_privacy_ignores_state_with_a_state_key),
		cmocka_unit_test(test_encryption_with_a_state_key_is_ignored),
		cmocka_unit_test(test_members_with_invalid_ids_count),
		cmocka_unit_test(test_room_open_to_others_is_not_private),
		cmocka_unit_test(test_new_private_room_is_marked_and_hides_history),
		cmocka_unit_test(test_invitation_of_a_listed_inviter_is_allowed),
		cmocka_unit_test(test_invitation_counts_against_the_limits_of_rooms),
		cmocka_unit_test(test_origin_is_the_host_in_lower_case),
		cmocka_unit_test(test_direct_chats_are_added_to_the_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
