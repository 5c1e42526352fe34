#include "adapters/web/live.h"

#include "adapters/web/places.h"
#include "bot/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEARTBEAT 20000           /* ms between two heartbeats */
#define RENEWAL   (5 * 60 * 1000) /* ms after which a state is sent again without a change */
#define RETRY     1000            /* ms until the next attempt if the store has failed */

static struct http_line *make_line(const char *text)
{
	return http_line_create(bot_strdup(text), strlen(text));
}

struct web_live *web_live_create(unsigned boards_most, unsigned tables_most)
{
	struct web_live *live = bot_calloc(1, sizeof(*live));

	live->most[WEB_BOARDS] = boards_most;
	live->most[WEB_TABLES] = tables_most;
	live->heartbeat = make_line("\n");
	live->farewell = make_line("{\"type\":\"ended\"}\n");
	return live;
}

void web_live_destroy(struct web_live *live)
{
	if (!live)
		return;
	http_line_release(live->heartbeat);
	http_line_release(live->farewell);
	free(live);
}

unsigned web_live_count(const struct web_live *live)
{
	return live->open[WEB_BOARDS] + live->open[WEB_TABLES];
}

static struct web_view *find_view(
	const struct web_live *live, enum web_state_kind kind, const char *subject)
{
	for (struct web_view *view = live->first; view; view = view->next)
		if (view->kind == kind && strcmp(view->subject, subject) == 0)
			return view;
	return NULL;
}

static void remove_view(struct web_live *live, struct web_view *view)
{
	struct web_view **link = &live->first;

	while (*link != view)
		link = &(*link)->next;
	*link = view->next;
	http_line_release(view->line);
	free(view);
}

static void on_closed(void *self)
{
	struct web_follower *follower = self;
	struct web_view *view = follower->view;
	struct web_follower **link = &view->first;

	while (*link != follower)
		link = &(*link)->next;
	*link = follower->next;
	if (!follower->ended) {
		view->open--;
		follower->live->open[web_places_group(view->kind)]--;
	}
	if (!view->first)
		remove_view(follower->live, view);
	memset(follower->token, 0, sizeof(follower->token));
	free(follower);
}

struct http_stream *web_live_open(struct web_live *live, enum web_state_kind kind,
	const char *subject, const struct bot_web_player *player, const char *token)
{
	enum web_group group = web_places_group(kind);
	struct web_view *view = find_view(live, kind, subject);
	struct web_follower *follower;

	while (group == WEB_TABLES && view && view->open >= WEB_DEVICES_MOST)
		web_places_end_oldest(view);
	if (!web_places_make_room(live, group, view ? view->open : 0, player))
		return NULL;
	if (!view) {
		view = bot_calloc(1, sizeof(*view));
		view->kind = kind;
		snprintf(view->subject, sizeof(view->subject), "%s", subject);
		view->next = live->first;
		live->first = view;
	}
	view->player = *player;
	follower = bot_calloc(1, sizeof(*follower));
	*follower = (struct web_follower){
		.next = view->first, .live = live, .view = view, .fresh = true};
	snprintf(follower->token, sizeof(follower->token), "%s", token);
	follower->stream = http_stream_create(on_closed, follower);
	view->first = follower;
	view->fresh = true;
	view->open++;
	live->open[group]++;
	live->unrendered = true;
	return follower->stream;
}

static void mark(struct web_live *live, struct web_view *view)
{
	view->changed = true;
	live->unrendered = true;
}

static void mark_subject(struct web_live *live, enum web_state_kind kind, const char *subject)
{
	struct web_view *view = find_view(live, kind, subject);

	if (view)
		mark(live, view);
}

static void mark_all(struct web_live *live)
{
	for (struct web_view *view = live->first; view; view = view->next)
		mark(live, view);
}

bool web_live_shows_table(const struct web_live *live, const char *user)
{
	const struct web_view *view = find_view(live, WEB_STATE_TABLE, user);

	return view && view->open > 0;
}

void web_live_refresh(struct web_live *live, const char *user)
{
	mark_subject(live, WEB_STATE_TABLE, user);
}

static void mark_changed(void *self, enum web_state_kind kind, const char *subject)
{
	mark_subject(self, kind, subject);
}

/* Marks the views that show what has changed. */
static enum bot_error mark_changes(struct web_live *live, struct bot_store *store)
{
	bool any = false;
	enum bot_error error = web_changes_take(store, mark_changed, live, &any);

	if (any)
		mark_all(live);
	return error;
}

/* Whether the links of all streams must be checked again. */
static bool must_check_links(const struct web_live *live, const struct bot_host *host, int64_t now)
{
	return live->links_ended != bot_host_web_links_ended(host) || now >= live->next_renewal;
}

/*
 * Ends the streams whose link has ended. Most followers of a board have the same link, so this
 * function opens the link only once for neighbours in the list.
 */
static enum bot_error check_links(struct web_live *live, struct bot_host *host)
{
	for (const struct web_view *view = live->first; view; view = view->next) {
		const char *checked = "";
		bool lives = false;

		for (struct web_follower *follower = view->first; follower;
			follower = follower->next) {
			struct bot_web_link link;
			enum bot_error error;

			if (follower->ended)
				continue;
			if (strcmp(follower->token, checked) != 0) {
				error = bot_host_open_web_link(host, follower->token, &link);
				if (error && error != BOT_NOT_FOUND)
					return error;
				lives = !error;
				checked = follower->token;
			}
			if (lives)
				continue;
			http_stream_send(follower->stream, live->farewell);
			web_places_end(follower);
		}
	}
	live->links_ended = bot_host_web_links_ended(host);
	return BOT_OK;
}

/* What an update does in a transaction. */
struct update {
	struct web_live *live;
	const struct bot_host_access *access;
	int64_t now;
};

/* Writes what a view shows. If this is a table, finds out again whether its user has a match. */
static enum bot_error write_view(
	struct bot_host *host, struct web_view *view, char **text, size_t *size)
{
	enum bot_error error = BOT_OK;

	if (view->kind == WEB_STATE_TABLE)
		error = bot_host_find_web_player(host, view->subject, &view->player);
	return error ? error : web_state_write(host, view->kind, view->subject, text, size);
}

/* Makes the lines of all views that need one. */
static enum bot_error make_lines(struct web_live *live, struct bot_host *host)
{
	for (struct web_view *view = live->first; view; view = view->next) {
		char *text = NULL;
		size_t size = 0;
		enum bot_error error;

		if (!view->changed && !view->fresh)
			continue;
		error = write_view(host, view, &text, &size);
		if (error)
			return error;
		http_line_release(view->line);
		view->line = http_line_create(text, size);
	}
	return BOT_OK;
}

/* Does all of an update that needs the store. The lines are sent after the transaction. */
static enum bot_error use_store(void *self, struct bot_host *host)
{
	const struct update *update = self;
	enum bot_error error = mark_changes(update->live, update->access->store);

	if (!error && must_check_links(update->live, host, update->now))
		error = check_links(update->live, host);
	return error ? error : make_lines(update->live, host);
}

static void send_lines(struct web_live *live)
{
	for (struct web_view *view = live->first; view; view = view->next) {
		for (struct web_follower *follower = view->first; follower && view->line;
			follower = follower->next) {
			if (follower->ended || (!view->changed && !follower->fresh))
				continue;
			http_stream_send(follower->stream, view->line);
			follower->fresh = false;
		}
		http_line_release(view->line);
		view->line = NULL;
		view->changed = view->fresh = false;
	}
	live->unrendered = false;
}

static void beat(struct web_live *live, int64_t now)
{
	for (const struct web_view *view = live->first; view; view = view->next)
		for (const struct web_follower *follower = view->first; follower;
			follower = follower->next)
			http_stream_send_if_idle(follower->stream, live->heartbeat);
	live->next_beat = now + HEARTBEAT;
}

/* Whether a stream needs a new line, or the links must be checked. */
static bool has_work(const struct web_live *live, const struct bot_host_access *access, int64_t now)
{
	return live->unrendered || bot_store_has_changes(access->store) ||
	       must_check_links(live, access->host, now);
}

void web_live_update(struct web_live *live, const struct bot_host_access *access, int64_t now)
{
	struct update update = {live, access, now};
	struct bot_changes ignored;
	bool renewal = now >= live->next_renewal, done;

	if (!live->first) {
		bot_store_take_changes(access->store, &ignored);
		return;
	}
	if (now >= live->next_beat)
		beat(live, now);
	if (!has_work(live, access, now) || now < live->next_try)
		return;
	if (renewal)
		mark_all(live);
	/*
	 * A renewal also notes that the links are used. If the store can't write, reading is
	 * enough.
	 */
	done = renewal && access->transact(access->self, "live", use_store, &update);
	if (!done && !access->read(access->self, "live", use_store, &update)) {
		live->next_try = now + RETRY;
		live->unrendered = true;
		return;
	}
	if (renewal)
		live->next_renewal = now + RENEWAL;
	send_lines(live);
}

int64_t web_live_timeout(
	const struct web_live *live, const struct bot_host_access *access, int64_t now)
{
	int64_t wait = live->next_beat - now;

	if (!live->first)
		return -1;
	if (has_work(live, access, now) && live->next_try - now < wait)
		wait = live->next_try - now;
	return wait > 0 ? wait : 0;
}
