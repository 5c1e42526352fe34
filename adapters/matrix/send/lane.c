#include "adapters/matrix/send/lane.h"

#include "adapters/matrix/send/steps.h"

#include <stdlib.h>
#include <string.h>

struct mx_lane *mx_lane_find(const struct mx_sender *sender, bool private, const char *to)
{
	struct mx_lane *lane = sender->lanes;

	while (lane && (lane->private != private || strcmp(lane->to, to) != 0))
		lane = lane->next;
	return lane;
}

struct mx_lane *mx_lane_open(struct mx_sender *sender, bool private, const char *to)
{
	struct mx_lane *lane = mx_lane_find(sender, private, to);

	if (lane)
		return lane;
	lane = calloc(1, sizeof *lane);
	if (!lane)
		return NULL;
	lane->private = private;
	stpcpy(lane->to, to);
	lane->next = sender->lanes;
	sender->lanes = lane;
	return lane;
}

void mx_lane_close_idle(struct mx_sender *sender, unsigned handled)
{
	struct mx_lane **link = &sender->lanes;

	while (*link) {
		struct mx_lane *lane = *link;

		if (lane->job || lane->backoff.failures > 0 || lane->rate_limits > 0 ||
			lane->create_after > handled || !mx_backoff_is_over(&lane->backoff)) {
			link = &lane->next;
			continue;
		}
		*link = lane->next;
		free(lane);
	}
}

bool mx_lane_awaits_batch(const struct mx_sender *sender, unsigned handled)
{
	const struct mx_lane *lane = sender->lanes;

	while (lane && lane->create_after <= handled)
		lane = lane->next;
	return lane;
}

bool mx_lane_creates(const struct mx_sender *sender, const char *user)
{
	const struct mx_lane *lane = mx_lane_find(sender, true, user);

	return lane && lane->job && lane->job->step->makes_room;
}
