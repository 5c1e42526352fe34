/* The model's bouts of club nights: the bot makes them, and they end in their own ways. */
#include "tests/sim/model.h"
#include "tests/sim/season_people.h"
#include "tests/sim/server.h"

#include <string.h>

#define TURNS      15 /* a bout ends after so many turns of the longest length */
#define WAIT_TURNS 3  /* a bout waits so long for its fencers */
#define AT_ONCE    2  /* so many bouts of a season at once, unless the fencer wants more */
#define FORFEITS   2  /* who loses so many bouts by the clock is out */
#define JOIN_TURNS 2  /* a fencer may take so long to join their private room */

/* Returns how many bouts the user may fence at once. */
static size_t at_once(size_t user)
{
	if (!sim->night.season)
		return 1;
	return sim_model.wants[user] > 0 ? sim_model.wants[user] : AT_ONCE;
}

/* Checks that the user has no more bouts than they want, with this one. */
static void check_free(size_t id, size_t user)
{
	size_t count = 0;

	for (size_t i = 1; i <= id; i++) {
		const struct sim_model_match *match = &sim_model.match[i];

		count += match->bout && match->status != ENDED &&
			 (match->player[0] == user || match->player[1] == user);
	}
	if (count > at_once(user))
		sim_break(SIM_FREE, "bout #%zu begins, but %s has %zu then", id,
			sim->users[user].id, count);
}

void sim_model_make_bout(const struct sim_deed *deed)
{
	const struct sim_stored_match *stored = &sim_model.stored.match[deed->id];
	struct sim_model_match *match = &sim_model.match[deed->id];
	struct eg_match_rules rules = {.touches = sim->night.touches, .first = stored->first};

	if (deed->id != sim_model.count + 1 || stored->night_room == SIM_ROOMS ||
		stored->fencer[0] == SIM_USERS || stored->fencer[1] == SIM_USERS ||
		stored->fencer[0] == stored->fencer[1] ||
		eg_rules_parse(sim->night.rules, strlen(sim->night.rules), &rules.round) ||
		eg_match_init(&match->state, &rules)) {
		sim_break(SIM_FENCED, "bout #%zu of no two fencers, or out of order", deed->id);
		return;
	}
	sim_model.count++;
	match->bout = true;
	match->root = sim->rooms[stored->night_room].root;
	match->player[EG_WHITE] = stored->fencer[EG_WHITE];
	match->player[EG_BLACK] = stored->fencer[EG_BLACK];
	match->clock = sim->night.clock;
	match->made = deed->at;
	match->status = ACCEPTED;
	for (size_t seat = 0; seat < 2; seat++)
		check_free(deed->id, match->player[seat]);
}

int64_t sim_model_first_bout(void)
{
	for (size_t i = 1; i <= sim_model.count; i++)
		if (sim_model.match[i].bout)
			return sim_model.match[i].made;
	return 0;
}

unsigned sim_model_forfeits(size_t user)
{
	unsigned count = 0;

	for (size_t i = 1; i <= sim_model.count; i++) {
		const struct sim_model_match *match = &sim_model.match[i];
		const struct sim_stored_match *stored = &sim_model.stored.match[i];
		size_t seat = match->player[EG_BLACK] == user;
		const char *other = seat == EG_WHITE ? "black" : "white";

		if (!match->bout || match->status != ENDED || match->player[seat] != user)
			continue;
		count += match->rounds == 0 ? !stored->reached[seat]
					    : strcmp(stored->ending, "forfeited") == 0 &&
						      strcmp(stored->winner, other) == 0;
	}
	return count;
}

/* Whether the fencer may have left by their own will, or because of their clock. */
static bool may_have_left(size_t user, int64_t at)
{
	if (sim->night.season && sim_model_forfeits(user) >= FORFEITS)
		return true;
	return sim_model.withdrew[user] || sim_model.forgotten[user] ||
	       sim_model_has_gone(user, at);
}

bool sim_model_is_out(size_t user, int64_t at)
{
	return sim_model.excluded[user] || may_have_left(user, at);
}

/* Whether the fencer has been in a private room for the whole time from `from` to `to`. */
static bool is_joined(size_t user, int64_t from, int64_t to)
{
	for (size_t i = 0; i < sim->room_count; i++) {
		const struct sim_room *room = &sim->rooms[i];

		if (room->owner != user || room->member[user] != SIM_JOINED || room->disturbed ||
			sim->events[room->member_since[user] - 1].time > from)
			continue;
		if (!sim_model_has_gone(user, to))
			return true;
	}
	return false;
}

/* Checks a bout that was lost because the loser was late, had gone, or never joined. */
static void forfeit(struct sim_model_match *match, const struct sim_deed *deed)
{
	enum eg_seat loser = strcmp(deed->winner, "white") == 0 ? EG_BLACK : EG_WHITE;
	size_t user = match->player[loser];

	if (match->rounds == 0 || strcmp(deed->winner, "nobody") == 0)
		sim_break(SIM_ONCE, "bout #%zu was lost, but not fenced", deed->id);
	if ((!match->acted[0] || !match->acted[1]) && sim_model_has_gone(user, deed->at))
		return;
	if (!match->acted[loser] && deed->at - match->began >= JOIN_TURNS * match->clock &&
		!is_joined(user, match->began, deed->at))
		return;
	if (match->state.round.to_act != loser)
		sim_break(SIM_ONCE, "bout #%zu was lost on time by the wrong fencer", deed->id);
	sim_model_check_time(match, deed);
}

/* Whether the season is due to end. */
static bool is_due(int64_t at)
{
	return sim->night.season && at - sim_model_first_bout() >= SIM_SEASON_LENGTH;
}

/* Whether one of the two may have left, or all may have been ended. */
static bool may_be_stopped(const struct sim_model_match *match, int64_t at)
{
	return is_due(at) || sim_model.night_ended || sim_model_is_out(match->player[0], at) ||
	       sim_model_is_out(match->player[1], at);
}

/* Whether the fencer who has not won has left: an exclusion gives nobody a rated win. */
static bool has_lost_by_leaving(const struct sim_model_match *match, const struct sim_deed *deed)
{
	enum eg_seat loser = strcmp(deed->winner, "white") == 0 ? EG_BLACK : EG_WHITE;

	return strcmp(deed->winner, "nobody") != 0 && may_have_left(match->player[loser], deed->at);
}

static bool has_reason(const struct sim_model_match *match, const struct sim_deed *deed)
{
	if (strcmp(deed->ending, "resigned") == 0)
		return has_lost_by_leaving(match, deed);
	if (strcmp(deed->ending, "stopped") == 0)
		return may_be_stopped(match, deed->at);
	if (strcmp(deed->ending, "undecided") == 0)
		return match->rounds > 0 && deed->at - match->began >= TURNS * match->clock;
	if (strcmp(deed->ending, "unknown") == 0)
		return match->rounds == 0 && (deed->at - match->made >= WAIT_TURNS * match->clock ||
						     may_be_stopped(match, deed->at));
	if (strcmp(deed->ending, "void") == 0)
		return match->rounds == 0 &&
		       (sim_model_has_gone(match->player[0], deed->at) ||
			       sim_model_has_gone(match->player[1], deed->at));
	return false;
}

void sim_model_end_bout(struct sim_model_match *match, const struct sim_deed *deed)
{
	if (match->status == ENDED)
		return;
	if (strcmp(deed->ending, "forfeited") == 0)
		forfeit(match, deed);
	else if (!has_reason(match, deed))
		sim_break(
			SIM_ONCE, "bout #%zu ended (%s) without a reason", deed->id, deed->ending);
	match->status = ENDED;
	match->ended = deed->at;
}
