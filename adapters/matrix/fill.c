#include "adapters/matrix/fill.h"

#include "adapters/matrix/batch.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/filter.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/room.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <stdlib.h>
#include <string.h>

#define TIMEOUT      60000
#define ANSWER_LIMIT ((size_t)16 << 20)
#define PAGE         "100"
#define PAGES_MOST   1000  /* a room */
#define LEFT_TRIES   5     /* for a page of a room that the bot is out of */
#define KEPT_MOST    20000 /* events a batch: about a hundred megabytes at the very worst */

/* The rooms of a section of the batch: those the bot is in, or has left. */
static json_t *section(const json_t *batch, const char *name)
{
	return json_object_get(json_object_get(batch, "rooms"), name);
}

static const json_t *timeline(const json_t *batch, const char *room)
{
	const json_t *body = json_object_get(section(batch, "join"), room);

	if (!body)
		body = json_object_get(section(batch, "leave"), room);
	return json_object_get(body, "timeline");
}

static bool begin_gap(struct mx_fill *fill, void *gap, const char *since)
{
	free(fill->from);
	fill->from = gap && since ? strdup(since) : NULL;
	fill->gap = gap;
	fill->pages = 0;
	return !gap || fill->from;
}

static bool has_gap(const json_t *batch, const char *room)
{
	const json_t *line = timeline(batch, room);

	return mx_id_is_room(room) && mx_json_text(line, "prev_batch") &&
	       json_is_true(json_object_get(line, "limited"));
}

/* Notes the rooms whose timeline has a gap before it; false: no memory. */
static bool note_gaps(json_t *gaps, struct bot_store *store, const json_t *batch)
{
	const char *room;
	json_t *unused;

	json_object_foreach (section(batch, "join"), room, unused)
		if (has_gap(batch, room) && json_object_set_new(gaps, room, json_array()))
			return false;
	/* An invitation that was taken back leaves a room, too. */
	json_object_foreach (section(batch, "leave"), room, unused)
		if (has_gap(batch, room) && mx_room_is_inside(store, room) &&
			json_object_set_new(gaps, room, json_array()))
			return false;
	return true;
}

bool mx_fill_init(
	struct mx_fill *fill, struct bot_store *store, const json_t *batch, const char *since)
{
	struct mx_fill new = {.gaps = json_object(), .names = json_object()};
	bool fine = new.gaps &&new.names;

	if (fine && since)
		fine = note_gaps(new.gaps, store, batch);
	if (!fine || !begin_gap(&new, json_object_iter(new.gaps), since)) {
		mx_fill_finish(&new);
		return false;
	}
	*fill = new;
	return true;
}

void mx_fill_finish(struct mx_fill *fill)
{
	json_decref(fill->gaps);
	json_decref(fill->names);
	free(fill->from);
	*fill = (struct mx_fill){0};
}

static const char *room_of(const struct mx_fill *fill)
{
	return json_object_iter_key(fill->gap);
}

static void next_gap(struct mx *mx)
{
	struct mx_fill *fill = &mx->sync.fill;

	if (!begin_gap(fill, json_object_iter_next(fill->gaps, fill->gap), mx->sync.since))
		mx->fatal = MX_NO_MEMORY;
}

/* Keeps what the batch will need of a page's events. */
static void keep(struct mx *mx, const json_t *page)
{
	struct mx_fill *fill = &mx->sync.fill;
	json_t *kept = json_object_iter_value(fill->gap);
	json_t *event;
	size_t i;

	mx_batch_names(fill->names, json_object_get(page, "state"));
	mx_batch_names(fill->names, json_object_get(page, "chunk"));
	json_array_foreach (json_object_get(page, "chunk"), i, event) {
		/* What is only seen passing is a null: it costs nothing. */
		enum mx_interest interest = mx_batch_interest(mx, room_of(fill), event);

		if (interest == MX_IGNORED)
			continue;
		if (fill->kept == KEPT_MOST)
			bot_log_write(BOT_LOG_WARNING, "gap_too_big",
				BOT_LOG_FIELDS({"room", .text = room_of(fill)}));
		if (fill->kept++ >= KEPT_MOST)
			return;
		if (json_array_append_new(
			    kept, interest == MX_WANTED ? json_incref(event) : json_null()))
			mx->fatal = MX_NO_MEMORY;
	}
}

static bool is_left(const struct mx *mx)
{
	return !json_object_get(section(mx->sync.batch, "join"), room_of(&mx->sync.fill));
}

static void on_page(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	struct mx_fill *fill = &mx->sync.fill;
	enum mx_verdict verdict = mx_session_watch(mx, answer);
	const char *end = mx_json_text(answer->json, "end");

	/* What is no page is not an empty one: events would be lost. */
	if (verdict == MX_DONE && !json_is_array(json_object_get(answer->json, "chunk")))
		verdict = MX_AGAIN;
	fill->asked = false;
	if (verdict != MX_DONE)
		mx_log_answer("gap_failed", room_of(fill), answer);
	/* Banned meanwhile, or it would keep all others waiting for a room that is past. */
	if (verdict == MX_REFUSED ||
		(verdict != MX_DONE && is_left(mx) && fill->pause.tries >= LEFT_TRIES)) {
		mx_pause_clear(&fill->pause);
		next_gap(mx);
		return;
	}
	if (verdict != MX_DONE) {
		mx_pause_obey(&fill->pause, mx_answer_wait(answer));
		return;
	}
	mx_pause_clear(&fill->pause);
	keep(mx, answer->json);
	if (!end || strcmp(end, fill->from) == 0 || ++fill->pages >= PAGES_MOST ||
		fill->kept >= KEPT_MOST) {
		next_gap(mx);
		return;
	}
	free(fill->from);
	fill->from = strdup(end);
	if (!fill->from)
		mx->fatal = MX_NO_MEMORY;
}

bool mx_fill_turn(struct mx *mx)
{
	struct mx_fill *fill = &mx->sync.fill;
	struct mx_request request = {
		.method = MX_GET,
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT,
	};
	const char *to;

	if (!fill->gap)
		return true;
	if (fill->asked || !mx_pause_over(&fill->pause) || mx->session.state != MX_LOGGED_IN)
		return false;
	to = mx_json_text(timeline(mx->sync.batch, room_of(fill)), "prev_batch");
	request.path = mx_url("/_matrix/client/v3/rooms/%/messages"
			      "?dir=f&limit=" PAGE "&from=%&to=%&filter=%",
		room_of(fill), fill->from, to, MX_FILTER_MESSAGES);
	if (mx_http_start(mx->http, &request, on_page, mx) != MX_OK)
		mx_pause_fail(&fill->pause);
	else
		fill->asked = true;
	return false;
}
