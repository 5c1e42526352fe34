#include "tests/loopback/bout.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define CHAT "I was in Florence last week, and the museum of fencing there is well worth the way."

struct lo_people *lo_people_create(void)
{
	struct lo_people *people = calloc(1, sizeof(*people));

	assert(people);
	return people;
}

void lo_people_destroy(struct lo_people *people)
{
	free(people->bouts);
	free(people->planned.bouts);
	free(people->held.bouts);
	free(people->asks);
	free(people->waits.times);
	free(people->ages.times);
	free(people);
}

/* Coming in */

static void draw(struct lo_world *world, size_t number)
{
	struct lo_people *people = world->people;
	struct lo_bout *bout;
	char name[LO_ID];

	people->bouts = lo_more(
		people->bouts, people->bout_count, &people->bout_room, sizeof(*people->bouts));
	bout = &people->bouts[people->bout_count++];
	*bout = (struct lo_bout){.private = {LO_NONE, LO_NONE}};
	snprintf(name, sizeof(name), "ann%zu", number);
	bout->white = lo_user_add(world, name);
	snprintf(name, sizeof(name), "bob%zu", number);
	bout->black = lo_user_add(world, name);
	if (people->load.competition) {
		snprintf(name, sizeof(name), "cyd%zu", number);
		bout->third = lo_user_add(world, name);
		world->users[bout->third].bout = number;
	}
	snprintf(name, sizeof(name), "!r%zu:loopback", number);
	bout->room = lo_room_add(world, name, bout->white, "{\"room_version\":\"10\"}");
	world->users[bout->white].bout = world->users[bout->black].bout = number;
	world->rooms[bout->room].bout = number;
	lo_room_set(world, bout->room, bout->black, bout->black, LO_JOINED);
	if (people->load.competition)
		lo_room_set(world, bout->room, bout->third, bout->third, LO_JOINED);
	lo_room_set(world, bout->room, bout->white, LO_BOT, LO_INVITED);
}

void lo_people_draw(struct lo_world *world, const struct lo_load *load)
{
	world->people->load = *load;
	lo_people_draw_more(world, load->rooms);
}

void lo_people_draw_more(struct lo_world *world, size_t rooms)
{
	for (size_t i = 0; i < rooms; i++)
		draw(world, world->people->bout_count);
}

static void begin(struct lo_world *world, struct lo_bout *bout)
{
	const struct lo_load *load = &world->people->load;

	if (load->competition)
		lo_competition_begin(world, bout);
	else if (load->matches > 0)
		lo_match_begin(world, bout);
	else if (load->asks > 0)
		lo_ask_begin(world, bout);
	else
		bout->expects = LO_NOTHING;
}

void lo_people_entered(struct lo_world *world, size_t room)
{
	struct lo_people *people = world->people;
	size_t index = world->rooms[room].bout;

	if (index == LO_NONE || people->bouts[index].expects != LO_WELCOME)
		return;
	people->bouts[index].expects = LO_GO;
	people->entered++;
	if (people->going)
		begin(world, &people->bouts[index]);
	else if (lo_people_are_in(world) && !people->load.waits)
		lo_people_go(world);
}

void lo_people_go(struct lo_world *world)
{
	struct lo_people *people = world->people;

	if (people->going)
		return;
	people->going = true;
	for (size_t i = 0; i < people->bout_count; i++)
		if (people->bouts[i].expects == LO_GO)
			begin(world, &people->bouts[i]);
}

/* Speaking */

static void push(struct lo_queue *queue, size_t bout)
{
	if (queue->count == queue->room) {
		struct lo_queue longer = {.room = queue->room ? 2 * queue->room : 64};

		longer.bouts = calloc(longer.room, sizeof(*longer.bouts));
		assert(longer.bouts);
		while (queue->count > 0) {
			longer.bouts[longer.count++] = queue->bouts[queue->first];
			queue->first = (queue->first + 1) % queue->room;
			queue->count--;
		}
		free(queue->bouts);
		*queue = longer;
	}
	queue->bouts[(queue->first + queue->count++) % queue->room] = bout;
}

static size_t pop(struct lo_queue *queue)
{
	size_t bout = queue->bouts[queue->first];

	queue->first = (queue->first + 1) % queue->room;
	queue->count--;
	return bout;
}

void lo_bout_say(
	struct lo_world *world, struct lo_bout *bout, size_t user, size_t room, const char *text)
{
	struct lo_people *people = world->people;

	lo_say(world, user, room, text);
	bout->spoke = world->event_count;
	bout->asked = world->now;
	bout->said++;
	people->said++;
	if (people->began == 0)
		people->began = world->now;
}

__attribute__((format(printf, 4, 0))) static void compose(
	struct lo_bout *bout, size_t user, size_t room, const char *format, va_list arguments)
{
	vsnprintf(bout->text, sizeof(bout->text), format, arguments);
	bout->speaker = user;
	bout->where = room;
}

static void plan(struct lo_world *world, struct lo_bout *bout)
{
	bout->due = world->now + world->options.think * LO_MILLISECOND;
	push(&world->people->planned, (size_t)(bout - world->people->bouts));
}

void lo_bout_plan(struct lo_world *world, struct lo_bout *bout, size_t user, size_t room,
	const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	compose(bout, user, room, format, arguments);
	va_end(arguments);
	plan(world, bout);
}

void lo_bout_plan_turn(struct lo_world *world, struct lo_bout *bout, size_t user, size_t room,
	const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	compose(bout, user, room, format, arguments);
	va_end(arguments);
	if (world->people->load.held)
		push(&world->people->held, (size_t)(bout - world->people->bouts));
	else
		plan(world, bout);
}

static void speak(struct lo_world *world, struct lo_bout *bout)
{
	const struct lo_people *people = world->people;

	if (bout->expects != LO_ANSWER)
		lo_bout_say(world, bout, bout->speaker, bout->where, bout->text);
	else if (people->ask_count < people->load.asks)
		lo_ask(world, bout);
	else
		bout->expects = LO_NOTHING;
}

void lo_people_turn(struct lo_world *world)
{
	struct lo_people *people = world->people;
	struct lo_queue *planned = &people->planned;

	lo_ask_on(world);
	while (planned->count > 0 &&
		people->bouts[planned->bouts[planned->first]].due <= world->now)
		speak(world, &people->bouts[pop(planned)]);
}

int64_t lo_people_next(const struct lo_world *world)
{
	const struct lo_people *people = world->people;
	const struct lo_queue *planned = &people->planned;
	int64_t next = lo_ask_next(world);

	if (planned->count > 0 && people->bouts[planned->bouts[planned->first]].due < next)
		next = people->bouts[planned->bouts[planned->first]].due;
	return next;
}

bool lo_people_act(struct lo_world *world, int64_t since)
{
	struct lo_people *people = world->people;
	struct lo_bout *bout;

	if (people->held.count == 0)
		return false;
	bout = &people->bouts[pop(&people->held)];
	bout->acting = true;
	people->acting++;
	if (bout->unseen == 0)
		bout->unseen = world->now;
	speak(world, bout);
	bout->asked = since;
	if (bout->expects == LO_ANSWER)
		people->asks[bout->asks - 1].at = since;
	return true;
}

static void act_on(struct lo_world *world)
{
	while (world->people->acting < world->people->kept && lo_people_act(world, world->now))
		;
}

void lo_people_keep(struct lo_world *world, size_t acting)
{
	world->people->kept = acting;
	act_on(world);
}

void lo_people_chat(struct lo_world *world, size_t lines)
{
	struct lo_people *people = world->people;

	for (size_t i = 0; i < lines; i++) {
		size_t index = people->chatted++ % people->bout_count;
		const struct lo_bout *bout = &people->bouts[index];

		lo_say(world, bout->black, bout->room, CHAT);
	}
}

void lo_people_ask(struct lo_world *world)
{
	struct lo_people *people = world->people;

	lo_ask(world, &people->bouts[people->ask_count % people->bout_count]);
}

/* Hearing */

void lo_people_hear(struct lo_world *world, size_t position)
{
	const struct lo_event *event = &world->events[position - 1];
	const struct lo_room *room = &world->rooms[event->room];
	struct lo_people *people = world->people;
	const char *body = event->said->body;
	struct lo_bout *bout;

	if (room->bout == LO_NONE)
		return;
	bout = &people->bouts[room->bout];
	if (room->owner != LO_NONE && event->said->edits > 0)
		return; /* an acknowledgement, not a new list */
	if (people->load.competition) {
		if (event->said->edits == 0 && room->owner != LO_NONE)
			lo_competition_hear_in_private(world, bout, event->room, body);
		else if (event->said->edits == 0)
			lo_competition_hear(world, bout, body);
		return;
	}
	people->opening += people->load.matches > 0 && !bout->on;
	if (room->owner == LO_NONE && event->said->html)
		lo_match_see(world, bout, event->said->html);
	if (event->said->edits > 0)
		return;
	if (room->owner != LO_NONE)
		lo_match_hear_in_private(world, bout, event->room, body);
	else if (bout->expects == LO_ANSWER)
		lo_ask_hear(world, bout, body);
	else
		lo_match_hear(world, bout, body);
	act_on(world);
}

size_t lo_people_spoke(const struct lo_world *world, size_t bout)
{
	return bout == LO_NONE ? 0 : world->people->bouts[bout].spoke;
}

bool lo_people_are_in(const struct lo_world *world)
{
	return world->people->entered == world->people->bout_count;
}
