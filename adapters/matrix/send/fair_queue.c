#include "adapters/matrix/send/fair_queue.h"

#include "adapters/matrix/send/party.h"

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
