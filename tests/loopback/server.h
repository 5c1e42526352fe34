/* The world on the network: HTTP on 127.0.0.1, many connections on one thread. */
#ifndef TESTS_LOOPBACK_SERVER_H
#define TESTS_LOOPBACK_SERVER_H

#include "tests/loopback/world.h"

struct lo_server;

/* At a port of the system's choice where it is 0. NULL: it can't. The world outlives the server. */
struct lo_server *lo_server_create(struct lo_world *world, uint16_t port);
void lo_server_destroy(struct lo_server *server);
uint16_t lo_server_port(const struct lo_server *server);

/*
 * Writes a configuration for engarde-bot, which bears the load: nobody asks too often, and no room
 * is one too many. Its store is the path with ".db" behind. False: errno says why.
 */
bool lo_server_write_config(const struct lo_server *server, const char *path);

/* The clock of world->now. */
int64_t lo_now(void);
/* Serves what there is, waiting for it until then at most, and has the people speak. */
void lo_server_turn(struct lo_server *server, int64_t until);
/* Whether it was asked to end. */
bool lo_server_stopped(const struct lo_server *server);

#endif
