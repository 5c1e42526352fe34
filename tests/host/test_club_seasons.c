/* Seasons in a club with two accounts, which share a store in PostgreSQL. */
#include "bot/store/accounts.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"
#include "tests/support/scene_season.h"
#include "tests/support/test_store.h"

#ifdef ENGARDE_POSTGRESQL
#include "bot/store/postgresql/server_store.h"

#include <stdlib.h>
#include <string.h>

#define F0 "@f0:test"

struct club {
	struct bot_store *store[2];
	struct scene *scene[2]; /* of each account */
};

static void open_club(struct club *club)
{
	assert_int_equal(test_store_open(&club->store[0]), BOT_OK);
	char *url = strdup(((struct bot_server_store *)club->store[0])->url);

	bot_store_close(club->store[0]);
	assert_int_equal(bot_store_open_as(url, "@one:x", &club->store[0]), BOT_OK);
	assert_int_equal(bot_store_open_as(url, "@two:x", &club->store[1]), BOT_OK);
	free(url);
	for (size_t i = 0; i < 2; i++)
		club->scene[i] = scene_create_in(club->store[i], i + 1);
}

static void close_club(struct club *club)
{
	for (size_t i = 0; i < 2; i++) {
		scene_destroy(club->scene[i]);
		bot_store_close(club->store[i]);
	}
}

/* F0 writes to the second account, which hosts no season. */
static void forget_me(struct club *club)
{
	struct scene *second = club->scene[1];

	second->now = club->scene[0]->now;
	second->steady = club->scene[0]->steady;
	second->events = club->scene[0]->events + 1; /* the store knows the earlier ones */
	scene_tell(second, F0, "forget me");
	scene_tell(second, F0, "yes");
}

/* Counts the entrants who take part and have no user id. */
static size_t count_ghosts(struct scene *scene)
{
	struct bot_night *season = scene_load_season(scene);
	size_t count = 0;

	for (size_t i = 0; i < season->entrants; i++)
		count += season->entrant[i].user[0] != '@' &&
			 bot_entrant_takes_part(&season->entrant[i]);
	free(season);
	return count;
}

static void test_forgotten_fencer_withdraws_from_the_season_of_another_account(void **state)
{
	struct club club;

	(void)state;
	if (!test_store_is_server())
		skip();
	open_club(&club);
	scene_begin_season(club.scene[0], "4w to 1", 5);
	forget_me(&club);
	scene_wait(club.scene[0], MINUTE);
	assert_int_equal(count_ghosts(club.scene[0]), 0);
	struct bot_night *season = scene_load_season(club.scene[0]);
	assert_null(bot_night_find(season, F0));
	assert_int_equal(bot_night_count(season, BOT_ENTRANT_WITHDRAWN), 1);
	for (size_t i = 0; i < season->bouts; i++)
		assert_true(season->bout[i].state != BOT_BOUT_FENCED ||
			    (bot_night_is_present(season, season->bout[i].entrant[0]) &&
				    bot_night_is_present(season, season->bout[i].entrant[1])));
	free(season);
	close_club(&club);
}

static void test_forgotten_person_leaves_the_sign_up_of_another_account(void **state)
{
	struct club club;

	(void)state;
	if (!test_store_is_server())
		skip();
	open_club(&club);
	scene_open_season(club.scene[0], "4w to 1", 4);
	forget_me(&club);
	struct bot_night *season = scene_load_season(club.scene[0]);
	assert_int_equal(season->entrants, 3);
	free(season);
	scene_say(club.scene[0], ROOM, EVE, "!eg season start yes");
	scene_wait(club.scene[0], MINUTE);
	assert_int_equal(count_ghosts(club.scene[0]), 0);
	close_club(&club);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			test_forgotten_fencer_withdraws_from_the_season_of_another_account),
		cmocka_unit_test(test_forgotten_person_leaves_the_sign_up_of_another_account),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
	return 77;
}
#endif
