#include "bot/call/reaction_keys.h"
#include "bot/store/outbox_rows.h"
#include "tests/support/scene.h"
#include "tests/support/test_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t now(void *self)
{
	return ((struct scene *)self)->now;
}

static int64_t steady(void *self)
{
	return ((struct scene *)self)->steady;
}

/* Writes random bytes by SplitMix64. Each run with a seed gets the same bytes. */
static void random_bytes(void *self, void *out, size_t size)
{
	struct scene *scene = self;
	unsigned char *bytes = out;

	for (size_t i = 0; i < size; i++) {
		uint64_t z = scene->random += UINT64_C(0x9E3779B97F4A7C15);
		z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
		z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
		bytes[i] = (unsigned char)(z >> 40);
	}
}

static bool moderates(void *self, const char *room, const char *user)
{
	const struct scene *scene = self;

	return strcmp(room, ROOM) == 0 && strcmp(user, scene->moderator) == 0;
}

static void each_moderator(
	void *self, const char *room, void (*take)(void *taker, const char *user), void *taker)
{
	const struct scene *scene = self;

	if (strcmp(room, ROOM) == 0)
		take(taker, scene->moderator);
}

static bool may_write(void *self, const char *room)
{
	const struct scene *scene = self;

	return !scene->muted || strcmp(room, scene->muted) != 0;
}

static bool lets_write(void *self, const char *room, const char *user)
{
	const struct scene *scene = self;

	return !scene->silenced || strcmp(user, scene->silenced) != 0 ||
	       strcmp(room, scene->silenced_in) != 0;
}

static bool unread(void *self, const char *room)
{
	const struct scene *scene = self;

	return scene->unread && strcmp(room, scene->unread) == 0;
}

/* Reads a user id. If the word has no server, adds the sender's server. */
static enum bot_user_word read_user(
	void *self, const char *word, const char *sender, char user[BOT_ID_SIZE])
{
	const char *server = strchr(word, ':') ? NULL : strchr(sender, ':');
	char id[BOT_ID_SIZE];
	(void)self;

	if (word[0] != '@')
		return BOT_NOT_A_USER;
	int size = snprintf(id, sizeof(id), "%s%s", word, server ? server : "");
	if (size < 2 || size >= BOT_ID_SIZE || id[1] == ':' || strpbrk(id, "<> \n"))
		return BOT_BAD_USER;
	memcpy(user, id, sizeof(id));
	return BOT_USER;
}

static enum bot_people each_person(void *self, const char *room,
	void (*take)(void *taker, const char *user, const char *name), void *taker)
{
	const struct scene *scene = self;
	(void)room;

	for (size_t i = 0; i < SCENE_PEOPLE && scene->people[i].user; i++)
		take(taker, scene->people[i].user, scene->people[i].name);
	return scene->knows_people;
}

static bool link_to(void *self, const char *id, char url[BOT_URL_SIZE])
{
	(void)self;
	snprintf(url, BOT_URL_SIZE, "https://link/%s", id);
	return true;
}

static bool link_to_event(void *self, const char *room, const char *event, char url[BOT_URL_SIZE])
{
	(void)self;
	snprintf(url, BOT_URL_SIZE, "https://link/%s/%s", room, event);
	return true;
}

struct scene *scene_create_in(struct bot_store *store, uint64_t seed)
{
	static char prefix[] = "!engarde", brief[] = "!eg";
	static char *prefixes[] = {prefix, brief};
	struct scene *scene = calloc(1, sizeof(*scene));

	assert_non_null(scene);
	scene->random = seed;
	scene->now = 1000000;
	scene->moderator = EVE;
	scene->port = (struct bot_port){.self = scene,
		.user = "@engarde:test",
		.now = now,
		.steady = steady,
		.random = random_bytes,
		.moderates = moderates,
		.each_moderator = each_moderator,
		.may_write = may_write,
		.lets_write = lets_write,
		.unread = unread,
		.read_user = read_user,
		.link = link_to,
		.link_event = link_to_event,
		.name = "engarde",
		.display_name = "En Garde",
		.each_person = each_person};
	scene->config.prefixes = prefixes;
	scene->config.prefixes_count = 2;
	scene->config.matches.per_room = 5;
	scene->config.matches.challenge_expires_h = 24;
	scene->config.matches.idle_days = 30;
	scene->store = store;
	scene->host = bot_host_create(store, &scene->port, &scene->config);
	return scene;
}

void scene_set_person(struct scene *scene, size_t i, const char *user, const char *name)
{
	scene->people[i].user = user;
	scene->people[i].name = name;
}

static bool next_room(void *self, const char *after, char room[BOT_ID_SIZE])
{
	const struct scene *scene = self;

	for (size_t i = 0; i < scene->rooms_count; i++) {
		if (strcmp(after, scene->rooms[i].id) >= 0)
			continue;
		strcpy(room, scene->rooms[i].id);
		return true;
	}
	return false;
}

static void room_name(void *self, const char *room, struct bot_room_name *name)
{
	const struct scene *scene = self;

	*name = (struct bot_room_name){.name = ""};
	for (size_t i = 0; i < scene->rooms_count; i++) {
		const struct scene_room *known = &scene->rooms[i];

		if (strcmp(room, known->id) != 0)
			continue;
		snprintf(name->name, sizeof(name->name), "%s", known->name ? known->name : "");
		snprintf(name->alias, sizeof(name->alias), "%s", known->alias ? known->alias : "");
	}
}

void scene_set_rooms(struct scene *scene, const struct scene_room *rooms, size_t count)
{
	scene->rooms = rooms;
	scene->rooms_count = count;
	scene->port.next_room = next_room;
	scene->port.room_name = room_name;
}

void scene_write_server(void *self, const char *user, char server[BOT_ID_SIZE])
{
	(void)self;
	snprintf(server, BOT_ID_SIZE, "%s", strchr(user, ':') + 1);
}

void scene_add_admin(struct scene *scene, const char *user)
{
	unsigned count = scene->config.admins.users_count++;

	assert_true(count < SCENE_ADMINS);
	snprintf(scene->admin[count], sizeof(scene->admin[count]), "%s", user);
	scene->admins[count] = scene->admin[count];
	scene->config.admins.users = scene->admins;
}

struct scene *scene_create(uint64_t seed)
{
	struct bot_store *store;
	struct scene *scene;

	assert_int_equal(test_store_open(&store), BOT_OK);
	scene = scene_create_in(store, seed);
	scene->owns_store = true;
	return scene;
}

void scene_forget_rows(struct scene *scene)
{
	for (size_t i = 0; i < scene->count; i++) {
		free(scene->row[i].body);
		free(scene->row[i].html);
		free(scene->row[i].file);
		free(scene->row[i].choices);
	}
	scene->count = scene->mark = 0;
}

void scene_destroy(struct scene *scene)
{
	scene_forget_rows(scene);
	bot_host_destroy(scene->host);
	if (scene->owns_store)
		bot_store_close(scene->store);
	free(scene);
}

struct taken {
	struct scene *scene;
	int64_t id[64];
	size_t first, count;
};

/*
 * The reactions under a message are never encrypted, so they may not depend on a hand: checks that
 * they are one of these sets.
 */
static void check_reactions(const char *reactions)
{
	static const char *const sets[] = {"", BOT_REACTION_YES, BOT_REACTION_AGAIN,
		BOT_REACTION_YES "\n" BOT_REACTION_NO, BOT_REACTION_CARDS};
	size_t i = 0;

	while (i < sizeof(sets) / sizeof(*sets) && strcmp(sets[i], reactions) != 0)
		i++;
	assert_true(i < sizeof(sets) / sizeof(*sets));
}

static bool take(void *self, const struct bot_outbox_row *row)
{
	struct taken *taken = self;
	struct scene *scene = taken->scene;
	struct scene_row *kept = &scene->row[scene->count];

	assert_true(scene->count < SCENE_ROWS && taken->count < 64);
	*kept = (struct scene_row){.kind = row->kind,
		.private = row->private,
		.ring = row->ring,
		.waiting_hand = row->waiting_hand,
		.clear = row->clear};
	snprintf(kept->to, sizeof(kept->to), "%s", row->to);
	snprintf(kept->mention, sizeof(kept->mention), "%s", row->mentions ? row->mentions : "");
	snprintf(kept->event, sizeof(kept->event), "$row%zu", scene->count);
	snprintf(kept->txn, sizeof(kept->txn), "%s", row->txn);
	snprintf(kept->edits, sizeof(kept->edits), "%s", row->edits ? row->edits : "");
	kept->body = strdup(row->body ? row->body : "");
	kept->html = strdup(row->html ? row->html : "");
	kept->file = calloc(1, row->file.size + 1);
	snprintf(kept->thread, sizeof(kept->thread), "%s", row->thread ? row->thread : "");
	snprintf(kept->answers, sizeof(kept->answers), "%s", row->answers ? row->answers : "");
	snprintf(kept->commitment, sizeof(kept->commitment), "%s",
		row->commitment ? row->commitment : "");
	snprintf(kept->reactions, sizeof(kept->reactions), "%s",
		row->reactions ? row->reactions : "");
	check_reactions(kept->reactions);
	kept->choices = strdup(row->choices ? row->choices : "");
	assert_true(kept->body && kept->html && kept->file && kept->choices);
	if (row->file.size > 0)
		memcpy(kept->file, row->file.data, row->file.size);
	taken->id[taken->count++] = row->id;
	scene->count++;
	return true;
}

static void report(struct scene *scene, const struct scene_row *row)
{
	bot_cause_enter(scene->store, "result", row->txn, 0);
	if (row->kind != BOT_OUT_REACH)
		return;
	if (scene->unreachable && strcmp(scene->unreachable, row->to) == 0)
		assert_int_equal(
			bot_host_user_unreachable(scene->host, row->to, BOT_REFUSED), BOT_OK);
	else
		assert_int_equal(bot_host_user_reached(scene->host, row->to,
					 !scene->invited || strcmp(scene->invited, row->to) != 0),
			BOT_OK);
}

static bool is_event(enum bot_outbox_kind kind)
{
	return kind == BOT_OUT_MESSAGE || kind == BOT_OUT_EDIT || kind == BOT_OUT_FILE;
}

static void drain(struct scene *scene,
	void (*heads)(struct bot_store *store,
		bool (*take)(void *self, const struct bot_outbox_row *row), void *self))
{
	struct taken taken;

	do {
		taken = (struct taken){.scene = scene, .first = scene->count};
		assert_int_equal(bot_store_begin(scene->store), BOT_OK);
		heads(scene->store, take, &taken);
		assert_int_equal(bot_host_update_time(scene->host), BOT_OK);
		for (size_t i = 0; i < taken.count; i++) {
			const struct scene_row *row = &scene->row[taken.first + i];
			bool sent = is_event(row->kind);

			bot_outbox_done(scene->store, taken.id[i], sent ? row->event : NULL);
			report(scene, row);
		}
		assert_int_equal(bot_store_commit(scene->store), BOT_OK);
	} while (taken.count > 0);
}

void scene_drain(struct scene *scene)
{
	if (scene->is_slow)
		return;
	drain(scene, bot_outbox_heads);
}

void scene_drain_optional(struct scene *scene)
{
	scene->mark = scene->count;
	drain(scene, bot_outbox_optional_heads);
}

void scene_give_private_rooms(struct scene *scene)
{
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, ANN, "!private-ann:test"));
	SCENE_HOST(scene, bot_store_set_joined(scene->store, ANN, true));
	SCENE_HOST(scene, bot_store_set_private_room(scene->store, BOB, "!private-bob:test"));
	SCENE_HOST(scene, bot_store_set_joined(scene->store, BOB, true));
}

void scene_report_reached(struct scene *scene, const char *user)
{
	SCENE_CALL(scene, bot_host_user_reached(scene->host, user, true));
}

void scene_report_unreachable(struct scene *scene, const char *user, enum bot_unreachable why)
{
	SCENE_CALL(scene, bot_host_user_unreachable(scene->host, user, why));
}

static void run_timers(struct scene *scene, int64_t *next)
{
	SCENE_STORE(scene, bot_host_run_timers(scene->host, next));
	scene_drain(scene);
}

void scene_run_timers(struct scene *scene, int64_t *next)
{
	scene->mark = scene->count;
	run_timers(scene, next);
}

void scene_work(struct scene *scene)
{
	scene->mark = scene->count;
	while (bot_host_has_long_work(scene->host)) {
		SCENE_STORE(scene, bot_host_do_long_work(scene->host));
		scene_drain(scene);
	}
}

void scene_wait(struct scene *scene, int64_t ms)
{
	int64_t end = scene->steady + ms, next = 0;

	scene->mark = scene->count;
	for (;;) {
		run_timers(scene, &next);
		assert_true(next < 0 || next > scene->steady);
		int64_t step = (next < 0 || next > end ? end : next) - scene->steady;
		if (step == 0)
			return;
		scene->steady += step;
		scene->now += step;
	}
}

void scene_restart(struct scene *scene, int64_t ms)
{
	bot_host_destroy(scene->host);
	scene->now += ms;
	scene->steady += ms;
	scene->host = bot_host_create(scene->store, &scene->port, &scene->config);
}

size_t scene_events(const struct scene *scene)
{
	size_t events = 0;

	for (size_t i = scene->mark; i < scene->count; i++)
		events += is_event(scene->row[i].kind);
	return events;
}

int scene_setup(void **state)
{
	*state = scene_create(1);
	return 0;
}

int scene_teardown(void **state)
{
	scene_destroy(*state);
	return 0;
}
