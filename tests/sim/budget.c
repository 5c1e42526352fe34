#include "tests/sim/budget.h"

#include "tests/sim/model.h"
#include "tests/sim/players.h"
#include "tests/sim/server.h"
#include "tests/support/sentences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum sim_limiter sim_budget = SIM_LIMITERS;
uint8_t sim_budget_night;
bool sim_budget_followers = true;

/*
 * How long the bot may take for an acknowledgement, besides the time of one token: it learns of the
 * action, waits a moment, and sends a message, each within 800 ms.
 */
#define PROMPT          (3 * SIM_SECOND)
#define EVENTS_MOST     3.5              /* messages for each action under a limit */
#define UNFOLLOWED_MOST 2.4              /* messages for each action in a room without followers */
#define UNFOLLOWED_MORE 50               /* messages that a match there may have besides */
#define REFUSALS_MOST   3                /* for each message */
#define REACTION_LATEST (3 * SIM_MINUTE) /* after its message */
#define OFF_MOST        0.2              /* how far a night may be off from what was announced */

#define WAITS_MOST 100000

/* How long people waited. */
struct waits {
	int64_t list[WAITS_MOST];
	size_t count;
};

/* Totals over all schedules. */
static struct {
	unsigned matches, actions, events, hands, changes, boards, reactions, alone, lists;
	unsigned choices, removed, edited; /* of these hands, changes and boards */
	unsigned long refused;
	int64_t slowest; /* acknowledgement, in time in which a message could be sent */
	/* from each action to the next list of choices; in a night, from each round to the
	   next; see time_bout */
	struct waits waits;
	struct waits rounds;      /* those of `waits` after which a round begins */
	int64_t announced, taken; /* how long the nights were to take, and how long they took */
	double least, most;       /* the smallest and the largest `taken / announced` of a night */
	unsigned cut;             /* bouts */
} total;

void sim_budget_draw(void)
{
	struct sim_duel *duel = &sim->duels[0];

	sim->traits = (struct sim_traits){.limiter = sim_budget};
	sim->traits.deadline = 30 * SIM_HOUR;
	sim->user_count = sim_budget_night > 0 ? SIM_USERS : SIM_PLAYER + 2;
	for (size_t i = SIM_STRANGER; i < sim->user_count; i++)
		sim->users[i].refuses = sim->users[i].taps = sim->users[i].automatic = false;
	duel->touches = 3;
	duel->clock = duel->extra = 0;
	duel->open = false;
	duel->sleeper = SIM_USERS;
	duel->start[EG_WHITE] = duel->start[EG_BLACK] = 0;
	duel->white = SIM_PLAYER;
	duel->black = SIM_PLAYER + 1;
	sim->duel_count = sim_budget_night == 0;
	sim_plan(10 * SIM_MINUTE, (struct sim_task){.what = SIM_DO_NUDGE});
}

void sim_budget_plan_night(void)
{
	struct sim_night *night = &sim->night;

	night->organiser = SIM_PLAYER;
	night->rules = "basic";
	night->touches = sim_budget_night;
	night->third = false;
	night->clock = 2 * SIM_MINUTE;
	night->lead = 10 * SIM_MINUTE;
	night->staller = SIM_USERS;
}

static void add_wait(struct waits *waits, int64_t wait)
{
	if (waits->count < WAITS_MOST)
		waits->list[waits->count++] = wait;
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
	total.choices += is_list(event);
	total.removed += has_type(event, "m.room.redaction");
	total.edited += !private && changed(event);
	if (has_type(event, "m.reaction"))
		total.reactions++;
	else if (changed(event))
		*(private ? &total.changes : &total.boards) += 1;
	else if (private)
		total.hands++;
	else
		total.boards++;
}

/* Checks that the bot adds no reaction to a message that people have forgotten. */
static void judge_reaction(const struct sim_event *reaction)
{
	const char *to = json_string_value(
		json_object_get(json_object_get(content_of(reaction), "m.relates_to"), "event_id"));

	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];
		const char *id = json_string_value(json_object_get(event->json, "event_id"));

		if (id && strcmp(id, to) == 0 && reaction->time - event->time > REACTION_LATEST)
			sim_break(SIM_PROMPT, "a reaction came %lld ms after its message %s",
				(long long)(reaction->time - event->time), id);
	}
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
	size_t i = position + 1;

	while (i < sim->event_count && !is_list(&sim->events[i]))
		i++;
	if (i == sim->event_count)
		return;
	int64_t wait = sim->events[i].time - sim->events[position].time;
	add_wait(&total.waits, wait);
	if (strstr(sim_body(content_of(&sim->events[i])), "\nScore: "))
		add_wait(&total.rounds, wait);
}

/* Returns the stream position of the last action that names the match, or the first position. */
static size_t last_action(size_t id)
{
	size_t i = sim->event_count;

	while (--i > 0 && !(is_action(&sim->events[i]) && sim->events[i].intent.id == (int64_t)id))
		;
	return i;
}

/*
 * If the event at `position` is the first hand of a bout, with choices, measures how long it took
 * since the last action in the earlier bouts that were over by then. The bouts of a round begin
 * when the last one of the round before is over.
 */
static void time_bout(size_t position)
{
	static const char before[] = " now, in #";
	const char *number = strstr(sim_body(content_of(&sim->events[position])), before);
	size_t last = 0;

	if (!number)
		return;
	for (size_t id = strtoul(number + sizeof(before) - 1, NULL, 10); id-- > 1;) {
		size_t action = last_action(id);

		if (action < position && action > last)
			last = action;
	}
	if (last > 0)
		add_wait(&total.waits, sim->events[position].time - sim->events[last].time);
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
	double most = sim_budget_followers ? actions * EVENTS_MOST
					   : actions * UNFOLLOWED_MOST + UNFOLLOWED_MORE;

	if ((limiter == SIM_SYNAPSE || !sim_budget_followers) && events > most)
		sim_break(SIM_PROMPT, "%u messages for %u actions", events, actions);
	if (sim->limit.refused > REFUSALS_MOST * (sim->limit.accepted + 10))
		sim_break(SIM_PROMPT, "%lu refusals for %lu messages", sim->limit.refused,
			sim->limit.accepted);
}

/* Reads "about 1 h 30 min." Returns the time, or 0 if the text has no such words. */
static int64_t read_announced(const char *body)
{
	static const char before[] = "it takes about ";
	const char *text = body ? strstr(body, before) : NULL;
	int64_t time = 0;
	char *end;

	for (text = text ? text + sizeof(before) - 1 : ""; *text >= '0' && *text <= '9';) {
		long number = strtol(text, &end, 10);

		end += strncmp(end, "\xC2\xA0", 2) == 0 ? 2 : 1;
		time += number * (*end == 'h' ? SIM_HOUR : SIM_MINUTE);
		for (text = end; *text && (*text < '0' || *text > '9') && *text != '.'; text++)
			;
	}
	return time;
}

/* Measures the night from the message of its beginning to the podium. */
static void judge_night(void)
{
	int64_t announced = 0, began = 0, over = 0;

	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];
		const char *body = event->sender == SIM_BOT ? sim_body(content_of(event)) : NULL;
		int64_t told = began == 0 ? read_announced(body) : 0;

		announced = told > 0 ? told : announced;
		if (body && began == 0 && strstr(body, "Club night (") == body)
			began = event->time;
		if (body && strstr(body, "The club night is over.") == body)
			over = event->time;
	}
	for (size_t i = 1; i <= sim_model.count; i++)
		total.cut += strcmp(sim_model.stored.match[i].ending, "undecided") == 0;
	if (began == 0 || over == 0 || announced == 0) {
		sim_break(SIM_ENDS, "the night was not fenced to its end");
		return;
	}
	double part = (double)(over - began) / (double)announced;
	total.least = total.announced == 0 || part < total.least ? part : total.least;
	total.most = part > total.most ? part : total.most;
	total.announced += announced;
	total.taken += over - began;
	if (total.cut > 0)
		sim_break(SIM_FENCED, "%u bouts were cut by their time", total.cut);
	if (sim_budget == SIM_SYNAPSE && (part < 1 - OFF_MOST || part > 1 + OFF_MOST))
		sim_break(SIM_ENDS, "the night took %.2f of the time that was announced", part);
}

static int compare(const void *left, const void *right)
{
	const int64_t *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* Returns the wait that so many in a hundred do not exceed, in seconds. */
static double wait_of(struct waits *waits, size_t in_a_hundred)
{
	size_t place = waits->count * in_a_hundred / 100;

	if (waits->count == 0)
		return 0;
	qsort(waits->list, waits->count, sizeof(waits->list[0]), compare);
	return (double)waits->list[place < waits->count ? place : place - 1] / SIM_SECOND;
}

static void report_nights(void)
{
	double part = (double)total.taken / (double)(total.announced ? total.announced : 1);

	printf("a night of eight to %u: announced %.0f min, taken %.0f min (%.2f; the nights %.2f "
	       "to %.2f); bouts cut by their time: %u\n",
		sim_budget_night,
		(double)total.announced / SIM_MINUTE / (total.matches ? total.matches : 1),
		(double)total.taken / SIM_MINUTE / (total.matches ? total.matches : 1), part,
		total.least, total.most, total.cut);
	printf("from the last action of a round to the choices in a bout of the next: median %.1f "
	       "s, 95 in "
	       "100 %.1f s, slowest %.1f s; %zu bouts\n",
		wait_of(&total.waits, 50), wait_of(&total.waits, 95), wait_of(&total.waits, 100),
		total.waits.count);
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
		if (is_sent(event) && has_type(event, "m.reaction"))
			judge_reaction(event);
		if (is_list(event) && sim_budget_night > 0)
			time_bout(i);
		else if (is_list(event))
			judge_list(i);
		total.actions += is_action(event);
		if (is_action(event) && sim_budget_night == 0) {
			judge_action(i);
			time_next(i);
		}
	}
	if (sim_budget_night > 0)
		judge_night();
	else
		judge_costs(total.actions - actions, total.events - events);
}

void sim_budget_report(void)
{
	double actions = total.actions ? total.actions : 1;

	if (sim_budget == SIM_LIMITERS)
		return;
	printf("%s: %u matches, %.0f actions a match, %.0f messages a match\n",
		sim_limiter_name(sim_budget), total.matches,
		actions / (total.matches ? total.matches : 1),
		(double)total.events / (total.matches ? total.matches : 1));
	printf("messages an action: %.2f (hands and news %.2f, changes of them %.2f, in the room "
	       "%.2f, "
	       "reactions %.2f); refused %.2f\n",
		total.events / actions, total.hands / actions, total.changes / actions,
		total.boards / actions, total.reactions / actions, (double)total.refused / actions);
	printf("of these: choices %.2f, removed polls %.2f, edits in the room %.2f\n",
		total.choices / actions, total.removed / actions, total.edited / actions);
	if (sim_budget_night > 0) {
		report_nights();
		return;
	}
	printf("acknowledged by a message of its own: %.0f %%; the slowest %.1f s after the "
	       "homeserver "
	       "could take it\n",
		100 * total.alone / actions, (double)total.slowest / SIM_SECOND);
	printf("from an action to the next list of choices: median %.1f s, 95 in 100 %.1f s, "
	       "slowest "
	       "%.1f s; %u lists\n",
		wait_of(&total.waits, 50), wait_of(&total.waits, 95), wait_of(&total.waits, 100),
		total.lists);
	printf("at a round's change: median %.1f s, 95 in 100 %.1f s, slowest %.1f s; %zu rounds\n",
		wait_of(&total.rounds, 50), wait_of(&total.rounds, 95), wait_of(&total.rounds, 100),
		total.rounds.count);
}
