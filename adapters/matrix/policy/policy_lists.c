#include "adapters/matrix/policy/policy_lists.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/policy/policy_request.h"
#include "adapters/matrix/policy/policy_state.h"
#include "adapters/matrix/room/event.h"
#include "bot/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_END "matrix.policy/" /* sorts after all keys that begin with MX_POLICY_KEY */

void mx_policy_lists_init(struct mx_policy_lists *lists, struct mx_session *session)
{
	*lists = (struct mx_policy_lists){.session = session};
}

void mx_policy_lists_finish(struct mx_policy_lists *lists)
{
	for (size_t i = 0; i < lists->count; i++)
		free(lists->list[i]);
	lists->count = 0;
}

static struct mx_policy_list *find_name(const struct mx_policy_lists *lists, const char *name)
{
	for (size_t i = 0; i < lists->count; i++)
		if (strcmp(lists->list[i]->name, name) == 0)
			return lists->list[i];
	return NULL;
}

/* Adds a list. `room` is the id of its room, or "" if only the alias is known. */
static void add(struct mx_policy_lists *lists, const char *name, const char *room)
{
	struct mx_policy_list *list;

	if (lists->count == sizeof(lists->list) / sizeof(lists->list[0]))
		return;
	list = bot_calloc(1, sizeof(*list));
	list->lists = lists;
	list->step = MX_POLICY_FIND;
	snprintf(list->name, sizeof(list->name), "%s", name);
	snprintf(list->room, sizeof(list->room), "%s", *name == '!' ? name : room);
	lists->list[lists->count++] = list;
}

/* Loads the list whose key comes after `key`. Replaces *key, or sets it to NULL after the last. */
static enum bot_error load_next(struct mx_policy_lists *lists, char **key)
{
	struct bot_store *store = lists->session->account->store;
	char *next = NULL, *room = NULL;
	enum bot_error error = bot_store_key_between(store, *key, KEY_END, &next);

	free(*key);
	*key = next;
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	error = bot_store_get(store, next, &room);
	if (error)
		return error;
	add(lists, next + strlen(MX_POLICY_KEY), room);
	free(room);
	return BOT_OK;
}

void mx_policy_lists_start(struct mx_policy_lists *lists)
{
	char *key = bot_strdup(MX_POLICY_KEY);
	enum bot_error error = BOT_OK;

	while (!error && key)
		error = load_next(lists, &key);
	free(key);
	if (error)
		lists->session->account->fatal = MX_STORE_FAILED;
}

/* The configuration */

static bool is_named(const struct cfg_bans *bans, const char *name)
{
	for (unsigned i = 0; i < bans->lists_count; i++)
		if (strcmp(bans->lists[i], name) == 0)
			return true;
	return false;
}

/* The configuration may name other lists at any time (SIGHUP). */
static void follow_configuration(struct mx_policy_lists *lists)
{
	const struct cfg_bans *bans = &lists->session->account->config->bans;

	for (size_t i = 0; i < lists->count; i++) {
		struct mx_policy_list *list = lists->list[i];
		bool named = is_named(bans, list->name);

		if (named == (list->step != MX_POLICY_LEAVE))
			continue;
		list->step = named ? MX_POLICY_FIND : MX_POLICY_LEAVE;
		mx_backoff_reset(&list->backoff);
	}
	for (unsigned i = 0; i < bans->lists_count; i++)
		if (!find_name(lists, bans->lists[i]))
			add(lists, bans->lists[i], "");
}

/* Returns whether the list's next request is due. If a wait holds it up, the loop wakes then. */
static bool is_due(const struct mx_policy_list *list)
{
	return !list->asked && list->step != MX_POLICY_WAIT && mx_backoff_is_over(&list->backoff) &&
	       mx_backoff_is_over(&list->rest);
}

/* Returns whether a list is being read. One at a time, because each may need much memory. */
static bool is_reading(const struct mx_policy_lists *lists)
{
	for (size_t i = 0; i < lists->count; i++)
		if (lists->list[i]->asked && lists->list[i]->asked_for == MX_POLICY_READ)
			return true;
	return false;
}

/* Drops the lists that the bot has left. */
static void prune(struct mx_policy_lists *lists)
{
	size_t kept = 0;

	for (size_t i = 0; i < lists->count; i++)
		if (lists->list[i]->lists)
			lists->list[kept++] = lists->list[i];
		else
			free(lists->list[i]);
	lists->count = kept;
}

void mx_policy_lists_start_requests(struct mx_policy_lists *lists)
{
	const struct mx_account *account = lists->session->account;

	if (lists->count == 0 && account->config->bans.lists_count == 0)
		return;
	prune(lists);
	follow_configuration(lists);
	if (lists->session->state != MX_LOGGED_IN || account->batches == 0 ||
		!mx_backoff_is_over(&account->store_backoff))
		return;
	for (size_t i = 0; i < lists->count; i++)
		if (is_due(lists->list[i]) &&
			(lists->list[i]->step != MX_POLICY_READ || !is_reading(lists)))
			mx_policy_request_start(lists->list[i]);
}

/* News of the rooms */

/* Returns whether an event may change the rules. A redaction may remove a rule. */
static bool is_news(const struct mx_policy_lists *lists, const json_t *event)
{
	const struct mx_event read = mx_event_read(event);
	const char *type = read.type;

	return type && (mx_policy_is_rule(type) || strcmp(type, "m.room.redaction") == 0 ||
			       strcmp(type, "m.room.tombstone") == 0 ||
			       mx_event_membership(&read, lists->session->account->user));
}

static bool has_news(const struct mx_policy_lists *lists, const json_t *events)
{
	const json_t *event;
	size_t i;

	json_array_foreach (events, i, event)
		if (json_is_null(event) || is_news(lists, event))
			return true;
	return false;
}

/*
 * Lets the bot read a list again. If it has to find or join the room first, for example because
 * somebody has invited it, it tries that at once.
 */
static void note_news(struct mx_policy_list *list, enum mx_policy_step step)
{
	if (list->step == MX_POLICY_LEAVE)
		return;
	list->changed = true;
	if (list->step < MX_POLICY_READ || step < MX_POLICY_READ)
		mx_backoff_reset(&list->backoff);
	if (list->step > step)
		list->step = step;
}

static void note_part(
	const struct mx_policy_lists *lists, struct mx_policy_list *list, const json_t *part)
{
	const json_t *timeline = json_object_get(part, "timeline");

	if (json_is_true(json_object_get(timeline, "limited")) ||
		has_news(lists, json_object_get(timeline, "events")))
		note_news(list, MX_POLICY_READ);
}

/* Takes a room out of a section of a batch. Returns whether the section had the room. */
static bool take_out(json_t *section, const char *room)
{
	return section && json_object_del(section, room) == 0;
}

void mx_policy_lists_take_batch(struct mx_policy_lists *lists, json_t *batch)
{
	json_t *rooms = json_object_get(batch, "rooms");
	json_t *joined = json_object_get(rooms, "join");

	for (size_t i = 0; i < lists->count; i++) {
		struct mx_policy_list *list = lists->list[i];
		bool is_out;

		if (!*list->room)
			continue;
		note_part(lists, list, json_object_get(joined, list->room));
		is_out = take_out(json_object_get(rooms, "invite"), list->room);
		is_out |= take_out(json_object_get(rooms, "leave"), list->room);
		if (is_out && !json_object_get(joined, list->room))
			note_news(list, MX_POLICY_JOIN);
	}
	for (size_t i = 0; i < lists->count; i++)
		(void)take_out(joined, lists->list[i]->room);
}

void mx_policy_lists_take_rooms(struct mx_policy_lists *lists, json_t *rooms)
{
	for (size_t i = 0; i < lists->count; i++) {
		struct mx_policy_list *list = lists->list[i];
		const json_t *events = json_object_get(rooms, list->room);

		if (has_news(lists, events))
			note_news(list, MX_POLICY_READ);
	}
	for (size_t i = 0; i < lists->count; i++)
		(void)json_object_del(rooms, lists->list[i]->room);
}
