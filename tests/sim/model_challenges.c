/* The model's challenges: who may challenge whom, and who may accept. */
#include "tests/sim/model.h"

#include <string.h>

/* Within some hours, a player may challenge another player this many times without an answer. */
#define CHALLENGES 3

#define TURN (72 * SIM_HOUR) /* how long a turn may take if the challenge names no clock */

/*
 * Counts the challenges that the challenger has sent to the same opponent since the opponent last
 * accepted one of them.
 */
static size_t unanswered(const struct sim_model_match *challenge)
{
	size_t count = 0;

	for (size_t i = 1; i <= sim_model.count; i++)
		if (!sim_model.match[i].bout &&
			sim_model.match[i].player[EG_WHITE] == challenge->player[EG_WHITE] &&
			sim_model.match[i].player[EG_BLACK] == challenge->player[EG_BLACK])
			count = sim_model.match[i].rounds > 0 ||
						sim_model.match[i].status == ACCEPTED
					? 0
					: count + 1;
	return count;
}

/*
 * Whether the challenge is allowed. In a room, two players may have one match with each other, and
 * there may be SIM_PER_ROOM matches. Sets *older to the unanswered challenge that the challenge
 * replaces, or to NULL: the challenger's own one or, in a full room, the oldest one. In a full room
 * the bot may also refuse the challenge: it replaces no challenge that has not waited for long.
 */
static bool is_free(
	const struct sim_model_match *challenge, size_t sender, struct sim_model_match **older)
{
	struct sim_model_match *own = NULL, *oldest = NULL;
	size_t live = 0, waiting = 0;

	for (size_t i = 1; i <= sim_model.count; i++) {
		struct sim_model_match *match = &sim_model.match[i];

		if (match->status == ENDED || match->root != challenge->root || match->bout)
			continue;
		live++;
		waiting += match->status == CHALLENGED;
		if (match->status == CHALLENGED && match->player[EG_WHITE] == sender)
			own = match;
		else if (sim_model_is_same_pair(challenge, match) &&
			 challenge->player[EG_BLACK] != SIM_USERS)
			return false;
		else if (match->status == CHALLENGED && !oldest)
			oldest = match;
	}
	*older = !own && live >= SIM_PER_ROOM ? oldest : own;
	if (*older != own && !sim_model_did(sim_model.count + 1, "challenge"))
		return false;
	return live - waiting < SIM_PER_ROOM;
}

/*
 * Whether the user joined the room before the event, and has not left it since. The bot must not
 * refuse a challenge to such a user. It may refuse others: it learns only later who comes and goes.
 */
static bool is_present(const struct sim_event *event, size_t user)
{
	const struct sim_room *room = &sim->rooms[event->room];

	return room->member[user] == SIM_JOINED &&
	       &sim->events[room->member_since[user] - 1] < event;
}

/*
 * Whether the bot may answer that the sender's own challenge still stands, instead of making this
 * one. The model does not know who is to begin.
 */
static bool may_stand(const struct sim_model_match *own, const struct sim_model_match *challenge,
	const struct sim_duel *duel)
{
	return own && own->player[EG_WHITE] == challenge->player[EG_WHITE] &&
	       own->player[EG_BLACK] == challenge->player[EG_BLACK] &&
	       own->clock == (duel->clock > 0 ? duel->clock : TURN) &&
	       own->state.rules.touches == duel->touches;
}

void sim_model_challenge(const struct sim_event *event)
{
	const struct sim_duel *duel = &sim->duels[event->intent.duel];
	struct sim_model_match *match = &sim_model.match[sim_model.count + 1], *older = NULL;
	struct eg_match_rules rules = {.touches = duel->touches,
		.first = sim_model.stored.match[sim_model.count + 1].first,
		.start = {duel->start[EG_WHITE], duel->start[EG_BLACK]}};

	match->root = sim->rooms[event->room].root;
	match->player[EG_WHITE] = event->sender;
	match->player[EG_BLACK] = duel->open ? SIM_USERS : duel->black;
	if (sim_model.count == SIM_MATCHES || !is_free(match, event->sender, &older) ||
		sim_model_is_refused(sim_model.count + 1, "challenge"))
		return;
	if (unanswered(match) >= CHALLENGES && !sim_model_did(sim_model.count + 1, "challenge"))
		return;
	if (!duel->open && !is_present(event, duel->black) &&
		!sim_model_did(sim_model.count + 1, "challenge"))
		return;
	if (may_stand(older, match, duel) && !sim_model_did(sim_model.count + 1, "challenge"))
		return;
	if (!duel->open && sim_model.blocked[duel->black][event->sender])
		return;
	if (!duel->open && sim_model.may_be_blocked[duel->black][event->sender] &&
		!sim_model_did(sim_model.count + 1, "challenge"))
		return;
	if (older)
		older->status = ENDED;
	match->clock = duel->clock > 0 ? duel->clock : TURN;
	match->extra = duel->extra;
	if (eg_rules_parse(duel->rules, strlen(duel->rules), &rules.round) ||
		eg_match_init(&match->state, &rules))
		sim_break(SIM_ONCE, "no rules: %s to %u", duel->rules, duel->touches);
	match->status = CHALLENGED;
	sim_model.count++;
}

void sim_model_block(size_t user, size_t other)
{
	if (sim_model.muted) {
		sim_model.may_be_blocked[user][other] = true;
		return;
	}
	sim_model.blocked[user][other] = true;
	for (size_t i = 1; i <= sim_model.count; i++) {
		struct sim_model_match *match = &sim_model.match[i];
		const struct sim_model_match pair = {.player = {user, other}};

		if (match->status == CHALLENGED && sim_model_is_same_pair(match, &pair))
			match->status = ENDED;
	}
}

void sim_model_decline(struct sim_model_match *match, size_t id, size_t sender)
{
	if (match->status == CHALLENGED &&
		(match->player[EG_WHITE] == sender || match->player[EG_BLACK] == sender) &&
		!sim_model_is_refused(id, "ended"))
		match->status = ENDED;
}

void sim_model_accept(struct sim_model_match *match, size_t id, size_t sender)
{
	if (match->status != CHALLENGED || sender == match->player[EG_WHITE] ||
		(match->player[EG_BLACK] != SIM_USERS && match->player[EG_BLACK] != sender) ||
		sim_model_is_refused(id, "meeting"))
		return;
	for (size_t i = 1; i <= sim_model.count; i++) {
		const struct sim_model_match *other = &sim_model.match[i];
		const struct sim_model_match wanted = {.player = {match->player[EG_WHITE], sender}};

		if (other->status == ACCEPTED && other->root == match->root && !other->bout &&
			sim_model_is_same_pair(other, &wanted))
			return;
	}
	match->status = ACCEPTED; /* the bot will deal when both private rooms are ready */
	match->player[EG_BLACK] = sender;
}
