/*
 * usage: month COUNT SEED
 * Lets a club of ten hold a night every Friday for a month, COUNT times: with people who forget it,
 * who are away for two weeks, and who come late. Plays each month twice, with the same luck: once
 * nobody heeds the line that invites those of last time, and once they do. Prints how many evenings
 * take place, and how often a phone rings. README.md has the figures.
 */
#include "bot/call/call.h"
#include "tests/support/scene_weekly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLUB     10
#define EVENINGS 4

/* What people do, in a hundred. */
#define LEAVES     8  /* they go away this week, and next week, too */
#define FREE       75 /* who is not away has time on Friday */
#define REMEMBERS  30 /* and thinks of the evening by themselves, and signs up */
#define ANSWERS    80 /* or signs up when the invitation rings */
#define COMES      90 /* who has signed up comes when the check-in rings */
#define COMES_LATE 8  /* or after the beginning */

static uint64_t state;

/* Whether it happens, in so many of a hundred: xorshift64, of George Marsaglia. */
static bool happens(unsigned in_a_hundred)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state % 100 < in_a_hundred;
}

/* What somebody does this week. It is drawn before, so that both months have the same luck. */
struct plan {
	bool is_free, remembers, answers, comes, late;
};

enum about { INVITATION, CHECK_IN, BOUTS, KINDS };

static struct total {
	unsigned evenings, took_place, fencers, most_invited;
	unsigned rings[KINDS]; /* of all phones */
} totals[2];

static bool away[CLUB];

static void draw(struct plan plans[CLUB])
{
	for (unsigned i = 0; i < CLUB; i++) {
		bool leaves = !away[i] && happens(LEAVES), has_time = happens(FREE);

		plans[i] = (struct plan){.is_free = !away[i] && !leaves && has_time,
			.remembers = happens(REMEMBERS),
			.answers = happens(ANSWERS),
			.comes = happens(COMES),
			.late = happens(COMES_LATE)};
		away[i] = leaves;
	}
}

/* Counts how often the new messages ring the phone of somebody. */
static unsigned count_rings(const struct scene *scene, size_t from, const char *user)
{
	unsigned rings = 0;

	for (size_t i = from; i < scene->count; i++) {
		const struct scene_row *row = &scene->row[i];
		bool own = row->private ? strcmp(row->to, user) == 0
					: strstr(row->mention, user) != NULL;

		rings += row->kind == BOT_OUT_MESSAGE && row->edits[0] == '\0' &&
			 row->ring == BOT_RING && own;
	}
	return rings;
}

static void join(struct scene *scene, unsigned person)
{
	char user[BOT_ID_SIZE];

	scene_fencer(person, user);
	scene_say(scene, ROOM, user, "!eg night join");
}

/* From the sign-up to the day of the evening. Those who are invited, and free, mostly sign up. */
static void sign_up(struct scene *scene, const struct plan plans[CLUB], bool heed,
	bool entered[CLUB], struct total *total)
{
	unsigned invited[CLUB], sum = 0;
	char user[BOT_ID_SIZE];

	for (unsigned i = 0; i < CLUB; i++) {
		scene_fencer(i, user);
		invited[i] = count_rings(scene, 0, user);
		sum += invited[i];
		total->most_invited =
			invited[i] > total->most_invited ? invited[i] : total->most_invited;
	}
	total->rings[INVITATION] += heed ? sum : 0;
	for (unsigned i = 0; i < CLUB; i++) {
		bool wants = plans[i].remembers || (heed && invited[i] > 0 && plans[i].answers);

		entered[i] = plans[i].is_free && wants;
		if (entered[i])
			join(scene, i);
	}
}

/* Sums up what rang since a row. */
static unsigned sum_rings(const struct scene *scene, size_t from)
{
	char user[BOT_ID_SIZE];
	unsigned sum = 0;

	for (unsigned i = 0; i < CLUB; i++) {
		scene_fencer(i, user);
		sum += count_rings(scene, from, user);
	}
	return sum;
}

/* One evening, which starts at `starts`. Everybody comes to the one before the month. */
static void hold(struct scene *scene, int64_t starts, const struct plan plans[CLUB], bool heed,
	struct total *total)
{
	bool entered[CLUB];
	size_t from;

	scene_forget_rows(scene);
	scene_wait_until(scene, starts - DAY + SECOND);
	sign_up(scene, plans, heed, entered, total);
	from = scene->count;
	scene_wait_until(scene, starts - 2 * MINUTE);
	total->rings[CHECK_IN] += sum_rings(scene, from);
	for (unsigned i = 0; i < CLUB; i++)
		if (entered[i] && plans[i].comes && !plans[i].late)
			join(scene, i);
	from = scene->count;
	scene_wait_until(scene, starts + SECOND);
	for (unsigned i = 0; i < CLUB; i++)
		if (entered[i] && plans[i].late)
			join(scene, i);
	scene_fence_all(scene);
	total->rings[BOUTS] += sum_rings(scene, from);
	struct bot_contest *night = scene_load_night(scene);
	total->evenings++;
	total->took_place += bot_contest_ranked(night) > 0;
	total->fencers += (unsigned)bot_contest_fencers(night);
	free(night);
}

static void play(uint64_t seed, struct plan plans[EVENINGS][CLUB], bool heed)
{
	static const struct plan all = {true, true, true, true, false};
	struct scene *scene = scene_create(seed);
	struct plan first[CLUB];
	struct total before = {0};

	for (unsigned i = 0; i < CLUB; i++)
		first[i] = all;
	scene_begin_weekly(scene, "friday 20:00 pools to 1");
	hold(scene, FRIDAY_20, first, heed, &before);
	for (int week = 0; week < EVENINGS; week++)
		hold(scene, FRIDAY_20 + (week + 1) * WEEK, plans[week], heed, &totals[heed]);
	scene_destroy(scene);
}

static void report(const char *name, const struct total *total, unsigned months)
{
	double phones = CLUB * (double)months, held = total->took_place ? total->took_place : 1;

	printf("%s: %.2f of %d evenings take place, with %.1f fencers each\n", name,
		(double)total->took_place / months, EVENINGS, (double)total->fencers / held);
	printf("  rings of a phone in a month: %.2f by invitations, %.2f by check-ins, %.1f by "
	       "bouts\n",
		total->rings[INVITATION] / phones, total->rings[CHECK_IN] / phones,
		total->rings[BOUTS] / phones);
}

int main(int argc, char **argv)
{
	struct plan plans[EVENINGS][CLUB];

	if (argc != 3) {
		fputs("usage: month COUNT SEED\n", stderr);
		return 2;
	}
	unsigned months = (unsigned)strtoul(argv[1], NULL, 10);
	uint64_t seed = strtoull(argv[2], NULL, 10);
	for (unsigned month = 0; month < months; month++) {
		state = (seed + month) * 2654435761U + 1;
		memset(away, 0, sizeof(away));
		for (int week = 0; week < EVENINGS; week++)
			draw(plans[week]);
		play(seed + month, plans, false);
		play(seed + month, plans, true);
	}
	report("without the invitation", &totals[false], months);
	report("with the invitation", &totals[true], months);
	printf("invitations to one phone for one evening: %u at most\n", totals[true].most_invited);
	/* It is to help, and to ring each phone once. */
	return totals[true].took_place > totals[false].took_place && totals[true].most_invited == 1
		       ? 0
		       : 1;
}
