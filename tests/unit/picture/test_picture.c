/*
 * Tests that the picture of the board is a valid PNG, shows what the view contains, and that its
 * texts are whole, apart from each other and legible.
 * If the environment variable ENGARDE_PICTURES names a folder, the test leaves some of its pictures
 * there, for people who want to look at them.
 */
#include "bot/picture/picture.h"
#include "bot/picture/shapes.h"
#include "bot/text/name.h"
#include "tests/support/cmocka.h"
#include "tests/unit/picture/drawn_text.h"
#include "tests/unit/picture/png.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Heights in the picture, in pixels: a fencer's head, the piste, and the blade of an attack. */
#define FEET  (328 - 5)
#define HEAD  (FEET - 91)
#define PISTE (328 + 11)
#define BLADE (FEET - 68)

/* After +4 +4 +3 +4 White holds 1 2 5 5 5, Black holds 1 3 4 5 5, and the distance is 7. */
static const uint8_t deck[EG_DECK] = {
	5, 5, 5, 4, 3, 5, 5, 4, 4, 4, 1, 1, 2, 3, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4};

static int column(unsigned space)
{
	return (int)(114 + 492.0 / 23 * (space - 0.5));
}

/* Finds a text of the last picture. */
static const struct drawn_text *find_text(const char *wanted)
{
	for (size_t i = 0; i < drawn_texts_count; i++)
		if (strcmp(drawn_text[i].text, wanted) == 0)
			return &drawn_text[i];
	fail_msg("no text %s", wanted);
	return NULL;
}

/* Drawing */

/* What to draw. */
struct order {
	const char *actions;
	const char *white, *black; /* "Ann" and "Bob" if NULL */
	bool closed;               /* the match has ended without a last touch */
	size_t lang;
	uint8_t touches;  /* 1 if 0 */
	const char *file; /* the name under which to leave the picture, or NULL */
};

static void play(const char *actions, uint8_t touches, struct eg_match_view *view)
{
	struct eg_match_rules rules = {{EG_ADVANCED, EG_FINAL_POSITION}, touches, EG_WHITE, {0}};
	struct eg_match match;

	assert_int_equal(eg_match_init(&match, &rules), EG_OK);
	assert_int_equal(eg_match_deal(&match, deck), EG_OK);
	while (*actions) {
		size_t length = strcspn(actions, " ");
		struct eg_action action;

		assert_int_equal(eg_action_parse(actions, length, &action), EG_OK);
		assert_int_equal(eg_match_play(&match, action), EG_OK);
		actions += length + (actions[length] == ' ');
	}
	eg_match_view(&match, EG_NOBODY, view);
}

static cairo_surface_t *draw_view(const struct order *order, const struct eg_match_view *view)
{
	const char *white = order->white ? order->white : "Ann";
	const char *black = order->black ? order->black : "Bob";
	const struct bot_cast cast = {.id = 12, .name = {white, black}, .with_id = {white, black}};
	struct bot_picture picture = {0};

	drawn_texts_count = 0;
	assert_true(
		bot_picture_draw(&bot_langs[order->lang], &cast, view, !order->closed, &picture));
	png_write(order->file, &picture);
	drawn_text_assert_apart(BOT_PICTURE_WIDTH, BOT_PICTURE_HEIGHT);
	cairo_surface_t *surface = png_read(&picture);
	assert_int_equal(cairo_image_surface_get_format(surface), CAIRO_FORMAT_RGB24);
	assert_int_equal(cairo_image_surface_get_width(surface), BOT_PICTURE_WIDTH);
	assert_int_equal(cairo_image_surface_get_height(surface), BOT_PICTURE_HEIGHT);
	free(picture.data);
	return surface;
}

static cairo_surface_t *draw(struct order order)
{
	struct eg_match_view view;

	play(order.actions, order.touches ? order.touches : 1, &view);
	return draw_view(&order, &view);
}

/* Counts the pixels of a colour in one line, from x = `from` up to, but not including, `to`. */
static unsigned count(
	cairo_surface_t *surface, int from, int to, int y, enum bot_shape_colour colour)
{
	unsigned found = 0;

	for (int x = from; x < to; x++)
		found += png_pixel(surface, x, y) == bot_shape_rgb(colour);
	return found;
}

static bool is_beside(unsigned space, unsigned other)
{
	return space + 1 == other || space == other + 1;
}

static void assert_fencers(cairo_surface_t *surface, unsigned white, unsigned black)
{
	for (unsigned space = 1; space <= EG_SPACES; space++) {
		enum bot_shape_colour head = space == white   ? BOT_SHAPE_WHITE
					     : space == black ? BOT_SHAPE_INK
							      : BOT_SHAPE_GROUND;
		uint32_t piste = png_pixel(surface, column(space), PISTE);

		/* beside a head there may be a raised hand */
		if (head != BOT_SHAPE_GROUND ||
			!(is_beside(space, white) || is_beside(space, black)))
			assert_int_equal(
				png_pixel(surface, column(space), HEAD), bot_shape_rgb(head));
		if (space == white || space == black)
			assert_int_equal(piste, bot_shape_rgb(head));
		else
			assert_true(piste == bot_shape_rgb(BOT_SHAPE_STRIP) ||
				    piste == bot_shape_rgb(BOT_SHAPE_STRIP2));
	}
}

UNIT_TEST(test_picture_shows_where_the_fencers_are)
{
	cairo_surface_t *start = draw((struct order){.actions = "", .file = "start"});
	cairo_surface_t *later =
		draw((struct order){.actions = "+4 +4 +3 +4", .touches = 5, .file = "later"});

	assert_int_equal(png_pixel(start, 0, 0), bot_shape_rgb(BOT_SHAPE_GROUND));
	assert_fencers(start, 1, 23);
	assert_fencers(later, 8, 15);
	find_text("8");
	find_text("15");
	find_text("7");
	cairo_surface_destroy(start);
	cairo_surface_destroy(later);
}

UNIT_TEST(test_picture_shows_an_attack)
{
	cairo_surface_t *before = draw((struct order){.actions = "+4 +4 +3 +4 +2"});
	cairo_surface_t *direct =
		draw((struct order){.actions = "+4 +4 +3 +4 +2 x55", .file = "attack"});
	cairo_surface_t *indirect =
		draw((struct order){.actions = "+4 +4 +3 +4 +2x55", .file = "indirect"});
	cairo_surface_t *parried = draw((struct order){.actions = "+4 +4 +3 +4 +2 x55 ="});
	int from = column(11), to = column(14);
	/*
	 * The picture shows an advance before an attack by lines behind White, at the height of the
	 * belt.
	 */
	int behind = column(10) - 58, back = column(10) - 40, belt = FEET - 50;

	assert_int_equal(count(before, from, to, BLADE, BOT_SHAPE_RED), 0);
	assert_true(count(direct, from, to, BLADE, BOT_SHAPE_RED) > 30);
	assert_true(count(indirect, from, to, BLADE, BOT_SHAPE_RED) > 30);
	assert_int_equal(count(parried, from, to, BLADE, BOT_SHAPE_RED), 0);
	assert_int_equal(count(direct, behind, back, belt, BOT_SHAPE_RED), 0);
	assert_true(count(indirect, behind, back, belt, BOT_SHAPE_RED) > 5);
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

UNIT_TEST(test_picture_shows_whether_the_match_goes_on)
{
	static const char actions[] = "+4 +4 +3 +4 +2 +1 -1 -1 -1 +4";

	cairo_surface_t *won = draw((struct order){.actions = actions});
	cairo_surface_t *stopped =
		draw((struct order){.actions = actions, .closed = true, .file = "stopped"});

	assert_false(same(won, stopped));
	cairo_surface_destroy(won);
	cairo_surface_destroy(stopped);
}

UNIT_TEST(test_picture_shows_strange_names)
{
	static const char *const names[] = {"", "<b>&amp;", "%s%n",
		"\xD9\x85\xD8\xB1\xD8\xAD\xD8\xA8\xD8\xA7", "\xF0\x9F\xA4\xBA",
		"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "a\nb\tc"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		cairo_surface_t *surface =
			draw((struct order){.actions = "+4 +4 +3 +4 +2", .white = names[i]});

		assert_fencers(surface, 10, 15);
		for (int y = 0; y < BOT_PICTURE_HEIGHT; y++)
			assert_int_equal(count(surface, 0, 8, y, BOT_SHAPE_GROUND), 8);
		cairo_surface_destroy(surface);
	}
}

/* Writes the longest label that a player can have: a name and a user id of many wide letters. */
static void write_longest_label(char label[BOT_LABEL_SIZE], char letter)
{
	memset(label, letter, BOT_LABEL_SIZE - 1);
	label[BOT_LABEL_SIZE - 1] = '\0';
	for (size_t i = 40; i < BOT_NAME_SIZE; i += 40)
		label[i] = ' ';
	memcpy(label + BOT_NAME_SIZE, " (@", 3);
	label[BOT_LABEL_SIZE - 2] = ')';
}

/* The positions whose pictures differ most from each other. */
static const struct position {
	const char *name;
	struct eg_view round;
	enum eg_seat winner;
} positions[] = {
	{"turn", {.to_act = EG_BLACK, .space = {1, 23}, .distance = 22, .pile = 15}, EG_NOBODY},
	{"close", {.to_act = EG_WHITE, .space = {1, 2}, .distance = 1, .pile = 11, .last_card = 4},
		EG_NOBODY},
	{"edge",
		{.to_act = EG_WHITE,
			.phase = EG_DEFEND,
			.attack = {.card = 1, .count = 5},
			.space = {22, 23},
			.distance = 1,
			.pile = 10,
			.last_card = 1},
		EG_NOBODY},
	{"indirect",
		{.to_act = EG_BLACK,
			.phase = EG_DEFEND,
			.attack = {.card = 5, .count = 4, .indirect = true},
			.space = {8, 13},
			.distance = 5,
			.pile = 1,
			.last_card = 5},
		EG_NOBODY},
	{"lunge",
		{.to_act = EG_WHITE,
			.phase = EG_LAST_LUNGE,
			.space = {10, 12},
			.distance = 2,
			.last_card = 2},
		EG_NOBODY},
	{"touch",
		{.to_act = EG_NOBODY,
			.phase = EG_OVER,
			.attack = {.card = 3, .count = 3},
			.result = {EG_BLACK, EG_TOUCH},
			.space = {9, 12},
			.distance = 3,
			.pile = 4,
			.last_card = 3},
		EG_NOBODY},
	{"cards",
		{.to_act = EG_NOBODY,
			.phase = EG_OVER,
			.result = {EG_WHITE, EG_CARDS},
			.space = {13, 22},
			.distance = 9,
			.last_card = 3},
		EG_NOBODY},
	{"won",
		{.to_act = EG_NOBODY,
			.phase = EG_OVER,
			.attack = {.card = 2, .count = 2},
			.result = {EG_WHITE, EG_TOUCH},
			.space = {12, 14},
			.distance = 2,
			.pile = 4,
			.last_card = 2},
		EG_WHITE},
};
#define POSITIONS (sizeof(positions) / sizeof(positions[0]))

static void draw_position(
	size_t lang, const struct position *position, const char *white, const char *black)
{
	const struct eg_match_view view = {.touches = 15,
		.score = {14, 13},
		.rounds = 188,
		.winner = position->winner,
		.round = position->round};
	char file[64];

	snprintf(file, sizeof(file), "%s-%s-%zu", bot_langs[lang].code, position->name,
		white ? strlen(white) : 0);
	cairo_surface_destroy(draw_view(
		&(struct order){.lang = lang, .white = white, .black = black, .file = file},
		&view));
}

UNIT_TEST(test_all_texts_are_whole_in_each_language_with_the_longest_labels)
{
	char white[BOT_LABEL_SIZE], black[BOT_LABEL_SIZE];

	write_longest_label(white, 'W');
	write_longest_label(black, 'm');
	for (size_t lang = 0; lang < bot_langs_count; lang++)
		for (size_t i = 0; i < POSITIONS; i++) {
			draw_position(lang, &positions[i], white, black);
			/* draw_view has checked that no text is cut or overlaps another one */
			find_text(white);
			find_text(black);
		}
}

/*
 * In a phone's picture of 300 pixels width, 26 pixels of the picture are 11 pixels of the screen.
 */
UNIT_TEST(test_texts_of_ordinary_length_are_legible_on_a_phone)
{
	for (size_t lang = 0; lang < bot_langs_count; lang++)
		for (size_t i = 0; i < POSITIONS; i++) {
			draw_position(lang, &positions[i], "Wilhelmina", "Maximilian F.");
			for (size_t j = 0; j < drawn_texts_count; j++)
				if (strlen(drawn_text[j].text) < 75 && drawn_text[j].font < 26)
					fail_msg("%s: %s has only %g pixels", positions[i].name,
						drawn_text[j].text, drawn_text[j].font);
		}
}

/*
 * Clients crop a thumbnail to a square or to 16:9. On a phone, some crop the picture in the chat to
 * a square, too.
 */
UNIT_TEST(test_names_and_numbers_are_not_at_the_edges)
{
	const double side = (BOT_PICTURE_WIDTH - BOT_PICTURE_HEIGHT) / 2.0;
	const double strip = (BOT_PICTURE_HEIGHT - BOT_PICTURE_WIDTH * 9 / 16.0) / 2;

	assert_true(BOT_PICTURE_WIDTH * 3 <= BOT_PICTURE_HEIGHT * 4);
	for (size_t i = 0; i < POSITIONS; i++) {
		draw_position(0, &positions[i], "Wilhelmina", "Maximilian F.");
		for (size_t j = 0; j < drawn_texts_count; j++) {
			const struct drawn_text *text = &drawn_text[j];

			if (text->text[0] == '\0' || strlen(text->text) > 13)
				continue; /* the title and the status */
			assert_true(text->left >= side);
			assert_true(text->right <= BOT_PICTURE_WIDTH - side);
			assert_true(text->top >= strip - 3);
			assert_true(text->bottom <= BOT_PICTURE_HEIGHT - strip + 3);
		}
	}
}

/* Colours: https://www.w3.org/TR/WCAG21/#dfn-relative-luminance */

static double luminance(uint32_t rgb)
{
	static const double weights[] = {0.2126, 0.7152, 0.0722};
	double sum = 0;

	for (int i = 0; i < 3; i++) {
		double part = (double)(rgb >> (16 - 8 * i) & 0xFF) / 255;

		sum += weights[i] *
		       (part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
	}
	return sum;
}

static double contrast(uint32_t a, uint32_t b)
{
	double one = luminance(a), other = luminance(b);

	return one > other ? (one + 0.05) / (other + 0.05) : (other + 0.05) / (one + 0.05);
}

UNIT_TEST(test_colours_stand_out_from_the_ground_and_the_ground_from_clients)
{
	/* the backgrounds of clients: white, and the darkest common grey */
	const uint32_t light = 0xFFFFFF, dark = 0x101317;
	const uint32_t ground = bot_shape_rgb(BOT_SHAPE_GROUND);

	assert_true(contrast(bot_shape_rgb(BOT_SHAPE_INK), ground) >= 7);
	assert_true(contrast(bot_shape_rgb(BOT_SHAPE_FAINT), ground) >= 4.5);
	assert_true(contrast(bot_shape_rgb(BOT_SHAPE_RED), ground) >= 3);
	assert_true(contrast(bot_shape_rgb(BOT_SHAPE_STEEL), ground) >= 3);
	assert_true(contrast(bot_shape_rgb(BOT_SHAPE_WHITE), bot_shape_rgb(BOT_SHAPE_INK)) >= 7);
	assert_true(
		contrast(bot_shape_rgb(BOT_SHAPE_WHITE), bot_shape_rgb(BOT_SHAPE_STEEL)) >= 4.5);
	assert_true(contrast(ground, light) >= 1.5);
	assert_true(contrast(ground, dark) >= 7);
	assert_true(luminance(ground) <= 0.55); /* it does not glare in the dark */
}

/* The avatar */

#define AVATAR_SIZE 256

/*
 * Draws the picture that the bot puts into its profile: a fencer who attacks. Clients cut it to a
 * disc, and show it as small as 32 pixels.
 */
static cairo_surface_t *draw_avatar(void)
{
	cairo_surface_t *surface =
		cairo_image_surface_create(CAIRO_FORMAT_RGB24, AVATAR_SIZE, AVATAR_SIZE);
	cairo_t *cr = cairo_create(surface);

	bot_shape_set_colour(cr, BOT_SHAPE_GROUND);
	cairo_paint(cr);
	cairo_scale(cr, 1.8, 1.8);
	bot_shape_fencer(
		cr, &(struct bot_shape_fencer){
			    .seat = EG_BLACK, .x = 78, .y = 116, .lunges = true, .reach = 2});
	cairo_destroy(cr);
	return surface;
}

static cairo_status_t write_png(void *self, const unsigned char *data, unsigned length)
{
	return fwrite(data, 1, length, self) == length ? CAIRO_STATUS_SUCCESS
						       : CAIRO_STATUS_WRITE_ERROR;
}

/*
 * After a change of the fencers, copy the avatar.png that this test leaves (see the top of this
 * file) to bot/picture.
 */
UNIT_TEST(test_avatar_is_drawn_like_the_fencers)
{
	const char *folder = getenv("ENGARDE_PICTURES");
	const struct bot_picture avatar = {
		.data = (unsigned char *)(uintptr_t)bot_avatar, .size = bot_avatar_size};
	cairo_surface_t *drawn = draw_avatar();
	char path[1024];

	if (folder) {
		snprintf(path, sizeof(path), "%s/avatar.png", folder);
		FILE *file = fopen(path, "wb");

		assert_non_null(file);
		assert_int_equal(cairo_surface_write_to_png_stream(drawn, write_png, file),
			CAIRO_STATUS_SUCCESS);
		assert_int_equal(fclose(file), 0);
	}
	assert_true(bot_avatar_size < 16384);
	cairo_surface_t *kept = png_read(&avatar);
	assert_int_equal(cairo_image_surface_get_width(kept), AVATAR_SIZE);
	assert_int_equal(cairo_image_surface_get_height(kept), AVATAR_SIZE);
	unsigned different = 0;
	for (int y = 0; y < AVATAR_SIZE; y++)
		for (int x = 0; x < AVATAR_SIZE; x++)
			different += png_pixel(kept, x, y) != png_pixel(drawn, x, y);
	/* another version of cairo may smooth some edges in another way */
	assert_in_range(different, 0, AVATAR_SIZE * AVATAR_SIZE / 50);
	/* outside of the disc is nothing but the ground */
	for (int y = 0; y < AVATAR_SIZE; y++)
		for (int x = 0; x < AVATAR_SIZE; x++)
			if (hypot(x - AVATAR_SIZE / 2.0, y - AVATAR_SIZE / 2.0) > AVATAR_SIZE / 2.0)
				assert_int_equal(
					png_pixel(drawn, x, y), bot_shape_rgb(BOT_SHAPE_GROUND));
	cairo_surface_destroy(drawn);
	cairo_surface_destroy(kept);
}
