/* Tests what the adapter knows of rooms: who moderates, and who may invite. */
#include "adapters/matrix/client/id.h"
#include "adapters/matrix/receive/invitation.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/room/room_rights.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/background.h"
#include "tests/support/cmocka.h"
#include "tests/support/test_store.h"

#include <string.h>

#define ME  "@bot:here"
#define BOB "@bob:b.org"

static void apply(struct mx_room *room, const char *type, const char *sender, const char *content)
{
	json_t *event = json_pack("{s:s, s:s, s:s, s:o}", "type", type, "sender", sender,
		"state_key", "", "content", json_loads(content, 0, NULL));

	mx_room_apply(room, event, type, ME);
	json_decref(event);
}

struct named {
	const struct mx_room *room;
	bool creator, fellow, bob;
};

static void take_moderator(void *taker, const char *user)
{
	struct named *named = taker;

	assert_true(mx_room_moderates(named->room, user));
	named->creator |= strcmp(user, "@creator:c") == 0;
	named->fellow |= strcmp(user, "@fellow:b") == 0;
	named->bob |= strcmp(user, BOB) == 0;
}

/* Asserts that the room names all its moderators, or nobody if anybody moderates. */
static void assert_moderators_are_named(const struct mx_room *room, bool anybody)
{
	struct named named = {.room = room};

	mx_room_each_moderator(room, take_moderator, &named);
	assert_int_equal(named.creator, !anybody && mx_room_moderates(room, "@creator:c"));
	assert_int_equal(named.fellow, !anybody && mx_room_moderates(room, "@fellow:b"));
	assert_int_equal(named.bob, !anybody && mx_room_moderates(room, BOB));
}

UNIT_TEST(test_moderator_depends_on_power_level_and_room_version)
{
	static const struct {
		const char *create, *levels; /* `levels` is NULL if the room has no power levels */
		bool creator, fellow, bob, anybody;
	} cases[] = {
		{"{\"room_version\":\"11\"}", NULL, true, false, false, false},
		{"{}", "{}", false, false, false, false},
		{"{}", "{\"users\":{\"@bob:b.org\":50}}", false, false, true, false},
		{"{}", "{\"users\":{\"@bob:b.org\":49}}", false, false, false, false},
		{"{}", "{\"users\":{\"@bob:b.org\":\"50\"}}", false, false, true, false},
		{"{}", "{\"users\":{\"@bob:b.org\":\"x\"}}", false, false, false, false},
		{"{}", "{\"users\":{\"@bob:b.org\":\" +100\"}}", false, false, true, false},
		{"{}", "{\"users\":{\"@bob:b.org\":\" 100\\n\"}}", false, false, true, false},
		{"{}", "{\"users\":{\"@bob:b.org\":\"100 1\"}}", false, false, false, false},
		{"{}", "{\"users\":{\"@bob:b.org\":[]}}", false, false, false, false},
		{"{}", "{\"users\":[],\"state_default\":{}}", false, false, false, false},
		{"{}", "{\"users\":{\"@bob:b.org\":50},\"state_default\":60}", false, false, false,
			false},
		{"{}", "{\"users\":{\"@bob:b.org\":0},\"state_default\":0}", true, true, true,
			true},
		{"{}", "{\"users\":{\"@bob:b.org\":-1},\"users_default\":\"50\"}", true, true,
			false, true},
		/*
		 * Before room version 12, only the power levels decide who moderates, if the room
		 * has them.
		 */
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

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct mx_room room = {0};

		apply(&room, "m.room.create", "@creator:c", cases[i].create);
		if (cases[i].levels)
			apply(&room, "m.room.power_levels", "@creator:c", cases[i].levels);
		assert_int_equal(mx_room_moderates(&room, "@creator:c"), cases[i].creator);
		assert_int_equal(mx_room_moderates(&room, "@fellow:b"), cases[i].fellow);
		assert_int_equal(mx_room_moderates(&room, BOB), cases[i].bob);
		assert_int_equal(mx_room_moderates(&room, "@any:body"), cases[i].anybody);
		assert_moderators_are_named(&room, cases[i].anybody);
		mx_room_finish(&room);
	}
}

UNIT_TEST(test_power_levels_decide_who_may_write)
{
	static const struct {
		const char *levels; /* NULL: the bot knows none */
		bool creator, bob, anybody;
	} cases[] = {
		{NULL, true, true, true},
		{"{}", true, true, true},
		{"{\"users\":{\"@bob:b.org\":-1}}", true, false, true},
		{"{\"users_default\":-1,\"users\":{\"@bob:b.org\":0}}", true, true, false},
		{"{\"events_default\":50,\"users\":{\"@bob:b.org\":50}}", true, true, false},
		{"{\"events\":{\"m.room.message\":1}}", true, true, true},
		{"{\"events\":{\"m.room.message\":1,\"m.room.encrypted\":1}}", true, false, false},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct mx_room room = {0};

		apply(&room, "m.room.create", "@creator:c", "{\"room_version\":\"12\"}");
		if (cases[i].levels)
			apply(&room, "m.room.power_levels", "@creator:c", cases[i].levels);
		assert_int_equal(mx_room_may_write(&room, "@creator:c"), cases[i].creator);
		assert_int_equal(mx_room_may_write(&room, BOB), cases[i].bob);
		assert_int_equal(mx_room_may_write(&room, "@any:body"), cases[i].anybody);
		mx_room_finish(&room);
	}
}

static void assert_counts(struct bot_store *store, const char *inviter, uint32_t rooms,
	uint32_t by_inviter, uint32_t by_server)
{
	struct mx_room_counts counts = {7, 7, 7, 7, 0};

	assert_int_equal(mx_room_read_counts(store, inviter, &counts), BOT_OK);
	assert_int_equal(counts.rooms, rooms);
	assert_int_equal(counts.by_inviter, by_inviter);
	assert_int_equal(counts.by_server, by_server);
}

static void assert_encrypted(struct bot_store *store, const char *room, bool expected)
{
	bool encrypted = !expected;

	assert_int_equal(mx_room_is_encrypted(store, room, &encrypted), BOT_OK);
	assert_int_equal(encrypted, expected);
}

UNIT_TEST(test_encryption_is_read_without_the_rest)
{
	struct bot_store *store = NULL;
	struct mx_room room = {.standing = MX_INSIDE};

	assert_int_equal(test_store_open(&store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_encrypted(store, "!a:b", false);
	/* An id may contain almost anything. */
	mx_room_set_text(&room.inviter, "@\",\"encrypted\":true:b");
	mx_room_set_text(&room.successor, "!\"encrypted\":true");
	assert_int_equal(mx_room_save(&room, store, "!a:b"), BOT_OK);
	assert_encrypted(store, "!a:b", false);
	room.encrypted = true;
	assert_int_equal(mx_room_save(&room, store, "!a:b"), BOT_OK);
	assert_encrypted(store, "!a:b", true);
	mx_room_finish(&room);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

UNIT_TEST(test_saved_room_is_read_back)
{
	struct bot_store *store = NULL;
	struct mx_room room = {0}, again;

	assert_int_equal(test_store_open(&store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_counts(store, BOB, 0, 0, 0);
	apply(&room, "m.room.create", ME,
		"{\"room_version\":\"12\",\"predecessor\":{\"room_id\":\"!old:b\"},"
		"\"engarde_bot.private_room_of\":\"@bob:b.org\"}");
	apply(&room, "m.room.power_levels", ME, "{\"users\":{\"@bob:b.org\":100,\"@mute:c\":-1}}");
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
	assert_true(mx_room_may_write(&again, "@x:y"));
	assert_false(mx_room_may_write(&again, "@mute:c"));
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

static void assert_site(struct bot_store *store, const char *user, uint32_t by_site)
{
	struct mx_room_counts counts = {0};

	assert_int_equal(mx_room_read_counts(store, user, &counts), BOT_OK);
	assert_int_equal(counts.by_site, by_site);
}

UNIT_TEST(test_servers_of_a_site_are_counted_together)
{
	static const char *const inviters[] = {"@a:one.evil.org", "@b:TWO.evil.org:8448", BOB};
	struct bot_store *store = NULL;

	assert_int_equal(test_store_open(&store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	for (size_t i = 0; i < sizeof(inviters) / sizeof(*inviters); i++) {
		struct mx_room room = {0};

		mx_room_set_text(&room.invited_by, inviters[i]);
		assert_int_equal(mx_room_set_counted(&room, store, true), BOT_OK);
		mx_room_finish(&room);
	}
	assert_site(store, "@c:three.evil.org", 2);
	assert_site(store, BOB, 1);
	assert_counts(store, "@a:one.evil.org", 3, 1, 1);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

UNIT_TEST(test_sites_of_an_earlier_store_are_counted_once)
{
	struct bot_store *store = NULL;

	assert_int_equal(test_store_open(&store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_set(store, "matrix.rooms.of.@a:one.evil.org", "3"), BOT_OK);
	assert_int_equal(bot_store_set(store, "matrix.rooms.of.one.evil.org", "3"), BOT_OK);
	assert_int_equal(bot_store_set(store, "matrix.rooms.of.two.evil.org", "4"), BOT_OK);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(mx_room_count_sites(store), BOT_OK);
		assert_site(store, "@c:three.evil.org", 7);
	}
	assert_int_equal(bot_store_commit(store), BOT_OK);
	bot_store_close(store);
}

UNIT_TEST(test_invitation_of_a_listed_inviter_is_allowed)
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

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct cfg_invites invites = {.from = cases[i].from,
			.servers = servers,
			.servers_count = 2,
			.users = users,
			.users_count = 1};

		assert_int_equal(
			mx_invitation_is_allowed(&invites, cases[i].inviter), cases[i].accepts);
	}
}

UNIT_TEST(test_invitation_counts_against_the_limits_of_rooms)
{
	static const struct {
		uint32_t most, inviter_share, server_share;
		struct mx_room_counts counts;
		bool at_home, below;
	} cases[] = {
		{100, 5, 25, {0, 0, 0, 0, 0}, false, true},
		{100, 5, 25, {99, 4, 0, 24, 20}, false, true},
		{100, 5, 25, {100, 0, 0, 0, 30}, false, false},
		{100, 5, 25, {50, 5, 0, 5, 0}, false, false},
		{100, 5, 25, {50, 4, 0, 25, 0}, false, false},
		/* A fifth of the rooms is only for users of the bot's own homeserver. */
		{100, 5, 25, {79, 0, 0, 0, 0}, false, true},
		{100, 5, 25, {80, 0, 0, 0, 0}, false, false},
		{100, 5, 25, {99, 0, 0, 0, 20}, false, true},
		{100, 5, 25, {90, 0, 0, 0, 10}, false, false},
		{100, 5, 25, {80, 0, 0, 0, 0}, true, true},
		/* The bot's own homeserver may fill all rooms. Each of its users has a share. */
		{100, 5, 25, {99, 4, 0, 99, 99}, true, true},
		{100, 5, 25, {50, 5, 0, 50, 50}, true, false},
		{100, 5, 25, {100, 0, 0, 100, 100}, true, false},
		/* Rooms of other servers make room for those of the own one. */
		{100, 5, 25, {100, 0, 0, 0, 20}, true, true},
		{100, 5, 25, {109, 0, 0, 0, 29}, true, true},
		{100, 5, 25, {110, 0, 0, 0, 30}, true, false},
		{100, 100, 100, {99, 99, 0, 99, 99}, true, true},
		/*
		 * Each share is at least one room, even if the percentage makes less than one room.
		 */
		{1, 1, 1, {0, 0, 0, 0, 0}, false, true},
		{1, 1, 1, {1, 0, 0, 0, 0}, true, false},
		{19, 5, 25, {1, 1, 0, 1, 0}, false, false},
		{100000, 100, 100, {79999, 79999, 0, 79999, 0}, false, true},
		{UINT32_MAX, 100, 100, {UINT32_MAX, 0, 0, 0, 0}, true, true},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct cfg_invites invites = {.max_rooms = cases[i].most,
			.inviter_share = cases[i].inviter_share,
			.server_share = cases[i].server_share};

		assert_int_equal(
			mx_invitation_is_below_limits(&invites, &cases[i].counts, cases[i].at_home),
			cases[i].below);
	}
}

UNIT_TEST(test_origin_is_the_host_in_lower_case)
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

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char origin[BOT_ID_SIZE];

		mx_id_origin(cases[i].user, origin);
		assert_string_equal(origin, cases[i].origin);
	}
}

UNIT_TEST(test_direct_chats_are_added_to_the_list)
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

	mx_background_merge_direct_chats(list, rooms);
	assert_true(json_equal(list, expected));
	json_decref(list);
	json_decref(rooms);
	json_decref(expected);
}
