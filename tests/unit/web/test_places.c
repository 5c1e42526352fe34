/* Tests who gets a place for a live stream when all places are taken. */
#include "adapters/web/places.h"
#include "bot/base/memory.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>

#define PLACES 6

struct hall {
	struct web_live live;
	struct web_view view[PLACES];
	struct web_follower follower[PLACES];
	unsigned views;
};

static void on_closed(void *self)
{
	(void)self;
}

static struct bot_web_player player(bool plays, const char *site)
{
	struct bot_web_player player = {.plays = plays};

	snprintf(player.site, sizeof(player.site), "%s", site);
	return player;
}

/* Opens the table of one more user. */
static void open_table(struct hall *hall, bool plays, const char *site)
{
	struct web_view *view = &hall->view[hall->views];
	struct web_follower *follower = &hall->follower[hall->views++];

	*view = (struct web_view){.next = hall->live.first,
		.kind = WEB_STATE_TABLE,
		.player = player(plays, site),
		.first = follower,
		.open = 1};
	*follower = (struct web_follower){
		.live = &hall->live, .view = view, .stream = http_stream_create(on_closed, NULL)};
	hall->live.first = view;
	hall->live.open[WEB_TABLES]++;
}

static int setup(void **state)
{
	struct hall *hall = bot_calloc(1, sizeof(*hall));

	hall->live.most[WEB_TABLES] = PLACES;
	*state = hall;
	return 0;
}

static int teardown(void **state)
{
	struct hall *hall = *state;

	for (unsigned i = 0; i < hall->views; i++)
		http_stream_destroy(hall->follower[i].stream);
	free(hall);
	return 0;
}

/* Asks for a place, and returns whose table ends for it: PLACES if there is no place. */
static unsigned take(struct hall *hall, bool plays, const char *site)
{
	const struct bot_web_player new = player(plays, site);

	if (!web_places_make_room(&hall->live, WEB_TABLES, 0, &new))
		return PLACES;
	unsigned i = 0;
	while (!hall->follower[i].ended)
		i++;
	return i;
}

UNIT_TEST_FROM(setup, teardown, test_player_takes_the_oldest_place_of_somebody_without_a_match)
{
	struct hall *hall = *state;

	open_table(hall, true, "evil");
	for (unsigned i = 1; i < PLACES; i++)
		open_table(hall, false, "test");
	assert_int_equal(take(hall, true, "test"), 1);
}

UNIT_TEST_FROM(setup, teardown, test_nobody_without_a_match_takes_the_place_of_a_player)
{
	struct hall *hall = *state;

	for (unsigned i = 0; i < PLACES; i++)
		open_table(hall, true, "evil");
	hall->view[3].open = 4; /* not even a place of one who has several */
	assert_int_equal(take(hall, false, "test"), PLACES);
}

/* Accounts of one server that play matches with each other leave room for others. */
UNIT_TEST_FROM(setup, teardown, test_site_with_the_most_tables_makes_room)
{
	struct hall *hall = *state;

	open_table(hall, true, "test");
	for (unsigned i = 1; i < PLACES; i++)
		open_table(hall, true, "evil");
	assert_int_equal(take(hall, true, "test"), 1);
}

UNIT_TEST_FROM(setup, teardown, test_sites_with_equal_parts_keep_them)
{
	struct hall *hall = *state;

	for (unsigned i = 0; i < PLACES; i++)
		open_table(hall, true, i % 2 ? "one" : "two");
	assert_int_equal(take(hall, true, "one"), PLACES);
}
