#include "adapters/matrix/client/json_stream.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_piece.h"
#include "bot/base/memory.h"

#include <stdlib.h>
#include <string.h>

/* the most nested containers: root, rooms, join, a room, timeline, events, and two spare ones */
#define LEVELS   8
#define KEY_MOST ((size_t)1024)    /* the most bytes of a key in the text */
#define ROOM     ((size_t)4 << 20) /* the most estimated bytes of memory for one list of a room */
#define SHORT    ((size_t)4096)    /* the most bytes of a short value, which is_essential keeps */
/* how many state events with an empty state key are always kept; the bot reads seven types */
#define ESSENTIAL_MOST 16

/*
 * The parts of an answer. Each part has its own memory limit, so that no part can use up the memory
 * of the others.
 */
enum part { REST, JOIN, LEAVE, INVITE, LIST, PARTS };

static const struct {
	/* the key under which the part begins, or NULL for the part of all other values */
	const char *key;
	size_t most; /* the most estimated memory of the part, in bytes */
} parts[PARTS] = {
	[REST] = {NULL, (size_t)16 << 20},
	[JOIN] = {"join", (size_t)24 << 20},
	[LEAVE] = {"leave", (size_t)4 << 20},
	[INVITE] = {"invite", (size_t)4 << 20},
	[LIST] = {"chunk", (size_t)16 << 20},
};

/* The keys of the containers that this module reads in /sync, /messages and transactions. */
static const char *const containers[] = {"rooms", "join", "leave", "invite", "timeline", "state",
	"invite_state", "events", "to_device", "device_lists", "changed", "left", "chunk"};

/* An open container. */
struct level {
	json_t *json; /* the container, which the container around it owns */
	char key[16]; /* the container's key, if `containers` lists it; else empty */
	enum part part;
	size_t kept;        /* estimated memory of the container's values */
	bool cut;           /* some of the container's values were left out */
	bool has_null;      /* a null stands in the container for the values that were left out */
	bool limited;       /* the container is a timeline whose events were left out */
	unsigned essential; /* how many state events with an empty state key were kept */
};

struct mx_json_stream {
	enum { START, KEY, IN_KEY, COLON, VALUE, PIECE, AFTER, END, BROKEN } state;
	json_t *root;
	struct level levels[LEVELS];
	unsigned depth;             /* how many levels are open */
	struct mx_json_piece piece; /* the current key or value */
	char *key; /* the parsed key of the current value, or NULL if the value must be left out */
	char name[16];      /* the same text as `key` if `containers` lists the key, else empty */
	bool first;         /* the innermost container has no values so far */
	size_t kept[PARTS]; /* estimated memory of the kept values of each part */
	unsigned dropped;
	bool overflowed;
};

struct mx_json_stream *mx_json_stream_create(void)
{
	struct mx_json_stream *stream = bot_calloc(1, sizeof(*stream));

	mx_json_piece_init(&stream->piece);
	return stream;
}

void mx_json_stream_destroy(struct mx_json_stream *stream)
{
	if (!stream)
		return;
	json_decref(stream->root);
	mx_json_piece_finish(&stream->piece);
	free(stream->key);
	free(stream);
}

static struct level *top(struct mx_json_stream *stream)
{
	return &stream->levels[stream->depth - 1];
}

static bool is(const char *text, const char *expected)
{
	return strcmp(text, expected) == 0;
}

/* Returns whether the keys of the innermost container are room ids. */
static bool lists_rooms(struct mx_json_stream *stream)
{
	const struct level *level = top(stream);

	return stream->depth == 3 && level->part != REST && level->part != LIST;
}

static enum part part_of(struct mx_json_stream *stream)
{
	if (stream->depth == 1 && (is(stream->name, "chunk") || is(stream->name, "events")))
		return LIST;
	if (stream->depth == 2 && is(top(stream)->key, "rooms"))
		for (int part = JOIN; part <= INVITE; part++)
			if (is(stream->name, parts[part].key))
				return (enum part)part;
	return top(stream)->part;
}

/* Adds a value to the innermost container. Takes the reference. */
static void add(struct mx_json_stream *stream, json_t *value)
{
	json_t *into = top(stream)->json;

	if (json_is_array(into))
		(void)json_array_append_new(into, value);
	else
		(void)json_object_set_new(into, stream->key, value);
}

/* Returns whether the value that begins now is a container that this module reads. */
static bool is_container(struct mx_json_stream *stream)
{
	if (stream->depth == LEVELS || !stream->key || !json_is_object(top(stream)->json) ||
		!(*stream->name || lists_rooms(stream)))
		return false;
	const enum part part = part_of(stream);
	/*
	 * Containers need memory even if they are empty. So a part that needs twice its limit gets
	 * no more containers.
	 */
	return stream->kept[part] < 2 * parts[part].most;
}

static void open(struct mx_json_stream *stream, char bracket)
{
	struct level level = {.json = bracket == '{' ? json_object() : json_array()};

	memcpy(level.key, stream->name, sizeof(level.key));
	level.part = stream->depth > 0 ? part_of(stream) : REST;
	stream->kept[level.part] += MX_JSON_CONTAINER;
	if (stream->depth == 0)
		stream->root = level.json;
	else
		add(stream, level.json);
	stream->levels[stream->depth++] = level;
	stream->state = bracket == '{' ? KEY : VALUE;
	stream->first = true;
}

/*
 * Returns whether the innermost container is the list `events` in a room's object `part`, which is
 * "timeline" or "state".
 */
static bool is_list_of(struct mx_json_stream *stream, const char *part)
{
	const struct level *level = top(stream);

	return stream->depth > 4 && is(level->key, "events") && is((level - 1)->key, part);
}

/*
 * Closes the innermost container. If this is a timeline that was cut, marks the timeline as
 * limited, so that the room has a gap.
 */
static void close(struct mx_json_stream *stream)
{
	const struct level *level = top(stream);
	bool cut = level->cut && is_list_of(stream, "timeline");

	stream->depth--;
	stream->state = stream->depth > 0 ? AFTER : END;
	stream->first = false;
	if (cut)
		top(stream)->limited = true;
	if (level->limited)
		(void)json_object_set_new(level->json, "limited", json_true());
}

/*
 * Returns whether the memory limits allow to keep the current piece. If not, marks the list as cut.
 */
static bool fits(struct mx_json_stream *stream)
{
	struct level *level = top(stream);
	size_t cost = stream->piece.cost + stream->piece.size;

	if (level->cut)
		return false;
	level->cut = (level->part != REST && level->part != LIST && level->kept + cost > ROOM) ||
		     stream->kept[level->part] + cost > parts[level->part].most;
	if (!level->cut) {
		level->kept += cost;
		stream->kept[level->part] += cost;
		return true;
	}
	if (level->part == LIST)
		stream->overflowed = true;
	/*
	 * The bot will read all events of a cut timeline from the gap, so this drops the events
	 * that were kept so far.
	 */
	if (is_list_of(stream, "timeline")) {
		json_array_clear(level->json);
		stream->kept[level->part] -= level->kept;
		level->kept = 0;
	}
	return false;
}

/*
 * Returns whether the value is small and important: a short value in the outermost object, such as
 * next_batch, or a short value that describes its container, such as `limited`. There are few such
 * values, since the homeserver makes these containers.
 */
static bool is_essential(struct mx_json_stream *stream, const json_t *value)
{
	bool container = json_is_object(value) || json_is_array(value);

	return json_is_object(top(stream)->json) && stream->piece.size <= SHORT &&
	       (stream->depth == 1 || !container);
}

/*
 * Returns whether to keep a value. In the list of a room's state, always keeps the first
 * ESSENTIAL_MOST events with an empty state key, since these describe the room itself. A member who
 * may change the state can make any number of events with other state keys. Of these events, keeps
 * only the membership events that fit.
 */
static bool is_kept(struct mx_json_stream *stream, const json_t *value)
{
	const char *key = mx_json_text(value, "state_key"), *type = mx_json_text(value, "type");
	struct level *level = top(stream);

	if (is_essential(stream, value))
		return true;
	if (!is_list_of(stream, "state"))
		return fits(stream);
	if (key && !*key && level->essential < ESSENTIAL_MOST) {
		level->essential++;
		return true;
	}
	return key && type && is(type, "m.room.member") && fits(stream);
}

/* Handles the current value, whose last byte has arrived. */
static void end_piece(struct mx_json_stream *stream)
{
	bool listed = json_is_array(top(stream)->json);
	json_t *value;

	stream->state = AFTER;
	stream->first = false;
	if ((listed && is_list_of(stream, "timeline") && top(stream)->cut) ||
		(!listed && !stream->key))
		return;
	value = mx_json_piece_parse(&stream->piece);
	if (value && !is_kept(stream, value)) {
		json_decref(value);
		value = NULL;
		/*
		 * The gap will bring the events that were left out of a timeline. In another list,
		 * one null stands for all the values that were left out.
		 */
		if ((listed && is_list_of(stream, "timeline")) || top(stream)->has_null)
			return;
		top(stream)->has_null = true;
	}
	stream->dropped += !value;
	if (value || listed)
		add(stream, value ? value : json_null());
}

/* Handles the current key, whose closing quote has arrived. */
static void end_key(struct mx_json_stream *stream)
{
	json_t *key = stream->piece.size <= KEY_MOST ? mx_json_piece_parse(&stream->piece) : NULL;

	free(stream->key);
	stream->key = json_is_string(key) ? bot_strdup(json_string_value(key)) : NULL;
	stream->name[0] = '\0';
	json_decref(key);
	stream->dropped += !stream->key;
	for (size_t i = 0; stream->key && i < sizeof(containers) / sizeof(*containers); i++)
		if (is(stream->key, containers[i]))
			strcpy(stream->name, containers[i]);
	stream->state = COLON;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Takes a byte between values: a bracket, comma, colon or space. */
static void take_mark(struct mx_json_stream *stream, char c)
{
	bool inside = stream->depth > 0, object = inside && json_is_object(top(stream)->json);
	bool empty = stream->first && stream->state == (object ? KEY : VALUE);

	if (stream->state == START && c == '{') {
		open(stream, c);
	} else if (inside && c == (object ? '}' : ']') && (stream->state == AFTER || empty)) {
		close(stream);
	} else if (inside && stream->state == AFTER && c == ',') {
		stream->state = object ? KEY : VALUE;
	} else if (stream->state == KEY && c == '"') {
		mx_json_piece_begin(&stream->piece);
		mx_json_piece_take_quoted(&stream->piece, c);
		stream->first = false;
		stream->state = IN_KEY;
	} else if (stream->state == COLON && c == ':') {
		stream->state = VALUE;
	} else {
		stream->state = BROKEN;
	}
}

/* Takes a byte of a value. Returns false if the value ended before this byte. */
static bool take_value(struct mx_json_stream *stream, char c)
{
	enum mx_json_piece_end end = mx_json_piece_take(&stream->piece, c);

	if (end != MX_JSON_PIECE_GOES_ON)
		end_piece(stream);
	return end != MX_JSON_PIECE_ENDED_BEFORE;
}

static void begin_value(struct mx_json_stream *stream, char c)
{
	if ((c == '{' || c == '[') && is_container(stream)) {
		open(stream, c);
		return;
	}
	mx_json_piece_begin(&stream->piece);
	stream->state = PIECE;
	take_value(stream, c);
}

bool mx_json_stream_feed(struct mx_json_stream *stream, const char *text, size_t size)
{
	for (size_t i = 0; i < size && stream->state != BROKEN; i++) {
		char c;

		if (stream->state == PIECE)
			i += mx_json_piece_take_run(&stream->piece, text + i, size - i);
		if (i == size)
			break;
		c = text[i];
		if (stream->state == PIECE && take_value(stream, c))
			continue;
		if (stream->state == IN_KEY) {
			if (mx_json_piece_take_quoted(&stream->piece, c))
				end_key(stream);
		} else if (is_space(c)) {
			continue;
		} else if (stream->state == VALUE && c != ']' && c != '}' && c != ',' && c != ':') {
			begin_value(stream, c);
		} else {
			take_mark(stream, c);
		}
	}
	return stream->state != BROKEN;
}

json_t *mx_json_stream_take(struct mx_json_stream *stream)
{
	return stream->state == END ? json_incref(stream->root) : NULL;
}

unsigned mx_json_stream_dropped(const struct mx_json_stream *stream)
{
	return stream->dropped;
}

bool mx_json_stream_has_overflowed(const struct mx_json_stream *stream)
{
	return stream->overflowed;
}

json_t *mx_json_stream_parse(const char *text, size_t size, unsigned *dropped, bool *overflowed)
{
	json_t *json = size <= MX_JSON_STREAM_FROM ? mx_json_parse(text, size) : NULL;

	*dropped = 0;
	*overflowed = false;
	if (json || !text)
		return json;
	struct mx_json_stream *stream = mx_json_stream_create();
	if (mx_json_stream_feed(stream, text, size))
		json = mx_json_stream_take(stream);
	*dropped = stream->dropped;
	*overflowed = stream->overflowed;
	mx_json_stream_destroy(stream);
	return json;
}
