#include "tests/bench/world.h"

#include "tests/bench/die.h"
#include "tests/bench/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND     INT64_C(1000000000)
#define TIMELINE   50 /* events of a room in an answer of /sync */
#define BASE       "/_matrix/client/v3/"
#define ROOM_ID    "!%018u:" SERVER
#define MEMBER     "m.room.member"
#define PILES_MOST 4096

struct room {
	struct text state, timeline; /* what the bot has not been told yet */
	struct room *next;           /* of those about which there is something to tell */
	bool waits, joined;
	struct text creation; /* the content of a private room's m.room.create */
};

static struct {
	struct room *rooms;
	unsigned room_count;
	struct room *first, *last;
	struct exchange *sync; /* the one that waits for news */
	int64_t sync_until;
	int64_t first_sync;
	uint64_t token, event;
	char *direct; /* m.direct as it was written */
	struct limit limit;
	double allowed;
	int64_t allowed_at;
	struct text piles[PILES_MOST]; /* whole lists of rooms, to be told one by one */
	unsigned piles_made, piles_told;
} world;

struct counts counts;

void world_init(unsigned duels)
{
	world.room_count = duels * ROOMS_A_DUEL;
	world.rooms = calloc(world.room_count, sizeof *world.rooms);
	if (!world.rooms)
		die("no memory");
}

void world_set_limit(struct limit limit)
{
	world.limit = limit;
	world.allowed = limit.burst;
	world.allowed_at = clock_now();
}

const char *world_user(unsigned user)
{
	static char id[64];

	snprintf(id, sizeof id, "@player%06u:" SERVER, user);
	return id;
}

static struct room *has_news(unsigned index)
{
	struct room *room = &world.rooms[index];

	if (room->waits)
		return room;
	room->waits = true;
	room->next = NULL;
	if (world.last)
		world.last->next = room;
	else
		world.first = room;
	world.last = room;
	return room;
}

static void add_event(
	struct text *to, const char *sender, const char *type, const char *key, const char *content)
{
	world.event++;
	text_add(to,
		"%s{\"content\":%s,\"event_id\":\"$%043" PRIu64 "\",\"origin_server_ts\":%" PRId64
		",\"sender\":\"%s\",",
		to->size > 0 ? "," : "", content, world.event,
		INT64_C(1700000000000) + (int64_t)world.event, sender);
	if (key)
		text_add(to, "\"state_key\":\"%s\",", key);
	text_add(to, "\"type\":\"%s\",\"unsigned\":{\"age\":57,\"membership\":\"join\"}}", type);
}

static void add_member(
	struct text *to, const char *sender, const char *user, const char *membership)
{
	char content[160];

	snprintf(content, sizeof content, "{\"displayname\":\"%.12s\",\"membership\":\"%s\"}",
		user + 1, membership);
	add_event(to, sender, MEMBER, user, content);
}

void world_open(unsigned duel)
{
	unsigned index = duel * ROOMS_A_DUEL + PUBLIC_ROOM;
	struct room *room = has_news(index);
	char creator[64];

	snprintf(creator, sizeof creator, "%s", world_user(2 * duel));
	room->joined = true;
	add_event(&room->state, creator, "m.room.create", "", "{\"room_version\":\"11\"}");
	add_event(&room->state, creator, "m.room.power_levels", "",
		"{\"users\":{\"@admin:" SERVER "\":100},\"state_default\":50}");
	add_member(&room->state, creator, creator, "join");
	add_member(&room->state, world_user(2 * duel + 1), world_user(2 * duel + 1), "join");
	add_member(&room->timeline, BOT, BOT, "join");
}

static void message(struct text *to, unsigned user, const char *text)
{
	char content[512];

	snprintf(content, sizeof content,
		"{\"body\":\"%s\",\"m.mentions\":{},\"msgtype\":\"m.text\"}", text);
	add_event(to, world_user(user), "m.room.message", NULL, content);
}

void world_say(unsigned room, unsigned user, const char *text)
{
	message(&has_news(room)->timeline, user, text);
}

void world_pile_up(unsigned messages, unsigned duels, const char *command)
{
	static const char *const talk =
		"is anybody here for a game later tonight? I could be there at "
		"nine, and bring somebody along who has never played it";

	while (messages > 0) {
		struct text *pile = &world.piles[world.piles_made];

		if (++world.piles_made == PILES_MOST)
			die("too big a pile");
		for (unsigned duel = 0; duel < duels && messages > 0; duel++) {
			struct text line = {0};

			for (unsigned i = 0; i < TIMELINE && messages > 0; i++)
				message(&line, 2 * duel, messages-- % 100 == 0 ? command : talk);
			text_add(pile,
				"%s\"" ROOM_ID "\":{\"timeline\":{\"limited\":false,\"prev_batch\":"
				"\"p\",\"events\":[",
				duel > 0 ? "," : "", duel * ROOMS_A_DUEL + PUBLIC_ROOM);
			text_append(pile, line.data, line.size);
			text_add(pile, "]}}");
			free(line.data);
		}
	}
}

unsigned world_piled(void)
{
	return world.piles_made - world.piles_told;
}

static void answer(struct exchange *exchange, unsigned status, const char *text)
{
	http_answer(exchange, status, text, strlen(text), false);
}

/* Sync */

static void tell_room(struct text *answer, struct room *room, bool first)
{
	text_add(answer, "%s\"" ROOM_ID "\":{", first ? "" : ",", (unsigned)(room - world.rooms));
	if (room->state.size > 0) {
		text_add(answer, "\"state\":{\"events\":[");
		text_append(answer, room->state.data, room->state.size);
		text_add(answer, "]},");
	}
	text_add(answer, "\"timeline\":{\"limited\":false,\"prev_batch\":\"p\",\"events\":[");
	text_append(answer, room->timeline.data, room->timeline.size);
	text_add(answer, "]}}");
	text_clear(&room->state);
	text_clear(&room->timeline);
	room->waits = false;
}

static void answer_sync(void)
{
	struct exchange *exchange = world.sync;
	struct text answer = {0};
	bool first = true;

	world.sync = NULL;
	text_add(&answer, "{\"next_batch\":\"s%" PRIu64 "\",\"rooms\":{\"join\":{", ++world.token);
	if (world.piles_told < world.piles_made) {
		struct text *pile = &world.piles[world.piles_told++];

		text_append(&answer, pile->data, pile->size);
		free(pile->data);
		*pile = (struct text){0};
	} else {
		while (world.first) {
			struct room *room = world.first;

			world.first = room->next;
			tell_room(&answer, room, first);
			first = false;
		}
		world.last = NULL;
	}
	text_add(&answer, "}}}");
	http_answer(exchange, 200, answer.data, answer.size, true);
}

void world_turn(int64_t until)
{
	bool news;

	if (world.sync && world.sync_until < until)
		until = world.sync_until;
	news = world.first || world_piled() > 0;
	http_turn(news && world.sync ? 0 : until);
	news = world.first || world_piled() > 0;
	if (world.sync && (news || world.sync_until <= clock_now()))
		answer_sync();
}

int64_t world_first_sync(void)
{
	return world.first_sync;
}

/* A new process of the bot is to come: the old one's request is gone. */
void world_forget_client(void)
{
	if (world.sync)
		answer(world.sync, 503, "{}");
	world.first_sync = 0;
	world.sync = NULL;
}

static void on_sync(struct exchange *exchange)
{
	const char *timeout = http_query(exchange, "timeout");

	if (world.first_sync == 0)
		world.first_sync = clock_now();
	world.sync = exchange;
	world.sync_until = clock_now();
	/* The very first has an answer at once, whatever it asks for. */
	if (timeout && http_query(exchange, "since"))
		world.sync_until += strtol(timeout, NULL, 10) * (SECOND / 1000);
}

/* The other calls */

static const char *after(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0 ? text + strlen(prefix) : NULL;
}

static struct room *room_of(const char *id)
{
	unsigned long index = *id == '!' ? strtoul(id + 1, NULL, 10) : world.room_count;

	if (index >= world.room_count)
		die("the bot speaks of a room that there is not: %s", id);
	return &world.rooms[index];
}

/* A token bucket, as in Synapse. Returns how many milliseconds are to be waited; 0: none. */
static int64_t limited(void)
{
	int64_t now = clock_now();

	if (world.limit.rate <= 0)
		return 0;
	world.allowed += (double)(now - world.allowed_at) / (double)SECOND * world.limit.rate;
	world.allowed_at = now;
	if (world.allowed > world.limit.burst)
		world.allowed = world.limit.burst;
	if (world.allowed >= 1) {
		world.allowed -= 1;
		return 0;
	}
	return (int64_t)((1 - world.allowed) / world.limit.rate * 1000) + 1;
}

static void on_send(struct exchange *exchange, const char *id)
{
	struct room *room = room_of(id);
	int64_t wait = limited();
	char text[96];

	if (!room->joined)
		die("the bot sends to a room in which it is not: %s", id);
	if (wait > 0) {
		counts.limited++;
		snprintf(text, sizeof text,
			"{\"errcode\":\"M_LIMIT_EXCEEDED\",\"retry_after_ms\":%" PRId64 "}", wait);
		answer(exchange, 429, text);
		return;
	}
	counts.sent++;
	counts.edits += strstr(exchange->body, "\"m.replace\"") != NULL;
	snprintf(text, sizeof text, "{\"event_id\":\"$%043" PRIu64 "\"}", ++world.event);
	players_hear((unsigned)(room - world.rooms), exchange->body);
	answer(exchange, 200, text);
}

/* The state of a private room, as the bot sees it before it uses the room. */
static void on_state(struct exchange *exchange, const char *id)
{
	struct room *room = room_of(id);
	unsigned index = (unsigned)(room - world.rooms);
	unsigned user = index / ROOMS_A_DUEL * 2 + index % ROOMS_A_DUEL - 1;
	struct text members = {0}, state = {0};

	add_member(&members, BOT, BOT, "join");
	add_member(&members, world_user(user), world_user(user), "join");
	text_add(&state, "[%s]", members.data);
	free(members.data);
	http_answer(exchange, 200, state.data, state.size, true);
}

/* The private room of the player who is invited. */
static void on_create(struct exchange *exchange)
{
	const char *invited = strstr(exchange->body, "\"invite\":[\"@player");
	unsigned user = invited ? (unsigned)strtoul(invited + 18, NULL, 10) : 0;
	unsigned index = user / 2 * ROOMS_A_DUEL + WHITE_ROOM + user % 2;
	struct room *room;
	char text[160];

	if (!invited || index >= world.room_count)
		die("the bot makes a room for nobody: %s", exchange->body);
	room = has_news(index);
	if (room->joined)
		die("the bot makes a second room for %s", world_user(user));
	room->joined = true;
	snprintf(text, sizeof text,
		"{\"room_version\":\"11\",\"engarde_bot.private_room_of\":\"%s\"}",
		world_user(user));
	add_event(&room->timeline, BOT, "m.room.create", "", text);
	add_member(&room->timeline, BOT, BOT, "join");
	add_member(&room->timeline, BOT, world_user(user), "invite");
	add_member(&room->timeline, world_user(user), world_user(user), "join");
	snprintf(text, sizeof text, "{\"room_id\":\"" ROOM_ID "\"}", index);
	answer(exchange, 200, text);
}

static void on_direct(struct exchange *exchange)
{
	if (*exchange->method == 'P') {
		free(world.direct);
		world.direct = exchange->body;
		exchange->body = NULL;
	}
	answer(exchange, 200, *exchange->method == 'G' && world.direct ? world.direct : "{}");
}

static void on_room(struct exchange *exchange, const char *rest)
{
	const char *call = strchr(rest, '/');

	if (call && after(call, "/send/"))
		on_send(exchange, rest);
	else if (call && strcmp(call, "/state") == 0)
		on_state(exchange, rest);
	else
		die("a call that is not known: %s", exchange->path);
}

void world_handle(struct exchange *exchange)
{
	const char *path = after(exchange->path, BASE), *rest;

	counts.requests++;
	if (!path)
		die("a call that is not known: %s", exchange->path);
	if (strcmp(path, "sync") == 0)
		on_sync(exchange);
	else if ((rest = after(path, "rooms/")))
		on_room(exchange, rest);
	else if (strcmp(path, "createRoom") == 0)
		on_create(exchange);
	else if (strcmp(path, "account/whoami") == 0)
		answer(exchange, 200, "{\"user_id\":\"" BOT "\",\"device_id\":\"BENCH\"}");
	else if (strcmp(path, "joined_rooms") == 0)
		answer(exchange, 200, "{\"joined_rooms\":[]}");
	else if (after(path, "user/") && strstr(path, "/filter"))
		answer(exchange, 200, "{\"filter_id\":\"1\"}");
	else if (after(path, "user/") && strstr(path, "/account_data/m.direct"))
		on_direct(exchange);
	else
		die("a call that is not known: %s", exchange->path);
}
