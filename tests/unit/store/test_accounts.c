/*
 * Tests two accounts that share a store in PostgreSQL: see bot/store/accounts.h. A store in a file
 * has one account, and there is nothing to test.
 */
#include "bot/store/accounts.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/outbox.h"
#include "tests/support/sql.h"
#include "tests/support/test_store.h"

#include "bot/store/competitions.h"
#include "bot/store/lanes.h"
#include "bot/store/outbox.h"
#include "bot/store/store.h"
#include "bot/store/weekly_nights.h"

#ifdef ENGARDE_POSTGRESQL
#include "bot/store/postgresql/server_store.h"

#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ONE "@one:x"
#define TWO "@two:x"
#define ANN "@ann:x"

struct club {
	struct bot_store *one, *two;
	char *url;
};

static int set_up(void **state)
{
	static struct club club;
	struct bot_store *store = NULL;

	if (!test_store_is_server())
		return 0;
	if (test_store_open(&store))
		return -1;
	free(club.url);
	club.url = strdup(((struct bot_server_store *)store)->url);
	bot_store_close(store);
	if (bot_store_open_as(club.url, ONE, &club.one) ||
		bot_store_open_as(club.url, TWO, &club.two))
		return -1;
	*state = &club;
	return 0;
}

static int tear_down(void **state)
{
	const struct club *club = *state;

	if (club) {
		bot_store_close(club->one);
		bot_store_close(club->two);
	}
	return 0;
}

static struct club *need(void **state)
{
	if (!*state)
		skip();
	return *state;
}

static void begin(struct bot_store *store)
{
	assert_int_equal(bot_store_begin(store), BOT_OK);
}

static void commit(struct bot_store *store)
{
	assert_int_equal(bot_store_commit(store), BOT_OK);
}

static void test_each_account_has_one_process(void **state)
{
	const struct club *club = need(state);
	struct bot_store *second = NULL;

	assert_int_equal(bot_store_open_as(club->url, ONE, &second), BOT_STORE_IN_USE);
	assert_int_equal(bot_store_open_as(club->url, TWO, &second), BOT_STORE_IN_USE);
	begin(club->one);
	assert_true(bot_store_is_shared(club->one));
	bot_store_rollback(club->one);
}

/* Even if the other process has kept an older answer. */
static void test_what_belongs_to_people_is_shared_at_once(void **state)
{
	const struct club *club = need(state);
	struct bot_rating rating = {.glicko = {1600, 100, 0.06}, .played = 3, .won = 2}, found;
	char value[BOT_SETTING_SIZE];
	bool blocked;

	begin(club->two);
	assert_int_equal(
		bot_store_setting(club->two, BOT_OF_USER, ANN, "language", value), BOT_NOT_FOUND);
	commit(club->two);
	begin(club->one);
	assert_int_equal(
		bot_store_set_setting(club->one, BOT_OF_USER, ANN, "language", "de"), BOT_OK);
	assert_int_equal(bot_rating_set(club->one, NULL, ANN, &rating), BOT_OK);
	assert_int_equal(bot_store_block(club->one, ANN, "@bob:x"), BOT_OK);
	assert_int_equal(bot_store_set_name(club->one, ANN, "Ann", "ann"), BOT_OK);
	commit(club->one);
	/* Outside a transaction, too */
	assert_int_equal(bot_store_setting(club->two, BOT_OF_USER, ANN, "language", value), BOT_OK);
	begin(club->two);
	assert_int_equal(bot_store_setting(club->two, BOT_OF_USER, ANN, "language", value), BOT_OK);
	assert_string_equal(value, "de");
	assert_int_equal(bot_rating_get(club->two, NULL, ANN, &found), BOT_OK);
	assert_int_equal(found.won, 2);
	assert_int_equal(bot_store_is_blocked(club->two, ANN, "@bob:x", &blocked), BOT_OK);
	assert_true(blocked);
	bot_store_rollback(club->two);
}

static void test_values_and_handled_events_are_of_one_account(void **state)
{
	const struct club *club = need(state);
	char *value = NULL;
	bool again = true;

	begin(club->one);
	assert_int_equal(bot_store_set(club->one, "token", "secret"), BOT_OK);
	assert_int_equal(bot_store_handled(club->one, "$own", &again), BOT_OK);
	commit(club->one);
	begin(club->two);
	assert_int_equal(bot_store_get(club->two, "token", &value), BOT_NOT_FOUND);
	assert_int_equal(bot_store_is_handled(club->two, "$own", &again), BOT_OK);
	assert_false(again);
	bot_store_rollback(club->two);
}

static enum bot_error note_visit(struct bot_store *store, const char *account, void *self)
{
	char *visits = self, *value = NULL;
	enum bot_error error = bot_store_get(store, "visited", &value);

	sprintf(visits + strlen(visits), "%s %s,", account, value ? value : "-");
	free(value);
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

static void test_values_of_each_account_can_be_visited(void **state)
{
	const struct club *club = need(state);
	char visits[100] = "", *value = NULL;

	begin(club->two);
	assert_int_equal(bot_store_set(club->two, "visited", "yes"), BOT_OK);
	commit(club->two);
	begin(club->one);
	assert_int_equal(bot_store_get(club->one, "visited", &value), BOT_NOT_FOUND);
	assert_int_equal(bot_store_each_account(club->one, note_visit, visits), BOT_OK);
	assert_string_equal(visits, ONE " -," TWO " yes,");
	assert_int_equal(bot_store_get(club->one, "visited", &value), BOT_NOT_FOUND);
	commit(club->one);
}

static struct bot_letter to_ann(const char *body)
{
	struct bot_letter letter = outbox_text(ANN, body);

	letter.private = true;
	return letter;
}

static void add(struct bot_store *store, const struct bot_letter *letter)
{
	assert_int_equal(bot_outbox_add(store, letter, NULL), BOT_OK);
}

/* The account that was there first sends, whoever writes. */
static void test_row_goes_to_the_account_of_its_room(void **state)
{
	const struct club *club = need(state);
	struct bot_letter letter = to_ann("hand");
	struct outbox_heads heads;

	begin(club->one);
	outbox_say(club->one, "!hall:x", "board");
	add(club->one, &letter);
	commit(club->one);
	begin(club->two);
	outbox_say(club->two, "!hall:x", "next board");
	outbox_say(club->two, "!club:x", "other board");
	letter = to_ann("next hand");
	add(club->two, &letter);
	heads = outbox_look(club->two);
	assert_int_equal(heads.count, 1);
	assert_string_equal(heads.head[0].body, "other board");
	assert_int_equal(outbox_waiting(club->two), 1);
	commit(club->two);
	assert_int_equal(outbox_waiting(club->one), 4);
	begin(club->one);
	outbox_sent(club->one, "board", "$1");
	outbox_sent(club->one, "hand", "$2");
	heads = outbox_look(club->one);
	assert_int_equal(heads.count, 2);
	assert_string_equal(heads.head[0].body, "next board");
	assert_string_equal(heads.head[1].body, "next hand");
	commit(club->one);
}

static void test_account_speaks_alone_in_the_room_of_another(void **state)
{
	const struct club *club = need(state);
	struct bot_letter join = {.kind = BOT_OUT_JOIN, .to = "!hall:x"};

	begin(club->one);
	outbox_say(club->one, "!hall:x", "board");
	commit(club->one);
	begin(club->two);
	assert_int_equal(bot_store_speak_alone(club->two, true), BOT_OK);
	add(club->two, &join);
	outbox_say(club->two, "!hall:x", "the other one hosts");
	assert_int_equal(bot_store_speak_alone(club->two, false), BOT_OK);
	outbox_say(club->two, "!hall:x", "result");
	assert_int_equal(outbox_waiting(club->two), 2);
	commit(club->two);
	assert_int_equal(outbox_waiting(club->one), 2);
}

static void count_lane(void *self, bool private, const char *to)
{
	(void)to;
	*(int *)self += private ? 100 : 1;
}

static int count_changed(struct bot_store *store)
{
	int changed = 0;
	bool all;

	assert_int_equal(bot_lanes_changed(store, count_lane, &changed, &all), BOT_OK);
	return changed;
}

/* The other process need not ask. */
static void test_row_wakes_the_process_of_its_account(void **state)
{
	const struct club *club = need(state);
	const struct bot_loop_source source = bot_store_loop_source(club->one);
	struct pollfd news = {.fd = source.descriptor, .events = POLLIN};

	begin(club->one);
	outbox_say(club->one, "!hall:x", "board");
	commit(club->one);
	(void)count_changed(club->one);
	(void)bot_store_others_changed(club->one);
	begin(club->two);
	outbox_say(club->two, "!hall:x", "next board");
	commit(club->two);
	assert_int_equal(poll(&news, 1, 60000), 1);
	source.dispatch(source.self);
	assert_int_equal(poll(&news, 1, 0), 0);
	assert_int_equal(source.timeout(source.self), 0);
	assert_true(bot_store_others_changed(club->one));
	assert_int_equal(source.timeout(source.self), -1);
	assert_int_equal(count_changed(club->one), 1);
}

/* The note came with the answer to another question, so the descriptor is not readable. */
static void test_note_that_came_with_an_answer_is_not_lost(void **state)
{
	const struct club *club = need(state);
	const struct bot_loop_source source = bot_store_loop_source(club->one);

	begin(club->one);
	outbox_say(club->one, "!hall:x", "board");
	commit(club->one);
	(void)count_changed(club->one);
	begin(club->two);
	outbox_say(club->two, "!hall:x", "next board");
	commit(club->two);
	begin(club->one);
	commit(club->one);
	(void)bot_store_others_changed(club->one);
	assert_int_equal(source.timeout(source.self), 0);
	assert_int_equal(count_changed(club->one), 1);
}

/* The other process may be sending the first row of a lane, but no later one. */
static void test_edit_replaces_an_edit_of_another_account_that_surely_waits(void **state)
{
	const struct club *club = need(state);
	int64_t post;

	begin(club->one);
	post = outbox_say(club->one, "!hall:x", "board 1");
	outbox_sent(club->one, "board 1", "$1");
	outbox_edit(club->one, "!hall:x", post, "board 2");
	commit(club->one);
	begin(club->two);
	outbox_edit(club->two, "!hall:x", post, "board 3");
	outbox_edit(club->two, "!hall:x", post, "board 4");
	commit(club->two);
	assert_int_equal(sql_number(club->one, "SELECT count(*) FROM outbox"), 2);
	begin(club->one);
	outbox_sent(club->one, "board 2", "$2");
	assert_string_equal(outbox_look(club->one).head[0].body, "board 4");
	commit(club->one);
}

static void make_room(struct bot_store *store, const char *user, const char *room)
{
	begin(store);
	assert_int_equal(bot_store_set_private_room(store, user, room), BOT_OK);
	commit(store);
}

static void test_private_room_is_of_one_account(void **state)
{
	const struct club *club = need(state);
	struct bot_letter letter = to_ann("hand");
	char room[BOT_ID_SIZE];
	bool elsewhere;

	make_room(club->one, ANN, "!private:x");
	begin(club->two);
	assert_int_equal(bot_store_private_room(club->two, ANN, room), BOT_OK);
	assert_string_equal(room, "!private:x");
	assert_int_equal(bot_store_is_private_elsewhere(club->two, ANN, &elsewhere), BOT_OK);
	assert_true(elsewhere);
	add(club->two, &letter);
	/* Only the account that is in the room can leave it. */
	add(club->two, &(struct bot_letter){.kind = BOT_OUT_LEAVE, .to = "!private:x"});
	commit(club->two);
	assert_int_equal(outbox_waiting(club->two), 0);
	begin(club->one);
	assert_int_equal(outbox_waiting(club->one), 2);
	assert_int_equal(bot_store_is_private_elsewhere(club->one, ANN, &elsewhere), BOT_OK);
	assert_false(elsewhere);
	commit(club->one);
	/* What waits goes along to a new room with the other account. */
	make_room(club->two, ANN, "!other:x");
	assert_int_equal(outbox_waiting(club->two), 1);
}

static int64_t add_match(struct bot_store *store, const char *room, int64_t due)
{
	struct bot_match match = memory_store_challenge(room, ANN, "@bob:x");

	assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
	assert_int_equal(bot_store_timer_set(store, match.id, BOT_TIMER_CHALLENGE, due), BOT_OK);
	return match.id;
}

static int64_t next_match(struct bot_store *store)
{
	enum bot_timer timer;
	int64_t match = 0, due;
	enum bot_error error = bot_store_timer_next(store, &match, &timer, &due);

	assert_true(error == BOT_OK || error == BOT_NOT_FOUND);
	return match;
}

static void host(struct bot_store *store, const char *room, const char *expected)
{
	char user[BOT_ID_SIZE];

	assert_int_equal(bot_store_room_host(store, room, user), BOT_OK);
	assert_string_equal(user, expected);
}

static void test_timers_are_of_the_account_in_the_room(void **state)
{
	const struct club *club = need(state);
	int64_t hall, salle, due = 0;

	begin(club->one);
	host(club->one, "!hall:x", "");
	hall = add_match(club->one, "!hall:x", 1000);
	assert_int_equal(next_match(club->one), hall);
	commit(club->one);
	begin(club->two);
	assert_int_equal(next_match(club->two), 0);
	host(club->two, "!salle:x", "");
	salle = add_match(club->two, "!salle:x", 2000);
	assert_int_equal(next_match(club->two), salle);
	/* A time in which only this account was away delays only its own timers. */
	assert_int_equal(bot_store_delay(club->two, 500), BOT_OK);
	assert_int_equal(bot_store_timer_get(club->two, salle, BOT_TIMER_CHALLENGE, &due), BOT_OK);
	assert_int_equal(due, 2500);
	assert_int_equal(bot_store_timer_get(club->two, hall, BOT_TIMER_CHALLENGE, &due), BOT_OK);
	assert_int_equal(due, 1000);
	commit(club->two);
	begin(club->one);
	assert_int_equal(next_match(club->one), hall);
	commit(club->one);
}

static void test_room_of_two_accounts_has_one_host(void **state)
{
	const struct club *club = need(state);
	int64_t post;

	begin(club->one);
	host(club->one, "!hall:x", "");
	post = outbox_say(club->one, "!hall:x", "board");
	outbox_sent(club->one, "board", "$1");
	outbox_edit(club->one, "!hall:x", post, "next board");
	commit(club->one);
	begin(club->two);
	host(club->two, "!hall:x", ONE);
	assert_int_equal(bot_store_host_left(club->two, "!hall:x", ANN), BOT_OK);
	host(club->two, "!hall:x", ONE);
	assert_int_equal(bot_store_host_left(club->two, "!hall:x", ONE), BOT_OK);
	host(club->two, "!hall:x", "");
	assert_int_equal(outbox_waiting(club->two), 1);
	commit(club->two);
	begin(club->one);
	host(club->one, "!hall:x", TWO);
	assert_int_equal(outbox_waiting(club->one), 0);
	commit(club->one);
	/* Nobody can edit what the old host has sent. */
	assert_int_equal(
		sql_number(club->one, "SELECT count(*) FROM posts WHERE event IS NOT NULL"), 0);
}

/* No other account does anything in between that would make this one look again. */
static void test_next_host_runs_what_the_room_has_planned(void **state)
{
	const struct club *club = need(state);
	struct bot_weekly_night weekly = {.room = "!hall:x",
		.organiser = ANN,
		.event = "$e",
		.rules = {.round = {EG_BASIC, EG_FINAL_POSITION}, .touches = 3, .first = EG_NOBODY},
		.clock = BOT_CLOCK_MIN,
		.starts = 5000,
		.due = 4000};
	struct bot_competition night = {.room = "!hall:x",
		.starts = 5000,
		.due = 4000,
		.rules = weekly.rules,
		.clock = BOT_CLOCK_MIN,
		.secret = "secret",
		.event = "$e"};
	enum bot_competition_kind kind;
	char room[BOT_ID_SIZE];
	int64_t id, due;

	begin(club->one);
	host(club->one, "!hall:x", "");
	assert_int_equal(bot_weekly_night_save(club->one, &weekly), BOT_OK);
	assert_int_equal(bot_competition_add(club->one, &night), BOT_OK);
	commit(club->one);
	begin(club->two);
	assert_int_equal(bot_weekly_night_next(club->two, room, &due), BOT_NOT_FOUND);
	assert_int_equal(bot_competition_next(club->two, &id, &kind, &due), BOT_NOT_FOUND);
	assert_int_equal(bot_store_host_left(club->two, "!hall:x", ONE), BOT_OK);
	host(club->two, "!hall:x", "");
	assert_int_equal(bot_weekly_night_next(club->two, room, &due), BOT_OK);
	assert_string_equal(room, "!hall:x");
	assert_int_equal(bot_competition_next(club->two, &id, &kind, &due), BOT_OK);
	assert_int_equal(id, night.id);
	commit(club->two);
}

static void test_time_of_the_club_only_grows(void **state)
{
	const struct club *club = need(state);

	begin(club->one);
	int64_t before = bot_store_club_time(club->one);
	assert_int_equal(bot_store_set_club_time(club->one, before + 5000), BOT_OK);
	commit(club->one);
	begin(club->two);
	assert_int_equal(bot_store_club_time(club->two), before + 5000);
	assert_int_equal(bot_store_set_club_time(club->two, before), BOT_OK);
	commit(club->two);
	begin(club->one);
	assert_int_equal(bot_store_club_time(club->one), before + 5000);
	commit(club->one);
}

static void test_person_is_erased_from_all_accounts(void **state)
{
	const struct club *club = need(state);
	bool again;

	make_room(club->one, ANN, "!private:x");
	begin(club->two);
	assert_int_equal(bot_store_numbered(club->two, ANN, "stream", 1, &again), BOT_OK);
	commit(club->two);
	begin(club->one);
	assert_int_equal(bot_store_person_erase(club->one, ANN, "erased-1"), BOT_OK);
	commit(club->one);
	begin(club->two);
	assert_int_equal(sql_number(club->two, "SELECT count(*) FROM streams"), 0);
	assert_int_equal(
		sql_number(club->two, "SELECT count(*) FROM lane_accounts WHERE lane = '" ANN "'"),
		0);
	bot_store_rollback(club->two);
}

static void test_account_can_be_removed(void **state)
{
	struct club *club = need(state);
	struct bot_letter letter = to_ann("hand");
	char room[BOT_ID_SIZE];

	make_room(club->two, ANN, "!private:x");
	begin(club->two);
	host(club->two, "!hall:x", "");
	outbox_say(club->two, "!hall:x", "board");
	commit(club->two);
	bot_store_close(club->two);
	club->two = NULL;
	sql_run(club->one, "SELECT drop_account('" TWO "')");
	begin(club->one);
	assert_false(bot_store_is_shared(club->one));
	assert_int_equal(bot_store_private_room(club->one, ANN, room), BOT_NOT_FOUND);
	host(club->one, "!hall:x", "");
	add(club->one, &letter);
	assert_int_equal(outbox_waiting(club->one), 2);
	commit(club->one);
}

/* Adds one to a rating in a transaction of its own. */
static void *add_one(void *store)
{
	struct bot_rating rating;

	if (bot_store_begin(store) || bot_rating_get(store, NULL, ANN, &rating))
		return store;
	rating.played++;
	return bot_rating_set(store, NULL, ANN, &rating) || bot_store_commit(store) ? store : NULL;
}

/* Neither reads what the other one is about to change, so no change is lost. */
static void test_transactions_of_two_accounts_run_one_after_the_other(void **state)
{
	const struct club *club = need(state);
	struct bot_rating rating = {.glicko = {1600, 100, 0.06}, .played = 1};
	void *failed = NULL;
	pthread_t other;

	begin(club->one);
	assert_int_equal(bot_rating_set(club->one, NULL, ANN, &rating), BOT_OK);
	commit(club->one);
	begin(club->one);
	assert_int_equal(bot_rating_get(club->one, NULL, ANN, &rating), BOT_OK);
	assert_int_equal(pthread_create(&other, NULL, add_one, club->two), 0);
	while (sql_number(club->one, "SELECT count(*) FROM pg_locks WHERE NOT granted") == 0)
		continue;
	rating.played++;
	assert_int_equal(bot_rating_set(club->one, NULL, ANN, &rating), BOT_OK);
	commit(club->one);
	assert_int_equal(pthread_join(other, &failed), 0);
	assert_null(failed);
	begin(club->one);
	assert_int_equal(bot_rating_get(club->one, NULL, ANN, &rating), BOT_OK);
	assert_int_equal(rating.played, 3);
	commit(club->one);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_each_account_has_one_process),
		TEST(test_what_belongs_to_people_is_shared_at_once),
		TEST(test_values_and_handled_events_are_of_one_account),
		TEST(test_values_of_each_account_can_be_visited),
		TEST(test_row_goes_to_the_account_of_its_room),
		TEST(test_account_speaks_alone_in_the_room_of_another),
		TEST(test_row_wakes_the_process_of_its_account),
		TEST(test_note_that_came_with_an_answer_is_not_lost),
		TEST(test_edit_replaces_an_edit_of_another_account_that_surely_waits),
		TEST(test_private_room_is_of_one_account),
		TEST(test_timers_are_of_the_account_in_the_room),
		TEST(test_room_of_two_accounts_has_one_host),
		TEST(test_next_host_runs_what_the_room_has_planned),
		TEST(test_time_of_the_club_only_grows),
		TEST(test_person_is_erased_from_all_accounts),
		TEST(test_account_can_be_removed),
		TEST(test_transactions_of_two_accounts_run_one_after_the_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
	return 77;
}
#endif
