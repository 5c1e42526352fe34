/*
 * usage: picture_time
 * Draws the picture of an analysis and that of a board many times, and prints how much processor
 * time one takes: the first one of the process, which loads the module and its fonts, the median,
 * and the longest of the others.
 */
#include "bot/picture/picture.h"
#include "tests/bench/processor_time.h"

#include <stdio.h>
#include <stdlib.h>

#define TIMES 600 /* the module frees its fonts now and then; see bot/picture/canvas.c */

#define ROUNDS  9 /* of a five-touch match that is as long as possible */
#define ACTIONS 14

static const struct bot_cast cast = {
	.id = 12, .name = {"Ann", "Bob"}, .with_id = {"@ann:example.org", "@bob:example.org"}};

static void make_analysis(struct eg_analysis *analysis)
{
	analysis->round_count = ROUNDS;
	analysis->decision_count = ROUNDS * ACTIONS;
	for (uint16_t i = 0; i < ROUNDS; i++)
		analysis->rounds[i] = (struct eg_analysis_round){
			.decisions = (uint16_t)(i * ACTIONS), .count = ACTIONS};
	for (uint16_t i = 0; i < analysis->decision_count; i++)
		analysis->decisions[i] = (struct eg_decision){.round = (uint8_t)(i / ACTIONS + 1),
			.ply = (uint8_t)(i % ACTIONS + 1),
			.seat = i % 2 == 0 ? EG_WHITE : EG_BLACK,
			.match = 0.5F,
			.open_match = (float)(i * 7 % 11) / 10};
}

static bool draw_analysis(struct bot_picture *picture)
{
	static struct eg_analysis analysis;

	if (analysis.round_count == 0)
		make_analysis(&analysis);
	return bot_picture_plot(&bot_langs[0], &cast, &analysis, picture);
}

static bool draw_board(struct bot_picture *picture)
{
	static const uint8_t deck[EG_DECK] = {
		1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
	const struct eg_match_rules rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE, {0}};
	struct eg_match match;
	struct eg_match_view view;

	if (eg_match_init(&match, &rules) || eg_match_deal(&match, deck))
		return false;
	eg_match_view(&match, EG_NOBODY, &view);
	return bot_picture_draw(&bot_langs[0], &cast, &view, true, picture);
}

static int compare(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

static bool measure(const char *what, bool (*draw)(struct bot_picture *picture))
{
	static double times[TIMES];
	struct bot_picture picture = {0};
	size_t size = 0;

	for (size_t i = 0; i < TIMES; i++) {
		double before = processor_time();

		if (!draw(&picture))
			return false;
		times[i] = 1000 * (processor_time() - before);
		size = picture.size;
		free(picture.data);
	}
	double first = times[0];

	qsort(times + 1, TIMES - 1, sizeof(times[0]), compare);
	printf("{\"picture\":\"%s\",\"bytes\":%zu,\"first ms\":%.1f,\"median ms\":%.1f,"
	       "\"longest ms\":%.1f}\n",
		what, size, first, times[TIMES / 2], times[TIMES - 1]);
	return true;
}

int main(void)
{
	return measure("analysis", draw_analysis) && measure("board", draw_board) ? 0 : 1;
}
