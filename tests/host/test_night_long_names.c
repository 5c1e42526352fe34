/* The sheets of the largest club night, with the longest names: nothing that people need is cut. */
#include "bot/competition/sheet.h"
#include "tests/support/cmocka.h"
#include "tests/support/scene_night.h"

#include <stdlib.h>
#include <string.h>

/* Stores a night of 64 fencers, whose names have the greatest length and characters of 3 bytes. */
static struct bot_contest *store_night(struct scene *scene)
{
	char name[BOT_NAME_SIZE] = "";

	for (size_t at = 0; at + 4 < sizeof(name); at += 3)
		memcpy(name + at, "\xE4\xB8\x80", 4); /* U+4E00 */
	scene_store_night(scene, 64, name);
	return scene_load_night(scene);
}

static void write_sheet(struct scene *scene, struct bot_contest *night, struct bot_page *page)
{
	SCENE_HOST(scene, bot_page_init(page, bot_language_of_room(scene->host, ROOM)));
	SCENE_HOST(scene, bot_sheet_add(scene->host, &bot_night_kind, night, NULL, page));
}

static size_t count(const char *text, const char *part)
{
	size_t found = 0;

	for (const char *at = text; (at = strstr(at, part)); at++)
		found++;
	return found;
}

/* The pools, which are over, come last: what does not fit is theirs. */
SCENE_TEST(test_results_have_all_bouts_of_the_tableau)
{
	struct bot_contest *night = store_night(scene);
	struct bot_page page;

	write_sheet(scene, night, &page);
	assert_int_equal(count(page.body.data, "\xE2\x80\x93 "), 63); /* en dashes */
	free(night);
}

/* While the pools are fenced, the bouts of the moment come last. */
SCENE_TEST(test_pools_have_all_bouts_of_the_moment)
{
	struct bot_contest *night = store_night(scene);
	struct bot_page page;

	night->competition.stage = BOT_STAGE_POOLS;
	while (night->bout[night->bouts - 1].round > 0)
		night->bouts--;
	for (size_t i = 0; i < 20; i++)
		night->bout[i].state = BOT_BOUT_FENCED;
	write_sheet(scene, night, &page);
	assert_false(page.body.cut);
	assert_false(page.html.cut);
	free(night);
}
