/* The command "invite": a link that leads people into the room. */
#include "tests/support/cmocka.h"
#include "tests/support/scene.h"

#include <stdio.h>

static bool link_to(void *self, const char *id, char url[BOT_URL_SIZE])
{
	(void)self;
	snprintf(url, BOT_URL_SIZE, "https://example.org/#/%s", id);
	return true;
}

static bool link_nowhere(void *self, const char *id, char url[BOT_URL_SIZE])
{
	(void)self;
	(void)id;
	(void)url;
	return false;
}

static void test_link_leads_into_the_room(void **state)
{
	struct scene *scene = *state;

	scene->port.link = link_to;
	scene_say(scene, ROOM, ANN, "!eg invite");
	scene_assert_answer(scene, ROOM, "Join us: https://example.org/#/" ROOM " – then");
	scene_tell(scene, ANN, "invite");
	scene_assert_answer(scene, ANN, "!engarde invite");
}

static void test_platform_without_links_gets_words(void **state)
{
	struct scene *scene = *state;

	scene->port.link = NULL;
	scene_say(scene, ROOM, ANN, "!eg invite");
	scene_assert_answer(scene, ROOM, "Tell people the address of this room");
	scene->port.link = link_nowhere;
	scene_say(scene, ROOM, ANN, "!eg einladen");
	scene_assert_answer(scene, ROOM, "Tell people the address of this room");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, scene_setup, scene_teardown)
		TEST(test_link_leads_into_the_room),
		TEST(test_platform_without_links_gets_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
