/*
 * The display names of the people in rooms, so that people can name each other in commands. The bot
 * asks the homeserver for the members of a room when somebody gives a command there, and keeps the
 * names up to date with the events of the room. All of it is in memory only.
 */
#ifndef MX_PEOPLE_H
#define MX_PEOPLE_H

#include "bot/command/port.h"

#include <jansson.h>
#include <stdbool.h>

#define MX_PEOPLE_ROOMS 32   /* of how many rooms the bot keeps the members */
#define MX_PEOPLE_MOST  1000 /* in a bigger room the bot keeps no names */

struct mx_session;

struct mx_people {
	struct mx_session *session;
	/*
	 * for each room the object of its joined members, with the display name or null, or true if
	 * the room has too many members; the room that came first is the first to go
	 */
	json_t *rooms;
	json_t *wanted;         /* the set of rooms whose members the bot will ask for */
	char room[BOT_ID_SIZE]; /* the room that the request under way is about, or empty */
	bool changed;           /* the members of `room` changed during the request */
};

void mx_people_init(struct mx_people *people, struct mx_session *session);

/* Frees what the struct holds. No request may be under way. */
void mx_people_finish(struct mx_people *people);

/* Makes the bot ask for the room's members if it does not know them. */
void mx_people_want(struct mx_people *people, const char *room);

/* Notes an m.room.member event that is newer than the known members. */
void mx_people_note(struct mx_people *people, const char *room, const json_t *event);

/* Forgets the room's members. */
void mx_people_forget(struct mx_people *people, const char *room);

/* Starts a request for the members of a wanted room, if none is under way. */
void mx_people_ask(struct mx_people *people);

/* For each_person in struct bot_port. */
enum bot_people mx_people_each(struct mx_people *people, const char *room,
	void (*take)(void *taker, const char *user, const char *name), void *taker);

#endif
