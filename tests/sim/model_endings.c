/* The model's endings: who may end a match, and when. */
#include "tests/sim/model.h"
#include "tests/sim/server.h"

#include <string.h>

/* So many times a player may end a match before both have acted; after that they lose it. */
#define FREE 2

static bool both_acted(const struct sim_model_match *match)
{
	return match->acted[0] && match->acted[1];
}

/*
 * Whether the player may lose the match if they end it before both have acted. The bot counts these
 * endings by the date, and may count one more if the date has been put back.
 */
static bool may_cost(const struct sim_model_match *match, size_t user)
{
	size_t count = sim->seen[SIM_CLOCK_BACK] > 0;

	for (size_t i = 1; i <= sim_model.count; i++)
		for (size_t seat = 0; seat < 2; seat++)
			count += sim_model.match[i].player[seat] == user &&
				 sim_model.match[i].ended_early[seat];
	return !both_acted(match) && count >= FREE;
}

/* Ends the match because of the player, before both have acted. */
static void end_early(struct sim_model_match *match, size_t user)
{
	match->may_be_lost_early = match->may_be_lost_early || may_cost(match, user);
	match->ended_early[match->player[EG_BLACK] == user] = true;
	match->status = ENDED;
}

void sim_model_give_up(struct sim_model_match *match, size_t id, const struct sim_event *event)
{
	bool aborts = event->intent.kind == SIM_ABORT;
	bool costs = may_cost(match, event->sender);

	if (match->status != ACCEPTED || (match->bout && aborts) ||
		(match->player[EG_WHITE] != event->sender &&
			match->player[EG_BLACK] != event->sender) ||
		(aborts ? both_acted(match) : match->rounds == 0))
		return;
	if (aborts && costs && !sim_model_did(id, "void"))
		return; /* the bot has said that this would be a loss */
	if (!both_acted(match) && !match->bout && !(costs && sim_model_did(id, "resigned")) &&
		sim_model_is_refused(id, "void"))
		return;
	/* In a room with a night or a season, so much is said that the bot's limits can refuse it.
	 */
	bool busy = sim->night.planned && !event->private && !sim_model_did(id, "resigned");
	if ((both_acted(match) || match->bout) && (busy || sim_model_is_refused(id, "resigned")))
		return;
	match->status = ENDED;
	if (!both_acted(match) && match->rounds > 0 && !match->bout)
		end_early(match, event->sender);
}

void sim_model_stop(struct sim_model_match *match, size_t id, const struct sim_event *event)
{
	const struct sim_room *room = &sim->rooms[event->room];
	bool done = sim_model_did(id, "stopped");
	bool own = match->status == ACCEPTED && (match->player[EG_WHITE] == event->sender ||
							match->player[EG_BLACK] == event->sender);

	if (match->status == ENDED || event->private || match->bout)
		return;
	if (done != (room->may[event->sender] && !own) &&
		!(room->may[event->sender] && room->may_not[event->sender] && !own) &&
		!sim_model_is_refused(id, "stopped"))
		sim_break(SIM_ONCE, "match %zu %s", id,
			done ? "was stopped by a user who must not stop it" : "was not stopped");
	/* Somebody who became a moderator after the beginning may stop only what is not rated. */
	if (done && match->rounds > 0 && !sim_model_has_handicap(match) &&
		!sim_model_has_moderated(match->root, event->sender, match->began))
		sim_break(SIM_ONCE, "match %zu was stopped by a moderator of later", id);
	if (done)
		match->status = ENDED;
}

/*
 * Returns when the player whose turn it is got their hand in a private room that they had joined,
 * or INT64_MAX if they never did. Until then their clock must not run.
 */
static int64_t got_hand(const struct sim_model_match *match, size_t id)
{
	size_t user = match->player[match->state.round.to_act];
	int64_t best = INT64_MAX;

	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];
		const struct sim_room *room = &sim->rooms[event->room];
		const json_t *content = json_object_get(event->json, "content");
		const char *body = sim_body(content);
		int64_t joined;

		if (event->sender != SIM_BOT || event->reader != user ||
			event->mark < match->turned || !body ||
			sentences_hand_of(body) != (int64_t)id)
			continue;
		/*
		 * In a disturbed room somebody may have left and come back, so nobody knows when
		 * the player first joined. Then the time of the hand counts.
		 */
		joined = INT64_MAX;
		if (room->disturbed)
			joined = 0;
		else if (room->member[user] == SIM_JOINED)
			joined = sim->events[room->member_since[user] - 1].time;
		if (joined < event->time)
			joined = event->time;
		best = joined < best ? joined : best;
	}
	return best;
}

static int64_t own_clock(const struct sim_model_match *match, enum eg_seat seat)
{
	return match->clock + (seat == EG_BLACK ? match->extra : 0);
}

/* Their time begins when they have got their hand. */
void sim_model_check_time(const struct sim_model_match *match, const struct sim_deed *deed)
{
	int64_t clock = own_clock(match, match->state.round.to_act);

	if (deed->at - match->since < clock)
		sim_break(SIM_ONCE, "match %zu was lost on time after %lld ms", deed->id,
			(long long)(deed->at - match->since));
	else if (got_hand(match, deed->id) > deed->at - clock)
		sim_break(SIM_ONCE, "match %zu was lost on time before the loser had the hand",
			deed->id);
}

/* Checks a match that was lost on time: it must be the loser's turn, and their time over. */
static void forfeit(struct sim_model_match *match, const struct sim_deed *deed)
{
	enum eg_seat loser = match->state.round.to_act;
	const char *winner = loser == EG_WHITE ? "black" : "white";

	if (match->claimed)
		return;
	if (!both_acted(match) &&
		(!may_cost(match, match->player[loser]) || strcmp(deed->winner, "nobody") == 0))
		winner = "nobody";
	if (match->status != ACCEPTED || match->rounds == 0)
		sim_break(SIM_ONCE, "match %zu was lost on time, but was not played", deed->id);
	else if (strcmp(winner, deed->winner) != 0)
		sim_break(SIM_ONCE, "match %zu was lost on time by the wrong player", deed->id);
	else
		sim_model_check_time(match, deed);
	if (!both_acted(match))
		end_early(match, match->player[loser]);
	match->status = ENDED;
	sim_saw(SIM_TIME_OUT);
}

/* Whether a player of the match has left any room, or declined an invitation, before `at`. */
static bool has_left(const struct sim_model_match *match, int64_t at)
{
	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];
		const json_t *content = json_object_get(event->json, "content");
		const char *membership = json_string_value(json_object_get(content, "membership"));

		if (event->time <= at && membership && strcmp(membership, "leave") == 0 &&
			(event->sender == match->player[EG_WHITE] ||
				event->sender == match->player[EG_BLACK]))
			return true;
	}
	return false;
}

bool sim_model_has_gone(size_t user, int64_t at)
{
	const struct sim_model_match alone = {.player = {user, user}};

	return has_left(&alone, at);
}

/*
 * Whether the bot gave the win to a player while it handled the current event. (If the player's
 * time runs out before the bot handles another event, only the time of the deed differs.)
 */
static bool is_given_now(size_t id)
{
	for (size_t i = sim_model.next; i < sim_model.stored.deeds; i++) {
		const struct sim_deed *deed = &sim_model.stored.deed[i];

		if (deed->mark == sim_model.mark && deed->at == sim_model.at && deed->id == id &&
			strcmp(deed->ending, "forfeited") == 0)
			return true;
	}
	return false;
}

void sim_model_claim(struct sim_model_match *match, size_t id, size_t sender)
{
	/* If the players can't act, because of the bot, the bot asks for a day of patience. */
	enum eg_seat gone = match->player[EG_WHITE] == sender ? EG_BLACK : EG_WHITE;
	int64_t clock = own_clock(match, gone);
	int64_t span = clock < 24 * SIM_HOUR ? clock : 24 * SIM_HOUR;
	size_t other = match->player[gone];

	if (!is_given_now(id))
		return;
	if (match->status != ACCEPTED || !match->acted[0] || !match->acted[1] ||
		(match->player[EG_WHITE] != sender && match->player[EG_BLACK] != sender) ||
		!sim_model_has_gone(other, sim_model.at - span))
		sim_break(SIM_ONCE, "match %zu was claimed without a right", id);
	match->claimed = true;
	match->status = ENDED;
}

/*
 * Checks a match that has ended before both had acted because a player left, and that is void, or
 * lost if this player has done so too often. Returns false if nobody has left.
 */
static bool end_left(struct sim_model_match *match, const struct sim_deed *deed)
{
	bool may_be_lost = false;

	if (!has_left(match, deed->at) || both_acted(match))
		return false;
	for (size_t seat = 0; seat < 2; seat++)
		may_be_lost = may_be_lost || may_cost(match, match->player[seat]);
	if (strcmp(deed->ending, "void") != 0 && !may_be_lost)
		return false;
	for (size_t seat = 0; seat < 2; seat++)
		if (match->rounds > 0 && sim_model_has_gone(match->player[seat], deed->at))
			end_early(match, match->player[seat]);
	match->status = ENDED;
	return true;
}

/* Checks a match that has ended as void: not both players have acted, and somebody left or lost. */
static void end_void(struct sim_model_match *match, const struct sim_deed *deed)
{
	if (match->status == ENDED)
		return;
	if (has_left(match, deed->at) && both_acted(match))
		sim_break(SIM_ONCE, "match %zu is void, but both have acted", deed->id);
	if (!end_left(match, deed))
		forfeit(match, deed);
}

void sim_model_end(struct sim_model_match *match, const struct sim_deed *deed)
{
	if (strcmp(deed->ending, "forfeited") == 0) {
		if (!end_left(match, deed))
			forfeit(match, deed);
	} else if (strcmp(deed->ending, "void") == 0)
		end_void(match, deed);
	else if (strcmp(deed->ending, "unknown") == 0 && match->rounds == 0)
		match->status = ENDED; /* the challenge has expired */
	else if (match->status != ENDED)
		sim_break(
			SIM_ONCE, "match %zu ended (%s) without a reason", deed->id, deed->ending);
	if (strcmp(deed->ending, "won") == 0)
		sim_saw(SIM_WON);
	if (strcmp(deed->ending, "resigned") == 0)
		sim_saw(SIM_RESIGNED);
}
