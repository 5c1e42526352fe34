/*
 * The display names of the people in rooms, so that people can name each other in commands. The bot
 * asks the homeserver for the members of a room when somebody gives a command there, and keeps the
 * names up to date with the events of the room. It keeps the names only in memory.
 */
#ifndef ADAPTERS_MATRIX_RECEIVE_PEOPLE_H
#define ADAPTERS_MATRIX_RECEIVE_PEOPLE_H

#include "adapters/matrix/room/event.h"
#include "bot/call/port.h"

#include <jansson.h>
#include <stdbool.h>

#define MX_PEOPLE_ROOMS 32   /* the most rooms whose members the bot keeps */
#define MX_PEOPLE_MOST  1000 /* if a room has more members, the bot keeps none of them */

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

#endif
