#include "tests/loopback/people.h"

#include "tests/support/sentences.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BODY 256
#define CHAT "I was in Florence last week, and the museum of fencing there is well worth the way."

/* What the people of a room wait for. */
enum expected { WELCOME, GO, CHALLENGE, HANDS, TOP, STATS_WHITE, STATS_BLACK, ANSWER, NOTHING };

static const char *const expected_names[] = {"the bot", "the beginning", "the challenge", "a hand",
	"the best players", "White's results", "Black's results", "an answer", "nothing"};

struct bout {
	size_t room, white, black;
	size_t private[2];
	enum expected expects;
	size_t matches;
	int64_t number; /* the match's; 0: none */
	int64_t asked;  /* when the command was said that waits for its answer */
	size_t spoke;   /* the stream position */
	size_t asks;    /* the number of the last question */
	size_t hands, said;
	uint64_t turn[2]; /* the one that each has answered last */
	/* What will be said: */
	size_t speaker, where;
	int64_t due;
	char text[BODY];
};

/* A question and its answer. */
struct ask {
	size_t bout;
	int64_t at;
	unsigned answers;
};

struct lo_people {
	struct lo_load load;
	struct bout *bouts;
	size_t *queue; /* bouts that will speak, in the order of time: a ring of `rooms` */
	size_t queue_first, queue_count;
	struct ask *asks;
	size_t ask_count, ask_room;
	uint32_t *waits; /* microseconds, of each command that was answered */
	size_t wait_count, wait_room;
	size_t entered, done, said, answered, twice, matches;
	int64_t began, ended;
	bool going;
};

struct lo_people *lo_people_create(void)
{
	struct lo_people *people = calloc(1, sizeof *people);

	assert(people);
	return people;
}

void lo_people_destroy(struct lo_people *people)
{
	free(people->bouts);
	free(people->queue);
	free(people->asks);
	free(people->waits);
	free(people);
}

void lo_people_draw(struct lo_world *world, const struct lo_load *load)
{
	struct lo_people *people = world->people;

	people->load = *load;
	people->bouts = calloc(load->rooms, sizeof *people->bouts);
	people->queue = calloc(load->rooms, sizeof *people->queue);
	assert(people->bouts && people->queue);
	for (size_t i = 0; i < load->rooms; i++) {
		struct bout *bout = &people->bouts[i];
		char name[LO_ID];

		snprintf(name, sizeof name, "ann%zu", i);
		bout->white = lo_user_add(world, name);
		snprintf(name, sizeof name, "bob%zu", i);
		bout->black = lo_user_add(world, name);
		snprintf(name, sizeof name, "!r%zu:loopback", i);
		bout->room = lo_room_add(world, name, bout->white, "{\"room_version\":\"10\"}");
		bout->private[0] = bout->private[1] = LO_NONE;
		world->users[bout->white].bout = world->users[bout->black].bout = i;
		world->rooms[bout->room].bout = i;
		lo_room_set(world, bout->room, bout->black, bout->black, LO_JOINED);
		lo_room_set(world, bout->room, bout->white, LO_BOT, LO_INVITED);
	}
}

size_t lo_people_spoke(const struct lo_world *world, size_t bout)
{
	return bout == LO_NONE ? 0 : world->people->bouts[bout].spoke;
}

/* Saying */

static void say(
	struct lo_world *world, struct bout *bout, size_t user, size_t room, const char *text)
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

__attribute__((format(printf, 5, 6))) static void plan(struct lo_world *world, struct bout *bout,
	size_t user, size_t room, const char *format, ...)
{
	struct lo_people *people = world->people;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(bout->text, sizeof bout->text, format, arguments);
	va_end(arguments);
	bout->speaker = user;
	bout->where = room;
	bout->due = world->now + world->options.think * LO_MILLISECOND;
	assert(people->queue_count < people->load.rooms);
	people->queue[(people->queue_first + people->queue_count++) % people->load.rooms] =
		(size_t)(bout - people->bouts);
}

/* A command has had its effect. */
static void answered(struct lo_world *world, int64_t asked)
{
	struct lo_people *people = world->people;

	people->answered++;
	people->ended = world->now;
	people->waits = lo_more(
		people->waits, people->wait_count, &people->wait_room, sizeof *people->waits);
	people->waits[people->wait_count++] = (uint32_t)(world->now - asked);
}

/* Questions */

static void ask(struct lo_world *world, size_t index)
{
	struct lo_people *people = world->people;
	struct bout *bout = &people->bouts[index];
	const char *text = people->load.text, *number = strstr(text, "{n}");
	char body[BODY];

	people->asks =
		lo_more(people->asks, people->ask_count, &people->ask_room, sizeof *people->asks);
	people->asks[people->ask_count++] = (struct ask){.bout = index, .at = world->now};
	if (number)
		snprintf(body, sizeof body, "%.*s%zu%s", (int)(number - text), text,
			people->ask_count, number + 3);
	else
		snprintf(body, sizeof body, "%s", text);
	bout->asks = people->ask_count;
	say(world, bout, bout->white, bout->room, body);
}

/* The question of this room whose number is in the answer; 0: of none. */
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

static void hear_answer(struct lo_world *world, size_t index, const char *body)
{
	struct lo_people *people = world->people;
	struct bout *bout = &people->bouts[index];
	bool numbered = strstr(people->load.text, "{n}") != NULL;
	size_t number = numbered ? asked_of(people, index, body) : bout->asks;

	if (number == 0)
		return;
	if (people->asks[number - 1].answers++ > 0) {
		people->twice++;
		return;
	}
	answered(world, people->asks[number - 1].at);
	if (people->load.asked > 0)
		return;
	plan(world, bout, bout->white, bout->room, "ask");
}

/* Those that are due by the rate. */
static void ask_on(struct lo_world *world)
{
	struct lo_people *people = world->people;
	double seconds = (double)(world->now - people->began) / LO_SECOND;
	size_t due = people->began ? (size_t)(seconds * people->load.asked) : 1;

	while (people->ask_count < people->load.asks && people->ask_count < due)
		ask(world, people->ask_count % people->load.rooms);
}

/* Matches */

/* FNV-1a, but for the numbers of matches. */
static uint64_t hash(uint64_t seed, const char *text)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325) ^ seed;

	for (; *text; text++) {
		sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
		if (*text == '#')
			text += strspn(text + 1, "0123456789");
	}
	return sum ^ sum >> 29;
}

static void challenge(struct lo_world *world, struct bout *bout)
{
	bout->expects = CHALLENGE;
	plan(world, bout, bout->white, bout->room, "!eg challenge %s %s first white",
		world->users[bout->black].id, world->people->load.rules);
}

static void begin(struct lo_world *world, size_t index)
{
	struct lo_people *people = world->people;
	struct bout *bout = &people->bouts[index];

	if (people->load.matches > 0) {
		challenge(world, bout);
		return;
	}
	bout->expects = people->load.asks > 0 ? ANSWER : NOTHING;
	if (people->load.asks > 0 && people->load.asked <= 0)
		plan(world, bout, bout->white, bout->room, "ask");
}

/* What is tried in vain comes before, in the same room: only there is an order of events. */
static void act(struct lo_world *world, struct bout *bout, size_t user, size_t private,
	const struct sentences_choice *choices, size_t count, uint64_t seed)
{
	struct sim_random dice = {seed};
	uint32_t chosen = sim_random_below(&dice, (uint32_t)count);
	const struct sentences_choice *choice = &choices[chosen];
	bool aloud = sim_random_chance(&dice, 400);
	size_t room = aloud ? bout->room : private;
	const char *prefix = aloud ? "!eg " : "";

	if (sim_random_chance(&dice, world->people->load.wrong))
		lo_say(world, user, room, aloud ? "!eg +9" : "+9");
	switch (sim_random_below(&dice, 3)) {
	case 0:
		plan(world, bout, user, room, "%s%" PRIu32, prefix, chosen + 1);
		return;
	case 1:
		plan(world, bout, user, room, "%s%s", prefix, choice->notation);
		return;
	default:
		plan(world, bout, user, room, "%s%s", prefix, choice->words);
	}
}

static void end_match(struct lo_world *world, struct bout *bout)
{
	answered(world, bout->asked);
	bout->number = 0;
	world->people->matches++;
	if (++bout->matches < world->people->load.matches) {
		challenge(world, bout);
		return;
	}
	bout->expects = TOP;
	plan(world, bout, bout->black, bout->room, "!eg top");
}

static void hear_in_room(struct lo_world *world, struct bout *bout, const char *body)
{
	if (bout->expects == CHALLENGE && *body == '#' && strstr(body, " challenges ")) {
		answered(world, bout->asked);
		bout->number = sentences_match(body);
		bout->expects = HANDS;
		plan(world, bout, bout->black, bout->room, "!eg accept #%" PRId64, bout->number);
	} else if (bout->expects == HANDS && sentences_end_match(body) && strstr(body, " wins #")) {
		end_match(world, bout);
	} else if (bout->expects == TOP && strncmp(body, "The best of this room", 21) == 0) {
		answered(world, bout->asked);
		bout->expects = STATS_WHITE;
		plan(world, bout, bout->white, bout->private[0], "stats");
	}
}

static void hear_in_private(
	struct lo_world *world, struct bout *bout, size_t room, size_t user, const char *body)
{
	struct sentences_choice choices[SENTENCES_CHOICES];
	size_t count = sentences_choices(body, choices);
	bool white = user == bout->white;

	bout->private[white ? 0 : 1] = room;
	if (sentences_hand_of(body) > 0) {
		uint64_t turn = hash(world->options.seed, strstr(body, "Your hand:"));

		bout->hands++;
		/* The same again comes with the answer to what can't be played. */
		if (bout->expects != HANDS || count == 0 || turn == bout->turn[!white])
			return;
		bout->turn[!white] = turn;
		answered(world, bout->asked);
		act(world, bout, user, room, choices, count, turn);
	} else if (white && bout->expects == STATS_WHITE && strstr(body, " in all rooms: ")) {
		answered(world, bout->asked);
		bout->expects = STATS_BLACK;
		plan(world, bout, bout->black, bout->private[1], "stats");
	} else if (!white && bout->expects == STATS_BLACK && strstr(body, " in all rooms: ")) {
		answered(world, bout->asked);
		bout->expects = NOTHING;
		world->people->done++;
	}
}

/* Everybody */

void lo_people_entered(struct lo_world *world, size_t room)
{
	struct lo_people *people = world->people;
	size_t index = world->rooms[room].bout;

	if (index == LO_NONE || people->bouts[index].expects != WELCOME)
		return;
	people->bouts[index].expects = GO;
	if (++people->entered == people->load.rooms && !people->load.waits)
		lo_people_go(world);
}

void lo_people_go(struct lo_world *world)
{
	struct lo_people *people = world->people;

	if (people->going)
		return;
	people->going = true;
	for (size_t i = 0; i < people->load.rooms; i++)
		begin(world, i);
}

void lo_people_chat(struct lo_world *world, size_t lines)
{
	const struct lo_people *people = world->people;

	for (size_t i = 0; i < lines; i++) {
		const struct bout *bout = &people->bouts[i % people->load.rooms];

		lo_say(world, bout->black, bout->room, CHAT);
	}
}

void lo_people_hear(struct lo_world *world, size_t position)
{
	const struct lo_event *event = &world->events[position - 1];
	const struct lo_room *room = &world->rooms[event->room];
	struct bout *bout;

	if (room->bout == LO_NONE)
		return;
	bout = &world->people->bouts[room->bout];
	if (bout->expects == ANSWER && room->owner == LO_NONE)
		hear_answer(world, room->bout, event->said->body);
	else if (room->owner == LO_NONE)
		hear_in_room(world, bout, event->said->body);
	else
		hear_in_private(world, bout, event->room, room->owner, event->said->body);
}

void lo_people_turn(struct lo_world *world)
{
	struct lo_people *people = world->people;

	if (people->going && people->load.asked > 0)
		ask_on(world);
	while (people->queue_count > 0) {
		size_t index = people->queue[people->queue_first];
		struct bout *bout = &people->bouts[index];

		if (bout->due > world->now)
			return;
		people->queue_first = (people->queue_first + 1) % people->load.rooms;
		people->queue_count--;
		if (bout->expects != ANSWER)
			say(world, bout, bout->speaker, bout->where, bout->text);
		else if (people->ask_count < people->load.asks)
			ask(world, index);
		else
			bout->expects = NOTHING;
	}
}

int64_t lo_people_next(const struct lo_world *world)
{
	const struct lo_people *people = world->people;
	int64_t next = INT64_MAX;

	if (people->queue_count > 0)
		next = people->bouts[people->queue[people->queue_first]].due;
	if (people->going && people->load.asked > 0 && people->ask_count < people->load.asks) {
		int64_t due = people->began +
			      (int64_t)((double)LO_SECOND * (double)(people->ask_count + 1) /
					people->load.asked);

		next = due < next ? due : next;
	}
	return next;
}

bool lo_people_are_in(const struct lo_world *world)
{
	return world->people->entered == world->people->load.rooms;
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
	if (people->load.matches > 0)
		return people->done == people->load.rooms;
	return people->answered >= people->load.asks;
}

/* Counting */

static int by_size(const void *one, const void *other)
{
	const uint32_t *a = one, *b = other;

	return (*a > *b) - (*a < *b);
}

void lo_people_count(const struct lo_world *world, struct lo_count *count)
{
	struct lo_people *people = world->people;
	size_t waits = people->wait_count, middle, late;

	*count = (struct lo_count){
		.said = people->said,
		.answered = people->answered,
		.twice = people->twice,
		.matches = people->matches,
		.took = (double)(people->ended - people->began) / LO_SECOND,
	};
	if (waits == 0)
		return;
	qsort(people->waits, waits, sizeof *people->waits, by_size);
	middle = waits / 2;
	late = waits - 1 - waits / 100;
	count->median = people->waits[middle] / 1000.0;
	count->p99 = people->waits[late] / 1000.0;
	count->most = people->waits[waits - 1] / 1000.0;
}

void lo_people_waiting(const struct lo_world *world, struct lo_text *out)
{
	const struct lo_people *people = world->people;

	for (size_t i = 0; i < people->load.rooms; i++)
		if (people->bouts[i].expects != NOTHING)
			lo_text_format(out, "%s waits for %s, and has said last: %s\n",
				world->rooms[people->bouts[i].room].id,
				expected_names[people->bouts[i].expects], people->bouts[i].text);
}

void lo_people_transcript(const struct lo_world *world, struct lo_text *out)
{
	const struct lo_people *people = world->people;

	for (size_t i = 0; i < people->load.rooms; i++)
		lo_text_format(out, "%s: %zu commands, %zu hands\n",
			world->rooms[people->bouts[i].room].id, people->bouts[i].said,
			people->bouts[i].hands);
}
