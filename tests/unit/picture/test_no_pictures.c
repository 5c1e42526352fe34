/*
 * Tests that the bot goes on without the module that draws pictures, and logs once that the module
 * is missing.
 */
#include "bot/picture/picture.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool draw(struct bot_picture *picture)
{
	const struct bot_cast cast = {.id = 1, .name = {"Ann", "Bob"}, .with_id = {"Ann", "Bob"}};
	const struct eg_match_view view = {0};

	return bot_picture_draw(&bot_langs[0], &cast, &view, true, picture);
}

UNIT_TEST(test_missing_module_is_logged_once)
{
	int before = dup(STDERR_FILENO);
	FILE *log = tmpfile();
	struct bot_picture picture = {0};
	char line[1024], more[8];

	assert_non_null(log);
	assert_true(before >= 0 && dup2(fileno(log), STDERR_FILENO) >= 0);
	bool first = draw(&picture), second = draw(&picture);
	assert_true(dup2(before, STDERR_FILENO) >= 0 && close(before) == 0);
	assert_false(first);
	assert_false(second);
	assert_null(picture.data);
	rewind(log);
	assert_non_null(fgets(line, sizeof(line), log));
	assert_non_null(strstr(line, "event=no_pictures"));
	assert_non_null(strstr(line, "nowhere.so"));
	assert_null(fgets(more, sizeof(more), log));
	fclose(log);
}
