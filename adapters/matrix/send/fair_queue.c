#include "adapters/matrix/send/fair_queue.h"

#include <string.h>

/* Compares two lanes by a fixed order of all lanes. Returns a number as strcmp does. */
static int compare_lanes(bool private, const char *to, bool other_private, const char *other)
{
	return private != other_private ? private - other_private : strcmp(to, other);
}

/*
 * Returns whether the lane comes after the last served lane of its priority, in the order of
 * compare_lanes.
 */
static bool comes_after_last(const struct mx_fair_queue *queue, const struct mx_lane_head *head)
{
	const struct mx_served_lane *last = &queue->last[head->priority];

	return compare_lanes(head->private, head->to, last->private, last->to) > 0;
}

/* Returns the priority that comes first in this round. */
static enum mx_priority favoured_priority(const struct mx_fair_queue *queue)
{
	static const enum mx_priority rounds[] = {MX_PRIORITY_MATCH, MX_PRIORITY_MATCH,
		MX_PRIORITY_MATCH, MX_PRIORITY_OTHER, MX_PRIORITY_MATCH, MX_PRIORITY_LATER,
		MX_PRIORITY_MATCH, MX_PRIORITY_PRACTICE, MX_PRIORITY_MATCH, MX_PRIORITY_OTHER,
		MX_PRIORITY_MATCH, MX_PRIORITY_PRACTICE};

	return rounds[queue->rounds % (sizeof rounds / sizeof *rounds)];
}

bool mx_fair_queue_before(const struct mx_fair_queue *queue, const struct mx_lane_head *a,
	const struct mx_lane_head *b)
{
	enum mx_priority first = favoured_priority(queue);

	if (a->priority != b->priority && (a->priority == first || b->priority == first))
		return a->priority == first;
	if (a->priority != b->priority)
		return a->priority < b->priority;
	if (comes_after_last(queue, a) != comes_after_last(queue, b))
		return comes_after_last(queue, a);
	return compare_lanes(a->private, a->to, b->private, b->to) < 0;
}

void mx_fair_queue_serve(struct mx_fair_queue *queue, const struct mx_lane_head *head)
{
	struct mx_served_lane *last = &queue->last[head->priority];

	queue->before[head->priority] = *last;
	last->private = head->private;
	strcpy(last->to, head->to);
}

void mx_fair_queue_refuse(struct mx_fair_queue *queue, const struct mx_lane_head *head)
{
	struct mx_served_lane *last = &queue->last[head->priority];
	bool *again = &queue->again[head->priority];

	*again = !*again && compare_lanes(last->private, last->to, head->private, head->to) == 0;
	if (*again)
		*last = queue->before[head->priority];
}

void mx_fair_queue_end_round(struct mx_fair_queue *queue)
{
	queue->rounds++;
	memset(queue->again, 0, sizeof queue->again);
}
