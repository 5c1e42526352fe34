/* The figures of a run: numbers of commands and answers, and times. */
#include "tests/loopback/bout.h"

#include <stdlib.h>

static const char *const expected_names[] = {"the bot", "the beginning", "the challenge", "a hand",
	"the best players", "White's results", "Black's results", "an answer", "the sign-up",
	"an entry", "nothing"};

void lo_times_add(struct lo_times *times, int64_t time)
{
	times->times = lo_more(times->times, times->count, &times->room, sizeof(*times->times));
	times->times[times->count++] = (uint32_t)time;
}

void lo_bout_answered(struct lo_world *world, struct lo_bout *bout, int64_t asked)
{
	struct lo_people *people = world->people;

	people->answered++;
	people->ended = world->now;
	if (bout->acting) {
		people->acting--;
		people->acted++;
	}
	if (bout->acting || !people->load.held)
		lo_times_add(&people->waits, world->now - asked);
	bout->acting = false;
}

size_t lo_people_answered(const struct lo_world *world)
{
	return world->people->answered;
}

bool lo_people_are_done(const struct lo_world *world)
{
	const struct lo_people *people = world->people;

	if (!people->going)
		return false;
	if (people->load.matches > 0 || people->load.competition)
		return people->done == people->bout_count;
	return people->answered >= people->load.asks;
}

size_t lo_people_held(const struct lo_world *world)
{
	return world->people->held.count;
}

size_t lo_people_acting(const struct lo_world *world)
{
	return world->people->acting;
}

size_t lo_people_behind(const struct lo_world *world)
{
	size_t behind = 0;

	for (size_t i = 0; i < world->people->bout_count; i++)
		behind += lo_match_is_behind(&world->people->bouts[i]);
	return behind;
}

static int by_size(const void *one, const void *other)
{
	const uint32_t *a = one, *b = other;

	return (*a > *b) - (*a < *b);
}

/*
 * Returns a time in microseconds. At most one in `parts` of the times is longer. Returns 0 if there
 * are no times.
 */
static double longest(struct lo_times *times, size_t parts)
{
	size_t longer = times->count / parts;

	if (times->count == 0)
		return 0;
	qsort(times->times, times->count, sizeof(*times->times), by_size);
	return times->times[times->count - 1 - longer];
}

void lo_people_count(const struct lo_world *world, struct lo_count *count)
{
	struct lo_people *people = world->people;

	*count = (struct lo_count){
		.said = people->said,
		.answered = people->answered,
		.twice = people->twice,
		.matches = people->matches,
		.median = longest(&people->waits, 2) / LO_MILLISECOND,
		.p99 = longest(&people->waits, 100) / LO_MILLISECOND,
		.most = longest(&people->waits, SIZE_MAX) / LO_MILLISECOND,
		.age = longest(&people->ages, 2) / LO_SECOND,
		.oldest = longest(&people->ages, SIZE_MAX) / LO_SECOND,
		.took = (double)(people->ended - people->began) / LO_SECOND,
		.acted = people->acted,
		.opening = people->opening,
	};
}

void lo_people_forget(struct lo_world *world)
{
	struct lo_people *people = world->people;

	people->waits.count = people->ages.count = 0;
	people->acted = people->opening = 0;
}

void lo_people_waiting(const struct lo_world *world, struct lo_text *out)
{
	const struct lo_people *people = world->people;

	for (size_t i = 0; i < people->bout_count; i++)
		if (people->bouts[i].expects != LO_NOTHING)
			lo_text_format(out, "%s waits for %s, and has said last: %s\n",
				world->rooms[people->bouts[i].room].id,
				expected_names[people->bouts[i].expects], people->bouts[i].text);
}

void lo_people_transcript(const struct lo_world *world, struct lo_text *out)
{
	const struct lo_people *people = world->people;

	for (size_t i = 0; i < people->bout_count; i++)
		lo_text_format(out, "%s: %zu commands, %zu hands\n",
			world->rooms[people->bouts[i].room].id, people->bouts[i].said,
			people->bouts[i].hands);
}
