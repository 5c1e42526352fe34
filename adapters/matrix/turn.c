#include "adapters/matrix/turn.h"

#include <string.h>

/* Of so many rounds one, and which; never the same one. */
#define CHATTER_EVERY 4
#define CHATTER_AT    3
#define REVISED_EVERY 12
#define REVISED_AT    5

/* An order of all lanes, no matter which. */
static int compare(bool private, const char *to, bool other_private, const char *other)
{
	return private != other_private ? private - other_private : strcmp(to, other);
}

/* Whether the lane comes in this round yet: behind the one served last. */
static bool is_ahead(const struct mx_turns *turns, const struct mx_head *head)
{
	const struct mx_turn *last = &turns->last[head->urgency];

	return compare(head->private, head->to, last->private, last->to) > 0;
}

/* What comes first in this round. */
static enum mx_urgency favoured(const struct mx_turns *turns)
{
	if (turns->rounds % REVISED_EVERY == REVISED_AT)
		return MX_REVISED;
	return turns->rounds % CHATTER_EVERY == CHATTER_AT ? MX_CHATTER : MX_NEWS;
}

bool mx_turns_before(const struct mx_turns *turns, const struct mx_head *a, const struct mx_head *b)
{
	enum mx_urgency first = favoured(turns);

	if (a->urgency != b->urgency && (a->urgency == first || b->urgency == first))
		return a->urgency == first;
	if (a->urgency != b->urgency)
		return a->urgency < b->urgency;
	if (is_ahead(turns, a) != is_ahead(turns, b))
		return is_ahead(turns, a);
	return compare(a->private, a->to, b->private, b->to) < 0;
}

void mx_turns_serve(struct mx_turns *turns, const struct mx_head *head)
{
	struct mx_turn *last = &turns->last[head->urgency];

	last->private = head->private;
	strcpy(last->to, head->to);
}

void mx_turns_next(struct mx_turns *turns)
{
	turns->rounds++;
}
