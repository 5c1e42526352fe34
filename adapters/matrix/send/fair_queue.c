#include "adapters/matrix/send/fair_queue.h"

#include "adapters/matrix/send/party.h"

#include <string.h>

#define AGAIN_MOST 3 /* how often in a row a lane keeps its turn after a rate limit */

/* Returns the priority that comes first in this round. */
static enum mx_priority favoured_priority(const struct mx_fair_queue *queue)
{
	static const enum mx_priority rounds[] = {MX_PRIORITY_MATCH, MX_PRIORITY_MATCH,
		MX_PRIORITY_MATCH, MX_PRIORITY_OTHER, MX_PRIORITY_MATCH, MX_PRIORITY_LATER,
		MX_PRIORITY_MATCH, MX_PRIORITY_PRACTICE, MX_PRIORITY_MATCH, MX_PRIORITY_OTHER,
		MX_PRIORITY_MATCH, MX_PRIORITY_PRACTICE};

	return rounds[queue->rounds % (sizeof(rounds) / sizeof(*rounds))];
}

uint64_t mx_fair_queue_first_turn(const struct mx_fair_queue *queue, enum mx_priority priority)
{
	uint64_t level = queue->last[priority].level;

	/* As time goes by, this number passes the turn of each party that waits. */
	return level + (queue->turns - level) / 8;
}

static struct mx_turn *turn_of_party(const struct mx_queue_entry *entry)
{
	return &entry->party->turns[entry->priority];
}

/* Compares two lanes of one priority by a fixed order of all lanes. */
static int compare_lanes(const struct mx_queue_entry *a, const struct mx_queue_entry *b)
{
	return a->private != b->private ? a->private - b->private : strcmp(a->to, b->to);
}

static bool lane_before(const struct mx_queue_entry *a, const struct mx_queue_entry *b)
{
	return a->turn->served != b->turn->served ? a->turn->served < b->turn->served
						  : compare_lanes(a, b) < 0;
}

bool mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_queue_entry *a,
	const struct mx_queue_entry *b)
{
	enum mx_priority first = favoured_priority(queue);
	uint64_t turn_a, turn_b;

	if (a->priority != b->priority && (a->priority == first || b->priority == first))
		return a->priority == first;
	if (a->priority != b->priority)
		return a->priority < b->priority;
	if (a->party->home != b->party->home)
		return a->party->home != queue->last[a->priority].home;
	if (a->party == b->party)
		return lane_before(a, b);
	turn_a = turn_of_party(a)->served;
	turn_b = turn_of_party(b)->served;
	return turn_a != turn_b ? turn_a < turn_b : strcmp(a->party->name, b->party->name) < 0;
}

static void serve(struct mx_turn *turn, uint64_t now)
{
	turn->before = turn->served;
	turn->served = now;
}

void mx_fair_queue_serve(struct mx_fair_queue *queue, const struct mx_queue_entry *entry)
{
	struct mx_served *last = &queue->last[entry->priority];

	last->turn = ++queue->turns;
	last->home_before = last->home;
	last->home = entry->party->home;
	if (!last->home)
		last->level = turn_of_party(entry)->served;
	serve(turn_of_party(entry), last->turn);
	serve(entry->turn, last->turn);
}

void mx_fair_queue_refuse(struct mx_fair_queue *queue, const struct mx_queue_entry *entry)
{
	struct mx_served *last = &queue->last[entry->priority];

	if (entry->turn->served != last->turn || last->again == AGAIN_MOST) {
		last->again = 0;
		return;
	}
	last->again++;
	last->home = last->home_before;
	turn_of_party(entry)->served = turn_of_party(entry)->before;
	entry->turn->served = entry->turn->before;
}

void mx_fair_queue_end_round(struct mx_fair_queue *queue)
{
	queue->rounds++;
	for (size_t i = 0; i < MX_PRIORITIES; i++)
		queue->last[i].again = 0;
}
