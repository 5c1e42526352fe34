/*
 * The picture has two parts. The upper one shows White's chance to win the match: White's part of
 * the area is light, and Black's is dark. The lower one shows White's points in the round. Both are
 * with open hands. Dots in the lower part show what the player to act could know.
 */
#include "engine/command/report_plot.h"

#include "engine/command/board.h"

#include <math.h>
#include <string.h>

#define WIDTH          960
#define LEFT           56
#define RIGHT          24
#define TOP            88 /* the upper part */
#define HEIGHT         240
#define TOP2           (TOP + HEIGHT + 48) /* the lower part */
#define HEIGHT2        96
#define LIST           (TOP2 + HEIGHT2 + 44) /* the turning points in words */
#define LINE           20
#define NAME_MAX_SHOWN 40 /* characters of a name */

static const char style[] =
	"<style>\n"
	".paper{fill:#fbfaf7}.ink{fill:#22252a}.soft{fill:#5f656e}.light{fill:#f1e6cf}"
	".dark{fill:#57606c}.mark{fill:#c0392b}.on{fill:#fff}\n"
	".grid{stroke:#a9adb5}.part{stroke:#8f949c}.line{stroke:#1769aa;fill:none}"
	".edge{stroke:#5f656e}.bad{stroke:#c0392b;stroke-width:2.5}\n"
	"@media (prefers-color-scheme:dark){.paper{fill:#1d2024}.ink{fill:#e8e6e1}"
	".soft{fill:#a3a7ae}.light{fill:#d9cfba}.dark{fill:#3d444e}.mark{fill:#d9523f}"
	".grid{stroke:#6a7079}.part{stroke:#7d828a}.line{stroke:#3d8fd6}.edge{stroke:#a3a7ae}"
	".bad{stroke:#ff7a66}}\n"
	"</style>\n";

/* A place on the horizontal axis for each action, and one for the end of each round. */
struct axis {
	FILE *out;
	const struct eg_analysis *analysis;
	unsigned places;
};

static double x_of(const struct axis *axis, unsigned place)
{
	double width = WIDTH - LEFT - RIGHT;

	return LEFT + width * (place + 0.5) / (axis->places > 0 ? axis->places : 1);
}

/* The place of an action; its round is counted from 1. */
static unsigned place_of(const struct axis *axis, unsigned decision)
{
	return decision + axis->analysis->decisions[decision].round - 1U;
}

static double y_of(float chance)
{
	return TOP + HEIGHT * (1 - (double)chance);
}

static double y2_of(float points)
{
	return TOP2 + HEIGHT2 * (1 - (double)points);
}

static void print_name(FILE *out, const char *name)
{
	size_t shown = 0;

	for (; *name && shown < NAME_MAX_SHOWN; name++) {
		if (*name == '&')
			fputs("&amp;", out);
		else if (*name == '<')
			fputs("&lt;", out);
		else if (*name == '>')
			fputs("&gt;", out);
		else
			fputc(*name, out);
		shown += ((unsigned char)name[1] & 0xc0) != 0x80;
	}
	if (*name)
		fputs("…", out);
}

static void print_player(const struct report *report, FILE *out, enum eg_seat seat, int x)
{
	const struct eg_player_summary *player = &report->analysis->players[seat];

	fprintf(out,
		"<rect x=\"%d\" y=\"18\" width=\"14\" height=\"14\" class=\"%s edge\"/>\n"
		"<text x=\"%d\" y=\"30\" font-weight=\"600\">",
		x, seat == EG_WHITE ? "light" : "dark", x + 22);
	print_name(out, *report->names[seat] ? report->names[seat] : board_fencer(seat));
	fprintf(out,
		"</text>\n<text x=\"%d\" y=\"50\" class=\"soft\">"
		"rounds won: %d, accuracy %.1f %%, luck %+.1f rounds</text>\n",
		x + 22, report->analysis->score[seat], (double)player->accuracy,
		(double)roundf(10 * player->luck) / 10 + 0.0);
}

/* Prints the scale of a part: its lines, and its name above it. */
static void print_scale(FILE *out, int top, int height, const char *name)
{
	static const char *const labels[] = {"100 %", "50 %", "0 %"};

	fprintf(out, "<text x=\"%d\" y=\"%d\" class=\"soft\">%s</text>\n", LEFT, top - 8, name);
	for (int i = 0; i < 3; i++) {
		int y = top + height * i / 2;

		fprintf(out,
			"<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" class=\"grid\"%s/>\n"
			"<text x=\"%d\" y=\"%d\" text-anchor=\"end\" class=\"soft\">%s</text>\n",
			LEFT, y, WIDTH - RIGHT, y, i == 1 ? " stroke-dasharray=\"4 4\"" : "",
			LEFT - 6, y + 4, labels[i]);
	}
}

/* Prints the points of the upper line. */
static void print_match(const struct axis *axis)
{
	const struct eg_analysis *analysis = axis->analysis;
	unsigned place = 0;

	for (size_t i = 0; i < analysis->round_count; i++) {
		const struct eg_analysis_round *round = &analysis->rounds[i];
		float end = eg_analysis_match(round, eg_analysis_end(analysis, round));

		for (size_t j = 0; j < round->count; j++, place++)
			fprintf(axis->out, "%.1f,%.1f ", x_of(axis, place),
				y_of(analysis->decisions[round->decisions + j].open_match));
		fprintf(axis->out, "%.1f,%.1f ", x_of(axis, place++), y_of(end));
	}
}

/*
 * White's chance to win the match at the start of the first round, or at the end of the last one.
 */
static float match_at(const struct eg_analysis *analysis, bool start)
{
	if (analysis->round_count == 0)
		return 0.5F;
	const struct eg_analysis_round *round =
		&analysis->rounds[start ? 0 : analysis->round_count - 1U];

	if (start && round->count > 0)
		return analysis->decisions[0].open_match;
	return eg_analysis_match(round, eg_analysis_end(analysis, round));
}

static void print_upper(const struct axis *axis)
{
	int right = WIDTH - RIGHT;

	fprintf(axis->out,
		"<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"dark\"/>\n"
		"<polygon class=\"light\" points=\"%d,%d %d,%.1f ",
		LEFT, TOP, right - LEFT, HEIGHT, LEFT, TOP + HEIGHT, LEFT,
		y_of(match_at(axis->analysis, true)));
	print_match(axis);
	fprintf(axis->out, "%d,%.1f %d,%d\"/>\n", right, y_of(match_at(axis->analysis, false)),
		right, TOP + HEIGHT);
	print_scale(
		axis->out, TOP, HEIGHT, "White's chance to win the match, with both hands open");
	fprintf(axis->out, "<polyline class=\"line\" stroke-width=\"2.5\" "
			   "stroke-linejoin=\"round\" points=\"");
	print_match(axis);
	fprintf(axis->out, "\"/>\n");
}

static void print_lower_round(
	const struct axis *axis, const struct eg_analysis_round *round, unsigned place)
{
	const struct eg_decision *decisions = &axis->analysis->decisions[round->decisions];

	fprintf(axis->out, "<polyline class=\"line\" stroke-width=\"2\" "
			   "stroke-linejoin=\"round\" points=\"");
	for (unsigned i = 0; i < round->count; i++)
		fprintf(axis->out, "%.1f,%.1f ", x_of(axis, place + i),
			y2_of(decisions[i].open_points));
	fprintf(axis->out, "%.1f,%.1f\"/>\n", x_of(axis, place + round->count),
		y2_of(eg_analysis_end(axis->analysis, round)));
	for (unsigned i = 0; i < round->count; i++) {
		float points = decisions[i].points;

		fprintf(axis->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" class=\"%s %s\"/>\n",
			x_of(axis, place + i),
			y2_of(decisions[i].seat == EG_WHITE ? points : 1 - points),
			decisions[i].seat == EG_WHITE ? "light" : "dark",
			decisions[i].grade == EG_MIXING ? "edge" : "bad");
	}
}

/* Prints the lower part, and separates the rounds. */
static void print_rounds(const struct axis *axis)
{
	unsigned place = 0;

	print_scale(axis->out, TOP2, HEIGHT2,
		"White's chance to win the round, with both hands open; dots: as the player to act "
		"could know; red: a costly action");
	for (size_t i = 0; i < axis->analysis->round_count; i++) {
		const struct eg_analysis_round *round = &axis->analysis->rounds[i];
		double left = x_of(axis, place) - (x_of(axis, 1) - x_of(axis, 0)) / 2;

		fprintf(axis->out,
			"<path d=\"M%.1f %dV%dM%.1f %dV%d\" class=\"part\"/>\n"
			"<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%zu</text>\n",
			left, TOP, TOP + HEIGHT, left, TOP2, TOP2 + HEIGHT2 + 6,
			(x_of(axis, place) + x_of(axis, place + round->count)) / 2,
			TOP2 + HEIGHT2 + 18, i + 1);
		print_lower_round(axis, round, place);
		place += round->count + 1U;
	}
}

static void print_turn_words(FILE *out, const struct eg_analysis *analysis, size_t index)
{
	const struct eg_turning_point *turn = &analysis->turns[index];

	report_print_turn(out, analysis, turn);
	fprintf(out, " (%s +%ld percentage points)",
		board_fencer(turn->change > 0 ? EG_WHITE : EG_BLACK),
		lroundf(100 * fabsf(turn->change)));
}

/* Marks the turning points in the upper part, and prints them in words below. */
static void print_turns(const struct axis *axis)
{
	const struct eg_analysis *analysis = axis->analysis;

	for (size_t i = 0; i < analysis->turn_count; i++) {
		const struct eg_turning_point *turn = &analysis->turns[i];
		const struct eg_decision *decision = &analysis->decisions[turn->decision];
		const struct eg_analysis_round *round = &analysis->rounds[decision->round - 1];
		/* An action or a draw leads to the next place. */
		bool deal = turn->turn == EG_BY_DEAL;
		double x = x_of(axis, place_of(axis, turn->decision) + !deal);
		double y = y_of(deal ? decision->open_match
				     : eg_analysis_match(round, decision->open_after));
		int line = LIST + LINE * (int)i;

		if (turn->turn == EG_BY_DRAW) /* the action may be a turning point too */
			y += y < TOP + 2 * LINE ? LINE : -LINE;

		fprintf(axis->out,
			"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"9\" class=\"mark\"/>\n"
			"<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" class=\"on\" "
			"font-weight=\"700\" font-size=\"12\">%zu</text>\n"
			"<text x=\"%d\" y=\"%d\"><tspan class=\"mark\" font-weight=\"700\">%zu"
			"</tspan>  ",
			x, y, x, y + 4, i + 1, LEFT, line, i + 1);
		print_turn_words(axis->out, analysis, i);
		fprintf(axis->out, "</text>\n");
	}
}

void report_print_plot(FILE *out, const struct report *report)
{
	const struct eg_analysis *analysis = report->analysis;
	struct axis axis = {out, analysis, analysis->decision_count + analysis->round_count};
	int height = LIST + LINE * analysis->turn_count;

	fprintf(out,
		REPORT_PLOT_BEGINNING
		"%d\" height=\"%d\" "
		"viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\" "
		"class=\"ink\">\n",
		WIDTH, height, WIDTH, height);
	fputs(style, out);
	fprintf(out, "<rect width=\"%d\" height=\"%d\" rx=\"8\" class=\"paper\"/>\n", WIDTH,
		height);
	print_player(report, out, EG_WHITE, LEFT);
	print_player(report, out, EG_BLACK, (LEFT + WIDTH) / 2);
	print_upper(&axis);
	print_rounds(&axis);
	print_turns(&axis);
	fprintf(out, "</svg>\n");
}
