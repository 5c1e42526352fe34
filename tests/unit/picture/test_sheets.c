/*
 * Tests the pictures of a club night and of a season: everything is in it, nothing overlaps, and
 * its size and time are bounded. If the environment variable ENGARDE_PICTURES names a folder, the
 * test leaves its pictures there.
 */
#include "bot/picture/picture.h"
#include "bot/picture/shapes.h"
#include "bot/store/outbox.h"
#include "tests/support/cmocka.h"
#include "tests/unit/picture/drawn_text.h"
#include "tests/unit/picture/png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EVIL "<b>\xD7\x93\xD7\x95\xD7\x93</b> & <img src=x>"
#define LONG                                                                                       \
	"Bartholom\xC3\xA4us-Maximilian Wolkensteinhausenberger von und zu Hohenstein "            \
	"(@bartholomaeus-maximilian.wolkensteinhausenberger:chat.fechtclub-hohenstein.example."    \
	"org)"

static unsigned read_size(const struct bot_picture *picture, size_t at)
{
	const unsigned char *data = picture->data + at;

	return (unsigned)data[0] << 24 | (unsigned)data[1] << 16 | (unsigned)data[2] << 8 | data[3];
}

/* The names of the fencers, again and again. */
struct names {
	size_t count;
	const char *name[8];
};

static const struct names plain = {8, {"Anna", "Ben", "Chlo\xC3\xA9", "David van der Wal", "Eva",
					      "Fran\xC3\xA7ois-Xavier", "Giulia", "Henrik"}};
static const struct names hostile = {2, {EVIL, LONG}};

static const char *name_of(const struct names *names, size_t i)
{
	return names->name[i % names->count];
}

static void fill_pool(struct bot_sheets_pool *pool, const struct names *names, size_t first)
{
	pool->title = "Pool 1";
	for (size_t i = 0; i < pool->size; i++) {
		pool->name[i] = name_of(names, first + i);
		for (size_t j = 0; j < pool->size; j++)
			snprintf(pool->cell[i][j], BOT_SHEETS_MARK, "%s",
				i == j  ? ""
				: i < j ? "V5"
					: "3");
		snprintf(pool->result[i][0], BOT_SHEETS_RESULT, "%u/6", (unsigned)(i % 7));
		snprintf(pool->result[i][1], BOT_SHEETS_RESULT, "\xE2\x88\x92%u",
			(unsigned)(10 + i % 7));
		snprintf(pool->result[i][2], BOT_SHEETS_RESULT, "%u", (unsigned)(i % 7 + 1));
	}
}

/* Fills in the sheets of a night: a tableau of a power of two, or none up to five fencers. */
static void fill(struct bot_sheets *sheets, size_t fencers, const struct names *names)
{
	size_t pools = (fencers + 6) / 7, first = 0;

	memset(sheets, 0, sizeof(*sheets));
	sheets->title = "Club night";
	sheets->head[0] = "V/M";
	sheets->head[1] = "Ind.";
	sheets->head[2] = "Pl.";
	sheets->placed = fencers < 4 ? 3 : 4;
	for (size_t i = 0; i < sheets->placed; i++) {
		snprintf(sheets->place[i].number, BOT_SHEETS_MARK, "%u.",
			i < 3 ? (unsigned)i + 1 : 3U);
		sheets->place[i].name = name_of(names, i);
	}
	sheets->pools = pools;
	for (size_t i = 0; i < pools; i++) {
		sheets->pool[i].size = fencers / pools + (i < fencers % pools);
		fill_pool(&sheets->pool[i], names, first);
		first += sheets->pool[i].size;
	}
	for (size_t bouts = fencers / 2; fencers > 5 && bouts > 0; bouts /= 2) {
		struct bot_sheets_round *round = &sheets->round[sheets->rounds++];

		round->title = bouts == 1 ? "Final" : "Tableau of 64";
		round->bouts = bouts;
		for (size_t i = 0; i < bouts; i++)
			round->bout[i] = (struct bot_sheets_bout){
				{name_of(names, i), name_of(names, fencers - i)}, {"V5", "3"},
				{true, false}};
	}
}

/* Fills in the tables of a season. */
static void fill_divisions(
	struct bot_sheets *sheets, size_t divisions, size_t fencers, const struct names *names)
{
	fill(sheets, 3, names);
	sheets->title = "Season";
	sheets->pools = divisions;
	for (size_t i = 0; i < divisions; i++) {
		sheets->pool[i].size = fencers;
		fill_pool(&sheets->pool[i], names, i * fencers);
		sheets->pool[i].title = "Division 1";
	}
}

static void draw(const struct bot_sheets *sheets, const char *name, struct bot_picture *picture)
{
	drawn_texts_count = 0;
	assert_true(bot_picture_sheets(sheets, picture));
	assert_in_range(picture->size, 1000, BOT_FILE_MAX / 2);
	png_write(name, picture);
	drawn_text_assert_apart(read_size(picture, 16), read_size(picture, 20));
}

static size_t count_texts(const char *text)
{
	size_t count = 0;

	for (size_t i = 0; i < drawn_texts_count; i++)
		count += strcmp(drawn_text[i].text, text) == 0;
	return count;
}

/* A phone shows the picture 390 pixels wide: then a text of 18 pixels has 10. */
UNIT_TEST(test_eight_are_legible_on_a_phone)
{
	static struct bot_sheets sheets;
	struct bot_picture picture;

	fill(&sheets, 8, &plain);
	draw(&sheets, "night-8", &picture);
	assert_int_equal(read_size(&picture, 16), BOT_PICTURE_WIDTH);
	assert_true(read_size(&picture, 20) <= 2 * BOT_PICTURE_HEIGHT);
	for (size_t i = 0; i < drawn_texts_count; i++)
		if (drawn_text[i].font < 18)
			fail_msg("%s has %g pixels", drawn_text[i].text, drawn_text[i].font);
	free(picture.data);
}

UNIT_TEST(test_third_place_stands_below_the_final)
{
	static struct bot_sheets sheets;
	struct bot_picture picture;

	for (size_t fencers = 8; fencers <= 64; fencers *= 2) {
		fill(&sheets, fencers, &plain);
		sheets.third.title = "Bout for third place";
		sheets.third.bout = sheets.round[sheets.rounds - 1].bout[0];
		draw(&sheets, fencers == 8 ? "night-third" : NULL, &picture);
		assert_int_equal(count_texts("Bout for third place"), 1);
		free(picture.data);
	}
}

UNIT_TEST(test_one_pool_has_no_tableau)
{
	static struct bot_sheets sheets;
	struct bot_picture picture;

	for (size_t fencers = 3; fencers <= 5; fencers++) {
		fill(&sheets, fencers, &plain);
		draw(&sheets, fencers == 3 ? "night-3" : NULL, &picture);
		assert_int_equal(count_texts("Anna"), 2); /* the podium and the pool */
		free(picture.data);
	}
}

UNIT_TEST(test_sixty_four_and_hostile_names_are_bounded)
{
	static struct bot_sheets sheets;
	struct bot_picture picture;

	fill(&sheets, 64, &plain);
	draw(&sheets, "night-64", &picture);
	assert_true(read_size(&picture, 16) * read_size(&picture, 20) <= 4000000);
	free(picture.data);
	fill(&sheets, 64, &hostile);
	draw(&sheets, "night-64-hostile", &picture);
	assert_true(count_texts(EVIL) > 0);
	free(picture.data);
	fill(&sheets, 8, &hostile);
	draw(&sheets, "night-8-hostile", &picture);
	free(picture.data);
}

UNIT_TEST(test_divisions_are_legible_on_a_phone)
{
	static struct bot_sheets sheets;
	struct bot_picture picture;

	for (size_t divisions = 1; divisions <= 8; divisions += 7) {
		fill_divisions(&sheets, divisions, BOT_SHEETS_POOL, &plain);
		draw(&sheets, divisions == 1 ? "season-8" : "season-64", &picture);
		assert_int_equal(read_size(&picture, 16), BOT_PICTURE_WIDTH);
		assert_true(read_size(&picture, 16) * read_size(&picture, 20) <= 4000000);
		for (size_t i = 0; i < drawn_texts_count; i++)
			if (drawn_text[i].font < 18)
				fail_msg(
					"%s has %g pixels", drawn_text[i].text, drawn_text[i].font);
		free(picture.data);
	}
	fill_divisions(&sheets, 8, BOT_SHEETS_POOL, &hostile);
	draw(&sheets, "season-64-hostile", &picture);
	free(picture.data);
}
