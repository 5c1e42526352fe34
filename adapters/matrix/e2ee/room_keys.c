#include "adapters/matrix/e2ee/room_keys.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

/*
 * The most members of a room. In bigger rooms the bot sends nothing, since it would have to send
 * each new key to all devices of all members.
 */
#define MEMBERS_MOST 1000
#define REFUSED_FOR  (INT64_C(3600) * 1000)
#define FAILED_FOR   (INT64_C(60) * 1000)
#define STALE_FOR    1000

/* Returns whether an m.room.member event says that its user has joined or is invited. */
static bool shows_member(const json_t *event)
{
	const char *is = mx_json_text(json_object_get(event, "content"), "membership");

	return is && mx_id_is_user(mx_json_text(event, "state_key")) &&
	       (strcmp(is, "join") == 0 || strcmp(is, "invite") == 0);
}

/* Lets the bot encrypt nothing in a room for `time` milliseconds. */
static void let_room_wait(struct mx_crypto *crypto, const char *room, int64_t time)
{
	(void)json_object_set_new(
		crypto->failed_rooms, room, json_integer(bot_clock_steady() + time));
}

/* Applies the changes that came after the request for the members: [[user, is a member]]. */
static void apply_changes(json_t *people, const json_t *changes)
{
	const json_t *change;
	size_t i;

	json_array_foreach (changes, i, change) {
		const char *user = json_string_value(json_array_get(change, 0));

		if (json_is_true(json_array_get(change, 1)))
			(void)json_object_set_new(people, user, json_true());
		else
			json_object_del(people, user);
	}
}

/*
 * Notes a change in the request for the members of this room, if one is under way. `event` is NULL
 * if the members may have changed in an unknown way.
 */
static void note_change(struct mx_crypto *crypto, const char *room, const json_t *event)
{
	static const enum mx_key_queue_id queues[] = {
		MX_KEY_QUEUE_MEMBERS, MX_KEY_QUEUE_MEMBERS_ELSEWHERE};

	for (size_t i = 0; i < sizeof(queues) / sizeof(*queues); i++) {
		json_t *request = crypto->queues[queues[i]].under_way;
		const char *user = mx_json_text(event, "state_key");
		json_t *changes = json_object_get(request, "changes");

		if (!request || strcmp(mx_json_text(request, "id"), room) != 0)
			continue;
		if (!mx_id_is_user(user) || json_array_size(changes) >= MEMBERS_MOST)
			(void)json_object_set_new(request, "stale", json_true());
		else
			(void)json_array_append_new(
				changes, json_pack("[s, b]", user, shows_member(event)));
	}
}

void mx_room_keys_take_members(
	struct mx_crypto *crypto, const json_t *request, const struct mx_answer *answer)
{
	const json_t *event;
	json_t *people = json_object();
	size_t i;

	/*
	 * The members may have changed after the request in a way that the bot does not know. So it
	 * drops this answer and asks again, a little later.
	 */
	if (json_is_true(json_object_get(request, "stale"))) {
		json_decref(people);
		let_room_wait(crypto, mx_json_text(request, "id"), STALE_FOR);
		return;
	}
	json_array_foreach (json_object_get(answer->json, "chunk"), i, event) {
		if (shows_member(event))
			(void)json_object_set_new(
				people, mx_json_text(event, "state_key"), json_true());
	}
	apply_changes(people, json_object_get(request, "changes"));
	if (json_object_size(people) > MEMBERS_MOST) {
		json_decref(people);
		mx_room_keys_refuse(crypto, mx_json_text(request, "id"));
		return;
	}
	(void)json_object_set_new(crypto->members, mx_json_text(request, "id"), people);
}

struct mx_user_devices mx_room_keys_devices(struct mx_crypto *crypto, const char *user)
{
	char *text;
	enum mx_machine_status status = mx_machine_count_devices(crypto->machine, user,
		crypto->account->config->encryption.devices == CFG_DEVICES_SIGNED, &text);
	json_t *answer = mx_crypto_result(status, text, "devices");
	const struct mx_user_devices devices = {
		.some_may_read = json_integer_value(json_object_get(answer, "devices")) > 0,
		.known = json_is_true(json_object_get(answer, "known")),
		.identity = json_is_true(json_object_get(answer, "identity")),
		.replaced = json_is_true(json_object_get(answer, "replaced"))};

	json_decref(answer);
	return devices;
}

/* If the store fails, the user may play. */
static bool plays(const struct mx_crypto *crypto, const char *user)
{
	bool plays = true;

	return bot_host_plays(crypto->account->host, user, &plays) || plays;
}

bool mx_room_keys_identity_is_replaced(struct mx_crypto *crypto, const char *user)
{
	if (!mx_room_keys_devices(crypto, user).replaced)
		return false;
	if (plays(crypto, user))
		return true;
	mx_room_keys_accept_identity(crypto, user);
	return false;
}

void mx_room_keys_accept_identity(struct mx_crypto *crypto, const char *user)
{
	char *text;
	enum mx_machine_status status = mx_machine_accept_identity(crypto->machine, user, &text);

	json_decref(mx_crypto_result(status, text, "identity"));
	bot_log_write(BOT_LOG_INFO, "identity_accepted", BOT_LOG_FIELDS({"user", .text = user}));
}

bool mx_room_keys_has_device(struct mx_crypto *crypto, const char *user)
{
	return mx_room_keys_devices(crypto, user).some_may_read &&
	       !mx_room_keys_identity_is_replaced(crypto, user);
}

void mx_room_keys_refuse(struct mx_crypto *crypto, const char *room)
{
	bot_log_write(BOT_LOG_WARNING, "room_too_big", BOT_LOG_FIELDS({"room", .text = room}));
	(void)json_object_set_new(crypto->members, room, json_integer(bot_clock_steady()));
}

static bool is_refused(const struct mx_crypto *crypto, const char *room)
{
	const json_t *since = json_object_get(crypto->members, room);

	return json_is_integer(since) &&
	       bot_clock_steady() - json_integer_value(since) < REFUSED_FOR;
}

static bool has_failed(struct mx_crypto *crypto, const char *room)
{
	const json_t *until = json_object_get(crypto->failed_rooms, room);

	if (!until || json_integer_value(until) > bot_clock_steady())
		return until != NULL;
	json_object_del(crypto->failed_rooms, room);
	return false;
}

void mx_room_keys_members_changed(struct mx_crypto *crypto, const char *room, const json_t *event)
{
	const json_t *people = json_object_get(crypto->members, room);

	/*
	 * If the room had too many members, the bot does not ask for its members again for an hour.
	 */
	if (is_refused(crypto, room))
		return;
	/*
	 * This event changes nothing: /sync repeats the member events of senders, and the bot knows
	 * this member.
	 */
	if (json_is_object(people) && shows_member(event) &&
		json_object_get(people, mx_json_text(event, "state_key")))
		return;
	note_change(crypto, room, event);
	json_object_del(crypto->members, room);
}

/*
 * Returns who gets the keys of a room, as the JSON text that mx_machine_requests takes. The caller
 * frees it. `queue` is the queue of the room's requests.
 */
static char *recipients_of(const struct mx_crypto *crypto, const char *room, json_t *people,
	enum mx_key_queue_id queue)
{
	json_t *users = json_array(), *recipients;
	struct mx_room known;
	const char *user;
	json_t *unused;
	char *text;

	json_object_foreach (people, user, unused)
		(void)json_array_append_new(users, json_string(user));
	recipients = json_pack("{s:s, s:o, s:b, s:b}", "room", room, "users", users, "signed_only",
		crypto->account->config->encryption.devices == CFG_DEVICES_SIGNED,
		"request_under_way", !mx_key_queue_is_idle(crypto, queue));
	if (mx_room_init(&known, crypto->account->store, room) == BOT_OK) {
		(void)json_object_update(recipients, known.rotation);
		mx_room_finish(&known);
	}
	text = mx_json_print(recipients);
	json_decref(recipients);
	return text;
}

/* Returns whether the id of a user or room names the bot's own server, without its port. */
static bool is_here(const struct mx_crypto *crypto, const char *id)
{
	const char *own = strchr(crypto->account->user, ':'), *server = strchr(id, ':');
	size_t size = own ? strcspn(own + 1, ":") : 0;

	return own && server && strcspn(server + 1, ":") == size &&
	       strncmp(own + 1, server + 1, size) == 0;
}

static void request_members(struct mx_crypto *crypto, const char *room)
{
	/*
	 * While the homeserver joins a room of another server, the answer may wait for that server.
	 */
	bool here = is_here(crypto, room);
	enum mx_key_queue_id queue = here ? MX_KEY_QUEUE_MEMBERS : MX_KEY_QUEUE_MEMBERS_ELSEWHERE;
	json_t *request;

	if (!mx_key_queue_is_idle(crypto, queue))
		return;
	request = mx_key_queue_add_get(crypto, queue, "members", room,
		mx_url_format("/_matrix/client/v3/rooms/%/members?not_membership=leave", room));
	(void)json_object_set_new(request, "changes", json_array());
}

/* Returns the queue for the requests that a message to these people waits for. */
static enum mx_key_queue_id queue_for(const struct mx_crypto *crypto, json_t *people, bool private)
{
	const char *user;
	json_t *unused;

	json_object_foreach (people, user, unused)
		if (!is_here(crypto, user))
			return private ? MX_KEY_QUEUE_HAND_ELSEWHERE : MX_KEY_QUEUE_ROOM_ELSEWHERE;
	return private ? MX_KEY_QUEUE_HAND : MX_KEY_QUEUE_ROOM;
}

static enum mx_room_keys_state share_keys(
	struct mx_crypto *crypto, const char *room, json_t *people, const char *user)
{
	enum mx_key_queue_id queue = queue_for(crypto, people, user != NULL);
	char *recipients = recipients_of(crypto, room, people, queue);
	json_t *all = mx_key_queue_from_machine(crypto, recipients);
	bool ready = all && json_array_size(all) == 0;

	free(recipients);
	if (!all)
		let_room_wait(crypto, room, FAILED_FOR);
	if (!ready && json_is_object(json_array_get(all, 0)) && mx_key_queue_is_idle(crypto, queue))
		(void)mx_key_queue_add(crypto, queue, json_incref(all));
	json_decref(all);
	if (!ready)
		return MX_ROOM_KEYS_WAIT;
	return user && !mx_room_keys_has_device(crypto, user) ? MX_ROOM_KEYS_NOBODY
							      : MX_ROOM_KEYS_READY;
}

enum mx_room_keys_state mx_room_keys_prepare(
	struct mx_crypto *crypto, const char *room, const char *user)
{
	json_t *people = json_object_get(crypto->members, room);
	enum mx_room_keys_state state;

	/* The echoes of the first batch show whether the keys are older than the account. */
	if (!mx_crypto_has_keys(crypto) || crypto->trust.stage != MX_TRUST_SETTLED ||
		crypto->account->batches == 0 || crypto->keys_are_older || has_failed(crypto, room))
		return MX_ROOM_KEYS_WAIT;
	if (!user && is_refused(crypto, room))
		return MX_ROOM_KEYS_REFUSED;
	if (!user && !json_is_object(people)) {
		request_members(crypto, room);
		return MX_ROOM_KEYS_WAIT;
	}
	people = user ? json_pack("{s:b}", crypto->account->user, 1) : json_incref(people);
	if (user && !mx_room_keys_identity_is_replaced(crypto, user))
		(void)json_object_set_new(people, user, json_true());
	mx_machine_set_time(crypto->machine, bot_clock_steady());
	state = share_keys(crypto, room, people, user);
	json_decref(people);
	return state;
}

json_t *mx_room_keys_encrypt(
	struct mx_crypto *crypto, const char *room, const char *type, const json_t *content)
{
	char *clear = mx_json_print(content), *text;
	enum mx_machine_status status =
		mx_machine_encrypt(crypto->machine, room, type, clear, &text);

	free(clear);
	return mx_crypto_result(status, text, "sending");
}

json_t *mx_room_keys_encrypt_file(void *data, size_t size)
{
	char *text;
	enum mx_machine_status status = mx_machine_encrypt_file(data, size, &text);

	return mx_crypto_result(status, text, "file");
}
