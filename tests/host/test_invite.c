/* The command "invite": a link that leads people into the room. */
#include "tests/support/scene_talk.h"

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

SCENE_TEST(test_link_leads_into_the_room)
{
	scene->port.link = link_to;
	scene_ask_in(
		scene, ROOM, ANN, "!eg invite", "Join us: https://example.org/#/" ROOM " – then");
	scene_ask(scene, ANN, "invite", "!engarde invite");
}

SCENE_TEST(test_platform_without_links_gets_words)
{
	scene->port.link = NULL;
	scene_ask_in(scene, ROOM, ANN, "!eg invite", "Tell people the address of this room");
	scene->port.link = link_nowhere;
	scene_ask_in(scene, ROOM, ANN, "!eg einladen", "Tell people the address of this room");
}
