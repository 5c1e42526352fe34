/*
 * The display names of the people in rooms, so that people can name each other in commands. The bot
 * asks the homeserver for the members of a room when somebody gives a command there, and keeps the
 * names up to date with the events of the room. It keeps the names only in memory.
 *
 * What the bot learns from the events of its own account.
 *
 * Its display name, by which people may address the bot: the bot keeps the newest in the store,
 * because a host may change it while the bot runs.
 *
 * And whether another process, or a person, sends messages from the account. The bot warns once of
 * that in the log: two bots with one account and different stores would answer each command twice.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_PEOPLE_H
#define ADAPTERS_MATRIX_RECEIVE_PEOPLE_H

#include "adapters/matrix/login/account.h"
#include "adapters/matrix/room/event.h"
#include "bot/call/port.h"

#include <jansson.h>
#include <stdbool.h>

struct mx_session;

struct mx_people {
	struct mx_session *session;
	/*
	 * For each room, an object with its joined members: the keys are user ids, and the values
	 * are display names or null. The value of a room with too many members is true. The rooms
	 * are in the order in which the bot got their members, and the bot forgets the first one
	 * when it needs space.
	 */
	json_t *rooms;
	json_t *wanted; /* the set of rooms for whose members the bot will ask the homeserver */
	char asked_room[BOT_ID_SIZE]; /* the room of the request in flight, or empty */
	bool changed;                 /* the members of asked_room changed during the request */
};

void mx_people_init(struct mx_people *people, struct mx_session *session);

/* Frees what the struct holds. No request may be in flight. */
void mx_people_finish(struct mx_people *people);

/* Makes the bot ask for the room's members if it does not know them. */
void mx_people_want(struct mx_people *people, const char *room);

/* Notes an m.room.member event that is newer than the known members. */
void mx_people_note(struct mx_people *people, const char *room, const struct mx_event *event);

/* Forgets the room's members. */
void mx_people_forget(struct mx_people *people, const char *room);

/* Starts a request for the members of a wanted room, if no request is in flight. */
void mx_people_ask(struct mx_people *people);

/* Does what each_person in struct bot_port says. */
enum bot_people mx_people_each(struct mx_people *people, const char *room,
	void (*take)(void *taker, const char *user, const char *name), void *taker);

struct mx_own_name {
	char text[BOT_ID_SIZE]; /* empty if the name is not known */
	int64_t sent; /* when the homeserver got the name's event, in ms since 1970 UTC, or 0 */
};

/* Reads the name from the store. If the store fails, the name stays unknown. */
void mx_own_name_load(struct mx_own_name *name, struct mx_account *account);

/*
 * Notes the name in a member event of the bot, in the transaction of the event. `newest` says that
 * the homeserver brings the event as a new one: then it counts, whatever its date is. Ignores
 * another event that is older than that of the known name, such as an old join in the state of a
 * room, or that has a date in the future, as a server with a wrong clock writes it. Also ignores an
 * event that somebody else has sent, such as an invitation.
 */
BOT_MUST_USE enum bot_error mx_own_name_note(struct mx_own_name *name, struct mx_account *account,
	const struct mx_event *event, bool newest);

struct mx_other_device {
	int64_t started; /* when the bot started, in ms since 1970 UTC */
	bool has_echo;   /* the homeserver has given the bot a transaction id of its own message */
	bool warned;
};

void mx_other_device_init(struct mx_other_device *other);

/*
 * Notes a new event of /sync that the bot's account sent. `txn` is the event's transaction id, or
 * NULL. A homeserver gives each device only the transaction ids of its own events. So if this
 * homeserver gives transaction ids at all, an event without one is from another device. Ignores
 * events from before the bot started, because a homeserver forgets transaction ids after some time.
 */
void mx_other_device_note(
	struct mx_other_device *other, const struct mx_event *event, const char *txn);

#endif
