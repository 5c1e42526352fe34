#include "adapters/matrix/receive/idle_rooms.h"

#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/outbox_row.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"
#include "bot/store/outbox_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOUR         (INT64_C(3600) * 1000)
#define HOURS_KEY    "matrix.hours"
#define ROOMS_A_CALL 50 /* how many rooms one call of mx_idle_rooms_check checks */
/*
 * A round ends early if this many requests to leave rooms wait in the outbox. Those that decline an
 * invitation don't count, because other servers can make them wait.
 */
#define LEAVES_MOST 20
/* the most members that the bot counts; a higher number counts as this number */
#define PEOPLE_MOST  1000000
#define ANSWER_LIMIT ((size_t)4 << 20)

_Static_assert(MX_IDLE_ROOMS_KEY_SIZE >= sizeof(MX_ROOM_KEY) + BOT_ID_SIZE, "a room's key fits");

/* Returns the number that the store has. */
static int64_t read_hours(const struct mx_idle_rooms *idle)
{
	char *value = NULL;
	int64_t hours = 0;

	if (bot_found(bot_store_get(idle->session->account->store, HOURS_KEY, &value)))
		hours = strtoll(value, NULL, 10);
	free(value);
	return hours < 1 ? 1 : hours; /* 0 in room->used means that the last use is not known */
}

/* Counts another hour and starts a round through the rooms. */
static void begin_round(struct mx_idle_rooms *idle)
{
	char value[24];

	idle->hours++;
	idle->due = bot_clock_steady() + HOUR;
	strcpy(idle->after, MX_ROOM_KEY);
	snprintf(value, sizeof(value), "%" PRId64, idle->hours);
	bot_must(bot_store_set(idle->session->account->store, HOURS_KEY, value));
}

void mx_idle_rooms_note_use(struct mx_idle_rooms *idle, struct mx_room *room, const char *id)
{
	if (idle->hours == 0)
		idle->hours = read_hours(idle);
	if (room->used == idle->hours)
		return;
	room->used = idle->hours;
	bot_must(mx_room_save(room, idle->session->account->store, id));
}

static int64_t read_member_count(const json_t *summary, const char *key, int64_t known)
{
	const json_t *count = json_object_get(summary, key);
	json_int_t value = json_integer_value(count);

	if (!json_is_integer(count) || value < 0)
		return known;
	return value < PEOPLE_MOST ? value : PEOPLE_MOST;
}

void mx_idle_rooms_note_members(
	struct mx_room *room, struct bot_store *store, const char *id, const json_t *summary)
{
	int64_t joined = read_member_count(summary, "m.joined_member_count", room->joined);
	int64_t invited = read_member_count(summary, "m.invited_member_count", room->invited);

	if (room->standing != MX_INSIDE || (joined == room->joined && invited == room->invited))
		return;
	room->joined = joined;
	room->invited = invited;
	/* the bot leaves only if it is alone for a whole round from now on */
	room->was_alone = false;
	bot_must(mx_room_save(room, store, id));
}

bool mx_idle_rooms_have_match(const struct mx_idle_rooms *idle, const char *id)
{
	const struct bot_match_filter filter = {.room = id, .status = -1};
	struct bot_match match;

	return bot_store_match_find(idle->session->account->store, &filter, &match, 1) > 0;
}

static bool is_idle(const struct mx_idle_rooms *idle, const struct mx_room *room, bool private)
{
	int64_t days = idle->session->account->config->invites.leave_idle_days;

	/*
	 * The bot never leaves a private room while the player is a member. The player may use the
	 * room again after years.
	 */
	if (private && room->joined != 1)
		return false;
	return days > 0 && idle->hours - room->used >= 24 * days;
}

void mx_idle_rooms_leave(
	struct mx_idle_rooms *idle, const char *id, struct mx_room *room, const char *why)
{
	struct bot_store *store = idle->session->account->store;

	bot_log_write(BOT_LOG_INFO, "room_expired",
		BOT_LOG_FIELDS({"room", .text = id}, {"why", .text = why}));
	room->used = idle->hours;
	room->joined = 0;
	room->was_alone = false;
	bot_must(mx_room_save(room, store, id));
	mx_outbox_row_add(store, BOT_OUT_LEAVE, id, NULL);
}

/*
 * Leaves the room if it is idle. If the bot was alone for a whole round, sets idle->room instead,
 * so that the bot first asks the homeserver for the room's members.
 */
static void check_room(struct mx_idle_rooms *idle, const char *id, struct mx_room *room)
{
	struct bot_store *store = idle->session->account->store;
	bool alone = room->joined == 1 && room->invited == 0;
	char user[BOT_ID_SIZE];

	if (room->used == 0) {
		mx_idle_rooms_note_use(idle, room, id);
		return;
	}
	if (alone && !room->was_alone) {
		room->was_alone = true;
		bot_must(mx_room_save(room, store, id));
		return;
	}
	mx_room_private_with(store, id, user);
	if ((!alone && !is_idle(idle, room, *user != '\0')) || mx_idle_rooms_have_match(idle, id))
		return;
	if (alone)
		strcpy(idle->room, id);
	else
		mx_idle_rooms_leave(idle, id, room, "idle");
}

const char *mx_idle_rooms_next(struct bot_store *store, char after[MX_IDLE_ROOMS_KEY_SIZE])
{
	char *key = NULL;

	if (!bot_found(bot_store_key_between(store, after, MX_ROOM_KEY_END, &key))) {
		after[0] = '\0';
		return NULL;
	}
	snprintf(after, MX_IDLE_ROOMS_KEY_SIZE, "%s", key);
	free(key);
	return after + strlen(MX_ROOM_KEY);
}

/* Checks the next room. If there is none, makes `after` empty, which ends the round. */
static void check_next_room(struct mx_idle_rooms *idle)
{
	struct bot_store *store = idle->session->account->store;
	const char *id = mx_idle_rooms_next(store, idle->after);
	struct mx_room *room = id ? mx_room_load(store, id) : NULL;

	if (room && room->standing == MX_INSIDE)
		check_room(idle, id, room);
}

static void check_rooms(struct mx_idle_rooms *idle)
{
	size_t leaves = 0;

	for (int i = 0; i < ROOMS_A_CALL && *idle->after && !*idle->room; i++) {
		leaves = bot_outbox_waiting(idle->session->account->store, BOT_OUT_LEAVE, "", NULL);
		if (leaves >= LEAVES_MOST)
			idle->after[0] = '\0';
		else
			check_next_room(idle);
	}
}

/* A room, and the members that the homeserver says it has. */
struct asked {
	struct mx_idle_rooms *idle;
	char room[BOT_ID_SIZE];
	const json_t *joined;
};

/* Leaves the room if the homeserver says that the bot is its only member. */
static void leave_if_alone(void *self)
{
	const struct asked *asked = self;
	const struct mx_account *account = asked->idle->session->account;
	struct mx_room *room = mx_room_load(account->store, asked->room);

	if (room->standing != MX_INSIDE)
		return;
	if (json_object_size(asked->joined) != 1 ||
		!json_object_get(asked->joined, account->user)) {
		room->joined = 0; /* the room's summary gave a wrong number */
		bot_must(mx_room_save(room, account->store, asked->room));
	} else if (room->was_alone && !mx_idle_rooms_have_match(asked->idle, asked->room)) {
		mx_idle_rooms_leave(asked->idle, asked->room, room, "alone");
	}
}

static void on_members(void *self, const struct mx_answer *answer)
{
	struct mx_idle_rooms *idle = self;
	struct asked asked = {.idle = idle, .joined = json_object_get(answer->json, "joined")};

	strcpy(asked.room, idle->room);
	idle->room[0] = '\0';
	idle->asked = false;
	if (mx_session_watch(idle->session, answer, MX_AUTHOR_HOMESERVER) == MX_ANSWER_DONE)
		mx_account_attempt(idle->session->account, "idle rooms", leave_if_alone, &asked);
	else /* the bot asks again in the next round */
		mx_answer_log("members_failed", asked.room, answer);
}

static void ask(struct mx_idle_rooms *idle)
{
	struct mx_http_request request = {.method = MX_HTTP_GET,
		.path = mx_url_format("/_matrix/client/v3/rooms/%/joined_members", idle->room),
		.limit = ANSWER_LIMIT};

	mx_http_start(idle->session->account->http, &request, on_members, idle);
	idle->asked = true;
}

/* Returns whether a round is under way or due, and the store and the homeserver can be used. */
static bool may_check(const struct mx_idle_rooms *idle)
{
	return idle->session->state == MX_LOGGED_IN &&
	       mx_backoff_is_over(&idle->session->account->store_backoff) &&
	       idle->session->account->batches > 0 &&
	       idle->session->account->sync_backoff.failures == 0 && !idle->asked &&
	       (*idle->after || idle->due <= bot_clock_steady());
}

static void check(void *self)
{
	struct mx_idle_rooms *idle = self;

	if (idle->hours == 0)
		idle->hours = read_hours(idle);
	if (!*idle->after)
		begin_round(idle);
	check_rooms(idle);
}

void mx_idle_rooms_check(struct mx_idle_rooms *idle)
{
	const struct mx_idle_rooms before = *idle;

	if (!may_check(idle))
		return;
	if (idle->due == 0) { /* the process has just started: the first check is in an hour */
		idle->due = bot_clock_steady() + HOUR;
		return;
	}
	if (!mx_account_attempt(idle->session->account, "idle rooms", check, idle))
		*idle = before;
	else if (*idle->room)
		ask(idle);
}
