/* The host's time in a club with two accounts, which share a store in PostgreSQL. */
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"
#include "tests/support/test_store.h"

#include "bot/host/host.h"
#include "bot/store/accounts.h"
#include "config/config.h"

#ifdef ENGARDE_POSTGRESQL
#include "bot/store/postgresql/server_store.h"

#include <stdlib.h>
#include <string.h>

#define STEP 20000 /* milliseconds between two calls of a host */

static int64_t passed; /* of the steady clock */

static int64_t read_clock(void *self)
{
	(void)self;
	return 1700000000000 + passed;
}

static void fill(void *self, void *out, size_t size)
{
	(void)self;
	memset(out, (int)(passed % 251), size);
}

static bool moderates(void *self, const char *room, const char *user)
{
	(void)self;
	(void)room;
	(void)user;
	return false;
}

static const struct bot_port port = {
	.now = read_clock, .steady = read_clock, .random = fill, .moderates = moderates};

static void call(struct bot_store *store, struct bot_host *host)
{
	int64_t next;

	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_host_run_timers(host, &next), BOT_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
}

static int64_t due_of(struct bot_store *store, int64_t match)
{
	int64_t due = 0;

	assert_int_equal(bot_store_timer_get(store, match, BOT_TIMER_CHALLENGE, &due), BOT_OK);
	return due;
}

/* Makes a challenge in a room that this account hosts. */
static int64_t challenge(struct bot_store *store, const char *room, int64_t due)
{
	struct bot_match match = memory_store_challenge(room, "@ann:x", "@bob:x");
	char user[BOT_ID_SIZE];

	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_int_equal(bot_store_room_host(store, room, user), BOT_OK);
	assert_int_equal(bot_store_match_add(store, &match), BOT_OK);
	assert_int_equal(bot_store_timer_set(store, match.id, BOT_TIMER_CHALLENGE, due), BOT_OK);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	return match.id;
}

static void open_two(struct bot_store **one, struct bot_store **two)
{
	assert_int_equal(test_store_open(one), BOT_OK);
	char *url = strdup(((struct bot_server_store *)*one)->url);
	bot_store_close(*one);
	assert_int_equal(bot_store_open_as(url, "@one:x", one), BOT_OK);
	assert_int_equal(bot_store_open_as(url, "@two:x", two), BOT_OK);
	free(url);
}

/* The players in the rooms of the other account go on meanwhile. */
static void test_players_lose_no_time_while_their_account_is_away(void **state)
{
	const int64_t due = read_clock(NULL) + 1000000;
	struct bot_store *one = NULL, *two = NULL;
	struct cfg *config;

	(void)state;
	if (!test_store_is_server())
		skip();
	assert_int_equal(cfg_defaults(&config), 0);
	open_two(&one, &two);
	struct bot_host *first = bot_host_create(one, &port, config);
	struct bot_host *second = bot_host_create(two, &port, config);
	call(one, first);
	call(two, second);
	int64_t hall = challenge(one, "!hall:x", due), salle = challenge(two, "!salle:x", due);

	bot_host_destroy(first);
	for (int i = 0; i < 3; i++) {
		passed += STEP;
		call(two, second);
	}
	first = bot_host_create(one, &port, config);
	call(one, first);
	assert_int_equal(due_of(one, hall), due + INT64_C(3) * STEP);
	assert_int_equal(due_of(one, salle), due);
	/* Both have the same time now, and nothing is delayed again. */
	passed += STEP;
	call(two, second);
	call(one, first);
	assert_int_equal(due_of(one, hall), due + INT64_C(3) * STEP);
	assert_int_equal(due_of(two, salle), due);
	bot_host_destroy(first);
	bot_host_destroy(second);
	bot_store_close(one);
	bot_store_close(two);
	cfg_destroy(config);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_players_lose_no_time_while_their_account_is_away)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
	return 77;
}
#endif
