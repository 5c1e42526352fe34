/* Tests how the store keeps competitions, their entrants and their bouts. */
#include "bot/store/store.h"
#include "tests/support/cmocka.h"
#include "tests/support/memory_store.h"

#include <stdio.h>
#include <string.h>

#define ROOM "!hall:x"

static struct bot_competition competition_of(const char *room)
{
	struct bot_competition competition = {.organiser = "@a:x",
		.starts = 5000,
		.due = 4000,
		.rules = {.round = {EG_BASIC, EG_FINAL_POSITION}, .touches = 3, .first = EG_NOBODY},
		.clock = BOT_CLOCK_MIN,
		.secret = "secret",
		.event = "$event"};

	snprintf(competition.room, sizeof(competition.room), "%s", room);
	return competition;
}

/* Adds a competition with the entrants @u0:x and @u1:x. */
static struct bot_competition add(struct bot_store *store, const char *room, enum bot_stage stage)
{
	struct bot_competition competition = competition_of(room);

	competition.stage = stage;
	bot_competition_add(store, &competition);
	for (uint8_t i = 0; i < 2; i++) {
		struct bot_entrant entrant = {
			.number = i, .joined = 7, .state = BOT_ENTRANT_PRESENT, .event = "$e"};

		snprintf(entrant.user, sizeof(entrant.user), "@u%d:x", i);
		bot_entrant_save(store, competition.id, &entrant);
	}
	return competition;
}

STORE_TEST(test_competition_keeps_its_fields)
{
	struct bot_competition competition = competition_of(ROOM), found = {0};

	assert_false(bot_competition_find(store, ROOM, BOT_KIND_NIGHT, &found));
	bot_competition_add(store, &competition);
	assert_true(bot_competition_get(store, competition.id, &found));
	assert_string_equal(found.room, ROOM);
	assert_string_equal(found.organiser, "@a:x");
	assert_int_equal(found.stage, BOT_STAGE_SIGN_UP);
	assert_int_equal(found.starts, 5000);
	assert_int_equal(found.due, 4000);
	assert_int_equal(found.rules.round.level, EG_BASIC);
	assert_int_equal(found.rules.touches, 3);
	assert_int_equal(found.rules.first, EG_NOBODY);
	assert_int_equal(found.clock, BOT_CLOCK_MIN);
	assert_string_equal(found.secret, "secret");
	assert_string_equal(found.event, "$event");
	found.stage = BOT_STAGE_TABLEAU;
	found.organiser[0] = '\0';
	found.post = 9;
	found.first_post = 8;
	found.edits = 2;
	bot_competition_save(store, &found);
	assert_true(bot_competition_get(store, competition.id, &competition));
	assert_int_equal(competition.stage, BOT_STAGE_TABLEAU);
	assert_string_equal(competition.organiser, "");
	assert_int_equal(competition.post, 9);
	assert_int_equal(competition.first_post, 8);
	assert_int_equal(competition.edits, 2);
	found.id++;
	assert_error(bot_competition_save(store, &found), BOT_NOT_FOUND);
	found.room[0] = '\0';
	assert_error(bot_competition_add(store, &found), BOT_INVALID);
}

STORE_TEST(test_room_has_its_live_competition_or_the_newest)
{
	struct bot_competition old = add(store, ROOM, BOT_STAGE_ENDED), found;
	struct bot_competition live = add(store, ROOM, BOT_STAGE_POOLS);

	add(store, "!other:x", BOT_STAGE_POOLS);
	old.ended = 90;
	bot_competition_save(store, &old);
	assert_true(bot_competition_find(store, ROOM, BOT_KIND_NIGHT, &found));
	assert_int_equal(found.id, live.id);
	live.ended = 80;
	bot_competition_save(store, &live);
	assert_true(bot_competition_find(store, ROOM, BOT_KIND_NIGHT, &found));
	assert_int_equal(found.id, old.id);
}

STORE_TEST(test_next_competition_is_the_one_that_is_due_first)
{
	struct bot_competition one = competition_of(ROOM), other = competition_of(ROOM);
	enum bot_competition_kind kind;
	int64_t id = 7, due = 7;

	assert_false(bot_competition_next(store, &id, &kind, &due));
	bot_competition_add(store, &one);
	other.due = 3000;
	bot_competition_add(store, &other);
	assert_true(bot_competition_next(store, &id, &kind, &due));
	assert_int_equal(id, other.id);
	assert_int_equal(due, 3000);
	bot_competition_wake(store, one.id);
	assert_true(bot_competition_next(store, &id, &kind, &due));
	assert_int_equal(id, one.id);
	one.due = 0;
	bot_competition_save(store, &one);
	assert_true(bot_competition_next(store, &id, &kind, &due));
	assert_int_equal(id, other.id);
}

/* The kept answer must not outlive the transaction in which it was true. */
STORE_TEST(test_rollback_undoes_what_is_due)
{
	struct bot_competition one = competition_of(ROOM);
	enum bot_competition_kind kind;
	int64_t id = 0, due = 0;

	bot_competition_add(store, &one);
	assert_int_equal(bot_store_commit(store), BOT_OK);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	bot_competition_wake(store, one.id);
	assert_true(bot_competition_next(store, &id, &kind, &due));
	assert_int_equal(due, 1);
	bot_store_rollback(store);
	assert_int_equal(bot_store_begin(store), BOT_OK);
	assert_true(bot_competition_next(store, &id, &kind, &due));
	assert_int_equal(due, 4000);
}

STORE_TEST(test_entrants_and_bouts_keep_their_fields)
{
	struct bot_competition competition = add(store, ROOM, BOT_STAGE_POOLS);
	struct bot_entrant entrants[3];
	struct bot_bout bouts[3], bout = {.number = 2, .entrant = {1, 0}, .winner = 2, .place = 1};
	size_t count = 0;

	assert_true(bot_entrant_list(store, competition.id, entrants, 3, &count));
	assert_int_equal(count, 2);
	assert_string_equal(entrants[1].user, "@u1:x");
	assert_string_equal(entrants[1].event, "$e");
	assert_int_equal(entrants[1].joined, 7);
	entrants[1].state = BOT_ENTRANT_WITHDRAWN;
	entrants[1].pool = 2;
	entrants[1].place = 3;
	entrants[1].rank = 4;
	entrants[1].forfeits = 1;
	entrants[1].forfeited = 12345;
	bot_entrant_save(store, competition.id, &entrants[1]);
	assert_true(bot_entrant_list(store, competition.id, entrants, 3, &count));
	assert_int_equal(entrants[1].state, BOT_ENTRANT_WITHDRAWN);
	assert_int_equal(entrants[1].pool, 2);
	assert_int_equal(entrants[1].place, 3);
	assert_int_equal(entrants[1].rank, 4);
	assert_int_equal(entrants[1].forfeits, 1);
	assert_int_equal(entrants[1].forfeited, 12345);
	bot_bout_save(store, competition.id, &bout);
	bout.number = 1;
	bout.round = 3;
	bot_bout_save(store, competition.id, &bout);
	bout.match = 12;
	bout.state = BOT_BOUT_ENDED;
	bout.touches[1] = 5;
	bout.winner = 1;
	bot_bout_save(store, competition.id, &bout);
	assert_true(bot_bout_list(store, competition.id, bouts, 3, &count));
	assert_int_equal(count, 2);
	assert_int_equal(bouts[0].round, 3);
	assert_int_equal(bouts[0].match, 12);
	assert_int_equal(bouts[0].state, BOT_BOUT_ENDED);
	assert_int_equal(bouts[0].touches[1], 5);
	assert_int_equal(bouts[0].winner, 1);
	assert_int_equal(bouts[1].number, 2);
	assert_int_equal(bouts[1].place, 1);
	assert_int_equal(bouts[1].entrant[0], 1);
	assert_int_equal(bouts[1].winner, BOT_BOUT_NOBODY);
}

/* Before the start nothing of the entrant remains; after it the bouts of others still name them. */
STORE_TEST(test_leaving_removes_or_withdraws)
{
	struct bot_competition before = add(store, ROOM, BOT_STAGE_CHECK_IN);
	struct bot_competition after = add(store, "!other:x", BOT_STAGE_POOLS);
	struct bot_entrant entrants[2];
	size_t count = 0;

	bot_competition_leave(store, "@u0:x", "!other:x");
	assert_true(bot_entrant_list(store, before.id, entrants, 2, &count));
	assert_int_equal(count, 2);
	assert_true(bot_competition_get(store, before.id, &before));
	assert_int_equal(before.due, 4000);
	assert_true(bot_entrant_list(store, after.id, entrants, 2, &count));
	assert_int_equal(count, 2);
	assert_int_equal(entrants[0].state, BOT_ENTRANT_WITHDRAWN);
	assert_int_equal(entrants[1].state, BOT_ENTRANT_PRESENT);
	assert_true(bot_competition_get(store, after.id, &after));
	assert_int_equal(after.due, 1);
	bot_competition_leave(store, "@u0:x", NULL);
	assert_true(bot_entrant_list(store, before.id, entrants, 2, &count));
	assert_int_equal(count, 1);
	assert_string_equal(entrants[0].user, "@u1:x");
	assert_true(bot_competition_get(store, before.id, &before));
	assert_int_equal(before.due, 1);
	bot_entrant_remove(store, before.id, "@u1:x");
	assert_true(bot_entrant_list(store, before.id, entrants, 2, &count));
	assert_int_equal(count, 0);
}

STORE_TEST(test_entrant_of_two_nights_at_once_is_found)
{
	struct bot_competition one = add(store, ROOM, BOT_STAGE_SIGN_UP);
	struct bot_competition other = competition_of("!other:x");

	bot_competition_add(store, &other);
	assert_true(bot_competition_is_elsewhere(store, other.id, "@u0:x", 4999, 5001));
	assert_false(bot_competition_is_elsewhere(store, other.id, "@u0:x", 5000, 9000));
	assert_false(bot_competition_is_elsewhere(store, one.id, "@u0:x", 0, 9000));
	one.stage = BOT_STAGE_TABLEAU;
	bot_competition_save(store, &one);
	assert_true(bot_competition_is_elsewhere(store, other.id, "@u0:x", 5000, 9000));
	bot_competition_give_up(store, one.id, 8);
	assert_false(bot_competition_is_elsewhere(store, other.id, "@u0:x", 5000, 9000));
}

STORE_TEST(test_excluded_entrant_stays_excluded)
{
	struct bot_competition competition = add(store, ROOM, BOT_STAGE_SIGN_UP);
	struct bot_entrant entrants[2];
	size_t count = 0;

	assert_true(bot_entrant_list(store, competition.id, entrants, 2, &count));
	entrants[0].state = BOT_ENTRANT_EXCLUDED;
	bot_entrant_save(store, competition.id, &entrants[0]);
	bot_competition_leave(store, "@u0:x", NULL);
	assert_true(bot_entrant_list(store, competition.id, entrants, 2, &count));
	assert_int_equal(count, 2);
	assert_int_equal(entrants[0].state, BOT_ENTRANT_EXCLUDED);
}

STORE_TEST(test_competition_moves_with_its_room)
{
	struct bot_competition competition = add(store, ROOM, BOT_STAGE_POOLS), found;

	bot_store_room_moved(store, ROOM, "!new:x");
	assert_true(bot_competition_find(store, "!new:x", BOT_KIND_NIGHT, &found));
	assert_int_equal(found.id, competition.id);
	assert_false(bot_competition_find(store, ROOM, BOT_KIND_NIGHT, &found));
}

static void note_kind(void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	char *kinds = self;

	(void)columns;
	(void)count;
	strcat(kinds, kind);
	strcat(kinds, " ");
}

STORE_TEST(test_erased_person_leaves_an_alias)
{
	struct bot_competition competition = add(store, ROOM, BOT_STAGE_POOLS);
	struct bot_bout bout = {.number = 1, .entrant = {0, 1}};
	struct bot_entrant entrants[2];
	char kinds[200] = "";
	size_t count = 0;

	bot_bout_save(store, competition.id, &bout);
	bot_store_person_rows(store, "@u0:x", note_kind, kinds);
	assert_string_equal(kinds, "competitions_entered bouts ");
	kinds[0] = '\0';
	bot_store_person_rows(store, "@a:x", note_kind, kinds);
	assert_string_equal(kinds, "competitions_organised ");
	bot_store_person_erase(store, "@u0:x", "erased-1");
	bot_store_person_forget(store, "@a:x", "erased-2");
	assert_true(bot_entrant_list(store, competition.id, entrants, 2, &count));
	assert_string_equal(entrants[0].user, "erased-1");
	assert_true(bot_competition_get(store, competition.id, &competition));
	assert_string_equal(competition.organiser, "");
}

STORE_TEST(test_old_competitions_are_deleted)
{
	struct bot_competition old = add(store, ROOM, BOT_STAGE_ENDED);
	struct bot_competition live = add(store, ROOM, BOT_STAGE_POOLS);
	struct bot_entrant entrants[2];
	struct bot_bout bout = {.number = 1, .entrant = {0, 1}};
	size_t count = 0;

	old.ended = 90;
	bot_competition_save(store, &old);
	bot_bout_save(store, old.id, &bout);
	bot_store_forget_matches(store, 89);
	assert_true(bot_competition_get(store, old.id, &old));
	bot_store_forget_matches(store, 90);
	assert_false(bot_competition_get(store, old.id, &old));
	assert_true(bot_entrant_list(store, old.id, entrants, 2, &count));
	assert_int_equal(count, 0);
	assert_true(bot_competition_get(store, live.id, &live));
}

STORE_TEST(test_damaged_rows_are_reported)
{
	static const char *const changes[] = {"UPDATE competitions SET stage = 'x'",
		"UPDATE competitions SET rules = 'x'", "UPDATE competitions SET clock = 0"};
	struct bot_competition competition = add(store, ROOM, BOT_STAGE_POOLS), found;
	struct bot_entrant entrants[2];
	size_t count;

	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		memory_store_sql(store, changes[i]);
		assert_false(bot_competition_get(store, competition.id, &found));
		bot_competition_save(store, &competition);
	}
	memory_store_sql(store, "UPDATE entrants SET state = 'x'");
	assert_false(bot_entrant_list(store, competition.id, entrants, 2, &count));
}

STORE_TEST(test_shown_competition_goes_on_or_has_just_ended)
{
	struct bot_competition found, none = {.id = -1};

	assert_false(bot_competition_shown(store, ROOM, BOT_KIND_NIGHT, 0, &found));
	struct bot_competition competition = add(store, ROOM, BOT_STAGE_POOLS);
	assert_false(bot_competition_shown(store, "!other:x", BOT_KIND_NIGHT, 0, &found));
	assert_true(bot_competition_shown(store, ROOM, BOT_KIND_NIGHT, 1000, &found));
	assert_int_equal(found.id, competition.id);
	competition.stage = BOT_STAGE_ENDED;
	competition.due = 0;
	competition.ended = 999;
	bot_competition_save(store, &competition);
	assert_true(bot_competition_shown(store, ROOM, BOT_KIND_NIGHT, 999, &found));
	assert_false(bot_competition_shown(store, ROOM, BOT_KIND_NIGHT, 1000, &none));
	assert_int_equal(none.id, -1); /* left as it was */
}

STORE_TEST(test_competition_of_a_user_is_the_first_that_goes_on)
{
	struct bot_competition competition;
	int64_t id = 0;

	assert_false(bot_competition_of_user(store, "@u0:x", &id));
	struct bot_competition later = add(store, ROOM, BOT_STAGE_SIGN_UP);
	later.starts = 9000;
	bot_competition_save(store, &later);
	competition = add(store, "!other:x", BOT_STAGE_POOLS);
	assert_true(bot_competition_of_user(store, "@u0:x", &id));
	assert_int_equal(id, competition.id);
	assert_false(bot_competition_of_user(store, "@u7:x", &id));
	competition.stage = BOT_STAGE_ENDED;
	competition.due = 0;
	competition.ended = 999;
	bot_competition_save(store, &competition);
	assert_true(bot_competition_of_user(store, "@u0:x", &id));
	assert_int_equal(id, later.id);
}
