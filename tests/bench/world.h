/*
 * The homeserver's side: rooms, what is said in them, and the calls that a bot makes. Each duel has
 * three rooms: the public one, and the private ones of its two players.
 */
#ifndef BENCH_WORLD_H
#define BENCH_WORLD_H

#include "tests/bench/http.h"

#define SERVER "bench.example.org"
#define BOT    "@engarde:" SERVER

enum { PUBLIC_ROOM, WHITE_ROOM, BLACK_ROOM, ROOMS_A_DUEL };

/* Synapse's limit of messages; a rate of 0 is none. */
struct limit {
	double rate; /* a second */
	double burst;
};

/* What the bot has done so far. */
struct counts {
	uint64_t requests, sent, edits, limited;
};

extern struct counts counts;

/* Room for so many duels, none of which the bot knows yet. */
void world_init(unsigned duels);
void world_set_limit(struct limit limit);

/* The bot is in the duel's public room from now on. */
void world_open(unsigned duel);

/* Somebody says something. */
void world_say(unsigned room, unsigned user, const char *text);

/* The id of a user: player 0 or 1 of a duel is user 2 * duel or 2 * duel + 1. Valid until the next.
 */
const char *world_user(unsigned user);

/*
 * Has the next answers of /sync hold this many messages of which one in a hundred is the command,
 * 50 a room at most, over the public rooms of so many duels. They are made now, and asked for
 * later.
 */
void world_pile_up(unsigned messages, unsigned duels, const char *command);
/* What is left of that. */
unsigned world_piled(void);

/* Waits for what the bot does; gives /sync what there is for it. */
void world_turn(int64_t until);

/* When /sync was asked for the first time since the last call; 0: not yet. */
int64_t world_first_sync(void);
void world_forget_client(void);

void world_handle(struct exchange *exchange);

/* Called for what the bot sends: the content as it was sent. */
void players_hear(unsigned room, const char *content);

#endif
