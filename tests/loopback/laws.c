#include "tests/loopback/laws.h"

#include "tests/loopback/people.h"
#include "tests/support/sentences.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lo_laws *lo_laws_create(void)
{
	struct lo_laws *laws = calloc(1, sizeof(*laws));

	assert(laws);
	return laws;
}

void lo_laws_destroy(struct lo_laws *laws)
{
	free(laws);
}

static void breach(struct lo_world *world, size_t *count, const char *what, size_t position)
{
	const struct lo_event *event = &world->events[position - 1];

	if (!*world->laws->first)
		snprintf(world->laws->first, sizeof(world->laws->first), "%s in %s: %.150s", what,
			world->rooms[event->room].id, event->said ? event->said->body : "");
	++*count;
}

static char *string(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? lo_copy(value) : NULL;
}

/*
 * Returns the stream position of the bot's event with the id `id`, or 0 if the bot has sent no such
 * event.
 */
static size_t own_event(const struct lo_world *world, const char *id)
{
	const char *dot = id ? strrchr(id, '.') : NULL;
	size_t number = dot ? strtoul(dot + 1, NULL, 10) : 0;

	return number > 0 && number <= world->own_count ? world->own[number - 1] : 0;
}

static struct lo_said *read_content(const struct lo_world *world, const char *content, size_t size)
{
	json_t *json = json_loadb(content, size, 0, NULL);
	const json_t *relation = json_object_get(json, "m.relates_to"), *shown = json;
	const char *kind = json_string_value(json_object_get(relation, "rel_type"));
	struct lo_said *said = calloc(1, sizeof(*said));

	assert(said);
	if (kind && strcmp(kind, "m.replace") == 0) {
		shown = json_object_get(json, "m.new_content");
		said->edits =
			own_event(world, json_string_value(json_object_get(relation, "event_id")));
	}
	said->body = string(shown, "body");
	said->html = string(shown, "formatted_body");
	if (!said->body)
		said->body = lo_copy("");
	json_decref(json);
	return said;
}

static bool is_same(const struct lo_said *one, const struct lo_said *other)
{
	return one->edits == other->edits && strcmp(one->body, other->body) == 0;
}

/* Replaces the text of the edited message by the edit's text. */
static void show_edit(struct lo_world *world, const struct lo_said *edit)
{
	struct lo_said *shown = world->events[edit->edits - 1].said;

	if (!shown)
		return;
	free(shown->body);
	free(shown->html);
	shown->body = lo_copy(edit->body);
	shown->html = edit->html ? lo_copy(edit->html) : NULL;
}

static void judge(struct lo_world *world, size_t position)
{
	const struct lo_event *event = &world->events[position - 1];
	const struct lo_said *said = event->said;
	struct lo_room *room = &world->rooms[event->room];
	size_t last = room->last_said;

	if (room->owner == LO_NONE && sentences_tell_hand(said->body))
		breach(world, &world->laws->leaks, "a hand is told", position);
	if (last > 0 && last > lo_people_spoke(world, room->bout) &&
		is_same(said, world->events[last - 1].said))
		breach(world, &world->laws->twice, "said twice", position);
	room->last_said = position;
}

/*
 * Whether the bot may drop the edit: an acknowledgement, how a challenge ended, or that a night's
 * or season's newest message is another one.
 */
static bool is_optional(const struct lo_said *edit, const struct lo_room *room)
{
	return room->owner != LO_NONE || strstr(edit->body, "challenge of") ||
	       strstr(edit->body, " is further down in this room");
}

void lo_laws_sent(struct lo_world *world, size_t position, const char *content, size_t size)
{
	struct lo_said *said = read_content(world, content, size);

	world->events[position - 1].said = said;
	judge(world, position);
	world->laws->messages += said->edits == 0;
	if (said->edits > 0 && is_optional(said, &world->rooms[world->events[position - 1].room])) {
		/* The bot may drop it, so the transcript shows the message that it edits. */
		world->laws->acknowledgements++;
	} else if (said->edits > 0) {
		world->laws->edits++;
		show_edit(world, said);
	}
	lo_people_hear(world, position);
}

void lo_laws_repeated(struct lo_world *world, size_t position, const char *content, size_t size)
{
	const struct lo_event *event = &world->events[position - 1];

	world->laws->repeated++;
	if (event->size < size + 1 ||
		memcmp(event->text + event->size - 1 - size, content, size) != 0)
		breach(world, &world->laws->conflicts, "another content under the same id",
			position);
}

/*
 * Appends the text without what differs between two runs: the match's number, which depends on the
 * order in which the rooms began, how long the match took, how long a player may act, and whether
 * the bot knows the name of somebody who has not spoken yet (else it shows the whole id). After a
 * kill it does not know who is in a room.
 */
static void add_comparable(struct lo_text *out, const char *text)
{
	static const char took[] = ", in ", site[] = ":loopback", digits[] = "0123456789";

	while (*text) {
		size_t plain = strcspn(text, "#,@:0123456789");

		lo_text_add(out, text, plain);
		text = sentences_skip_deadline(text + plain);
		if (*text == '@') {
			text++;
			continue;
		}
		if (strncmp(text, site, sizeof(site) - 1) == 0) {
			text += sizeof(site) - 1;
			continue;
		}
		if (*text)
			lo_text_add(out, text, 1);
		if (*text == '#')
			text += 1 + strspn(text + 1, digits);
		else if (strncmp(text, took, sizeof(took) - 1) == 0 &&
			 strchr(digits, text[sizeof(took) - 1]))
			text += strcspn(text, ".");
		else if (*text)
			text++;
	}
	lo_text_add(out, "\n", 1);
}

/*
 * Returns the text after the bot's introduction, if the text begins with it. `line_end` ends it, or
 * it is the whole text.
 */
static const char *skip_introduction(const char *text, const char *line_end)
{
	const char *end = strstr(text, line_end);

	if (strncmp(text, "Only you and I read this room.", 30) != 0)
		return text;
	return end ? end + strlen(line_end) : text + strlen(text);
}

/* A hand tells what its player did last, if the line about it was not sent by then. */
static const char *skip_own_action(const char *text)
{
	const char *end = strstr(text, ". ");

	return strncmp(text, "You ", 4) == 0 && end ? end + 2 : text;
}

/* Skips the time at which a club night or a season begins, or the season ends. */
static const char *skip_time(const char *text)
{
	static const struct {
		const char *what, *after;
	} times[] = {{"Club night", ": pools, then"}, {"Season", ". Sign up with"},
		{"Season", " (victories/bouts"}};

	for (size_t i = 0; i < sizeof(times) / sizeof(*times); i++) {
		const char *after = strstr(text, times[i].after);

		if (after && strstr(text, times[i].what))
			return after;
	}
	return text;
}

/*
 * The first players to challenge somebody, or to enter a competition, join their private rooms
 * before their match begins. They are welcomed there, with the introduction that the others get
 * before their first hand. Who has a private room already gets a copy of a challenge there. Which
 * players are the first differs between two runs. So the transcript has neither the welcome, nor
 * the introduction, nor the copy.
 */
static void add_room(const struct lo_world *world, const struct lo_room *room, struct lo_text *out)
{
	lo_text_format(out, "=== %s\n", room->id);
	for (size_t i = 0; i < room->count; i++) {
		const struct lo_said *said = world->events[room->events[i] - 1].said;
		const char *body = said ? skip_introduction(said->body, "\n") : "";

		if (!*body || said->edits > 0 || strncmp(body, "Your challenge #", 16) == 0 ||
			(room->owner != LO_NONE && strstr(body, " challenges you in ")) ||
			(room->owner != LO_NONE && strncmp(body, "I host En Garde", 15) == 0))
			continue;
		add_comparable(out, skip_own_action(skip_time(body)));
		add_comparable(out, said->html ? skip_own_action(skip_introduction(
							 skip_time(said->html), "<br>"))
					       : "");
	}
}

struct line {
	const struct lo_room *room;
};

static int by_id(const void *one, const void *other)
{
	const struct line *a = one, *b = other;

	return strcmp(a->room->id, b->room->id);
}

void lo_laws_transcript(const struct lo_world *world, struct lo_text *out)
{
	struct line *lines = calloc(world->room_count + 1, sizeof(*lines));

	assert(lines);
	for (size_t i = 0; i < world->room_count; i++)
		lines[i].room = &world->rooms[i];
	qsort(lines, world->room_count, sizeof(*lines), by_id);
	for (size_t i = 0; i < world->room_count; i++)
		add_room(world, lines[i].room, out);
	free(lines);
	lo_people_transcript(world, out);
}
