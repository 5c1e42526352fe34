/* Faults of members, rooms, the server, the disk and the clock. */
#include "tests/sim/disk.h"
#include "tests/sim/players.h"
#include "tests/sim/server.h"

#include <stdio.h>

static int64_t between(int64_t least, int64_t most)
{
	return sim_random_between(&sim->random, least, most);
}

/*
 * Returns the newest private room with both the player and the bot, or SIM_ROOMS if there is no
 * such room.
 */
static size_t private_room(size_t user)
{
	for (size_t i = sim->room_count; i-- > 0;)
		if (sim->rooms[i].owner == user && sim->rooms[i].member[user] == SIM_JOINED &&
			sim->rooms[i].member[SIM_BOT] == SIM_JOINED)
			return i;
	return SIM_ROOMS;
}

static void kick(const struct sim_task *task)
{
	size_t room = task->room;

	if (sim->rooms[room].member[SIM_BOT] != SIM_JOINED)
		return;
	sim->rooms[room].banned = sim_random_chance(&sim->random, 400);
	sim_saw(sim->rooms[room].banned ? SIM_BANNED : SIM_KICKED);
	sim_set_member(room, SIM_PLAYER, SIM_BOT, sim->rooms[room].banned ? "ban" : "leave", false);
	sim_plan(between(SIM_SECOND, 10 * SIM_MINUTE),
		(struct sim_task){.what = SIM_DO_REINVITE, .room = room});
}

static void invite_again(const struct sim_task *task)
{
	size_t room = task->room;

	if (sim->rooms[room].member[SIM_BOT] != SIM_OUT || sim->rooms[room].successor)
		return;
	if (sim->rooms[room].banned)
		sim_set_member(room, SIM_PLAYER, SIM_BOT, "leave", false);
	sim->rooms[room].banned = false;
	sim_set_member(room, SIM_PLAYER, SIM_BOT, "invite", false);
}

static void invite_into_private(const struct sim_task *task)
{
	size_t user = task->user;
	size_t room = private_room(user);

	if (room == SIM_ROOMS || sim->rooms[room].member[SIM_STRANGER] != SIM_OUT)
		return;
	sim_saw(SIM_INTRUDED);
	sim_set_member(room, user, SIM_STRANGER, "invite", false);
	sim_plan(
		between(100, SIM_MINUTE), (struct sim_task){.what = SIM_DO_INTRUDED, .room = room});
}

static void plan_claim(size_t gone)
{
	sim_plan(between(SIM_SECOND, 20 * SIM_MINUTE),
		(struct sim_task){.what = SIM_DO_CLAIM, .user = gone});
}

static void leave_private(const struct sim_task *task)
{
	size_t user = task->user;
	size_t room = private_room(user);

	if (room == SIM_ROOMS)
		return;
	if (sim_random_chance(&sim->random, 500)) {
		sim_saw(SIM_PRIVATE_LEFT);
		sim_set_member(room, user, user, "leave", false);
		plan_claim(user);
		return;
	}
	sim_saw(SIM_PRIVATE_KICKED);
	sim_set_member(room, user, SIM_BOT, "leave", false);
}

static void upgrade(const struct sim_task *task)
{
	size_t old = task->room;
	size_t new;

	if (sim->rooms[old].successor || sim->rooms[old].member[SIM_BOT] != SIM_JOINED)
		return;
	new = sim_room_add(
		SIM_PLAYER, json_pack("{s:{s:s}}", "predecessor", "room_id", sim->rooms[old].id));
	sim->rooms[new].root = sim->rooms[old].root;
	sim_saw(SIM_TOMBSTONED);
	sim_set_levels(new, SIM_PLAYER, 100, 0);
	sim->rooms[new].hidden = sim->rooms[old].hidden;
	sim_add(old, SIM_PLAYER, "m.room.tombstone", "",
		json_pack("{s:s, s:s}", "body", "moved", "replacement_room", sim->rooms[new].id));
	sim->rooms[old].successor = new;
	for (size_t i = 0; i < sim->user_count; i++)
		if (i != SIM_BOT && sim->rooms[old].member[i] == SIM_JOINED && i != SIM_PLAYER)
			sim_set_member(new, i, i, "join", false);
}

static void log_out(const struct sim_task *task)
{
	(void)task;
	snprintf(sim->token, sizeof(sim->token), "none");
	sim->soft_logout = sim_random_chance(&sim->random, 800);
	sim_saw(sim->soft_logout ? SIM_SOFT_LOGOUT : SIM_HARD_LOGOUT);
}

static void fill_disk(const struct sim_task *task)
{
	(void)task;
	sim_disk_fill(true);
	sim_plan(between(SIM_SECOND, 3 * SIM_MINUTE), (struct sim_task){.what = SIM_DO_EMPTY});
}

static void protect_disk(const struct sim_task *task)
{
	(void)task;
	sim_disk_protect(true);
	sim_saw(SIM_READ_ONLY);
	sim_plan(between(SIM_SECOND, 3 * SIM_MINUTE), (struct sim_task){.what = SIM_DO_EMPTY});
}

/* Without a sync token, the bot takes all messages for too old. */
static bool store_has_token(void)
{
	return sim->lives > 0 && sim->knows > 0;
}

static void copy_disk(const struct sim_task *task)
{
	(void)task;
	if (!store_has_token() || sim->put_back || sim_disk_frozen())
		return;
	sim_disk_copy();
	sim->copied = sim->knows;
	sim_plan(between(SIM_SECOND, SIM_MINUTE), (struct sim_task){.what = SIM_DO_PUT_BACK});
}

static void put_disk_back(const struct sim_task *task)
{
	(void)task;
	sim->put_back = true;
	if (!sim->dead && !sim_disk_frozen())
		sim_crash();
}

static void mend_disk(const struct sim_task *task)
{
	(void)task;
	sim_disk_fill(false);
	sim_disk_protect(false);
}

static void jump(const struct sim_task *task)
{
	int64_t before = sim->jump;

	(void)task;
	sim->jump = between(-SIM_HOUR, SIM_HOUR);
	if (sim->night.weekly && sim->jump < before) /* its time of day comes later */
		sim->night.pauses += before - sim->jump;
	sim_saw(sim->jump < before ? SIM_CLOCK_BACK : SIM_CLOCK_FORWARD);
	sim_tell("clock: jumps to %+lld s", (long long)(sim->jump / 1000));
}

static void break_down(const struct sim_task *task)
{
	(void)task;
	sim->outage = sim->now + between(SIM_SECOND, 5 * SIM_MINUTE);
	sim_saw(SIM_OUTAGE);
	sim_tell("server: answers only errors until %lld s", (long long)(sim->outage / 1000));
}

/*
 * Makes a player go out of the room for a while. The creator always stays, because only the creator
 * has power over the room.
 */
static void walk_out(const struct sim_task *task)
{
	size_t user = task->user, room = task->room;

	if (user == SIM_PLAYER || sim->rooms[room].member[user] != SIM_JOINED)
		return;
	sim_saw(SIM_WALKED);
	sim_set_member(room, user, user, "leave", false);
	plan_claim(user);
	sim_plan(between(SIM_SECOND, 10 * SIM_MINUTE),
		(struct sim_task){.what = SIM_DO_COME_BACK, .user = user, .room = room});
}

static void come_back(const struct sim_task *task)
{
	size_t user = task->user, room = task->room;

	if (sim->rooms[room].member[user] == SIM_OUT)
		sim_set_member(room, user, user, "join", false);
}

static void change_levels(const struct sim_task *task)
{
	size_t user = task->user, room = task->room;

	sim_saw(SIM_LEVELS);
	sim->rooms[room].silenced = false;
	sim_set_levels(room, user, sim_random_chance(&sim->random, 500) ? 50 : 49, 0);
}

static void silence(const struct sim_task *task)
{
	size_t room = task->room;

	if (sim->rooms[room].silenced || sim->rooms[room].member[SIM_BOT] != SIM_JOINED)
		return;
	sim_saw(SIM_SILENCED);
	sim->rooms[room].silenced = true;
	sim_set_levels(room, SIM_PLAYER, 100, 50);
	sim_plan(between(SIM_SECOND, 5 * SIM_MINUTE),
		(struct sim_task){.what = SIM_DO_LEVELS, .user = SIM_PLAYER, .room = room});
}

static void hide(const struct sim_task *task)
{
	size_t room = task->room;

	sim->rooms[room].hidden = !sim->rooms[room].hidden;
	sim_add(room, SIM_PLAYER, "m.room.history_visibility", "",
		json_pack("{s:s}", "history_visibility",
			sim->rooms[room].hidden ? "joined" : "shared"));
}

static void hold_account(const struct sim_task *task)
{
	static const struct sim_hold holds[] = {
		{SIM_SUSPENDED, 403, "M_USER_SUSPENDED", false},
		{SIM_LOCKED, 401, "M_USER_LOCKED", true},
		{SIM_NO_CONSENT, 403, "M_CONSENT_NOT_GIVEN", false},
		{SIM_RESOURCE_LIMIT, 403, "M_RESOURCE_LIMIT_EXCEEDED", true},
	};

	(void)task;
	sim->held = sim->now + between(SIM_SECOND, 10 * SIM_MINUTE);
	sim->hold = &holds[sim_random_below(&sim->random, sizeof(holds) / sizeof(*holds))];
}

static void redact(const struct sim_task *task)
{
	size_t room = task->room;

	for (size_t i = sim->event_count; i-- > 0;) {
		const struct sim_event *event = &sim->events[i];

		if (event->room != room || event->sender != SIM_BOT || !event->txn[0] ||
			event->removed)
			continue;
		sim_saw(SIM_REDACTED);
		sim_add(room, SIM_PLAYER, "m.room.redaction", NULL,
			json_pack("{s:O}", "redacts", json_object_get(event->json, "event_id")));
		sim->events[i].removed = sim->event_count;
		return;
	}
}

static void join_private(const struct sim_task *task)
{
	sim_set_member(task->room, SIM_STRANGER, SIM_STRANGER, "join", false);
}

void sim_trouble_does(const struct sim_task *task)
{
	static void (*const troubles[])(const struct sim_task *task) = {
		[SIM_DO_CHATTER] = sim_chatter,
		[SIM_DO_KICK] = kick,
		[SIM_DO_REINVITE] = invite_again,
		[SIM_DO_LEAVE] = leave_private,
		[SIM_DO_INTRUDE] = invite_into_private,
		[SIM_DO_INTRUDED] = join_private,
		[SIM_DO_UPGRADE] = upgrade,
		[SIM_DO_WALK] = walk_out,
		[SIM_DO_COME_BACK] = come_back,
		[SIM_DO_LEVELS] = change_levels,
		[SIM_DO_SILENCE] = silence,
		[SIM_DO_HIDE] = hide,
		[SIM_DO_FLOOD] = sim_flood,
		[SIM_DO_HOSTILE] = sim_say_hostile,
		[SIM_DO_STOP] = sim_try_to_stop,
		[SIM_DO_BLOCK] = sim_block_stranger,
		[SIM_DO_JUMP] = jump,
		[SIM_DO_LOG_OUT] = log_out,
		[SIM_DO_HOLD] = hold_account,
		[SIM_DO_REDACT] = redact,
		[SIM_DO_FILL] = fill_disk,
		[SIM_DO_PROTECT] = protect_disk,
		[SIM_DO_COPY] = copy_disk,
		[SIM_DO_PUT_BACK] = put_disk_back,
		[SIM_DO_EMPTY] = mend_disk,
		[SIM_DO_OUTAGE] = break_down,
	};
	struct sim_task now = *task;

	now.room = sim_present(task->room);
	troubles[task->what](&now);
}

struct sometimes {
	enum sim_what what;
	uint32_t chance, most;
};

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

/*
 * Plans faults. For each kind, `chance` is how many in a thousand schedules may have the kind. Such
 * a schedule gets up to `most` faults of the kind.
 */
static void plan_all(const struct sometimes *kinds, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (sim_random_chance(&sim->random, kinds[i].chance))
			some(kinds[i].what, kinds[i].most);
}

void sim_trouble_plan(void)
{
	static const struct sometimes always[] = {
		{SIM_DO_CHATTER, 500, 2},
		{SIM_DO_JUMP, 200, 3},
		{SIM_DO_FILL, 150, 2},
		{SIM_DO_PROTECT, 100, 2},
		{SIM_DO_COPY, 100, 2},
		{SIM_DO_OUTAGE, 200, 2},
		{SIM_DO_HOLD, 200, 1},
		{SIM_DO_HOSTILE, 100, 2},
		{SIM_DO_STOP, 100, 1},
		{SIM_DO_BLOCK, 100, 1},
		{SIM_DO_LEVELS, 100, 2},
	};
	static const struct sometimes in_rooms[] = {
		{SIM_DO_KICK, 400, 2},
		{SIM_DO_LEAVE, 400, 2},
		{SIM_DO_INTRUDE, 400, 2},
		{SIM_DO_UPGRADE, 400, 1},
		{SIM_DO_WALK, 400, 2},
		{SIM_DO_SILENCE, 200, 1},
		{SIM_DO_HIDE, 400, 2},
		{SIM_DO_REDACT, 300, 3},
	};

	for (size_t i = 0; i < sim->duel_count; i++)
		sim_plan(between(10 * SIM_MINUTE, 20 * SIM_MINUTE),
			(struct sim_task){.what = SIM_DO_NUDGE, .duel = i});
	if (sim->traits.only_flood)
		return;
	plan_all(always, sizeof(always) / sizeof(*always));
	if (!sim->traits.by_token && sim_random_chance(&sim->random, 200))
		some(SIM_DO_LOG_OUT, 2);
	if (sim->traits.rooms)
		plan_all(in_rooms, sizeof(in_rooms) / sizeof(*in_rooms));
}
