#include "engine/lab/lab.h"

#include "engine/command/program.h"
#include "engine/file/output_file.h"
#include "engine/lab/puzzle_finder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MOST 3660
#define SPARE      73 /* one puzzle more of each kind for so many days, so that an order exists */

struct year {
	struct puzzle_finder finder;
	struct eg_puzzle *pool; /* sorted by kind */
	size_t found;
	struct eg_puzzle *days;
	size_t count; /* of days */
};

/* Finding */

/*
 * The kinds in order. In a kind the puzzles come first that most beginners find, and among these
 * those whose lure costs most.
 */
static int compare(const void *a, const void *b)
{
	const struct eg_puzzle *one = a;
	const struct eg_puzzle *other = b;

	if (one->kind != other->kind)
		return one->kind < other->kind ? -1 : 1;
	if (one->found != other->found)
		return one->found > other->found ? -1 : 1;
	if (one->cost[one->lure] != other->cost[other->lure])
		return one->cost[one->lure] > other->cost[other->lure] ? -1 : 1;
	uint8_t bytes[2][EG_PUZZLE_SIZE];

	eg_puzzle_write(one, bytes[0]);
	eg_puzzle_write(other, bytes[1]);
	return memcmp(bytes[0], bytes[1], EG_PUZZLE_SIZE);
}

/* Returns how many puzzles of the pool are like this one. */
static size_t count_like(const struct year *year, const struct eg_puzzle *puzzle)
{
	size_t like = 0;

	for (size_t i = 0; i < year->found; i++)
		like += eg_puzzle_is_like(&year->pool[i], puzzle);
	return like;
}

/*
 * Fills the pool, and gives a third of each kind each grade. Leaves out puzzles of which there are
 * so many already that they would come nearly every month.
 */
static bool find(struct year *year, size_t each)
{
	size_t all = each * EG_PUZZLE_KINDS;
	size_t most = 1 + 2 * year->count / (3 * EG_PUZZLE_MONTH);

	for (size_t kind = 0; kind < EG_PUZZLE_KINDS; kind++)
		year->finder.wanted[kind] = (uint32_t)each;
	while (year->found < all) {
		struct eg_puzzle *puzzle = &year->pool[year->found];

		if (!puzzle_find(&year->finder, puzzle))
			return false;
		if (count_like(year, puzzle) >= most) {
			year->finder.wanted[puzzle->kind]++;
			continue;
		}
		progress_show(++year->found, all);
	}
	qsort(year->pool, all, sizeof(*year->pool), compare);
	for (size_t i = 0; i < all; i++)
		year->pool[i].grade = (enum eg_puzzle_grade)(i % each * EG_PUZZLE_GRADES / each);
	return true;
}

/* Order */

/* Whether the puzzle is like none of the days that are less than a month before or after. */
static bool fits(const struct year *year, size_t day, const struct eg_puzzle *puzzle)
{
	for (size_t i = 0; i < day; i++) {
		size_t apart = day - i < year->count - day + i ? day - i : year->count - day + i;

		if (apart < EG_PUZZLE_MONTH && eg_puzzle_is_like(&year->days[i], puzzle))
			return false;
	}
	return true;
}

/*
 * Chooses the puzzle of a day: one of the day's kind that is not used yet; of these, one with most
 * puzzles like it, because it has fewest other days. Returns false if there is none.
 */
static bool choose(struct year *year, size_t day, bool *used)
{
	size_t best = year->found;
	size_t most = 0;

	for (size_t i = 0; i < year->found; i++) {
		const struct eg_puzzle *puzzle = &year->pool[i];
		size_t like = count_like(year, puzzle);

		if (!used[i] && puzzle->kind == day % EG_PUZZLE_KINDS && like > most &&
			fits(year, day, puzzle)) {
			best = i;
			most = like;
		}
	}
	if (best == year->found)
		return false;
	used[best] = true;
	year->days[day] = year->pool[best];
	return true;
}

/* Puts puzzles into an order in which none is like another of the same month. */
static bool arrange(struct year *year)
{
	bool *used = calloc(year->found, sizeof(*used));
	bool filled = used != NULL;

	for (size_t i = year->found - 1; i > 0; i--) {
		size_t other = eg_dice_below(&year->finder.dice, (uint32_t)i + 1);
		struct eg_puzzle puzzle = year->pool[i];

		year->pool[i] = year->pool[other];
		year->pool[other] = puzzle;
	}
	for (size_t day = 0; filled && day < year->count; day++)
		filled = choose(year, day, used);
	free(used);
	return filled;
}

/* The command */

static bool write_file(const struct year *year, const char *path)
{
	size_t size = EG_PUZZLE_HEAD + year->count * EG_PUZZLE_SIZE;
	uint8_t *bytes = malloc(size);

	if (!bytes)
		return false;
	memcpy(bytes, eg_puzzles_head, EG_PUZZLE_HEAD);
	for (size_t day = 0; day < year->count; day++)
		eg_puzzle_write(&year->days[day], bytes + EG_PUZZLE_HEAD + day * EG_PUZZLE_SIZE);
	bool well = output_file_write(path, (const char *)bytes, size);
	int error = errno;

	free(bytes);
	errno = error;
	return well;
}

static int make(struct year *year, const char *command, const char *path)
{
	size_t each = year->count / EG_PUZZLE_KINDS + 1 + year->count / SPARE;
	const struct puzzle_finder *finder = &year->finder;
	const char *wrong = NULL;

	year->pool = calloc(each * EG_PUZZLE_KINDS, sizeof(*year->pool));
	year->days = calloc(year->count, sizeof(*year->days));
	if (!year->pool || !year->days)
		wrong = "there is not enough memory";
	else if (!find(year, each))
		wrong = "a player did not answer";
	else if (!arrange(year))
		wrong = "too many puzzles are alike; try another seed";
	else if (!write_file(year, path))
		wrong = strerror(errno);
	if (wrong) {
		fprintf(stderr, "%s: %s\n", command, wrong);
		return STATUS_FAILED;
	}
	printf("%llu rounds, %llu positions: %llu with a clearly best action, %llu to confirm, "
	       "%zu puzzles found, %zu written\n",
		(unsigned long long)finder->rounds, (unsigned long long)finder->positions,
		(unsigned long long)finder->clear, (unsigned long long)finder->asked, year->found,
		year->count);
	return STATUS_OK;
}

int lab_puzzles(int argc, char **argv)
{
	struct year year = {0};
	uint64_t count;
	int status;

	if (argc != 4)
		return option_misused(argv[0], "takes COUNT, SEED and FILE");
	if (!option_value(argv[0], "COUNT", argv[1], 1, COUNT_MOST, &count) ||
		!option_value(argv[0], "SEED", argv[2], 0, UINT64_MAX, &year.finder.dice.state))
		return STATUS_MISUSED;
	if (!output_file_check(argv[3])) {
		fprintf(stderr, "%s: %s: %s\n", argv[0], argv[3], strerror(errno));
		return STATUS_FAILED;
	}
	year.count = (size_t)count;
	status = make(&year, argv[0], argv[3]);
	free(year.pool);
	free(year.days);
	return status;
}
