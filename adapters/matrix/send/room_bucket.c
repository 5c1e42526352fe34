#include "adapters/matrix/send/room_bucket.h"

#include "adapters/matrix/client/clock.h"

#include <stdint.h>

#define ROOM_TIME (INT64_C(20) * 60 * 1000) /* ms until one room comes back into a bucket */
#define FULL_TIME (3 * ROOM_TIME)           /* ms until an empty bucket is full again */
#define USERS_MOST                                                                                 \
	10000 /* the most users with a bucket; at this number all buckets become full              \
	       */

static void drop_full_buckets(json_t *buckets)
{
	const char *user;
	json_t *until;
	void *next;

	json_object_foreach_safe(buckets, next, user, until)
	{
		if (json_integer_value(until) <= mx_clock_steady())
			json_object_del(buckets, user);
	}
}

/* Returns the steady time when the user's bucket is full; not earlier than now. */
static int64_t full_at(const json_t *buckets, const char *user)
{
	int64_t until = json_integer_value(json_object_get(buckets, user));

	return until > mx_clock_steady() ? until : mx_clock_steady();
}

bool mx_room_bucket_has_room(const json_t *buckets, const char *user)
{
	return full_at(buckets, user) + ROOM_TIME <= mx_clock_steady() + FULL_TIME;
}

/* Moves the time when the bucket is full. */
static void move(json_t *buckets, const char *user, int64_t by)
{
	json_t *until = json_integer(full_at(buckets, user) + by);

	if (!json_object_get(buckets, user)) {
		drop_full_buckets(buckets);
		if (json_object_size(buckets) >= USERS_MOST)
			json_object_clear(buckets);
	}
	(void)json_object_set_new(buckets, user, until);
}

void mx_room_bucket_take(json_t *buckets, const char *user)
{
	move(buckets, user, ROOM_TIME);
}

void mx_room_bucket_put_back(json_t *buckets, const char *user)
{
	move(buckets, user, -ROOM_TIME);
}
