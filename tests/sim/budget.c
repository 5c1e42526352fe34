#include "tests/sim/budget.h"

#include "tests/sim/players.h"
#include "tests/sim/server.h"
#include "tests/support/sentences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum sim_limiter sim_budget = SIM_LIMITERS;

/*
 * How long the bot may take for an acknowledgement, besides the time of one token: it learns of the
 * action, waits a moment, and sends a message, each within 800 ms.
 */
#define PROMPT (3 * SIM_SECOND)
/* The most messages for each action under a limit, and the most refusals for each message. */
#define EVENTS_MOST   3.5
#define REFUSALS_MOST 3

#define WAITS_MOST 100000

/* Totals over all schedules. */
static struct {
	unsigned matches, actions, events, hands, changes, boards, reactions, alone, lists;
	unsigned long refused;
	int64_t slowest;           /* acknowledgement, in time in which a message could be sent */
	int64_t waits[WAITS_MOST]; /* from each action to the next list of choices */
	size_t wait_count;
} total;

void sim_budget_draw(void)
{
	struct sim_duel *duel = &sim->duels[0];

	sim->traits = (struct sim_traits){.limiter = sim_budget};
	sim->traits.deadline = 30 * SIM_HOUR;
	sim->user_count = SIM_PLAYER + 2;
	for (size_t i = SIM_STRANGER; i < sim->user_count; i++)
		sim->users[i].refuses = sim->users[i].taps = sim->users[i].automatic = false;
	duel->touches = 3;
	duel->clock = duel->extra = 0;
	duel->open = false;
	duel->sleeper = SIM_USERS;
	duel->start[EG_WHITE] = duel->start[EG_BLACK] = 0;
	duel->white = SIM_PLAYER;
	duel->black = SIM_PLAYER + 1;
	sim->duel_count = 1;
	sim_plan(10 * SIM_MINUTE, (struct sim_task){.what = SIM_DO_NUDGE});
}

static const json_t *content_of(const struct sim_event *event)
{
	return json_object_get(event->json, "content");
}

static bool has_type(const struct sim_event *event, const char *type)
{
	const char *found = json_string_value(json_object_get(event->json, "type"));

	return found && strcmp(found, type) == 0;
}

/* Returns the id of the event that this event changes, or removes, or NULL. */
static const char *changed(const struct sim_event *event)
{
	const json_t *relation = json_object_get(content_of(event), "m.relates_to");
	const char *removed = json_string_value(json_object_get(content_of(event), "redacts"));

	if (!removed)
		removed = json_string_value(json_object_get(event->json, "redacts"));
	if (removed)
		return removed;
	return json_object_get(content_of(event), "m.new_content")
		       ? json_string_value(json_object_get(relation, "event_id"))
		       : NULL;
}

static bool is_action(const struct sim_event *event)
{
	return event->sender != SIM_BOT &&
	       (event->intent.kind == SIM_ACTION || event->intent.kind == SIM_CHOICE);
}

/* Whether the bot sent the event, which costs it a message. */
static bool is_sent(const struct sim_event *event)
{
	return event->sender == SIM_BOT && (event->txn[0] || has_type(event, "m.reaction") ||
						   has_type(event, "m.room.redaction"));
}

/* Whether the event is a list of choices or a poll, in a private room. */
static bool is_list(const struct sim_event *event)
{
	struct sentences_choice choices[EG_CHOICES_MAX];
	const char *body;

	if (!is_sent(event) || changed(event) || sim->rooms[event->room].owner == SIM_BOT)
		return false;
	body = sim_body(content_of(event));
	return body && sentences_hand_of(body) != 0 && sentences_choices(body, choices) > 0;
}

static void count_event(const struct sim_event *event)
{
	bool private = sim->rooms[event->room].owner != SIM_BOT;

	total.events++;
	if (has_type(event, "m.reaction"))
		total.reactions++;
	else if (changed(event))
		*(private ? &total.changes : &total.boards) += 1;
	else if (private)
		total.hands++;
	else
		total.boards++;
}

/* Checks when the player learned that the bot has played their action. */
static void judge_action(size_t position)
{
	const struct sim_event *action = &sim->events[position];
	int64_t since;

	for (size_t i = position + 1; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];

		if (!is_sent(event) || has_type(event, "m.reaction") ||
			sim->rooms[event->room].owner != action->sender)
			continue;
		since = event->free_since > action->time ? event->free_since : action->time;
		total.alone += changed(event) != NULL;
		if (event->time - since > total.slowest)
			total.slowest = event->time - since;
		if (event->time - since > PROMPT + sim_limiter_interval(sim->traits.limiter) &&
			sim->traits.limiter != SIM_LIAR)
			sim_break(SIM_PROMPT,
				"event %zu, an action, was acknowledged by event %zu after %lld ms "
				"in which a message could be sent",
				position + 1, i + 1, (long long)(event->time - since));
		return;
	}
	sim_break(SIM_NO_LOSS, "event %zu, an action, was never acknowledged", position + 1);
}

/* Measures how long it took until somebody could act after the action. */
static void time_next(size_t position)
{
	for (size_t i = position + 1; i < sim->event_count; i++)
		if (is_list(&sim->events[i]) && total.wait_count < WAITS_MOST) {
			total.waits[total.wait_count++] =
				sim->events[i].time - sim->events[position].time;
			return;
		}
}

static void judge_list(size_t position)
{
	const char *id = json_string_value(json_object_get(sim->events[position].json, "event_id"));

	total.lists++;
	for (size_t i = position + 1; i < sim->event_count; i++)
		if (sim->events[i].sender == SIM_BOT && changed(&sim->events[i]) &&
			strcmp(changed(&sim->events[i]), id) == 0)
			return;
	sim_break(SIM_NO_LOSS, "event %zu, a list of choices, was never closed", position + 1);
}

static void judge_costs(unsigned actions, unsigned events)
{
	enum sim_limiter limiter = sim->traits.limiter;

	if (limiter == SIM_SYNAPSE && events > actions * EVENTS_MOST)
		sim_break(SIM_PROMPT, "%u messages for %u actions", events, actions);
	if (sim->limit.refused > REFUSALS_MOST * (sim->limit.accepted + 10))
		sim_break(SIM_PROMPT, "%lu refusals for %lu messages", sim->limit.refused,
			sim->limit.accepted);
}

void sim_budget_judge(void)
{
	unsigned actions = total.actions, events = total.events;

	if (sim_budget == SIM_LIMITERS)
		return;
	total.matches++;
	total.refused += sim->limit.refused;
	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];

		if (is_sent(event))
			count_event(event);
		if (is_list(event))
			judge_list(i);
		if (!is_action(event))
			continue;
		total.actions++;
		judge_action(i);
		time_next(i);
	}
	judge_costs(total.actions - actions, total.events - events);
}

static int compare(const void *left, const void *right)
{
	const int64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* Returns the wait that so many in a hundred do not exceed, in seconds. */
static double wait_of(size_t in_a_hundred)
{
	size_t place = total.wait_count * in_a_hundred / 100;

	return total.wait_count == 0
		       ? 0
		       : (double)total.waits[place < total.wait_count ? place : place - 1] /
				 SIM_SECOND;
}

void sim_budget_report(void)
{
	double actions = total.actions ? total.actions : 1;

	if (sim_budget == SIM_LIMITERS)
		return;
	qsort(total.waits, total.wait_count, sizeof(total.waits[0]), compare);
	printf("%s: %u matches, %.0f actions a match, %.0f messages a match\n",
		sim_limiter_name(sim_budget), total.matches,
		actions / (total.matches ? total.matches : 1),
		(double)total.events / (total.matches ? total.matches : 1));
	printf("messages an action: %.2f (hands and news %.2f, changes of them %.2f, in the room "
	       "%.2f, "
	       "reactions %.2f); refused %.2f\n",
		total.events / actions, total.hands / actions, total.changes / actions,
		total.boards / actions, total.reactions / actions, (double)total.refused / actions);
	printf("acknowledged by a message of its own: %.0f %%; the slowest %.1f s after the "
	       "homeserver "
	       "could take it\n",
		100 * total.alone / actions, (double)total.slowest / SIM_SECOND);
	printf("from an action to the next list of choices: median %.1f s, 95 in 100 %.1f s, "
	       "slowest "
	       "%.1f s; %u lists\n",
		wait_of(50), wait_of(95), wait_of(100), total.lists);
}
