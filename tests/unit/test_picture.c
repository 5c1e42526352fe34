/* Tests that the picture of the board is a valid PNG, and shows what the view contains. */
#include "bot/picture/picture.h"

#include <cairo.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* Where the picture shows a fencer's head, the piste, and the blade of an attack: in pixels from
 * the top. */
#define HEAD  (192 - 5 - 73)
#define PISTE (192 + 2)
#define BLADE (192 - 5 - 54)

#define PAPER 0xF8F5EBU
#define INK   0x21262EU
#define WHITE 0xFFFFFFU
#define RED   0xBA1F1AU

/* After +4 +4 +3 +4 White holds 1 2 5 5 5, Black holds 1 3 4 5 5, and the distance is 7. */
static const uint8_t deck[EG_DECK] = {
	5, 5, 5, 4, 3, 5, 5, 4, 4, 4, 1, 1, 2, 3, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4};

static int column(unsigned space)
{
	return (int)(20 + 760.0 / 23 * (space - 0.5));
}

struct source {
	const struct bot_picture *picture;
	size_t at;
};

static cairo_status_t read_png(void *self, unsigned char *data, unsigned length)
{
	struct source *source = self;

	if (source->picture->size - source->at < length)
		return CAIRO_STATUS_READ_ERROR;
	memcpy(data, source->picture->data + source->at, length);
	source->at += length;
	return CAIRO_STATUS_SUCCESS;
}

/* Draws a match with `deck` after these actions. `white` is the name of White. */
static cairo_surface_t *draw(const char *actions, const char *white, bool open)
{
	struct eg_match_rules rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 1, EG_WHITE};
	struct bot_cast cast = {.id = 12, .name = {white, "Bob"}, .with_id = {white, "Bob"}};
	struct bot_picture picture = {0};
	struct source source = {&picture, 0};
	struct eg_match match;
	struct eg_match_view view;

	assert_int_equal(eg_match_init(&match, &rules), EG_OK);
	assert_int_equal(eg_match_deal(&match, deck), EG_OK);
	while (*actions) {
		size_t length = strcspn(actions, " ");
		struct eg_action action;

		assert_int_equal(eg_action_parse(actions, length, &action), EG_OK);
		assert_int_equal(eg_match_play(&match, action), EG_OK);
		actions += length + (actions[length] == ' ');
	}
	eg_match_view(&match, EG_NOBODY, &view);
	assert_true(bot_picture_draw(&bot_langs[0], &cast, &view, open, &picture));
	cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_png, &source);
	assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
	assert_int_equal(cairo_image_surface_get_format(surface), CAIRO_FORMAT_RGB24);
	assert_int_equal(cairo_image_surface_get_width(surface), BOT_PICTURE_WIDTH);
	assert_int_equal(cairo_image_surface_get_height(surface), BOT_PICTURE_HEIGHT);
	bot_picture_finish(&picture);
	assert_null(picture.data);
	return surface;
}

static uint32_t pixel(cairo_surface_t *surface, int x, int y)
{
	uint32_t value;

	memcpy(&value,
		cairo_image_surface_get_data(surface) +
			y * cairo_image_surface_get_stride(surface) + x * 4,
		sizeof(value));
	return value & 0xFFFFFFU;
}

/* Counts the pixels of a colour in one line, from x = `from` up to, but not including, `to`. */
static unsigned count(cairo_surface_t *surface, int from, int to, int y, uint32_t colour)
{
	unsigned found = 0;

	for (int x = from; x < to; x++)
		found += pixel(surface, x, y) == colour;
	return found;
}

static void assert_fencers(cairo_surface_t *surface, unsigned white, unsigned black)
{
	for (unsigned space = 1; space <= EG_SPACES; space++) {
		uint32_t head = space == white ? WHITE : space == black ? INK : PAPER;
		uint32_t piste = pixel(surface, column(space), PISTE);

		assert_int_equal(pixel(surface, column(space), HEAD), head);
		if (space == white || space == black)
			assert_int_equal(piste, head);
		else
			assert_true(piste != WHITE && piste != INK && piste != PAPER);
	}
}

static void test_picture_shows_where_the_fencers_are(void **state)
{
	(void)state;
	cairo_surface_t *start = draw("", "Ann", true);
	cairo_surface_t *later = draw("+4 +4 +3 +4", "Ann", true);

	assert_int_equal(pixel(start, 0, 0), PAPER);
	assert_fencers(start, 1, 23);
	assert_fencers(later, 8, 15);
	cairo_surface_destroy(start);
	cairo_surface_destroy(later);
}

static void test_picture_shows_an_attack(void **state)
{
	(void)state;
	cairo_surface_t *before = draw("+4 +4 +3 +4 +2", "Ann", true);
	cairo_surface_t *direct = draw("+4 +4 +3 +4 +2 x55", "Ann", true);
	cairo_surface_t *indirect = draw("+4 +4 +3 +4 +2x55", "Ann", true);
	cairo_surface_t *parried = draw("+4 +4 +3 +4 +2 x55 =", "Ann", true);
	int from = column(11), to = column(14);
	/*
	 * If White advances before an attack, the picture has lines behind White, at the height of
	 * the belt.
	 */
	int behind = column(10) - 45, back = column(10) - 35, belt = 192 - 5 - 40;

	assert_int_equal(count(before, from, to, BLADE, RED), 0);
	assert_true(count(direct, from, to, BLADE, RED) > 40);
	assert_true(count(indirect, from, to, BLADE, RED) > 40);
	assert_int_equal(count(parried, from, to, BLADE, RED), 0);
	assert_int_equal(count(direct, behind, back, belt, RED), 0);
	assert_true(count(indirect, behind, back, belt, RED) > 5);
	cairo_surface_destroy(before);
	cairo_surface_destroy(direct);
	cairo_surface_destroy(indirect);
	cairo_surface_destroy(parried);
}

static bool same(cairo_surface_t *a, cairo_surface_t *b)
{
	size_t size = (size_t)cairo_image_surface_get_stride(a) * BOT_PICTURE_HEIGHT;

	return memcmp(cairo_image_surface_get_data(a), cairo_image_surface_get_data(b), size) == 0;
}

static void test_picture_shows_whether_the_match_goes_on(void **state)
{
	(void)state;
	cairo_surface_t *won = draw("+4 +4 +3 +4 +2 +1 -1 -1 -1 +4", "Ann", true);
	cairo_surface_t *stopped = draw("+4 +4 +3 +4 +2 +1 -1 -1 -1 +4", "Ann", false);

	assert_false(same(won, stopped));
	cairo_surface_destroy(won);
	cairo_surface_destroy(stopped);
}

static void test_picture_with_strange_names(void **state)
{
	static const char *const names[] = {"", "<b>&amp;", "%s%n",
		"\xD9\x85\xD8\xB1\xD8\xAD\xD8\xA8\xD8\xA7", "\xF0\x9F\xA4\xBA",
		"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "a\nb\tc"};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		cairo_surface_t *surface = draw("+4 +4 +3 +4 +2", names[i], true);

		assert_fencers(surface, 10, 15);
		/* A long name covers neither the score nor the margin. */
		for (int y = 0; y < 50; y++)
			assert_int_equal(count(surface, 322, 328, y, PAPER), 6);
		for (int y = 0; y < BOT_PICTURE_HEIGHT; y++)
			assert_int_equal(count(surface, 0, 12, y, PAPER), 12);
		cairo_surface_destroy(surface);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_picture_shows_where_the_fencers_are),
		cmocka_unit_test(test_picture_shows_an_attack),
		cmocka_unit_test(test_picture_shows_whether_the_match_goes_on),
		cmocka_unit_test(test_picture_with_strange_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
