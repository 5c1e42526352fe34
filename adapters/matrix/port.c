#include "adapters/matrix/port.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/receive/mention.h"
#include "adapters/matrix/room/person.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/room/room_rights.h"
#include "adapters/matrix/room/room_state.h"
#include "adapters/matrix/send/message_step.h"
#include "adapters/matrix/send/private_room.h"
#include "bot/base/clock.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t now(void *self)
{
	(void)self;
	return bot_clock_wall();
}

static int64_t steady(void *self)
{
	(void)self;
	return bot_clock_steady();
}

static void fill_random(void *self, void *out, size_t size)
{
	(void)self;
	randombytes_buf(out, size);
}

/* Visits a room. Does nothing if the store fails. */
static void visit_room(const struct mx_adapter *adapter, const char *room,
	void (*see)(const struct mx_room *room, const char *me, void *self), void *self)
{
	struct mx_room known;

	/* A store that fails now fails again when the host writes to it. */
	if (mx_room_init(&known, adapter->account.store, room))
		return;
	see(&known, adapter->account.user, self);
	mx_room_finish(&known);
}

/* A question about a user in a room. `answer` is first what counts if the room can't be read. */
struct question {
	bool (*ask)(const struct mx_room *room, const char *user);
	const char *user; /* NULL for the bot itself */
	bool answer;
};

static void ask(const struct mx_room *room, const char *me, void *self)
{
	struct question *question = self;

	question->answer = question->ask(room, question->user ? question->user : me);
}

static bool ask_room(const struct mx_adapter *adapter, const char *room, struct question question)
{
	visit_room(adapter, room, ask, &question);
	return question.answer;
}

static bool moderates(void *self, const char *room, const char *user)
{
	return ask_room(self, room, (struct question){mx_room_moderates, user, false});
}

/* Whether the bot, whose user id is `me`, may write in the room. */
static bool is_writable(const struct mx_room *room, const char *me)
{
	return !mx_room_is_muted(room, me, mx_crypto_is_built_in());
}

static bool may_write(void *self, const char *room)
{
	return ask_room(self, room, (struct question){is_writable, NULL, true});
}

static bool lets_write(void *self, const char *room, const char *user)
{
	return ask_room(self, room, (struct question){mx_room_may_write, user, true});
}

struct taker {
	void (*take)(void *taker, const char *user);
	void *taker;
};

static void take_moderators(const struct mx_room *room, const char *me, void *self)
{
	const struct taker *taker = self;

	(void)me;
	mx_room_each_moderator(room, taker->take, taker->taker);
}

static void each_moderator(
	void *self, const char *room, void (*take)(void *taker, const char *user), void *taker)
{
	visit_room(self, room, take_moderators, &(struct taker){take, taker});
}

static enum bot_protection protection(void *self, const char *user, enum bot_private_form form)
{
	const struct mx_adapter *adapter = self;

	return mx_private_room_protection(&adapter->sender, user, form);
}

static enum bot_reading reading(void *self, const char *room, const char *user)
{
	const struct mx_adapter *adapter = self;
	struct mx_room known;
	bool encrypted = true;

	if (room && mx_room_init(&known, adapter->account.store, room) == BOT_OK) {
		encrypted = known.encrypted;
		mx_room_finish(&known);
	}
	if (!encrypted || !mx_crypto_is_open(adapter->sender.crypto))
		return BOT_CAN_READ;
	const struct mx_user_devices devices = mx_room_keys_devices(adapter->sender.crypto, user);
	if (devices.some_may_read || !devices.known)
		return BOT_CAN_READ;
	return devices.identity ? BOT_MUST_VERIFY : BOT_MUST_SET_UP;
}

static void confirm_identity(void *self, const char *user)
{
	struct mx_adapter *adapter = self;
	char room[BOT_ID_SIZE];

	if (bot_store_private_room(adapter->account.store, user, room))
		mx_message_step_confirm_identity(&adapter->sender, room, user);
}

static enum bot_error forget_user(void *self, const char *user)
{
	struct mx_adapter *adapter = self;

	mx_profile_zones_forget(&adapter->zones, user);
	return mx_person_forget(adapter->account.store, user);
}

static bool holds_clock(void *self, const char *room)
{
	const struct mx_adapter *adapter = self;

	return mx_gaps_hold_clock(&adapter->receiver, room);
}

static int64_t message_interval(void *self)
{
	const struct mx_adapter *adapter = self;

	return mx_sender_interval(&adapter->sender);
}

static enum bot_user_word read_user(
	void *self, const char *word, const char *sender, char user[BOT_ID_SIZE])
{
	(void)self;
	if (word[0] == '@')
		return mx_id_read_user(word, sender, user) ? BOT_USER : BOT_BAD_USER;
	return mx_mention_read(word, NULL, user) || mx_id_read_bare_user(word, sender, user)
		       ? BOT_USER
		       : BOT_NOT_A_USER;
}

static bool link_to(void *self, const char *id, char url[BOT_URL_SIZE])
{
	const struct mx_adapter *adapter = self;

	return mx_id_link(id, mx_id_server(adapter->account.user), url, BOT_URL_SIZE);
}

static bool link_to_event(void *self, const char *room, const char *event, char url[BOT_URL_SIZE])
{
	const struct mx_adapter *adapter = self;

	return mx_id_link_event(
		room, event, mx_id_server(adapter->account.user), url, BOT_URL_SIZE);
}

static enum bot_people each_person(void *self, const char *room,
	void (*take)(void *taker, const char *user, const char *name), void *taker)
{
	struct mx_adapter *adapter = self;

	mx_people_want(&adapter->receiver.people, room);
	return mx_people_each(&adapter->receiver.people, room, take, taker);
}

static bool ask_zone(void *self, const char *user)
{
	struct mx_adapter *adapter = self;

	return mx_profile_zones_want(&adapter->zones, user);
}

static void describe(void *self, struct bot_platform *platform)
{
	const struct mx_adapter *adapter = self;
	struct mx_room_counts counts = {0};

	platform->connected = mx_account_is_connected(&adapter->account);
	platform->encrypts = mx_crypto_is_built_in();
	if (mx_room_read_counts(adapter->account.store, NULL, &counts) == BOT_OK)
		platform->rooms = counts.rooms;
}

static void copy_name(const struct mx_room *room, const char *me, void *self)
{
	struct bot_room_name *name = self;

	(void)me;
	snprintf(name->name, sizeof(name->name), "%s", room->name ? room->name : "");
	if (room->alias && mx_id_is_alias(room->alias))
		snprintf(name->alias, sizeof(name->alias), "%s", room->alias);
}

static void room_name(void *self, const char *room, struct bot_room_name *name)
{
	visit_room(self, room, copy_name, name);
}

static void site_of(void *self, const char *user, char site[BOT_ID_SIZE])
{
	(void)self;
	mx_site_of_user(user, site);
}

static bool is_in(const struct mx_room *room, const char *me)
{
	(void)me;
	return room->standing == MX_INSIDE;
}

static bool is_inside(void *self, const char *room)
{
	return mx_id_is_room(room) && ask_room(self, room, (struct question){is_in, NULL, false});
}

/* Writes the id of the first room with a value in the store, whether the bot is in it or not. */
static bool find_next_stored(struct bot_store *store, const char *after, char room[BOT_ID_SIZE])
{
	char from[sizeof(MX_ROOM_KEY) + BOT_ID_SIZE];
	char *key = NULL;

	snprintf(from, sizeof(from), "%s%s", MX_ROOM_KEY, after);
	if (bot_store_key_between(store, from, MX_ROOM_KEY_END, &key) != BOT_OK)
		return false;
	snprintf(room, BOT_ID_SIZE, "%s", key + strlen(MX_ROOM_KEY));
	free(key);
	return true;
}

/* Returns false if there is no further room, or if the store can't be read. */
static bool next_room(void *self, const char *after, char room[BOT_ID_SIZE])
{
	const struct mx_adapter *adapter = self;
	struct bot_store *store = adapter->account.store;
	bool found = find_next_stored(store, after, room);

	while (found && !mx_room_is_inside(store, room))
		found = find_next_stored(store, room, room);
	return found;
}

struct bot_port mx_port(struct mx_adapter *adapter)
{
	return (struct bot_port){.self = adapter,
		.user = adapter->account.user,
		.now = now,
		.steady = steady,
		.random = fill_random,
		.moderates = moderates,
		.each_moderator = each_moderator,
		.may_write = may_write,
		.lets_write = lets_write,
		.unread = holds_clock,
		.message_interval = message_interval,
		.read_user = read_user,
		.link = link_to,
		.link_event = link_to_event,
		.forget = forget_user,
		.each_person = each_person,
		.ask_zone = ask_zone,
		.describe = describe,
		.is_inside = is_inside,
		.next_room = next_room,
		.room_name = room_name,
		.origin = mx_id_port_origin,
		.read_origin = mx_id_port_read_origin,
		.site = site_of,
		.protection = mx_crypto_is_built_in() ? protection : NULL,
		.reading = mx_crypto_is_built_in() ? reading : NULL,
		.confirm_identity = mx_crypto_is_built_in() ? confirm_identity : NULL};
}
