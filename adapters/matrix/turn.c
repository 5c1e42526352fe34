#include "adapters/matrix/turn.h"

#include <string.h>

#define CHATTER_EVERY 4 /* rounds */

/* An order of all lanes, no matter which. */
static int compare(bool private, const char *to, bool other_private, const char *other)
{
	return private != other_private ? private - other_private : strcmp(to, other);
}

/* Whether the lane comes in this round yet: behind the one served last. */
static bool is_ahead(const struct mx_turns *turns, const struct mx_head *head)
{
	const struct mx_turn *last = &turns->last[head->chatter];

	return compare(head->private, head->to, last->private, last->to) > 0;
}

bool mx_turns_before(const struct mx_turns *turns, const struct mx_head *a, const struct mx_head *b)
{
	bool chatter_first = turns->rounds % CHATTER_EVERY == CHATTER_EVERY - 1;

	if (a->chatter != b->chatter)
		return a->chatter == chatter_first;
	if (is_ahead(turns, a) != is_ahead(turns, b))
		return is_ahead(turns, a);
	return compare(a->private, a->to, b->private, b->to) < 0;
}

void mx_turns_serve(struct mx_turns *turns, const struct mx_head *head)
{
	struct mx_turn *last = &turns->last[head->chatter];

	last->private = head->private;
	strcpy(last->to, head->to);
}

void mx_turns_next(struct mx_turns *turns)
{
	turns->rounds++;
}
