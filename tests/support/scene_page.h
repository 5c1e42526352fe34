/* The web page in a scene: its set-up, and the JSON of its states. */
#ifndef TESTS_SUPPORT_SCENE_PAGE_H
#define TESTS_SUPPORT_SCENE_PAGE_H

#include "tests/support/scene.h"

#include <jansson.h>

#define PAGE "https://page.test/engarde/"

/* Set-up for cmocka: the state is a scene in which the bot has a web page at PAGE. */
int scene_setup_page(void **state);

/* Reads a state's text, which must be valid JSON, and frees it. The caller calls json_decref. */
json_t *scene_parse(char *text);

/* Makes the text of a user's table, or of a room's board, in one line. The caller frees it. */
char *scene_table_text(struct scene *scene, const char *user);
char *scene_board_text(struct scene *scene, const char *room);

/* Makes the table of a user, or the board of ROOM. The caller calls json_decref. */
json_t *scene_table(struct scene *scene, const char *user);
json_t *scene_board(struct scene *scene);

/* Returns how many matches a table or board has. */
size_t scene_count_shown(const json_t *state);

/* Returns a match of a table or board, from 0. It is a part of the state. */
json_t *scene_shown(const json_t *state, size_t i);

/* Asserts that a field of a JSON object has a value, which is written as JSON. */
void scene_assert_field(const json_t *object, const char *key, const char *value);

/* Asserts that a field of a match in the user's table has a value, which is written as JSON. */
void scene_assert_table(
	struct scene *scene, const char *user, size_t match, const char *key, const char *value);

/* Fails because a field has another value than it should, or is missing. */
void scene_fail_field(const char *key, const json_t *is, const json_t *want);

#endif
