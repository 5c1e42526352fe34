#include "tests/sim/night_store.h"

#include "tests/sim/recorder.h"
#include "tests/sim/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned number(const char *text)
{
	return (unsigned)strtoul(text, NULL, 10);
}

static void take_night(void *self, const char *const *columns)
{
	struct sim_stored_night *night = self;
	size_t room = sim_room_by_id(columns[2]);

	night->id = strtoll(columns[0], NULL, 10);
	night->ended = strcmp(columns[1], "ended") == 0;
	night->root = room < SIM_ROOMS ? sim->rooms[room].root : SIM_ROOMS;
	night->opened = strtoll(columns[3], NULL, 10);
	night->over = strtoll(columns[4], NULL, 10);
	night->again = number(columns[5]) != 0;
	night->later = number(columns[6]);
	snprintf(night->secret, sizeof(night->secret), "%s", columns[7]);
}

static void take_fencer(void *self, const char *const *columns)
{
	struct sim_stored_night *night = self;
	struct sim_fencer *fencer = &night->fencer[night->fencers];

	if (night->fencers == SIM_FENCERS)
		return;
	night->fencers++;
	*fencer = (struct sim_fencer){.number = number(columns[0]),
		.user = sim_user_by_id(columns[1]),
		.pool = number(columns[3]),
		.rank = number(columns[4]),
		.forfeits = number(columns[5])};
	snprintf(fencer->state, sizeof(fencer->state), "%s", columns[2]);
	snprintf(fencer->event, sizeof(fencer->event), "%s", columns[6]);
	if (fencer->user == SIM_USERS)
		sim_break(SIM_FENCED, "a night has a fencer whom nobody knows: %s", columns[1]);
}

static struct sim_fencer *find(struct sim_stored_night *night, unsigned which)
{
	for (size_t i = 0; i < night->fencers; i++)
		if (night->fencer[i].number == which)
			return &night->fencer[i];
	sim_break(SIM_FENCED, "a bout has a fencer whom the night does not have: %u", which);
	return &night->fencer[0];
}

static void take_bout(void *self, const char *const *columns)
{
	struct sim_stored_night *night = self;
	struct sim_bout *bout = &night->bout[night->bouts];
	const char *winner = columns[8];

	if (night->bouts == SIM_BOUTS) {
		sim_break(SIM_FENCED, "a night has more than %d bouts", SIM_BOUTS);
		return;
	}
	night->bouts++;
	*bout = (struct sim_bout){.round = number(columns[0]),
		.place = number(columns[1]),
		.fencer = {find(night, number(columns[2])), find(night, number(columns[3]))},
		.match = number(columns[4]),
		.ended = strcmp(columns[5], "ended") == 0,
		.touches = {number(columns[6]), number(columns[7])},
		.winner = SIM_NOBODY};
	if (strcmp(winner, "nobody") != 0)
		bout->winner = strcmp(winner, "one") != 0;
}

bool sim_night_load(struct bot_store *store, int64_t after, struct sim_stored_night *night)
{
	char sql[320];

	memset(night, 0, sizeof(*night));
	snprintf(sql, sizeof(sql),
		"SELECT c.id, stage, room, s.opened, s.ended, again,"
		" (SELECT COUNT(*) FROM competitions n WHERE n.id > c.id), secret FROM "
		"competitions c"
		" JOIN sim_nights s ON s.id = c.id WHERE c.id > %lld ORDER BY c.id LIMIT 1",
		(long long)after);
	sim_sql(store, sql, take_night, night);
	if (night->id == 0)
		return false;
	snprintf(sql, sizeof(sql),
		"SELECT e.number, s.user, state, pool, rank, forfeits, event FROM entrants e"
		" JOIN sim_entrants s ON s.night = competition_id AND s.number = e.number"
		" WHERE competition_id = %lld ORDER BY e.number",
		(long long)night->id);
	sim_sql(store, sql, take_fencer, night);
	snprintf(sql, sizeof(sql),
		"SELECT round, place, one, other, match_id, state, one_touches, other_touches,"
		" winner FROM bouts WHERE competition_id = %lld ORDER BY number",
		(long long)night->id);
	sim_sql(store, sql, take_bout, night);
	return true;
}
