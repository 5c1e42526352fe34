/* Reads the address at which a server listens, such as 127.0.0.1:8080 or [::1]:8080. */
#ifndef ADAPTERS_HTTP_ADDRESS_H
#define ADAPTERS_HTTP_ADDRESS_H

#include <netdb.h>
#include <stdbool.h>

/*
 * Parses a numeric address with a port. The caller frees *found with freeaddrinfo. Returns false if
 * the text is no such address.
 */
bool http_address_find(const char *text, struct addrinfo **found);

#endif
