/*
 * People who disturb: bystanders who try to act in the matches of others, and strangers who write
 * hostile texts.
 */
#include "tests/sim/players.h"
#include "tests/sim/server.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_TEXT ((size_t)60 * 1024)

void sim_chatter(const struct sim_task *task)
{
	size_t room = task->room, duel = task->duel;
	static const char *const actions[] = {"1", "+1", "x5", "=", "-1"};
	struct sim_intent talk = {.kind = SIM_TALK};
	struct sim_intent meddle = {.kind = SIM_ACTION, .id = sim->duels[duel].id};
	struct sim_intent resign = {.kind = SIM_RESIGN, .id = sim->duels[duel].id};
	struct sim_intent end = {.kind = SIM_ABORT, .id = sim->duels[duel].id};
	uint32_t lines = sim_random_below(&sim->random, 20);
	char text[SIM_TEXT + 32];

	for (uint32_t i = 0; i < lines; i++)
		sim_say(SIM_STRANGER, room, "En garde! +1 #1, as they say.", &talk);
	if (sim->duels[duel].id == 0)
		return;
	snprintf(meddle.action, sizeof(meddle.action), "%s",
		actions[sim_random_below(&sim->random, 5)]);
	sim_saw(SIM_MEDDLED);
	snprintf(text, sizeof(text), "!eg %s #%d", meddle.action, (int)meddle.id);
	sim_say(SIM_STRANGER, room, text, &meddle);
	snprintf(text, sizeof(text), "!eg resign #%d yes", (int)resign.id);
	sim_say(SIM_STRANGER, room, text, &resign);
	if (sim->duels[duel].dealt && sim_random_chance(&sim->random, 50))
		sim_say(sim->duels[duel].white, room, text, &resign);
	snprintf(text, sizeof(text), "!eg abort #%d", (int)end.id);
	sim_say(SIM_STRANGER, room, text, &end);
	if (!sim_random_chance(&sim->random, 200))
		return;
	sim_saw(SIM_ABORTED);
	sim_say(sim->duels[duel].black, room, text, &end);
}

/* Makes a player refuse all challenges from a stranger, who then challenges them. */
void sim_block_stranger(const struct sim_task *task)
{
	const struct sim_duel *duel = &sim->duels[task->duel];
	const struct sim_intent block = {.kind = SIM_BLOCK, .other = SIM_STRANGER};
	const struct sim_intent challenge = {.kind = SIM_CHALLENGE, .duel = task->duel};
	char text[SIM_TEXT];

	if (duel->open || sim->rooms[task->room].root != sim->rooms[duel->room].root)
		return;
	sim_saw(SIM_BLOCKED);
	snprintf(text, sizeof(text), "!eg block %s", sim->users[SIM_STRANGER].id);
	sim_say(duel->black, task->room, text, &block);
	snprintf(text, sizeof(text), "!eg challenge %s %s to %u", sim->users[duel->black].id,
		duel->rules, duel->touches);
	sim_say(SIM_STRANGER, task->room, text, &challenge);
}

void sim_say_hostile(const struct sim_task *task)
{
	size_t room = task->room, duel = task->duel;
	static const struct {
		enum sim_fault fault;
		const char *before, *after;
	} texts[] = {
		{SIM_TURNED, "!eg resign #", " " SIM_BIDI},
		{SIM_TURNED, SIM_BIDI "!eg resign #", ""},
		{SIM_ZERO_WIDTH, "!eg\xe2\x80\x8b resign #", ""},
		{SIM_ZERO_WIDTH, "!eg res\xe2\x80\x8big\xef\xbb\xbfn #", ""},
		{SIM_OTHER_ID, "!eg resign #", " @ann:sim"},
		{SIM_OTHER_ID, "@ann:sim: !eg resign #", ""},
	};
	const struct sim_intent stray = {.kind = SIM_STRAY};
	uint32_t which = sim_random_below(&sim->random, 7);
	char text[64], *much;

	if (which < 6) {
		sim_saw(texts[which].fault);
		snprintf(text, sizeof(text), "%s%d%s", texts[which].before,
			(int)sim->duels[duel].id, texts[which].after);
		sim_say(SIM_STRANGER, room, text, &stray);
		return;
	}
	much = malloc(LONG_TEXT + 1);
	assert(much);
	memset(much, sim_random_chance(&sim->random, 500) ? 'x' : ' ', LONG_TEXT);
	memcpy(much, "!eg resign ", 11);
	much[LONG_TEXT] = '\0';
	sim_saw(SIM_LONG_TEXT);
	sim_say(SIM_STRANGER, room, much, &stray);
	free(much);
}

/* Makes a moderator or somebody else try to stop the match. */
void sim_try_to_stop(const struct sim_task *task)
{
	size_t user = task->user, room = task->room, duel = task->duel;
	struct sim_intent intent = {.kind = SIM_STOP, .id = sim->duels[duel].id};
	char text[32];

	if (intent.id == 0 || sim->rooms[room].root != sim->rooms[sim->duels[duel].room].root)
		return;
	if (user == SIM_PLAYER && !sim_random_chance(&sim->random, 300))
		user = SIM_STRANGER;
	sim_saw(SIM_STOPPED_BY_OTHERS);
	snprintf(text, sizeof(text), "!eg stop #%d yes", (int)intent.id);
	sim_say(user, room, text, &intent);
}
