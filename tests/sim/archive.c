#include "tests/sim/archive.h"

#include "tests/sim/recorder.h"
#include "tests/sim/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take_match(void *self, const char *const *columns)
{
	struct sim_archive *archive = self;
	size_t id = strtoul(columns[0], NULL, 10);
	struct sim_stored_match *match = &archive->match[id <= SIM_MATCHES ? id : 0];

	archive->matches = id;
	match->ended = strcmp(columns[1], "ended") == 0;
	match->player[EG_WHITE] = sim_user_by_id(columns[2]);
	match->player[EG_BLACK] = sim_user_by_id(columns[3]);
	match->first = strcmp(columns[4], "black") == 0 ? EG_BLACK : EG_WHITE;
	match->rated = *columns[5] == '1';
	snprintf(match->ending, sizeof(match->ending), "%s", columns[6]);
	snprintf(match->winner, sizeof(match->winner), "%s", columns[7]);
	match->reached[EG_WHITE] = *columns[8] == '1';
	match->reached[EG_BLACK] = *columns[9] == '1';
}

static void take_bout(void *self, const char *const *columns)
{
	struct sim_archive *archive = self;
	size_t id = strtoul(columns[0], NULL, 10);
	struct sim_stored_match *match = &archive->match[id <= SIM_MATCHES ? id : 0];

	match->night = strtoll(columns[1], NULL, 10);
	match->night_room = sim_room_by_id(columns[2]);
	match->fencer[EG_WHITE] = sim_user_by_id(columns[3]);
	match->fencer[EG_BLACK] = sim_user_by_id(columns[4]);
}

static void take_round(void *self, const char *const *columns)
{
	struct sim_archive *archive = self;
	size_t id = strtoul(columns[0], NULL, 10), number = strtoul(columns[1], NULL, 10);
	struct sim_stored_match *match = &archive->match[id <= SIM_MATCHES ? id : 0];

	if (number == 0 || number > SIM_ROUNDS)
		return;
	snprintf(match->round[number - 1].deck, EG_DECK + 1, "%s", columns[2]);
	snprintf(match->round[number - 1].actions, SIM_ACTIONS, "%s", columns[3]);
	match->rounds = (uint16_t)number;
}

static void take_deed(void *self, const char *const *columns)
{
	struct sim_archive *archive = self;
	struct sim_deed *deed = &archive->deed[archive->deeds];

	if (archive->deeds == SIM_DEEDS) {
		sim_break(SIM_ONCE, "the matches change more often than the archive can hold");
		return;
	}
	archive->deeds++;
	deed->mark = columns[0] ? strtol(columns[0], NULL, 10) : 0;
	deed->id = strtoul(columns[1], NULL, 10);
	snprintf(deed->status, sizeof(deed->status), "%s", columns[2]);
	snprintf(deed->ending, sizeof(deed->ending), "%s", columns[3]);
	snprintf(deed->winner, sizeof(deed->winner), "%s", columns[4]);
	deed->at = strtoll(columns[5], NULL, 10);
}

void sim_archive_read(struct sim_archive *archive, struct bot_store *store)
{
	sim_sql(store,
		"SELECT id, status, white, black, first, rated, ending, winner, white_reached,"
		" black_reached FROM matches ORDER BY id",
		take_match, archive);
	sim_sql(store, "SELECT match, night, room, white, black FROM sim_bouts", take_bout,
		archive);
	sim_sql(store, "SELECT match_id, number, deck, actions FROM rounds ORDER BY 1, 2",
		take_round, archive);
	sim_sql(store, "SELECT mark, id, status, ending, winner, at FROM sim_deeds ORDER BY number",
		take_deed, archive);
}
