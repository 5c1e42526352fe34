/*
 * Players who come and go: a turn's clock runs only while its player has the cards, a match that a
 * player never joins is void, and a win against a player who has left can be claimed.
 */
#include "bot/store/outbox_rows.h"
#include "tests/support/scene_match.h"

#include <string.h>

#define ANNS "!ann's:test"
#define BOBS "!bob's:test"

/* Gives both players private rooms, which they have joined, except `invited`. */
static void give_rooms(struct scene *scene, const char *invited)
{
	static const char *const users[] = {ANN, BOB}, *const rooms[] = {ANNS, BOBS};

	for (size_t i = 0; i < 2; i++) {
		SCENE_HOST(scene, bot_store_set_private_room(scene->store, users[i], rooms[i]));
		if (strcmp(users[i], invited) != 0)
			SCENE_HOST(scene, bot_store_set_joined(scene->store, users[i], true));
	}
}

/* Returns when the turn ends, or 0 if its clock does not run. */
static int64_t forfeit_due(struct scene *scene)
{
	int64_t due = 0;

	bot_store_timer_get(scene->store, 1, BOT_TIMER_FORFEIT, &due);
	return due < BOT_TIMER_STILL ? due : 0;
}

SCENE_TEST(test_clock_starts_when_the_hand_is_delivered)
{
	const struct bot_message act = {.room = ANNS, .sender = ANN, .text = "a", .private = true};

	scene_begin(scene, "first white clock 5m");
	scene_handle(scene, &act);     /* the outbox keeps Bob's hand */
	for (int i = 0; i < 30; i++) { /* ten minutes */
		int64_t next;

		scene->steady += 20 * SECOND;
		scene->now += 20 * SECOND;
		SCENE_STORE(scene, bot_host_run_timers(scene->host, &next));
	}
	assert_int_equal(forfeit_due(scene), 0);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_drain(scene);
	assert_null(strstr(scene_last(scene, BOB)->body, "left to act")); /* no reminder */
	scene_wait(scene, 150 * SECOND - 1);
	scene_assert_said(scene, ROOM, "until 00:31:40 UTC."); /* the corrected board */
	assert_int_equal(scene_events(scene), 1);
	scene_wait(scene, 1);
	scene_assert_rings(scene, BOB, "2 min 30 s left");
	scene_wait(scene, 150 * SECOND);
	assert_int_equal(scene_match(scene, 1).ending, BOT_VOID);
}

/* A hand that is late by less than a tenth of the turn changes no board. */
SCENE_TEST(test_clock_starts_at_the_delivery_of_the_hand_without_a_new_board)
{
	const struct bot_message act = {.room = ANNS, .sender = ANN, .text = "a", .private = true};

	scene_begin(scene, "first white clock 5m");
	for (int late = 29; late <= 30; late++) {
		scene_handle(scene, &act);
		scene->steady += late * SECOND;
		scene->now += late * SECOND;
		assert_int_equal(forfeit_due(scene), 0);
		scene_drain(scene);
		assert_int_equal(forfeit_due(scene), scene->now + 5 * MINUTE);
		scene_wait(scene, 1);
		scene_assert_quiet(scene);
		scene_tell(scene, BOB, "a");
	}
}

/* A clock that stands still when its player has left runs when they come back. */
SCENE_TEST(test_clock_starts_when_a_player_who_had_left_comes_back)
{
	const struct bot_message act = {.room = ANNS, .sender = ANN, .text = "a", .private = true};

	give_rooms(scene, "");
	scene_begin(scene, "first white clock 5m");
	scene_let_both_act(scene);
	scene_handle(scene, &act); /* the outbox keeps Bob's hand */
	SCENE_STORE(scene, bot_host_user_left(scene->host, BOBS, BOB));
	scene_drain(scene);
	scene_wait(scene, 10 * SECOND);
	assert_int_equal(forfeit_due(scene), 0);
	SCENE_CALL(scene, bot_host_user_joined(scene->host, BOB));
	assert_int_not_equal(forfeit_due(scene), 0);
	scene_wait(scene, 5 * MINUTE);
	assert_int_equal(scene_match(scene, 1).ending, BOT_FORFEITED);
}

SCENE_TEST(test_clock_waits_for_a_player_who_has_not_joined)
{
	give_rooms(scene, BOB);
	scene_begin(scene, "first white clock 5m");
	scene_tell(scene, ANN, "a");
	scene_assert_said(scene, ROOM,
		"The clock starts once @bob:test has joined the private room and got the cards.");
	assert_null(strstr(scene_last(scene, BOB)->body, "The clock starts once"));
	scene_wait(scene, 20 * HOUR);
	scene_assert_quiet(scene);
	scene_restart(scene, HOUR);
	SCENE_CALL(scene, bot_host_user_joined(scene->host, BOB));
	scene_assert_answer(scene, ROOM, "@bob:test is to act. ");
	assert_int_equal(scene_last(scene, ROOM)->kind, BOT_OUT_EDIT);
	assert_true(forfeit_due(scene) > 0);
	SCENE_CALL(scene, bot_host_user_joined(scene->host, BOB)); /* reported again */
	scene_assert_quiet(scene);
	scene_wait(scene, 5 * MINUTE - 1);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_wait(scene, 1);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
}

static bool take_room(void *self, const struct bot_outbox_row *row)
{
	if (!row->private)
		*(int64_t *)self = row->id;
	return row->private;
}

/* Sends all to the room, and nothing to the private rooms. Returns how many rows these were. */
static int send_to_room(struct scene *scene)
{
	int count = -1;
	int64_t id;

	do {
		id = 0;
		bot_outbox_heads(scene->store, take_room, &id);
		if (id != 0)
			SCENE_HOST(scene, bot_outbox_done(scene->store, id, "$sent"));
		count++;
	} while (id != 0);
	return count;
}

SCENE_TEST(test_board_stays_when_a_player_joins_before_the_hand_is_delivered)
{
	const struct bot_message act = {.room = ANNS, .sender = ANN, .text = "a", .private = true};

	give_rooms(scene, BOB);
	scene_begin(scene, "first white clock 5m");
	scene_handle(scene, &act);
	assert_int_equal(send_to_room(scene), 1);
	SCENE_STORE(scene, bot_host_user_joined(scene->host, BOB));
	assert_int_equal(send_to_room(scene), 0);
	assert_int_equal(forfeit_due(scene), 0);
	scene_drain(scene);
	scene_wait(scene, 1);
	assert_true(forfeit_due(scene) > 0);
}

SCENE_TEST(test_private_message_shows_that_its_sender_has_joined)
{
	give_rooms(scene, ANN);
	bool joined = bot_store_has_joined(scene->store, ANN);
	assert_false(joined);
	scene_begin(scene, "first white clock 5m");
	assert_int_equal(forfeit_due(scene), 0);
	scene_tell(scene, ANN, "about");
	assert_true(forfeit_due(scene) > 0);
}

SCENE_TEST(test_match_is_void_if_a_player_does_not_join_within_a_day)
{
	give_rooms(scene, BOB);
	scene_begin(scene, "first white clock 5m");
	scene_tell(scene, ANN, "a");
	scene_wait(scene, DAY - 1);
	scene_assert_quiet(scene);
	scene_wait(scene, 1);
	scene_assert_said(scene, ROOM,
		"@bob:test has not joined their private room within a day, so #1 (@ann:test – "
		"@bob:test) is void and counts for nobody.");
	assert_int_equal(scene_match(scene, 1).ending, BOT_VOID);
	assert_int_equal(scene_match(scene, 1).winner, EG_NOBODY);
}

SCENE_TEST(test_pause_before_the_clock_runs_keeps_the_whole_time)
{
	give_rooms(scene, ANN);
	scene_begin(scene, "first white clock 5m");
	scene_say(scene, ROOM, ANN, "!eg pause");
	scene_say(scene, ROOM, BOB, "!eg pause");
	assert_int_equal(scene_match(scene, 1).left, 5 * MINUTE);
	scene_say(scene, ROOM, ANN, "!eg resume");
	scene_say(scene, ROOM, BOB, "!eg resume");
	assert_int_equal(forfeit_due(scene), 0);
	SCENE_CALL(scene, bot_host_user_joined(scene->host, ANN));
	assert_true(forfeit_due(scene) > 0);
}

SCENE_TEST(test_declining_the_private_room_before_both_have_acted_voids_the_match)
{
	give_rooms(scene, BOB);
	scene_begin(scene, "first white");
	scene_tell(scene, ANN, "a");
	SCENE_CALL(scene, bot_host_user_left(scene->host, BOBS, BOB));
	scene_assert_said(scene, ROOM,
		"@bob:test does not want a private room with me, so #1 (@ann:test – @bob:test) is "
		"void and counts for nobody.");
	assert_int_equal(scene_match(scene, 1).ending, BOT_VOID);
}

SCENE_TEST(test_player_who_leaves_the_private_room_in_the_first_turn_may_come_back)
{
	give_rooms(scene, "");
	scene_begin(scene, "first black clock none");
	SCENE_CALL(scene, bot_host_user_left(scene->host, BOBS, BOB));
	scene_wait(scene, DAY / 2);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	SCENE_CALL(scene, bot_host_user_joined(scene->host, BOB));
	scene_wait(scene, DAY);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, BOB, "a");
	scene_assert_said(scene, ROOM, "@bob:test advances");
}

SCENE_TEST(test_leaving_the_room_ends_its_challenge_and_a_match_before_both_have_acted)
{
	scene_begin(scene, "");
	scene_say(scene, ROOM, BOB, "!eg challenge");
	scene_say(scene, "!other:test", BOB, "!eg challenge");
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, BOB));
	assert_int_equal(scene_match(scene, 1).ending, BOT_VOID);
	assert_int_equal(scene_match(scene, 2).status, BOT_ENDED);
	assert_int_equal(scene_match(scene, 3).status, BOT_CHALLENGE);
}

UNIT_TEST(test_win_against_a_player_who_has_left_is_claimed_after_a_day)
{
	static const char *const rooms[] = {ROOM, BOBS};

	for (size_t i = 0; i < 2; i++) {
		struct scene *scene = scene_create(1);

		give_rooms(scene, "");
		scene_begin(scene, "first black clock none");
		scene_let_both_act(scene);
		scene_ask(scene, ANN, "claim", "@bob:test has not left, so there is nothing");
		SCENE_CALL(scene, bot_host_user_left(scene->host, rooms[i], BOB));
		scene_assert_said(scene, ROOM, "@ann:test can win with !engarde claim #1 in 1 d.");
		scene_assert_said(scene, ANN, "@ann:test can win with claim #1 in 1 d.");
		scene_ask_in(scene, ROOM, ANN, "!eg claim", "you can claim the win in 1 d.");
		scene_wait(scene, DAY - 1);
		scene_assert_quiet(scene);
		scene_wait(scene, 1);
		scene_assert_rings(scene, ANN, "#1: @bob:test has not come back. claim #1 takes");
		scene_ask_in(scene, ROOM, BOB, "!eg claim", "@ann:test has not left");
		scene_tell(scene, ANN, "claim");
		scene_assert_said(scene, ROOM, "@ann:test claims the win and wins #1.");
		assert_int_equal(scene_match(scene, 1).ending, BOT_FORFEITED);
		assert_int_equal(scene_match(scene, 1).winner, EG_WHITE);
		scene_destroy(scene);
	}
}

SCENE_TEST(test_player_who_comes_back_or_acts_is_not_away)
{
	give_rooms(scene, "");
	scene_begin(scene, "first black clock none");
	scene_let_both_act(scene);
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, BOB));
	SCENE_CALL(scene, bot_host_user_entered(scene->host, ROOM, BOB));
	scene_assert_quiet(scene);
	scene_ask(scene, ANN, "claim", "has not left");
	SCENE_CALL(scene, bot_host_user_left(scene->host, BOBS, BOB));
	SCENE_CALL(scene, bot_host_user_entered(scene->host, ROOM, BOB)); /* not the private room */
	scene_wait(scene, DAY);
	SCENE_CALL(scene, bot_host_user_joined(scene->host, BOB));
	scene_assert_answer(scene, ROOM, "@bob:test is back; #1 goes on.");
	scene_ask(scene, ANN, "claim", "has not left");
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, BOB));
	scene_tell(scene, BOB, "a");
	scene_ask(scene, ANN, "claim", "has not left");
}

/* A player can't stop their clock for ever by leaving the private room. */
SCENE_TEST(test_win_can_be_claimed_if_the_clock_can_not_start)
{
	give_rooms(scene, "");
	scene_begin(scene, "first white clock 5m");
	scene_let_both_act(scene);
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, BOB, "!new:test"));
	scene_tell(scene, ANN, "a"); /* Bob's hand is sent to the new room, which Bob can join */
	scene_wait(scene, 0);
	scene_assert_said(scene, ROOM, "@bob:test is not in the private room");
	scene_assert_said(scene, ROOM, "!engarde claim #1 in 5 min");
	scene_wait(scene, 5 * MINUTE);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, ANN, "claim");
	assert_int_equal(scene_match(scene, 1).ending, BOT_FORFEITED);
	assert_true(scene_match(scene, 1).rated);
}

/* A win can be claimed only against a player who is to act: nobody can act on another's turn. */
SCENE_TEST(test_win_is_not_claimed_on_the_own_turn)
{
	give_rooms(scene, "");
	scene_begin(scene, "first white clock none");
	scene_let_both_act(scene);
	SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, BOB));
	scene_wait(scene, 3 * DAY);
	scene_assert_quiet(scene); /* it is Ann's turn */
	scene_ask(scene, ANN, "claim", "it is your turn");
	scene_tell(scene, ANN, "a");
	scene_tell(scene, ANN, "claim"); /* Bob has had no time yet */
	scene_assert_answer(scene, ANN, "you can claim the win in 1 d.");
	scene_wait(scene, DAY);
	scene_assert_rings(scene, ANN, "@bob:test has not come back");
	scene_tell(scene, BOB, "a");
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_ask(scene, ANN, "claim", "has not left");
}

/* A player can't stop their clock for ever by refusing the private room. */
SCENE_TEST(test_player_whom_the_bot_can_not_reach_loses_at_the_claim)
{
	scene->config.matches.idle_days = 7;
	scene_begin(scene, "first white clock 30d");
	scene_let_both_act(scene);
	scene_tell(scene, ANN, "a");
	SCENE_CALL(scene, bot_host_user_unreachable(scene->host, BOB, BOT_REFUSED));
	scene_assert_said(scene, ROOM, "!engarde claim #1");
	scene_wait(scene, 6 * DAY);
	assert_int_equal(scene_match(scene, 1).status, BOT_PLAYING);
	scene_tell(scene, ANN, "claim");
	assert_int_equal(scene_match(scene, 1).ending, BOT_FORFEITED);
	assert_int_equal(scene_match(scene, 1).winner, EG_WHITE);
}

SCENE_TEST(test_repeated_leaving_is_announced_only_some_times)
{
	scene_begin(scene, "");
	scene_let_both_act(scene);
	size_t before = scene->count;
	for (int i = 0; i < 100; i++) {
		SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, BOB));
		SCENE_CALL(scene, bot_host_user_entered(scene->host, ROOM, BOB));
	}
	assert_true(scene->count - before < 20);
}
