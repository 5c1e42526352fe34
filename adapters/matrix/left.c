/* When /sync is to be asked although the homeserver pushes events: see transaction.h. */
#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/service.h"
#include "adapters/matrix/transaction.h"

#define INTERVAL (INT64_C(30) * 1000)

bool mx_left_init(struct mx_left *left)
{
	*left = (struct mx_left){.rooms = json_object(), .asked = json_object(), .due = -1};
	return left->rooms && left->asked;
}

void mx_left_finish(struct mx_left *left)
{
	json_decref(left->rooms);
	json_decref(left->asked);
}

bool mx_left_holds_timers(const struct mx *mx)
{
	const struct mx_left *left = &mx->service.left;

	return mx_service_is_on(mx) && left->due >= 0 && left->due <= mx_clock_now() &&
	       mx->sync.followed < left->due;
}

bool mx_left_is_due(const struct mx *mx)
{
	const struct mx_left *left = &mx->service.left;

	return !mx_service_is_on(mx) || mx->sync.handled == 0 || left->wanted ||
	       json_object_size(left->rooms) > 0 || mx_left_holds_timers(mx) ||
	       mx->sync.followed + INTERVAL <= mx_clock_now();
}

void mx_left_asked(struct mx *mx)
{
	struct mx_left *left = &mx->service.left;
	json_t *empty = left->asked;

	left->asked = left->rooms;
	left->rooms = empty;
	left->wanted = false;
}

void mx_left_failed(struct mx *mx)
{
	struct mx_left *left = &mx->service.left;

	if (mx_service_is_on(mx) && json_object_update(left->rooms, left->asked))
		mx->fatal = MX_NO_MEMORY;
	json_object_clear(left->asked);
	left->wanted = true;
}

void mx_left_handled(struct mx *mx)
{
	json_object_clear(mx->service.left.asked);
}

void mx_left_bound(const struct mx *mx, int64_t *timeout)
{
	const struct mx_pause interval = {.until = mx->sync.followed + INTERVAL};
	const struct mx_pause timer = {.until = mx->service.left.due};

	mx_pause_bound(&interval, timeout);
	mx_pause_bound(&timer, timeout);
}
