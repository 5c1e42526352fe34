/* What goes wrong in the world, beside what happens to requests. */
#include "tests/sim/disk.h"
#include "tests/sim/players.h"
#include "tests/sim/server.h"

#include <stdio.h>

static int64_t between(int64_t least, int64_t most)
{
	return sim_random_between(&sim->random, least, most);
}

/* The private room in which the player and the bot are, the newest first; SIM_ROOMS: there is none.
 */
static size_t private_room(size_t user)
{
	for (size_t i = sim->room_count; i-- > 0;)
		if (sim->rooms[i].owner == user && sim->rooms[i].member[user] == SIM_JOINED &&
			sim->rooms[i].member[SIM_BOT] == SIM_JOINED)
			return i;
	return SIM_ROOMS;
}

static void chatter(size_t room, size_t duel)
{
	static const char *const actions[] = {"1", "+1", "x5", "=", "-1"};
	struct sim_intent talk = {.kind = SIM_TALK};
	struct sim_intent meddle = {.kind = SIM_ACTION, .id = sim->duels[duel].id};
	struct sim_intent resign = {.kind = SIM_RESIGN, .id = sim->duels[duel].id};
	uint32_t lines = sim_random_below(&sim->random, 20);
	char text[SIM_TEXT + 32];

	for (uint32_t i = 0; i < lines; i++)
		sim_say(SIM_STRANGER, room, "En garde! +1 #1, as they say.", &talk);
	if (sim->duels[duel].id == 0)
		return;
	snprintf(meddle.action, sizeof meddle.action, "%s",
		actions[sim_random_below(&sim->random, 5)]);
	snprintf(text, sizeof text, "!eg %s #%d", meddle.action, (int)meddle.id);
	sim_say(SIM_STRANGER, room, text, &meddle);
	snprintf(text, sizeof text, "!eg resign #%d", (int)resign.id);
	sim_say(SIM_STRANGER, room, text, &resign);
	if (sim->duels[duel].dealt && sim_random_chance(&sim->random, 50))
		sim_say(sim->duels[duel].white, room, text, &resign);
}

static void kick(size_t room)
{
	if (sim->rooms[room].member[SIM_BOT] != SIM_JOINED)
		return;
	sim_set_member(room, SIM_PLAYER, SIM_BOT, "leave", false);
	sim_plan(between(SIM_SECOND, 10 * SIM_MINUTE),
		(struct sim_task){.what = SIM_DO_REINVITE, .room = room});
}

static void invite_again(size_t room)
{
	if (sim->rooms[room].member[SIM_BOT] == SIM_OUT && !sim->rooms[room].successor)
		sim_set_member(room, SIM_PLAYER, SIM_BOT, "invite", false);
}

static void intrude(size_t user)
{
	size_t room = private_room(user);

	if (room == SIM_ROOMS || sim->rooms[room].member[SIM_STRANGER] != SIM_OUT)
		return;
	sim_set_member(room, user, SIM_STRANGER, "invite", false);
	sim_plan(
		between(100, SIM_MINUTE), (struct sim_task){.what = SIM_DO_INTRUDED, .room = room});
}

static void leave_private(size_t user)
{
	size_t room = private_room(user);

	if (room == SIM_ROOMS)
		return;
	if (sim_random_chance(&sim->random, 500))
		sim_set_member(room, user, user, "leave", false);
	else
		sim_set_member(room, user, SIM_BOT, "leave", false);
}

static void upgrade(size_t old)
{
	size_t new;

	if (sim->rooms[old].successor || sim->rooms[old].member[SIM_BOT] != SIM_JOINED)
		return;
	new = sim_room_add(
		SIM_PLAYER, json_pack("{s:{s:s}}", "predecessor", "room_id", sim->rooms[old].id));
	sim->rooms[new].root = sim->rooms[old].root;
	sim_set_levels(new, SIM_PLAYER);
	sim_add(old, SIM_PLAYER, "m.room.tombstone", "",
		json_pack("{s:s, s:s}", "body", "moved", "replacement_room", sim->rooms[new].id));
	sim->rooms[old].successor = new;
	for (size_t i = 0; i < sim->user_count; i++)
		if (i != SIM_BOT && sim->rooms[old].member[i] == SIM_JOINED && i != SIM_PLAYER)
			sim_set_member(new, i, i, "join", false);
}

static void log_out(void)
{
	snprintf(sim->token, sizeof sim->token, "none");
	sim->soft_logout = sim_random_chance(&sim->random, 800);
	sim_tell("server: the session is ended%s", sim->soft_logout ? " softly" : "");
}

static void fill_disk(void)
{
	sim_disk_fill(true);
	sim_tell("disk: full");
	sim_plan(between(SIM_SECOND, 3 * SIM_MINUTE), (struct sim_task){.what = SIM_DO_EMPTY});
}

static void jump(void)
{
	sim->jump = between(-SIM_HOUR, SIM_HOUR);
	sim_tell("clock: jumps to %+lld s", (long long)(sim->jump / 1000));
}

static void break_down(void)
{
	sim->outage = sim->now + between(SIM_SECOND, 5 * SIM_MINUTE);
	sim_tell("server: out of order until %lld s", (long long)(sim->outage / 1000));
}

void sim_trouble_does(const struct sim_task *task)
{
	size_t room = sim_present(task->room);

	if (task->what == SIM_DO_CHATTER)
		chatter(room, task->duel);
	else if (task->what == SIM_DO_KICK)
		kick(room);
	else if (task->what == SIM_DO_REINVITE)
		invite_again(room);
	else if (task->what == SIM_DO_LEAVE)
		leave_private(task->user);
	else if (task->what == SIM_DO_INTRUDE)
		intrude(task->user);
	else if (task->what == SIM_DO_INTRUDED)
		sim_set_member(task->room, SIM_STRANGER, SIM_STRANGER, "join", false);
	else if (task->what == SIM_DO_UPGRADE)
		upgrade(room);
	else if (task->what == SIM_DO_JUMP)
		jump();
	else if (task->what == SIM_DO_LOG_OUT)
		log_out();
	else if (task->what == SIM_DO_FILL)
		fill_disk();
	else if (task->what == SIM_DO_EMPTY)
		sim_disk_fill(false);
	else if (task->what == SIM_DO_OUTAGE)
		break_down();
}

static void some(enum sim_what what, uint32_t most)
{
	uint32_t count = sim_random_below(&sim->random, most + 1);

	for (uint32_t i = 0; i < count; i++)
		sim_plan(between(0, sim->traits.calm),
			(struct sim_task){.what = what,
				.user = SIM_PLAYER +
					sim_random_below(&sim->random,
						(uint32_t)(sim->user_count - SIM_PLAYER)),
				.duel = sim_random_below(&sim->random, (uint32_t)sim->duel_count),
				.room = sim->duels[sim_random_below(
							   &sim->random, (uint32_t)sim->duel_count)]
						.room});
}

void sim_trouble_plan(void)
{
	some(SIM_DO_CHATTER, 3);
	if (sim_random_chance(&sim->random, 300))
		some(SIM_DO_JUMP, 3);
	if (sim_random_chance(&sim->random, 300))
		some(SIM_DO_FILL, 2);
	if (sim_random_chance(&sim->random, 300))
		some(SIM_DO_OUTAGE, 2);
	if (!sim->traits.by_token && sim_random_chance(&sim->random, 200))
		some(SIM_DO_LOG_OUT, 2);
	if (!sim->traits.rooms)
		return;
	some(SIM_DO_KICK, 2);
	some(SIM_DO_LEAVE, 2);
	some(SIM_DO_INTRUDE, 2);
	some(SIM_DO_UPGRADE, 1);
	for (size_t i = 0; i < sim->duel_count; i++)
		sim_plan(between(10 * SIM_MINUTE, 20 * SIM_MINUTE),
			(struct sim_task){.what = SIM_DO_NUDGE, .duel = i});
}
