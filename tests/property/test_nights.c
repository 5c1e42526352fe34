/*
 * Random club nights, in which people resign, leave, are excluded and erased, pause the night,
 * don't act or can't be reached, and in which the bot restarts and has to repeat transactions.
 * After each night the test checks its laws: it ends; nobody has two bouts at once; everybody
 * fences everybody in their pool once; each result and ranking is what the matches say; and its
 * record proves the lots. Prints the seed of a failed night. With ENGARDE_SEED=N it plays only the
 * night with this seed, with ENGARDE_NIGHTS=N so many nights.
 */
#include "bot/call/call.h"
#include "bot/competition/loading.h"
#include "tests/support/scene_night.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NIGHTS      20
#define STEPS       4000 /* after so many steps everybody only waits, until the night has ended */
#define FENCERS     14   /* the most fencers */
#define CHECK_EVERY 32   /* steps */

static uint64_t dice;

/* Returns a number below `limit`: xorshift64, of George Marsaglia. */
static unsigned roll(unsigned limit)
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (unsigned)(dice % limit);
}

/* Returns the match of a random bout that is being played, or 0. */
static int64_t choose_bout(struct scene *scene)
{
	struct bot_contest *night = scene_load_night(scene);
	unsigned count = 0;
	int64_t chosen = 0;

	for (size_t i = 0; i < night->bouts; i++)
		if (night->bout[i].state == BOT_BOUT_FENCED &&
			scene_match(scene, night->bout[i].match).status == BOT_PLAYING &&
			roll(++count) == 0)
			chosen = night->bout[i].match;
	free(night);
	return chosen;
}

/* The player who is to act in a random bout plays a random action, or resigns. */
static void act(struct scene *scene, bool resigns)
{
	int64_t id = choose_bout(scene);
	struct eg_action legal[EG_LEGAL_MAX];
	char action[EG_ACTION_SIZE], text[40];

	if (id == 0) {
		scene_wait(scene, MINUTE);
		return;
	}
	struct bot_match match = scene_match(scene, id);
	struct eg_match state = scene_state(scene, id);
	size_t count = eg_round_legal(&state.round, legal);
	/* the last actions of the list are attacks and parries */
	eg_action_print(legal[count - 1 - roll(count < 2 ? 1 : 2)], action);
	if (resigns)
		snprintf(text, sizeof(text), "resign #%d yes", (int)id);
	else
		snprintf(text, sizeof(text), "%s #%d", action, (int)id);
	scene_tell(scene, match.player[state.round.to_act], text);
}

/* The same work is done twice, as after a commit that failed. */
static void repeat_transaction(struct scene *scene)
{
	int64_t next;

	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	assert_int_equal(bot_host_run_timers(scene->host, &next), BOT_OK);
	bot_store_rollback(scene->store);
	scene_wait(scene, SECOND);
}

static void disturb(struct scene *scene)
{
	static char unreachable[BOT_ID_SIZE];
	char user[BOT_ID_SIZE], text[BOT_ID_SIZE + 40];

	scene_fencer(roll(FENCERS), user);
	switch (roll(10)) {
	case 0:
		scene_say(scene, ROOM, user, "!eg night leave yes");
		break;
	case 1:
		snprintf(text, sizeof(text), "!eg night exclude %s", user);
		scene_say(scene, ROOM, EVE, text);
		break;
	case 2:
		SCENE_CALL(scene, bot_host_user_left(scene->host, ROOM, user));
		break;
	case 3:
		scene_tell(scene, user, "forget me yes");
		break;
	case 4:
		memcpy(unreachable, user, sizeof(user));
		scene->unreachable = roll(2) == 0 ? unreachable : NULL;
		break;
	case 5:
		scene_restart(scene, roll(2) == 0 ? HOUR : SECOND);
		break;
	case 6:
		scene_say(scene, ROOM, user, "!eg night join");
		break;
	case 7:
		scene_say(
			scene, ROOM, EVE, roll(2) == 0 ? "!eg night pause 5m" : "!eg night resume");
		break;
	default:
		repeat_transaction(scene);
	}
}

static void step(struct scene *scene)
{
	unsigned what = roll(400);

	if (what < 5)
		disturb(scene);
	else if (what < 8)
		act(scene, true);
	else if (what < 12)
		scene_wait(scene, (1 + roll(4)) * MINUTE);
	else
		act(scene, false);
	if (roll(4) == 0)
		scene_wait(scene, SECOND);
}

/* What a fencer has done in the pools, by the bouts in the store alone. */
struct result {
	int bouts, victories, scored, received;
	int direct; /* victories over those who are level, if all of them have met */
};

static bool is_ranked(const struct bot_contest *night, uint8_t number)
{
	for (size_t i = 0; i < night->entrants; i++)
		if (night->entrant[i].number == number)
			return night->entrant[i].rank > 0;
	return false;
}

static struct result compute(const struct bot_contest *night, const struct bot_entrant *entrant)
{
	struct result result = {0};

	for (size_t i = 0; i < night->bouts; i++) {
		const struct bot_bout *bout = &night->bout[i];
		size_t side = bout->entrant[0] == entrant->number ? 0 : 1;

		if (bout->round != 0 || bout->entrant[side] != entrant->number ||
			bout->winner == BOT_BOUT_NOBODY ||
			!is_ranked(night, bout->entrant[1 - side]))
			continue;
		result.bouts++;
		result.victories += bout->winner == side;
		result.scored += bout->touches[side];
		result.received += bout->touches[1 - side];
	}
	return result;
}

/* Returns more than 0 if a is better than b, and 0 if they are level after the indicator. */
static int compare_level(const struct result *a, const struct result *b)
{
	int va = a->victories * (b->bouts ? b->bouts : 1);
	int vb = b->victories * (a->bouts ? a->bouts : 1);

	if ((a->bouts == 0) != (b->bouts == 0))
		return b->bouts == 0 ? 1 : -1;
	return va != vb ? va - vb : (a->scored - a->received) - (b->scored - b->received);
}

/* Counts the direct victories of the fencer with this rank. */
static void add_direct(struct bot_contest *night, size_t rank, struct result *own)
{
	bool level[UINT8_MAX + 1] = {false};
	size_t count = 0, met = 0;
	uint8_t number = bot_contest_ranked_entrant(night, rank)->number;

	for (size_t i = 1; i <= bot_contest_ranked(night); i++) {
		const struct bot_entrant *other = bot_contest_ranked_entrant(night, i);
		struct result done = compute(night, other);

		level[other->number] = compare_level(own, &done) == 0;
		count += level[other->number];
	}
	for (size_t i = 0; i < night->bouts; i++) {
		const struct bot_bout *bout = &night->bout[i];

		if (bout->round != 0 || bout->winner == BOT_BOUT_NOBODY ||
			!level[bout->entrant[0]] || !level[bout->entrant[1]])
			continue;
		met++;
		own->direct += bout->entrant[bout->winner] == number;
	}
	if (met != count * (count - 1) / 2)
		own->direct = 0;
}

/* Whether the ranking does not put b before a. */
static bool is_before(const struct result *a, const struct result *b)
{
	int order = compare_level(a, b);

	if (order == 0)
		order = a->direct - b->direct;
	return order != 0 ? order > 0 : a->scored >= b->scored;
}

static void check_ranking(struct bot_contest *night)
{
	for (size_t rank = 1; rank < bot_contest_ranked(night); rank++) {
		struct result a = compute(night, bot_contest_ranked_entrant(night, rank));
		struct result b = compute(night, bot_contest_ranked_entrant(night, rank + 1));

		add_direct(night, rank, &a);
		add_direct(night, rank + 1, &b);
		assert_true(is_before(&a, &b));
	}
}

/* Everybody who has stayed to the end of the pools has fenced everybody of their pool once. */
static void check_pools(const struct bot_contest *night)
{
	for (size_t i = 0; i < night->entrants; i++) {
		const struct bot_entrant *one = &night->entrant[i];

		for (size_t j = i + 1; j < night->entrants; j++) {
			const struct bot_entrant *other = &night->entrant[j];
			unsigned bouts = 0;

			if (one->pool == 0 || one->pool != other->pool)
				continue;
			for (size_t k = 0; k < night->bouts; k++) {
				const uint8_t *pair = night->bout[k].entrant;

				bouts += night->bout[k].round == 0 &&
					 night->bout[k].place != BOT_CONTEST_DECIDES &&
					 ((pair[0] == one->number && pair[1] == other->number) ||
						 (pair[1] == one->number &&
							 pair[0] == other->number));
			}
			assert_int_equal(bouts, 1);
		}
	}
}

static void check_end(struct scene *scene)
{
	struct bot_contest *night = scene_load_night(scene);

	scene_check_night(scene);
	for (size_t i = 0; i < night->bouts; i++)
		assert_int_equal(night->bout[i].state, BOT_BOUT_ENDED);
	check_pools(night);
	check_ranking(night);
	free(night);
}

static void play_night(uint64_t seed)
{
	static const char *const words[] = {
		"30m to 1", "30m to 1 basic third place", "15m to 2", "30m to 1 ferti third place"};
	struct scene *scene = scene_create(seed);

	dice = (seed + 1) * 0x9e3779b97f4a7c15U;
	scene->config.matches.per_room = 1 + roll(8);
	scene_open_night(scene, words[roll(4)], 3 + roll(FENCERS - 2));
	if (roll(2) == 0)
		scene_start_night(scene);
	for (unsigned i = 0; i < STEPS && scene_competition(scene).stage != BOT_STAGE_ENDED; i++) {
		step(scene);
		if (i % CHECK_EVERY == 0)
			scene_check_night(scene);
		if (scene->count > SCENE_ROWS / 2)
			scene_forget_rows(scene);
	}
	for (unsigned i = 0; i < 24 * 60 && scene_competition(scene).stage != BOT_STAGE_ENDED; i++)
		scene_wait(scene, 10 * MINUTE);
	assert_int_equal(scene_competition(scene).stage, BOT_STAGE_ENDED);
	check_end(scene);
	scene_destroy(scene);
}

UNIT_TEST(test_random_nights_keep_their_laws)
{
	const char *seed = getenv("ENGARDE_SEED"), *nights = getenv("ENGARDE_NIGHTS");
	uint64_t first = seed ? strtoull(seed, NULL, 10) : 1;
	uint64_t count = seed ? 1 : nights ? strtoull(nights, NULL, 10) : NIGHTS;

	for (uint64_t i = first; i < first + count; i++) {
		print_message("ENGARDE_SEED=%llu\n", (unsigned long long)i);
		play_night(i);
	}
}
