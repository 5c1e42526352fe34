#include "adapters/matrix/receive/progress.h"

#include "adapters/matrix/client/id.h"

#include <stdlib.h>

#define KEY "matrix.progress"

/*
 * The progress is an array with an object for each section. It has, for each room, the number of
 * handled events. In the store, an array with this number and the id of the last of these events
 * takes the number's place.
 */

enum bot_error mx_progress_load(struct bot_store *store, json_t **stored)
{
	char *text = NULL;
	enum bot_error error = bot_store_get(store, KEY, &text);

	if (error && error != BOT_NOT_FOUND)
		return error;
	*stored = text ? json_loads(text, 0, NULL) : NULL;
	free(text);
	return BOT_OK;
}

/* Returns the id of the last of so many events of a room's timeline, borrowed, or NULL. */
static json_t *last_id(const json_t *body, size_t events)
{
	const json_t *timeline = mx_section_events(body, "timeline");

	return events > 0 ? json_object_get(json_array_get(timeline, events - 1), "event_id")
			  : NULL;
}

struct beginning {
	const json_t *stored;
	json_t *progress;
};

/*
 * Returns whether the homeserver may have omitted events of the room that were in the batch when
 * the bot handled its first parts. The ids of handled events would show that, but if there are
 * none, a limited timeline may begin later than it did then.
 */
static bool may_lack_events(const json_t *body, json_int_t handled)
{
	return handled == 0 &&
	       json_is_true(json_object_get(json_object_get(body, "timeline"), "limited"));
}

static void begin_room(void *self, enum mx_section section, const char *id, const json_t *body)
{
	const struct beginning *beginning = self;
	const json_t *mark = json_object_get(json_array_get(beginning->stored, section), id);
	const json_t *count = json_array_get(mark, 0), *last = json_array_get(mark, 1);
	json_int_t events = json_integer_value(count);

	if (json_is_integer(count) && events >= 0 && !may_lack_events(body, events) &&
		(last == last_id(body, (size_t)events) ||
			json_equal(last, last_id(body, (size_t)events))))
		mx_progress_note(beginning->progress, section, id, (size_t)events);
}

json_t *mx_progress_begin(const json_t *stored, const json_t *batch)
{
	struct beginning beginning = {stored, json_pack("[{}, {}, {}]")};

	if (stored)
		mx_section_visit_rooms(batch, begin_room, &beginning);
	return beginning.progress;
}

bool mx_progress_find(
	const json_t *progress, enum mx_section section, const char *id, size_t *events)
{
	const json_t *count = json_object_get(json_array_get(progress, section), id);

	*events = (size_t)json_integer_value(count);
	return count;
}

void mx_progress_note(json_t *progress, enum mx_section section, const char *id, size_t events)
{
	(void)json_object_set_new_nocheck(
		json_array_get(progress, section), id, json_integer((json_int_t)events));
}

static void mark_room(void *self, enum mx_section section, const char *id, const json_t *body)
{
	json_t *rooms = json_array_get(self, section);
	const json_t *count = json_object_get(rooms, id);

	if (count)
		(void)json_object_set_new_nocheck(rooms, id,
			json_pack("[I, O*]", json_integer_value(count),
				last_id(body, (size_t)json_integer_value(count))));
}

enum bot_error mx_progress_save(
	struct bot_store *store, const json_t *progress, const json_t *batch)
{
	json_t *marks = json_deep_copy(progress);
	char *text = NULL;

	if (marks) {
		mx_section_visit_rooms(batch, mark_room, marks);
		text = json_dumps(marks, JSON_COMPACT);
	}
	enum bot_error error = bot_store_set(store, KEY, text);
	free(text);
	json_decref(marks);
	return error;
}

void mx_section_visit_rooms(const json_t *batch,
	void (*visit)(void *self, enum mx_section section, const char *id, const json_t *body),
	void *self)
{
	static const char *const names[] = {
		[MX_SECTION_LEAVE] = "leave",
		[MX_SECTION_JOIN] = "join",
		[MX_SECTION_INVITE] = "invite",
	};

	for (int i = MX_SECTION_LEAVE; i <= MX_SECTION_INVITE; i++) {
		json_t *rooms = json_object_get(json_object_get(batch, "rooms"), names[i]);
		const char *id;
		json_t *body;

		json_object_foreach (rooms, id, body)
			if (mx_id_is_room(id))
				visit(self, (enum mx_section)i, id, body);
	}
}

json_t *mx_section_events(const json_t *body, const char *part)
{
	return json_object_get(json_object_get(body, part), "events");
}
