#include "tests/support/scene_page.h"

#include "bot/table/table_view.h"

#include <stdlib.h>
#include <string.h>

int scene_setup_page(void **state)
{
	static char url[] = PAGE, listen[] = "127.0.0.1:8010";
	struct scene *scene = scene_create(7);

	scene->config.web = (struct cfg_web){.listen = listen, .url = url};
	*state = scene;
	return 0;
}

json_t *scene_parse(char *text)
{
	json_error_t error;
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);

	if (!json)
		fail_msg("%s in %s", error.text, text);
	free(text);
	return json;
}

char *scene_table_text(struct scene *scene, const char *user)
{
	char *text = NULL;

	assert_int_equal(bot_table_of_user(scene->host, user, &text), BOT_OK);
	assert_null(strchr(text, '\n'));
	return text;
}

char *scene_board_text(struct scene *scene, const char *room)
{
	char *text = NULL;

	assert_int_equal(bot_table_of_room(scene->host, room, &text), BOT_OK);
	assert_null(strchr(text, '\n'));
	return text;
}

json_t *scene_table(struct scene *scene, const char *user)
{
	return scene_parse(scene_table_text(scene, user));
}

json_t *scene_board(struct scene *scene)
{
	return scene_parse(scene_board_text(scene, ROOM));
}

size_t scene_count_shown(const json_t *state)
{
	return json_array_size(json_object_get(state, "matches"));
}

json_t *scene_shown(const json_t *state, size_t i)
{
	json_t *match = json_array_get(json_object_get(state, "matches"), i);

	assert_non_null(match);
	return match;
}

void scene_fail_field(const char *key, const json_t *is, const json_t *want)
{
	fail_msg("%s is %s, not %s", key,
		is ? json_dumps(is, JSON_ENCODE_ANY | JSON_COMPACT) : "missing",
		json_dumps(want, JSON_ENCODE_ANY | JSON_COMPACT));
}

void scene_assert_field(const json_t *object, const char *key, const char *value)
{
	json_t *want = json_loads(value, JSON_DECODE_ANY, NULL), *is = json_object_get(object, key);

	assert_non_null(want);
	if (!json_equal(is, want))
		scene_fail_field(key, is, want);
	json_decref(want);
}

void scene_assert_table(
	struct scene *scene, const char *user, size_t match, const char *key, const char *value)
{
	json_t *whole = scene_table(scene, user);

	scene_assert_field(scene_shown(whole, match), key, value);
	json_decref(whole);
}
