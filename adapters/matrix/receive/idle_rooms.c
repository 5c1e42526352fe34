#include "adapters/matrix/receive/idle_rooms.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/outbox_row.h"
#include "bot/base/log.h"
#include "bot/store/outbox_counts.h"

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
#define TIMEOUT      30000 /* ms */
#define ANSWER_LIMIT ((size_t)4 << 20)

_Static_assert(MX_IDLE_ROOMS_KEY_SIZE >= sizeof(MX_ROOM_KEY) + BOT_ID_SIZE, "a room's key fits");

static enum bot_error read_hours(struct mx_idle_rooms *idle, int64_t *hours)
{
	char *value = NULL;
	enum bot_error error = bot_store_get(idle->session->account->store, HOURS_KEY, &value);

	if (error && error != BOT_NOT_FOUND)
		return error;
	*hours = value ? strtoll(value, NULL, 10) : 0;
	if (*hours < 1) /* 0 in room->used means that the last use is not known */
		*hours = 1;
	free(value);
	return BOT_OK;
}

/* Counts another hour and starts a round through the rooms. */
static enum bot_error begin_round(struct mx_idle_rooms *idle)
{
	char value[24];

	idle->hours++;
	idle->due = mx_clock_steady() + HOUR;
	strcpy(idle->after, MX_ROOM_KEY);
	snprintf(value, sizeof(value), "%" PRId64, idle->hours);
	return bot_store_set(idle->session->account->store, HOURS_KEY, value);
}

enum bot_error mx_idle_rooms_note_use(
	struct mx_idle_rooms *idle, struct mx_room *room, const char *id)
{
	if (idle->hours == 0) {
		enum bot_error error = read_hours(idle, &idle->hours);

		if (error)
			return error;
	}
	if (room->used == idle->hours)
		return BOT_OK;
	room->used = idle->hours;
	return mx_room_save(room, idle->session->account->store, id);
}

static int read_member_count(const json_t *summary, const char *key, int known)
{
	const json_t *count = json_object_get(summary, key);
	json_int_t value = json_integer_value(count);

	if (!json_is_integer(count) || value < 0)
		return known;
	return value < PEOPLE_MOST ? (int)value : PEOPLE_MOST;
}

enum bot_error mx_idle_rooms_note_members(
	struct mx_room *room, struct bot_store *store, const char *id, const json_t *summary)
{
	int joined = read_member_count(summary, "m.joined_member_count", room->joined);
	int invited = read_member_count(summary, "m.invited_member_count", room->invited);

	if (room->standing != MX_INSIDE || (joined == room->joined && invited == room->invited))
		return BOT_OK;
	room->joined = joined;
	room->invited = invited;
	/* the bot leaves only if it is alone for a whole round from now on */
	room->was_alone = false;
	return mx_room_save(room, store, id);
}

enum bot_error mx_idle_rooms_have_match(struct mx_idle_rooms *idle, const char *id, bool *has)
{
	const struct bot_match_filter filter = {.room = id, .status = -1};
	struct bot_match match;
	size_t count = 0;
	enum bot_error error =
		bot_store_match_find(idle->session->account->store, &filter, &match, 1, &count);

	*has = count > 0;
	return error;
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

enum bot_error mx_idle_rooms_leave(
	struct mx_idle_rooms *idle, const char *id, struct mx_room *room, const char *why)
{
	struct mx_account *account = idle->session->account;
	enum bot_error error;

	bot_log_write(BOT_LOG_INFO, "room_expired",
		BOT_LOG_FIELDS({"room", .text = id}, {"why", .text = why}));
	room->used = idle->hours;
	room->joined = 0;
	room->was_alone = false;
	error = mx_room_save(room, account->store, id);
	return error ? error : mx_outbox_row_add(account->store, BOT_OUT_LEAVE, id, NULL);
}

/*
 * Leaves the room if it is idle. If the bot was alone for a whole round, sets idle->room instead,
 * so that the bot first asks the homeserver for the room's members.
 */
static enum bot_error check_room(struct mx_idle_rooms *idle, const char *id, struct mx_room *room)
{
	bool alone = room->joined == 1 && room->invited == 0, private, match;
	char user[BOT_ID_SIZE];
	enum bot_error error = BOT_OK;

	if (room->used == 0)
		return mx_idle_rooms_note_use(idle, room, id);
	if (alone && !room->was_alone) {
		room->was_alone = true;
		return mx_room_save(room, idle->session->account->store, id);
	}
	error = mx_room_private_with(idle->session->account->store, id, user);
	private = *user != '\0';
	if (error || (!alone && !is_idle(idle, room, private)))
		return error;
	error = mx_idle_rooms_have_match(idle, id, &match);
	if (error || match)
		return error;
	if (!alone)
		return mx_idle_rooms_leave(idle, id, room, "idle");
	strcpy(idle->room, id);
	return BOT_OK;
}

/* Checks the next room. If there is none, makes `after` empty, which ends the round. */
static enum bot_error check_next_room(struct mx_idle_rooms *idle)
{
	struct mx_room room;
	const char *id;
	char *key = NULL;
	enum bot_error error = bot_store_key_between(
		idle->session->account->store, idle->after, MX_ROOM_KEY_END, &key);

	if (error == BOT_NOT_FOUND) {
		idle->after[0] = '\0';
		return BOT_OK;
	}
	if (error)
		return error;
	snprintf(idle->after, sizeof(idle->after), "%s", key);
	free(key);
	id = idle->after + strlen(MX_ROOM_KEY);
	error = mx_room_init(&room, idle->session->account->store, id);
	if (error)
		return error;
	if (room.standing == MX_INSIDE)
		error = check_room(idle, id, &room);
	mx_room_finish(&room);
	return error;
}

static enum bot_error check_rooms(struct mx_idle_rooms *idle)
{
	size_t leaves = 0;
	enum bot_error error = BOT_OK;

	for (int i = 0; i < ROOMS_A_CALL && !error && *idle->after && !*idle->room; i++) {
		error = bot_outbox_waiting(
			idle->session->account->store, BOT_OUT_LEAVE, "", NULL, &leaves);
		if (!error && leaves >= LEAVES_MOST)
			idle->after[0] = '\0';
		else if (!error)
			error = check_next_room(idle);
	}
	return error;
}

/* Leaves the room if the homeserver says that the bot is its only member. */
static enum bot_error leave_if_alone(
	struct mx_idle_rooms *idle, const char *id, const json_t *joined)
{
	struct mx_room room;
	bool match = false, alone = json_object_size(joined) == 1 &&
				    json_object_get(joined, idle->session->account->user);
	enum bot_error error = mx_room_init(&room, idle->session->account->store, id);

	if (error)
		return error;
	if (room.standing == MX_INSIDE && alone)
		error = mx_idle_rooms_have_match(idle, id, &match);
	if (!error && room.standing == MX_INSIDE && alone && !match && room.was_alone)
		error = mx_idle_rooms_leave(idle, id, &room, "alone");
	if (!error && room.standing == MX_INSIDE && !alone) {
		room.joined = 0; /* the room's summary gave a wrong number */
		error = mx_room_save(&room, idle->session->account->store, id);
	}
	mx_room_finish(&room);
	return error;
}

static void on_members(void *self, const struct mx_answer *answer)
{
	struct mx_idle_rooms *idle = self;
	const json_t *joined = json_object_get(answer->json, "joined");
	char id[BOT_ID_SIZE];
	enum bot_error error;

	strcpy(id, idle->room);
	idle->room[0] = '\0';
	idle->asked = false;
	if (mx_session_watch(idle->session, answer, MX_AUTHOR_HOMESERVER) != MX_ANSWER_DONE) {
		/* The bot asks again in the next round. */
		mx_answer_log("members_failed", id, answer);
		return;
	}
	error = bot_store_begin(idle->session->account->store);
	if (!error)
		error = leave_if_alone(idle, id, joined);
	mx_account_commit(idle->session->account, error, "idle rooms");
}

static void ask(struct mx_idle_rooms *idle)
{
	struct mx_http_request request = {.method = MX_HTTP_GET,
		.path = mx_url_format("/_matrix/client/v3/rooms/%/joined_members", idle->room),
		.timeout = TIMEOUT,
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
	       (*idle->after || idle->due <= mx_clock_steady());
}

void mx_idle_rooms_check(struct mx_idle_rooms *idle)
{
	const struct mx_idle_rooms before = *idle;
	enum bot_error error;

	if (!may_check(idle))
		return;
	if (idle->due == 0) { /* the process has just started: the first check is in an hour */
		idle->due = mx_clock_steady() + HOUR;
		return;
	}
	error = bot_store_begin(idle->session->account->store);
	if (!error && idle->hours == 0)
		error = read_hours(idle, &idle->hours);
	if (!error && !*idle->after)
		error = begin_round(idle);
	if (!error)
		error = check_rooms(idle);
	if (!mx_account_commit(idle->session->account, error, "idle rooms"))
		*idle = before;
	else if (*idle->room)
		ask(idle);
}
