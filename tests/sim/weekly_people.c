#include "tests/sim/weekly_people.h"

#include "bot/base/clock.h"
#include "tests/sim/players.h"
#include "tests/sim/server.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define PREFIX "!eg "
#define REMINDED                                                                                   \
	200 /* in so many of a thousand weekly nights the bot reminds people an hour before */
#define SLACK (30 * SIM_MINUTE)

void sim_weekly_plan(void)
{
	struct sim_night *night = &sim->night;

	night->organiser = SIM_PLAYER; /* who moderates the room */
	if (sim_random_chance(&sim->random, REMINDED))
		night->lead = sim_random_between(&sim->random, 65, 80) * SIM_MINUTE;
}

void sim_weekly_say_open(size_t user)
{
	static const char *const days[] = {
		"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"};
	const struct sim_intent ask = {.kind = SIM_ASK};
	const struct sim_night *night = &sim->night;
	/* a time of day has no seconds */
	time_t starts = (time_t)((bot_clock_wall() + night->lead + SIM_MINUTE) / SIM_SECOND);
	char text[128];
	struct tm tm;

	gmtime_r(&starts, &tm);
	snprintf(text, sizeof(text), PREFIX "night every %s %02d:%02d %s to %u clock %ds%s",
		days[tm.tm_wday], tm.tm_hour, tm.tm_min, night->rules, night->touches,
		(int)(night->clock / SIM_SECOND), night->third ? " third place" : "");
	sim_say(user, sim_present(night->room), text, &ask);
}

void sim_weekly_say_never(size_t user)
{
	const struct sim_intent ask = {.kind = SIM_ASK};

	sim_say(user, sim_present(sim->night.room), PREFIX "night never", &ask);
}

/* Whether a message promises a night of this week, whose sign-up opens at once. */
static bool promises(const struct sim_event *event)
{
	static const char begin[] = "There is a club night here every week: ";
	const char *body = sim_body(json_object_get(event->json, "content"));
	const char *next;

	if (event->sender != SIM_BOT || !body || strncmp(body, begin, sizeof(begin) - 1) != 0)
		return false;
	next = strstr(body, "The next one is in ");
	return next && !strstr(next, "days. ");
}

void sim_weekly_judge(bool opened)
{
	if (!sim->night.weekly)
		return;
	if (opened)
		sim_saw(SIM_WEEKLY);
	for (size_t i = 0; !opened && i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];

		if (event->time >= sim->traits.calm && event->time + SLACK < sim->now &&
			promises(event))
			sim_break(SIM_ENDS, "a weekly night has not opened");
	}
}
