#include "adapters/matrix/send/fair_queue.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/login/account.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/memory.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AGAIN_MOST 3 /* how often in a row a lane keeps its place after a rate limit */

/* Returns the priority that comes first in this slot. */
static enum mx_priority favoured_priority(const struct mx_fair_queue *queue)
{
	static const enum mx_priority slots[] = {MX_PRIORITY_MATCH, MX_PRIORITY_MATCH,
		MX_PRIORITY_MATCH, MX_PRIORITY_OTHER, MX_PRIORITY_MATCH, MX_PRIORITY_LATER,
		MX_PRIORITY_MATCH, MX_PRIORITY_PRACTICE, MX_PRIORITY_MATCH, MX_PRIORITY_OTHER,
		MX_PRIORITY_MATCH, MX_PRIORITY_PRACTICE};

	return slots[queue->slots % (sizeof(slots) / sizeof(*slots))];
}

uint64_t mx_fair_queue_first_service(const struct mx_fair_queue *queue, enum mx_priority priority)
{
	uint64_t level = queue->priorities[priority].level;

	/* As time goes by, this number passes the last service of each party that waits. */
	return level + (queue->services - level) / 8;
}

static struct mx_service *service_of_party(const struct mx_queue_entry *entry)
{
	return &entry->party->services[entry->priority];
}

/* Compares two lanes of one priority by a fixed order of all lanes. */
static int compare_lanes(const struct mx_queue_entry *a, const struct mx_queue_entry *b)
{
	return a->private != b->private ? a->private - b->private : strcmp(a->to, b->to);
}

static bool is_lane_before(const struct mx_queue_entry *a, const struct mx_queue_entry *b)
{
	return a->service->last != b->service->last ? a->service->last < b->service->last
						    : compare_lanes(a, b) < 0;
}

bool mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_queue_entry *a,
	const struct mx_queue_entry *b)
{
	enum mx_priority first = favoured_priority(queue);
	uint64_t last_a, last_b;

	if (a->priority != b->priority && (a->priority == first || b->priority == first))
		return a->priority == first;
	if (a->priority != b->priority)
		return a->priority < b->priority;
	if (a->party->home != b->party->home)
		return a->party->home != queue->priorities[a->priority].home;
	if (a->party == b->party)
		return is_lane_before(a, b);
	last_a = service_of_party(a)->last;
	last_b = service_of_party(b)->last;
	return last_a != last_b ? last_a < last_b : strcmp(a->party->name, b->party->name) < 0;
}

static void serve(struct mx_service *service, uint64_t now)
{
	service->before = service->last;
	service->last = now;
}

void mx_fair_queue_serve(struct mx_fair_queue *queue, const struct mx_queue_entry *entry)
{
	struct mx_priority_service *priority = &queue->priorities[entry->priority];

	priority->last = ++queue->services;
	priority->home_before = priority->home;
	priority->home = entry->party->home;
	if (!priority->home)
		priority->level = service_of_party(entry)->last;
	serve(service_of_party(entry), priority->last);
	serve(entry->service, priority->last);
}

void mx_fair_queue_refuse(struct mx_fair_queue *queue, const struct mx_queue_entry *entry)
{
	struct mx_priority_service *priority = &queue->priorities[entry->priority];

	if (entry->service->last != priority->last || priority->again == AGAIN_MOST) {
		priority->again = 0;
		return;
	}
	priority->again++;
	priority->home = priority->home_before;
	service_of_party(entry)->last = service_of_party(entry)->before;
	entry->service->last = entry->service->before;
}

void mx_fair_queue_end_slot(struct mx_fair_queue *queue)
{
	queue->slots++;
	for (size_t i = 0; i < MX_PRIORITIES; i++)
		queue->priorities[i].again = 0;
}

/* The bot forgets the parties that have no lanes each time it has made so many. */
#define PRUNE_EVERY 1000

static int compare(const void *left, const void *right)
{
	const struct mx_party *a = left, *b = right;

	return a->home != b->home ? a->home - b->home : strcmp(a->name, b->name);
}

/* Names the party of a server: its site, or `own` if it is the bot's own homeserver. */
static void name_server(const struct mx_account *account, const char *server, const char *own,
	char name[BOT_ID_SIZE], bool *home)
{
	*home = mx_account_is_home(account, server);
	if (*home)
		snprintf(name, BOT_ID_SIZE, "%s", own);
	else
		mx_site_of_server(server, name);
}

/* Returns the user who is responsible for the room, borrowed from it, or NULL if none is known. */
static const char *find_user(const struct mx_room *room)
{
	const char *user = room->invited_by ? room->invited_by
					    : json_string_value(json_array_get(room->creators, 0));

	return mx_id_is_user(user) ? user : NULL;
}

/* Before room version 12, a room's id names the server of its creator. */
static const char *server_of_room(const char *id)
{
	const char *colon = strchr(id, ':');

	return colon ? colon + 1 : "";
}

void mx_party_name(const struct mx_account *account, const char *id, const char *via,
	char name[BOT_ID_SIZE], bool *home)
{
	struct mx_room room = {0};
	bool known = mx_room_init(&room, account->store, id) == BOT_OK;
	const char *user = find_user(&room);

	if (user)
		name_server(account, mx_id_server(user), user, name, home);
	else
		name_server(account, via ? via : server_of_room(id), id, name, home);
	if (known)
		mx_room_finish(&room);
}

/* Frees the parties that have no lanes. */
static void prune(struct mx_parties *parties)
{
	struct mx_party **link = &parties->first;

	while (*link) {
		struct mx_party *party = *link;

		if (party->lanes > 0) {
			link = &party->next;
			continue;
		}
		*link = party->next;
		tdelete(party, &parties->tree, compare);
		parties->count--;
		free(party);
	}
	parties->prune_at = parties->count + PRUNE_EVERY;
}

static struct mx_party *make(struct mx_sender *sender, const struct mx_party *key)
{
	struct mx_parties *parties = &sender->parties;
	struct mx_party *party;

	if (parties->count >= parties->prune_at)
		prune(parties);
	party = bot_calloc(1, sizeof(*party));
	party->home = key->home;
	strcpy(party->name, key->name);
	for (size_t i = 0; i < MX_PRIORITIES; i++)
		party->services[i].last =
			mx_fair_queue_first_service(&sender->queue, (enum mx_priority)i);
	party->next = parties->first;
	parties->first = party;
	parties->count++;
	bot_memory_or_exit(tsearch(party, &parties->tree, compare));
	return party;
}

struct mx_party *mx_party_enter(struct mx_sender *sender, const struct bot_outbox_row *row)
{
	struct mx_party key = {0}, *party, *const * found;

	if (row->private && mx_id_is_user(row->to))
		name_server(sender->account, mx_id_server(row->to), row->to, key.name, &key.home);
	else
		mx_party_name(sender->account, row->to, row->via, key.name, &key.home);
	found = tfind(&key, &sender->parties.tree, compare);
	party = found ? *found : make(sender, &key);
	party->lanes++;
	return party;
}

void mx_party_leave(struct mx_party *party)
{
	if (party)
		party->lanes--;
}

void mx_parties_finish(struct mx_parties *parties)
{
	prune(parties);
}
