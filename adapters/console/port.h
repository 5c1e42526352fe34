/*
 * The port of the console (bot/call/port.h): it tells the time, draws random numbers, and knows
 * who moderates a room and who refuses private messages.
 */
#ifndef ADAPTERS_CONSOLE_PORT_H
#define ADAPTERS_CONSOLE_PORT_H

#include "bot/call/port.h"
#include "bot/store/store.h"

#define CON_PORT_PEOPLE 32 /* the most entries of each list below */

struct con_port {
	bool seeded; /* equal seeds give equal random numbers; the clocks begin at 0 */
	uint64_t seed;
	uint64_t draws; /* how many times the host has drawn random numbers */
	int64_t passed; /* how many milliseconds /wait has moved the clocks forward */
	struct con_moderator {
		char room[BOT_ID_SIZE], user[BOT_ID_SIZE];
	} moderator[CON_PORT_PEOPLE];
	size_t moderators;
	char refuser[CON_PORT_PEOPLE][BOT_ID_SIZE]; /* people who refuse private messages */
	size_t refusers;
	char person[CON_PORT_PEOPLE][BOT_ID_SIZE]; /* people who have spoken; all are in the room */
	size_t persons;
	char room[CON_PORT_PEOPLE][BOT_ID_SIZE]; /* the rooms that the bot has joined */
	size_t rooms;
};

/* Initializes the port, and fills in `host_port`, which borrows `port`. */
void con_port_init(struct con_port *port, bool seeded, uint64_t seed, struct bot_port *host_port);

/* Returns the milliseconds of a clock that never jumps back. */
int64_t con_port_steady(const struct con_port *port);

/*
 * The first function makes a person a moderator of a room. The second function sets whether a
 * person refuses private messages. Both functions return false if their list is full.
 */
bool con_port_add_moderator(struct con_port *port, const char *room, const char *user);
bool con_port_set_refusing(struct con_port *port, const char *user, bool refuses);
bool con_port_refuses(const struct con_port *port, const char *user);

/* Notes that the bot has joined a room. Without space for another room, does nothing. */
void con_port_add_room(struct con_port *port, const char *room);

/* Notes that a person is in the room. Without space for another person, does nothing. */
void con_port_add_person(struct con_port *port, const char *user);

#endif
