/*
 * Fuzzes what people write. Each line begins with the sender (a, b, e; h is an admin; any other
 * letter is a stranger) and the place (> is the private room, anything else the room); the rest is
 * the text. No outbox row for the room may show a hand, and at the end the host must be able to
 * replay every match.
 */
#include "adapters/matrix/client/id.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/store.h"
#include "tests/support/scene_talk.h"

#include <string.h>

#define LINES 60
#define HOST  "@host:test"

static bool is_inside(void *self, const char *room)
{
	(void)self;
	return strcmp(room, ROOM) == 0;
}

static struct scene *create_scene(uint64_t seed)
{
	struct scene *scene = scene_create_in(fuzz_store(), seed);

	scene_add_admin(scene, HOST);
	scene->port.origin = mx_id_port_origin;
	scene->port.read_origin = mx_id_port_read_origin;
	scene->port.is_inside = is_inside;
	return scene;
}

static const char *sender(char letter)
{
	switch (letter) {
	case 'a':
		return ANN;
	case 'b':
		return BOB;
	case 'e':
		return EVE;
	case 'h':
		return HOST;
	default:
		return "@stranger:elsewhere";
	}
}

static void speak(struct scene *scene, const char *line)
{
	if (strlen(line) < 2)
		return;
	if (line[1] == '>')
		scene_tell(scene, sender(line[0]), line + 2);
	else
		scene_say(scene, ROOM, sender(line[0]), line + 2);
}

static void expect_no_hand_in_rooms(const struct scene *scene)
{
	for (size_t i = 0; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];

		FUZZ_EXPECT(row->private || !strstr(row->body, "Your hand"));
	}
}

static void expect_replay(struct bot_store *store)
{
	struct bot_match_filter filter = {.status = BOT_PLAYING};
	struct bot_match matches[8];
	struct eg_match state;

	size_t count = bot_store_match_find(store, &filter, matches, 8);
	for (size_t i = 0; i < count; i++)
		bot_store_replay(store, &matches[i], &state, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct scene *scene = create_scene(size);
	char *line = text;

	FUZZ_EXPECT(text);
	memcpy(text, data, size);
	text[size] = '\0';
	for (int lines = 0; line && lines < LINES; lines++) {
		char *end = strchr(line, '\n');

		if (end)
			*end = '\0';
		speak(scene, line);
		line = end ? end + 1 : NULL;
	}
	expect_no_hand_in_rooms(scene);
	expect_replay(scene->store);
	scene_destroy(scene);
	free(text);
	return 0;
}
