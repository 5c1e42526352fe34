#include "tests/sim/model.h"

#include "tests/sim/laws.h"
#include "tests/sim/recorder.h"
#include "tests/sim/server.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct sim_model sim_model;

bool sim_model_did(size_t id, const char *what)
{
	for (size_t i = sim_model.next; i < sim_model.stored.deeds; i++) {
		const struct sim_deed *deed = &sim_model.stored.deed[i];

		if (deed->mark > sim_model.mark)
			break;
		if (deed->mark == sim_model.mark && deed->id == id &&
			(strcmp(deed->status, what) == 0 || strcmp(deed->ending, what) == 0))
			return true;
	}
	return false;
}

bool sim_model_is_refused(size_t id, const char *what)
{
	return (sim->traits.flood || sim_model.muted) && !sim_model_did(id, what);
}

bool sim_model_is_same_pair(const struct sim_model_match *a, const struct sim_model_match *b)
{
	const size_t *one = a->player, *two = b->player;

	return (one[EG_WHITE] == two[EG_WHITE] && one[EG_BLACK] == two[EG_BLACK]) ||
	       (one[EG_WHITE] == two[EG_BLACK] && one[EG_BLACK] == two[EG_WHITE]);
}

/*
 * Whether the bot may refuse the event's command because it may not write in the room of the match.
 * There it obeys only actions, answers to its own messages and what players write in private, but
 * begins nothing.
 */
static bool may_be_muted(const struct sim_event *event, const struct sim_model_match *match)
{
	const char *type = json_string_value(json_object_get(event->json, "type"));
	bool begins = event->intent.kind == SIM_CHALLENGE || event->intent.kind == SIM_ACCEPT;

	if (!begins && (event->private || !type || strcmp(type, "m.room.message") != 0))
		return false;
	return sim_model_may_be_muted(event->private ? match->root : sim->rooms[event->room].root);
}

/* Notes what the event lets the bot do with a night. */
static void apply_to_night(const struct sim_event *event)
{
	bool may = sim->rooms[event->room].may[event->sender];
	size_t user = event->sender;

	if (event->intent.kind == SIM_WITHDRAW ||
		(event->intent.kind == SIM_EXCLUDE && may && event->intent.other == user))
		sim_model.withdrew[user] = true;
	if (event->intent.kind == SIM_WANT && (!(sim_model.muted || sim->traits.flood) ||
						      sim_model.wants[user] < event->intent.other))
		sim_model.wants[user] = event->intent.other;
	if (event->intent.kind == SIM_FORGET) {
		sim_model.forgotten[user] = true;
		sim_model.automatic[user] = SIM_PERHAPS;
	}
	if (event->intent.kind == SIM_EXCLUDE && may)
		sim_model.excluded[event->intent.other] = true;
	if (event->intent.kind == SIM_END_NIGHT && (may || user == sim->night.organiser))
		sim_model.night_ended = true;
}

static void apply(const struct sim_event *event)
{
	size_t id = (size_t)event->intent.id;
	struct sim_model_match *match = &sim_model.match[id <= SIM_MATCHES ? id : 0];

	sim_model.muted = may_be_muted(event, match);
	if (event->intent.kind == SIM_CHALLENGE)
		sim_model_challenge(event);
	if (event->intent.kind == SIM_BLOCK)
		sim_model_block(event->sender, event->intent.other);
	if (event->intent.kind == SIM_AUTO)
		sim_model_want_automatic(event->sender);
	apply_to_night(event);
	if (id == 0 || id > sim_model.count ||
		(!event->private && sim->rooms[event->room].root != match->root))
		return;
	switch (event->intent.kind) {
	case SIM_ACCEPT:
		sim_model_accept(match, id, event->sender);
		return;
	case SIM_ACTION:
	case SIM_CHOICE:
		sim_model_act(match, id, event);
		return;
	case SIM_RESIGN:
	case SIM_ABORT:
		sim_model_give_up(match, id, event);
		return;
	case SIM_DECLINE:
		sim_model_decline(match, id, event->sender);
		return;
	case SIM_CLAIM:
		sim_model_claim(match, id, event->sender);
		return;
	case SIM_STOP:
		sim_model_stop(match, id, event);
		return;
	case SIM_PLAN:
		sim_model_plan(match, event->sender);
		return;
	case SIM_CHALLENGE:
	case SIM_BLOCK:
	case SIM_WITHDRAW:
	case SIM_EXCLUDE:
	case SIM_END_NIGHT:
	case SIM_WANT:
	case SIM_FORGET:
	case SIM_TALK:
	case SIM_ASK:
	case SIM_AUTO:
	case SIM_STRAY:
		return;
	}
}

/*
 * Applies the deeds that the bot did without an event: it dealt rounds and ended matches. Applies
 * only deeds from before the bot handled the event with the number `mark` + 1.
 */
static void absorb(long mark)
{
	for (; sim_model.next < sim_model.stored.deeds &&
		sim_model.stored.deed[sim_model.next].mark <= mark;
		sim_model.next++) {
		const struct sim_deed *deed = &sim_model.stored.deed[sim_model.next];
		struct sim_model_match *match =
			&sim_model.match[deed->id <= SIM_MATCHES ? deed->id : 0];

		if (sim_model.stored.match[deed->id <= SIM_MATCHES ? deed->id : 0].night &&
			strcmp(deed->status, "meeting") == 0)
			sim_model_make_bout(deed);
		if (strcmp(deed->status, "ended") == 0 && match->bout)
			sim_model_end_bout(match, deed);
		else if (strcmp(deed->status, "ended") == 0)
			sim_model_end(match, deed);
		if (strcmp(deed->status, "playing") != 0 || match->status != ACCEPTED)
			continue;
		match->since = deed->at;
		match->turned = deed->mark;
		match->began = deed->at;
		sim_model_deal(match, deed->id);
	}
}

static bool is_banned(const struct sim_event *event)
{
	return sim->traits.bans_stranger && event->sender == SIM_STRANGER;
}

static void handle(void *self, const char *const *columns)
{
	size_t position = strtoul(columns[1] + 2, NULL, 10);
	const struct sim_event *event;

	(void)self;
	if (columns[1][0] != '$') {
		/* what the bot noted about the outcome of a command (bot/host/edits.h) */
		absorb(strtol(columns[0], NULL, 10));
		return;
	}
	sim_model.mark = strtol(columns[0], NULL, 10);
	sim_model.at = strtoll(columns[2], NULL, 10);
	absorb(sim_model.mark - 1);
	if (position == 0 || position > sim->event_count)
		return;
	sim_model.handled[position] = true;
	event = &sim->events[position - 1];
	sim_model.event = event;
	if (event->intent.kind == SIM_TALK)
		sim_break(SIM_ONCE, "event %zu is not a command, but was handled", position);
	if (is_banned(event))
		sim_break(SIM_ONCE, "event %zu is by a banned user, but was handled", position);
	apply(event);
	absorb(sim_model.mark);
}

/* Whether the store has the user in the match. A forgotten user has another name. */
static bool is_player(size_t user, size_t stored)
{
	return user == stored || (user < SIM_USERS && sim_model.forgotten[user]);
}

bool sim_model_has_handicap(const struct sim_model_match *match)
{
	const uint8_t *start = match->state.rules.start;

	return start[EG_WHITE] > 0 || start[EG_BLACK] > 0 || match->extra > 0;
}

static void compare(size_t id)
{
	const struct sim_model_match *match = &sim_model.match[id];
	const struct sim_stored_match *stored = &sim_model.stored.match[id];

	if (!is_player(match->player[EG_WHITE], stored->player[EG_WHITE]) ||
		!is_player(match->player[EG_BLACK], stored->player[EG_BLACK]))
		sim_break(SIM_ONCE, "match %zu has other players", id);
	if ((match->status == ENDED) != stored->ended)
		sim_break(SIM_ONCE, "match %zu %s", id,
			stored->ended ? "has ended" : "should have ended");
	if (stored->rated && !(match->acted[0] && match->acted[1]) && !match->may_be_lost_early)
		sim_break(SIM_ONCE, "match %zu is rated, but not both have acted", id);
	if (stored->rated && sim_model_has_handicap(match))
		sim_break(SIM_ONCE, "match %zu is rated, but has a handicap", id);
	if (stored->rated && strcmp(stored->ending, "won") != 0 &&
		strcmp(stored->ending, "resigned") != 0 && strcmp(stored->ending, "forfeited") != 0)
		sim_break(SIM_ONCE, "match %zu is rated: %s", id, stored->ending);
	for (uint16_t i = 0; i < stored->rounds; i++)
		if (strcmp(match->actions[i], stored->round[i].actions) != 0)
			sim_break(SIM_ONCE, "match %zu, round %d: %s in the store, %s in the model",
				id, i + 1, stored->round[i].actions, match->actions[i]);
}

/* Whether the bot lost the message: it had to handle the message and has not handled it. */
static bool is_lost(size_t position)
{
	const struct sim_event *event = &sim->events[position - 1];
	const struct sim_room *room = &sim->rooms[event->room];

	if (!event->owed || sim_model.handled[position] || is_banned(event))
		return false;
	return !event->private || !(room->disturbed || sim->users[event->sender].excused);
}

void sim_model_judge(struct bot_store *store)
{
	memset(&sim_model, 0, sizeof(sim_model));
	sim_model.handled = calloc(sim->event_count + 1, sizeof(*sim_model.handled));
	assert(sim_model.handled);
	sim_archive_read(&sim_model.stored, store);
	sim_sql(store, "SELECT number, event, at FROM sim_handled ORDER BY number", handle, NULL);
	if (sim_model.count != sim_model.stored.matches)
		sim_break(SIM_ONCE, "%zu matches in the store, %zu in the model",
			sim_model.stored.matches, sim_model.count);
	for (size_t i = 1; i <= sim_model.count; i++)
		compare(i);
	for (size_t i = 1; i <= sim->event_count; i++)
		if (is_lost(i))
			sim_break(SIM_NO_LOSS, "event %zu was never handled", i);
	for (size_t i = 0; i < sim->event_count; i++)
		if (sim->events[i].optional && sim->rooms[sim->events[i].room].owner != SIM_BOT)
			sim_model_check_acknowledgement(&sim->events[i]);
}

void sim_model_finish(void)
{
	free(sim_model.deeds);
	free(sim_model.handled);
}
