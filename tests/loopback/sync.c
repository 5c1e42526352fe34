#include "tests/loopback/sync.h"

#include <stdlib.h>

size_t lo_position(const struct lo_world *world, const char *token)
{
	size_t position = token && *token == 's' ? strtoul(token + 1, NULL, 10) : 0;

	return position > world->event_count ? world->event_count : position;
}

static const struct lo_member *bot_in(const struct lo_room *room)
{
	for (size_t i = 0; i < room->member_count; i++)
		if (room->members[i].user == LO_BOT)
			return &room->members[i];
	return NULL;
}

bool lo_has_news(const struct lo_world *world, size_t since)
{
	if (world->options.holds_sync)
		return false;
	for (size_t i = since; i < world->event_count; i++) {
		const struct lo_member *bot = bot_in(&world->rooms[world->events[i].room]);

		if (bot && (bot->membership == LO_JOINED || bot->event > since))
			return true;
	}
	return false;
}

/* Appends to a JSON list. */
static void add(struct lo_text *out, const struct lo_world *world, size_t position)
{
	const struct lo_event *event = &world->events[position - 1];

	if (out->data[out->size - 1] != '[')
		lo_text_add(out, ",", 1);
	lo_text_add(out, event->text, event->size);
}

void lo_state(const struct lo_world *world, size_t index, struct lo_text *out)
{
	const struct lo_room *room = &world->rooms[index];

	lo_text_add(out, "[", 1);
	for (size_t i = 0; i < room->state_count; i++)
		add(out, world, room->state[i]);
	for (size_t i = 0; i < room->member_count; i++)
		add(out, world, room->members[i].event);
	lo_text_add(out, "]", 1);
}

void lo_joined_members(const struct lo_world *world, size_t index, struct lo_text *out)
{
	const struct lo_room *room = &world->rooms[index];
	const char *comma = "";

	lo_text_format(out, "{\"joined\":{");
	for (size_t i = 0; i < room->member_count; i++) {
		const struct lo_user *user = &world->users[room->members[i].user];

		if (room->members[i].membership != LO_JOINED)
			continue;
		lo_text_format(
			out, "%s\"%s\":{\"display_name\":\"%s\"}", comma, user->id, user->name);
		comma = ",";
	}
	lo_text_format(out, "}}");
}

/* Returns the index of the room's first event after the position. */
static size_t after(const struct lo_room *room, size_t position)
{
	size_t low = 0, high = room->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (room->events[middle] > position)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static bool speaks(
	const struct lo_world *world, const struct lo_room *room, size_t first, size_t user)
{
	for (size_t i = first; i < room->count; i++)
		if (world->events[room->events[i] - 1].sender == user)
			return true;
	return false;
}

/* The stream positions after `since`, up to and including `end`. */
struct span {
	size_t since, end;
};

/*
 * Adds the state events of the span that come before the timeline. The timeline begins with the
 * room's event at the index `first`. Also adds the member events of the timeline's senders (lazy
 * loading).
 */
static void add_state(const struct lo_world *world, const struct lo_room *room, struct span span,
	size_t first, struct lo_text *out)
{
	size_t start = first < room->count ? room->events[first] : span.end + 1;

	for (size_t i = 0; i < room->state_count; i++)
		if (room->state[i] > span.since && room->state[i] < start)
			add(out, world, room->state[i]);
	for (size_t i = 0; i < room->member_count; i++) {
		const struct lo_member *member = &room->members[i];

		if (member->event < start &&
			((member->user == LO_BOT && member->event > span.since) ||
				speaks(world, room, first, member->user)))
			add(out, world, member->event);
	}
}

static void add_room(const struct lo_world *world, const struct lo_room *room, struct span span,
	size_t limit, struct lo_text *out)
{
	size_t first = after(room, span.since), last = after(room, span.end), people[3] = {0};
	bool limited = last - first > limit;

	if (limited)
		first = last - limit;
	for (size_t i = 0; i < room->member_count; i++)
		people[room->members[i].membership]++;
	people[LO_JOINED] += people[LO_JOINED] > 2; /* who follows the players, so no board waits */
	lo_text_format(out,
		"\"%s\":{\"summary\":{\"m.joined_member_count\":%zu,"
		"\"m.invited_member_count\":%zu},\"state\":{\"events\":[",
		room->id, people[LO_JOINED], people[LO_INVITED]);
	add_state(world, room, span, first, out);
	lo_text_format(out, "]},\"timeline\":{\"limited\":%s,\"prev_batch\":\"s%zu\",\"events\":[",
		limited ? "true" : "false",
		first < room->count ? room->events[first] - 1 : span.end);
	for (size_t i = first; i < last; i++)
		add(out, world, room->events[i]);
	lo_text_format(out, "]}}");
}

static void add_invited(const struct lo_world *world, const struct lo_room *room,
	const struct lo_member *bot, struct lo_text *out)
{
	lo_text_format(out, "\"%s\":{\"invite_state\":{\"events\":[", room->id);
	add(out, world, room->state[0]);
	add(out, world, bot->event);
	lo_text_format(out, "]}}");
}

/*
 * Adds one section (join, invite or leave): the rooms in which the bot has the membership `which`,
 * and which have an event in the span.
 */
static void add_section(struct lo_world *world, struct span span, bool full,
	enum lo_membership which, size_t limit, struct lo_text *out)
{
	bool some = false;

	world->answers++;
	for (size_t i = span.since; i < span.end; i++) {
		struct lo_room *room = &world->rooms[world->events[i].room];
		const struct lo_member *bot = bot_in(room);

		if (!bot || bot->membership != which || room->answer == world->answers)
			continue;
		if (which != LO_JOINED && (bot->event <= span.since || (full && which == LO_OUT)))
			continue;
		room->answer = world->answers;
		if (some)
			lo_text_add(out, ",", 1);
		some = true;
		if (which == LO_INVITED) {
			add_invited(world, room, bot, out);
			continue;
		}
		/*
		 * if the bot joined the room in this span, the answer begins with the room's first
		 * event
		 */
		if (which == LO_JOINED && bot->event > span.since)
			add_room(world, room, (struct span){0, span.end}, limit, out);
		else
			add_room(world, room, span, limit, out);
	}
}

void lo_sync(struct lo_world *world, size_t since, bool full, size_t limit, struct lo_text *out)
{
	struct span span = {since, world->event_count};
	size_t share = world->options.share;

	if (share > 0 && span.end - since > share)
		span.end = since + share;
	lo_text_format(out, "{\"next_batch\":\"s%zu\",\"rooms\":{\"join\":{", span.end);
	add_section(world, span, full, LO_JOINED, limit, out);
	lo_text_format(out, "},\"invite\":{");
	add_section(world, span, full, LO_INVITED, limit, out);
	lo_text_format(out, "},\"leave\":{");
	add_section(world, span, full, LO_OUT, limit, out);
	lo_text_format(out, "}}}");
}

void lo_messages(const struct lo_world *world, size_t index, size_t from, size_t to, size_t limit,
	struct lo_text *out)
{
	const struct lo_room *room = &world->rooms[index];
	size_t first = after(room, from), next = first;

	lo_text_format(out, "{\"start\":\"s%zu\",\"chunk\":[", from);
	while (next < room->count && room->events[next] <= to && next - first < limit)
		add(out, world, room->events[next++]);
	lo_text_format(out, "],\"state\":[");
	for (size_t i = 0; i < room->member_count; i++)
		add(out, world, room->members[i].event);
	lo_text_format(out, "]");
	if (next < room->count && room->events[next] <= to)
		lo_text_format(out, ",\"end\":\"s%zu\"", room->events[next - 1]);
	lo_text_format(out, "}");
}
