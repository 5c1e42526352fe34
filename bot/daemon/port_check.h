/* A check whether the bot could listen at the addresses of its configuration. */
#ifndef BOT_DAEMON_PORT_CHECK_H
#define BOT_DAEMON_PORT_CHECK_H

#include "config/config.h"

#include <stdbool.h>

/*
 * Tries to listen, unless the bot of this configuration runs and does so itself. If another program
 * has a port, or an address is none of this machine, writes this to standard error and returns
 * false. A bot whose store is on a server may stand by on this machine, which nobody can see from
 * outside: then the port is no fault, and the text goes to standard output.
 */
bool port_check(const struct cfg *config);

#endif
