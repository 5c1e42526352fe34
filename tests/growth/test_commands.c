/*
 * Tests that nothing that the host does takes longer with more matches and players. Counts what
 * SQLite does in a small store and in a big one, for each command in a room and in private, and for
 * the host's work in the background. `test_growth_commands MATCHES` fills the big store with so
 * many ended matches, and prints the processor time of each command. The time decides nothing.
 */
#include "bot/host/commands.h"
#include "bot/store/files.h"
#include "bot/store/outbox_rows.h"
#include "bot/store/sqlite/connection.h"
#include "tests/support/big_store.h"
#include "tests/support/scene_match.h"
#include "tests/support/temp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SMALL    2500  /* matches: enough to fill each list that the bot shows */
#define BIG      25000 /* matches, without an argument */
#define PLAYERS  20000 /* the most players of a store; a small store has one for two matches */
#define HOST     "@host:test"
#define DEEPER   4 /* the big store may need so many times the pages, since its trees are deeper */
#define NOW      (INT64_C(20000) * DAY)
#define WORK_MAX 400 /* things that the test counts */

/* What a command, or a task in the background, costs in one of the stores. */
struct work {
	char name[80];
	int64_t steps; /* instructions of SQLite's virtual machine */
	int64_t scans; /* rows passed in scans of whole tables */
	int64_t sorts;
	int64_t pages; /* how many pages of the file SQLite looked at */
	double ms;
};

/* A store of one size. */
struct place {
	struct temp temp;
	struct scene *scene;
	struct work work[WORK_MAX];
	size_t count;
};

static struct place small, big;
static int64_t big_matches = BIG;

/* Counting */

/* SQLite calls this when a statement has ended. */
static int add_statement(unsigned event, void *self, void *statement, void *time)
{
	struct work *work = self;
	(void)event;
	(void)time;

	work->steps += sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);
	work->scans += sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);
	work->sorts += sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_SORT, 1);
	return 0;
}

static int64_t count_pages(sqlite3 *db)
{
	int hits = 0, misses = 0, most;

	sqlite3_db_status(db, SQLITE_DBSTATUS_CACHE_HIT, &hits, &most, 1);
	sqlite3_db_status(db, SQLITE_DBSTATUS_CACHE_MISS, &misses, &most, 1);
	return hits + misses;
}

static double processor_ms(void)
{
	return (double)clock() * 1000 / CLOCKS_PER_SEC;
}

/* A command, or a task in the background, which has no text. */
struct task {
	enum bot_error (*run)(struct scene *scene, const struct task *task);
	const char *what, *user, *text;
	bool private;
};

/* Runs a task in a transaction, counts what it costs, and rolls the transaction back. */
static void measure(struct place *place, const struct task *task)
{
	struct scene *scene = place->scene;
	sqlite3 *db = bot_connection_of(scene->store);
	struct work *work = &place->work[place->count++];

	assert_true(place->count <= WORK_MAX);
	*work = (struct work){0};
	snprintf(work->name, sizeof(work->name), "%s%s %s", task->what,
		task->run && task->private ? ", in private:" : ":", task->text ? task->text : "");
	sqlite3_trace_v2(db, SQLITE_TRACE_PROFILE, add_statement, work);
	count_pages(db);
	double start = processor_ms();
	assert_int_equal(bot_store_begin(scene->store), BOT_OK);
	enum bot_error error = task->run(scene, task);
	if (error && error != BOT_NOT_FOUND)
		fail_msg("%s: error %d, %s", work->name, error, bot_store_detail(scene->store));
	work->pages = count_pages(db);
	bot_store_rollback(scene->store);
	work->ms = processor_ms() - start;
	sqlite3_trace_v2(db, 0, NULL, NULL);
}

static void measure_both(const struct task *task)
{
	measure(&small, task);
	measure(&big, task);
}

/* The two stores */

/* Finishes match 1 in a new store, copies it, and opens the store again. */
static void make_place(struct place *place, int64_t matches)
{
	const struct big_store size = {.matches = matches,
		.players = matches / 2 < PLAYERS ? matches / 2 : PLAYERS,
		.now = NOW - MINUTE};
	static char url[] = "https://page.test/", listen[] = "127.0.0.1:8010";
	struct bot_store *store;

	assert_int_equal(temp_init(&place->temp), 0);
	assert_int_equal(bot_store_open(place->temp.path, &store), BOT_OK);
	struct scene *scene = scene_create_in(store, 1);
	scene_give_private_rooms(scene);
	scene_begin(scene, "first white to 5");
	scene_play_rounds(scene, 1, UINT16_MAX);
	assert_int_equal(scene_match(scene, 1).status, BOT_ENDED);
	scene_destroy(scene);
	bot_store_close(store);
	big_store_fill(place->temp.path, &size);

	assert_int_equal(bot_store_open(place->temp.path, &store), BOT_OK);
	place->scene = scene_create_in(store, 2);
	place->scene->owns_store = true;
	place->scene->now = NOW;
	place->scene->config.web = (struct cfg_web){.listen = listen, .url = url};
	place->scene->config.matches.keep_matches_days = 1;
	scene_add_admin(place->scene, HOST);
}

static int make_places(void **state)
{
	(void)state;
	make_place(&small, SMALL);
	make_place(&big, big_matches);
	return 0;
}

static int remove_places(void **state)
{
	(void)state;
	scene_destroy(small.scene);
	scene_destroy(big.scene);
	return temp_finish(&small.temp) || temp_finish(&big.temp) ? -1 : 0;
}

/* Commands */

/* Gives a command to the host. */
static enum bot_error say(struct scene *scene, const struct task *task)
{
	const struct bot_message message = {.room = task->private ? "!private-x:test" : ROOM,
		.event = "$measured",
		.sender = task->user,
		.name = "Somebody",
		.text = task->text,
		.private = task->private};

	return bot_host_message(scene->host, &message);
}

/* Measures a command of a user in the room and in private. */
static void give(const char *what, const char *user, const char *command)
{
	char text[128];
	struct task task = {.run = say, .what = what, .user = user, .text = text};

	snprintf(text, sizeof(text), "!eg %s", command);
	measure_both(&task);
	task.private = true;
	measure_both(&task);
}

/* Measures each command of the table, alone and with words that make it do more. */
static void give_all(const char *what, const char *user)
{
	static const char *const more[] = {"challenge " BOB, "challenge", "challenge @new:test",
		"practice maitre to 3", "block " BOB, "unblock " BOB, "stats " BOB,
		"stats @player3:test", "stats player 3", "stats more", "rating " BOB, "top month",
		"record #2", "record all", "verify #2", "replay #2", "board #2", "board picture",
		"hand in clear", "link off", "resign yes", "stop #1 yes", "rematch #2",
		"rules basic", "help all", "help challenge", "language de",
		"settings rules basic to 3 clock 5m", "choices poll", "coach on", "decline all",
		"forget me", "nonsense", "#2"};

	for (size_t i = 0; i < bot_commands_count; i++)
		give(what, user, bot_commands[i].names[0]);
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		give(what, user, more[i]);
}

/* Fails if a task takes more than twice as much in the big store. */
static void compare(void)
{
	size_t faults = 0;

	assert_int_equal(small.count, big.count);
	for (size_t i = 0; i < big.count; i++) {
		const struct work *before = &small.work[i], *now = &big.work[i];

		if (now->steps <= 2 * before->steps && now->sorts <= 2 * before->sorts &&
			now->scans <= 2 * before->scans + 20 &&
			now->pages <= DEEPER * before->pages + 20)
			continue;
		faults++;
		print_error("%s: %lld steps instead of %lld, %lld scanned instead of %lld,"
			    " %lld pages instead of %lld\n",
			now->name, (long long)now->steps, (long long)before->steps,
			(long long)now->scans, (long long)before->scans, (long long)now->pages,
			(long long)before->pages);
	}
	for (size_t i = 0; big_matches != BIG && i < big.count; i++)
		print_message("%-60s %9lld %9lld %7.2f ms\n", big.work[i].name,
			(long long)small.work[i].steps, (long long)big.work[i].steps,
			big.work[i].ms);
	small.count = big.count = 0;
	assert_int_equal(faults, 0);
}

static void test_commands_without_a_match(void **state)
{
	(void)state;
	give_all("often", ANN);
	give_all("seldom", BIG_STORE_SELDOM);
	compare();
}

static void run_everywhere(const char *user, const char *text)
{
	struct place *const places[] = {&small, &big};

	for (size_t i = 0; i < 2; i++)
		scene_say(places[i]->scene, ROOM, user, text);
}

static void test_commands_with_a_challenge(void **state)
{
	(void)state;
	run_everywhere(ANN, "!eg challenge " BOB " first white");
	give_all("challenged", BOB);
	compare();
}

static void test_commands_in_a_match(void **state)
{
	(void)state;
	run_everywhere(BOB, "!eg accept");
	give_all("playing", ANN);
	give_all("waiting", BOB);
	compare();
}

static void test_commands_of_admins(void **state)
{
	static const char *const commands[] = {"status", "rooms", ("leave " ROOM), "bans",
		"ban @a:bad", "unban @banned1:bad", "announce Hello", "announce yes", "help admin"};
	(void)state;

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		give("admin", HOST, commands[i]);
	compare();
}

/* The erasure of a user changes each match of this user, so it is measured for a user with few. */
static void test_erasure(void **state)
{
	(void)state;
	give("seldom", BIG_STORE_SELDOM, "forget me yes");
	compare();
}

/* The background */

static enum bot_error run_timers(struct scene *scene, const struct task *task)
{
	int64_t next;
	(void)task;

	scene->steady += HOUR;
	return bot_host_run_timers(scene->host, &next);
}

static enum bot_error work(struct scene *scene, const struct task *task)
{
	(void)task;
	return bot_host_do_long_work(scene->host);
}

static enum bot_error prune(struct scene *scene, const struct task *task)
{
	(void)task;
	bot_store_prune(scene->store, NOW);
	return BOT_OK;
}

static enum bot_error scrape(struct scene *scene, const struct task *task)
{
	int64_t size;

	(void)task;
	bot_outbox_size(scene->store);
	bot_must(bot_store_size(scene->store, &size));
	for (int i = BOT_CHALLENGE; i <= BOT_PLAYING; i++)
		bot_store_match_count(scene->store, (enum bot_match_status)i);
	bot_outbox_oldest(scene->store, &size);
	return BOT_OK;
}

static enum bot_error miss(struct scene *scene, const struct task *task)
{
	(void)task;
	return bot_host_messages_missed(scene->host, ROOM);
}

static enum bot_error join(struct scene *scene, const struct task *task)
{
	(void)task;
	return bot_host_room_joined(scene->host, ROOM);
}

static enum bot_error left(struct scene *scene, const struct task *task)
{
	(void)task;
	return bot_host_room_left(scene->host, ROOM);
}

static enum bot_error start(struct scene *scene, const struct task *task)
{
	(void)task;
	return bot_host_started(scene->host);
}

static void drop_column(
	void *self, const char *kind, const struct bot_column *columns, size_t count)
{
	(void)self;
	(void)kind;
	(void)columns;
	(void)count;
}

static enum bot_error export_rows(struct scene *scene, const struct task *task)
{
	bot_store_person_rows(scene->store, task->user, drop_column, NULL);
	return BOT_OK;
}

static enum bot_error erase(struct scene *scene, const struct task *task)
{
	bot_store_person_erase(scene->store, task->user, "erased-1");
	return BOT_OK;
}

static void test_background(void **state)
{
	static const struct task tasks[] = {
		{.run = run_timers, .what = "timers"},
		{.run = work, .what = "long work"},
		{.run = prune, .what = "pruning"},
		{.run = scrape, .what = "scrape"},
		{.run = miss, .what = "missed messages"},
		{.run = join, .what = "joined room"},
		{.run = left, .what = "left room"},
		{.run = start, .what = "start"},
		{.run = export_rows, .what = "export", .user = BIG_STORE_SELDOM},
		{.run = erase, .what = "erasure", .user = BIG_STORE_SELDOM},
	};
	(void)state;

	for (size_t i = 0; i < sizeof(tasks) / sizeof(tasks[0]); i++)
		measure_both(&tasks[i]);
	compare();
}

int main(int count, char **arguments)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_commands_without_a_match),
		cmocka_unit_test(test_commands_of_admins),
		cmocka_unit_test(test_erasure),
		cmocka_unit_test(test_commands_with_a_challenge),
		cmocka_unit_test(test_commands_in_a_match),
		cmocka_unit_test(test_background),
	};

	if (count > 1)
		big_matches = strtoll(arguments[1], NULL, 10);
	return cmocka_run_group_tests(tests, make_places, remove_places);
}
