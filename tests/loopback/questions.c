/* The people who ask questions. */
#include "tests/loopback/bout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void lo_ask_begin(struct lo_world *world, struct lo_bout *bout)
{
	bout->expects = LO_ANSWER;
	if (world->people->load.asked <= 0)
		lo_bout_plan_turn(world, bout, bout->white, bout->room, "ask");
}

void lo_ask(struct lo_world *world, struct lo_bout *bout)
{
	struct lo_people *people = world->people;
	const char *text = people->load.text, *number = strstr(text, "{n}");
	char body[LO_BODY];

	people->asks =
		lo_more(people->asks, people->ask_count, &people->ask_room, sizeof(*people->asks));
	people->asks[people->ask_count++] =
		(struct lo_ask){.bout = (size_t)(bout - people->bouts), .at = world->now};
	if (number)
		snprintf(body, sizeof(body), "%.*s%zu%s", (int)(number - text), text,
			people->ask_count, number + 3);
	else
		snprintf(body, sizeof(body), "%s", text);
	bout->asks = people->ask_count;
	lo_bout_say(world, bout, bout->white, bout->room, body);
}

/*
 * An answer repeats the number of its question. Returns this number, or 0 if no number in the
 * answer belongs to a question of this room.
 */
static size_t asked_of(const struct lo_people *people, size_t bout, const char *body)
{
	const char *digits = body;

	while (*(digits += strcspn(digits, "0123456789"))) {
		char *end;
		size_t number = strtoul(digits, &end, 10);

		if (number > 0 && number <= people->ask_count &&
			people->asks[number - 1].bout == bout)
			return number;
		digits = end;
	}
	return 0;
}

void lo_ask_hear(struct lo_world *world, struct lo_bout *bout, const char *body)
{
	struct lo_people *people = world->people;
	bool numbered = strstr(people->load.text, "{n}") != NULL;
	size_t number =
		numbered ? asked_of(people, (size_t)(bout - people->bouts), body) : bout->asks;
	bool let_go;

	if (number == 0)
		return;
	if (people->asks[number - 1].answers++ > 0) {
		people->twice++;
		return;
	}
	let_go = bout->acting;
	lo_bout_answered(world, bout, people->asks[number - 1].at);
	if (people->load.held ? let_go : people->load.asked <= 0)
		lo_bout_plan_turn(world, bout, bout->white, bout->room, "ask");
}

void lo_ask_on(struct lo_world *world)
{
	struct lo_people *people = world->people;
	double seconds = (double)(world->now - people->began) / LO_SECOND;
	size_t due;

	if (!people->going || people->load.asked <= 0)
		return;
	due = people->began ? (size_t)(seconds * people->load.asked) : 1;
	while (people->ask_count < people->load.asks && people->ask_count < due)
		lo_people_ask(world);
}

int64_t lo_ask_next(const struct lo_world *world)
{
	const struct lo_people *people = world->people;

	if (!people->going || people->load.asked <= 0 || people->ask_count >= people->load.asks)
		return INT64_MAX;
	return people->began +
	       (int64_t)((double)LO_SECOND * (double)(people->ask_count + 1) / people->load.asked);
}
