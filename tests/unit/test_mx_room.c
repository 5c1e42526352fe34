/* What is known of rooms: who moderates, who may invite, which room is private. */
#include "adapters/matrix/direct.h"
#include "adapters/matrix/policy.h"
#include "adapters/matrix/private.h"
#include "adapters/matrix/room.h"

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

	assert_int_equal(mx_room_apply(room, event, type, ME), BOT_OK);
	json_decref(event);
}

static void test_moderates_by_level_and_version(void **state)
{
	static const struct {
		const char *create, *levels; /* the latter NULL: none in the room */
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
		/* Before version 12 creators are like others once there are levels. */
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

static void test_room_comes_back_from_the_store(void **state)
{
	struct bot_store *store = NULL;
	struct mx_room room = {0}, again;
	uint32_t total = 7;

	(void)state;
	assert_int_equal(bot_store_open(":memory:", &store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(mx_room_total(store, &total), BOT_OK);
	assert_int_equal(total, 0);
	apply(&room, "m.room.create", ME,
		"{\"room_version\":\"12\",\"predecessor\":{\"room_id\":\"!old:b\"},"
		"\"engarde_bot.private_room_of\":\"@bob:b.org\"}");
	apply(&room, "m.room.power_levels", ME, "{\"users\":{\"@bob:b.org\":100}}");
	apply(&room, "m.room.encryption", ME, "{}");
	assert_int_equal(mx_room_set(&room.inviter, BOB), BOT_OK);
	room.standing = MX_INSIDE;
	assert_int_equal(mx_room_count(&room, store, true), BOT_OK);
	assert_int_equal(mx_room_count(&room, store, true), BOT_OK);
	assert_int_equal(mx_room_save(&room, store, "!a:b"), BOT_OK);
	mx_room_finish(&room);

	assert_int_equal(mx_room_init(&again, store, "!a:b"), BOT_OK);
	assert_int_equal(again.standing, MX_INSIDE);
	assert_true(again.counted);
	assert_true(again.encrypted);
	assert_false(again.told);
	assert_string_equal(again.inviter, BOB);
	assert_string_equal(again.made_for, BOB);
	assert_string_equal(again.predecessor, "!old:b");
	assert_null(again.successor);
	assert_true(mx_room_moderates(&again, ME));
	assert_true(mx_room_moderates(&again, BOB));
	assert_false(mx_room_moderates(&again, "@x:y"));
	assert_int_equal(mx_room_total(store, &total), BOT_OK);
	assert_int_equal(total, 1);

	assert_int_equal(mx_room_count(&again, store, false), BOT_OK);
	again.standing = MX_OUTSIDE;
	assert_int_equal(mx_room_save(&again, store, "!a:b"), BOT_OK);
	mx_room_finish(&again);
	assert_int_equal(mx_room_init(&again, store, "!a:b"), BOT_OK);
	assert_null(again.inviter);
	mx_room_finish(&again);
	assert_int_equal(mx_room_total(store, &total), BOT_OK);
	assert_int_equal(total, 0);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

static void test_made_for_only_by_the_bot_itself(void **state)
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

static void test_private_is_exactly_two_in_the_clear(void **state)
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
		assert_int_equal(mx_private_judge(room, ME, BOB, false), cases[i].privacy);
		/* Who reads there minds no encryption. */
		assert_int_equal(mx_private_judge(room, ME, BOB, true),
			cases[i].encrypter && cases[i].privacy != MX_NOT_PRIVATE
				? MX_PRIVATE_SEALED
				: cases[i].privacy);
		json_decref(room);
	}
	assert_int_equal(mx_private_judge(NULL, ME, BOB, true), MX_NOT_PRIVATE);
}

static void test_private_is_what_nobody_else_can_come_to_read(void **state)
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
		json_t *room =
			json_pack("[o, o, {s:s, s:{s:s*}}, {s:s, s:{s:s*}}]", member(ME, "join"),
				member(BOB, "join"), "type", "m.room.history_visibility", "content",
				"history_visibility", cases[i].visible, "type", "m.room.join_rules",
				"content", "join_rule", cases[i].rule);

		assert_int_equal(mx_private_judge(room, ME, BOB, false), cases[i].privacy);
		json_decref(room);
	}
}

static void test_odd_ids_count_like_others(void **state)
{
	static const char *const odd[] = {"@eve and bob:e", "@\xE2\x80\xAE:e", "", "eve", "@ :e"};

	(void)state;
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		json_t *room = json_pack("[o, o]", member(ME, "join"), member(BOB, "join"));

		json_array_append_new(room, state_event("m.room.encryption", odd[i], "", "{}"));
		assert_int_equal(mx_private_judge(room, ME, BOB, false), MX_ENCRYPTED);
		json_array_set_new(room, 2, member(odd[i], "invite"));
		assert_int_equal(mx_private_judge(room, ME, BOB, false), MX_NOT_PRIVATE);
		json_array_set_new(room, 2, member(odd[i], "leave"));
		assert_int_equal(mx_private_judge(room, ME, BOB, false), MX_PRIVATE);
		json_decref(room);
	}
}

static void test_private_room_is_marked_and_its_history_shut(void **state)
{
	json_t *body = mx_private_create(BOB, false);
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

static void test_policy_of_invitations(void **state)
{
	char listed_server[] = "Listed.example", listed_user[] = BOB;
	char *servers[] = {listed_server}, *users[] = {listed_user};
	static const struct {
		enum cfg_invite_policy from;
		const char *inviter;
		uint32_t rooms;
		bool accepts;
	} cases[] = {
		{CFG_INVITES_ANYONE, "@x:y", 2, true},
		{CFG_INVITES_ANYONE, "@x:y", 3, false},
		{CFG_INVITES_LISTED, "@x:y", 0, false},
		{CFG_INVITES_LISTED, BOB, 0, true},
		{CFG_INVITES_LISTED, BOB, 3, false},
		{CFG_INVITES_LISTED, "@bobby:b.org", 0, false},
		{CFG_INVITES_LISTED, "@x:listed.example", 0, true},
		{CFG_INVITES_LISTED, "@x:not.listed.example", 0, false},
		{CFG_INVITES_LISTED, "@listed.example:y", 0, false},
		{CFG_INVITES_NOBODY, BOB, 0, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct cfg_invites invites = {cases[i].from, servers, 1, users, 1, 3};

		assert_int_equal(mx_policy_accepts(&invites, cases[i].inviter, cases[i].rooms),
			cases[i].accepts);
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
	assert_true(mx_direct_merge(list, rooms));
	assert_true(json_equal(list, expected));
	json_decref(list);
	json_decref(rooms);
	json_decref(expected);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moderates_by_level_and_version),
		cmocka_unit_test(test_room_comes_back_from_the_store),
		cmocka_unit_test(test_made_for_only_by_the_bot_itself),
		cmocka_unit_test(test_private_is_exactly_two_in_the_clear),
		cmocka_unit_test(test_odd_ids_count_like_others),
		cmocka_unit_test(test_private_is_what_nobody_else_can_come_to_read),
		cmocka_unit_test(test_private_room_is_marked_and_its_history_shut),
		cmocka_unit_test(test_policy_of_invitations),
		cmocka_unit_test(test_direct_chats_are_added_to_the_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
