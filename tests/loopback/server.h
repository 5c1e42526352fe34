/* Serves the homeserver of world.h by HTTP on 127.0.0.1: many connections on one thread. */
#ifndef TESTS_LOOPBACK_SERVER_H
#define TESTS_LOOPBACK_SERVER_H

#include "tests/loopback/world.h"

struct lo_server;

/*
 * Starts the server. With port 0 the system chooses a port. Returns NULL if the server can't
 * listen. Destroy the server before the world.
 */
struct lo_server *lo_server_create(struct lo_world *world, uint16_t port);
void lo_server_destroy(struct lo_server *server);
uint16_t lo_server_port(const struct lo_server *server);
/* Returns the user id of the bot. It is valid as long as the world. */
const char *lo_server_user(const struct lo_server *server);

/*
 * Writes a configuration for engarde-bot without limits on commands and rooms. `store` is the URL
 * of its store, or NULL for the file `path` with ".db" appended. With a URL, `path` is a whole
 * path. Returns false and sets errno if the file can't be written.
 */
bool lo_server_write_config(const struct lo_server *server, const char *path, const char *store);

/* Returns the present time in microseconds, on the clock of world->now. */
int64_t lo_now(void);
/*
 * Waits for a request or for planned work, but not longer than until the time `until`. Then serves
 * the requests, and sends the messages of the people that are due.
 */
void lo_server_turn(struct lo_server *server, int64_t until);
/* Returns whether a request has asked the program to end. */
bool lo_server_stopped(const struct lo_server *server);

#endif
