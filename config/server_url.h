/*
 * The URL of a PostgreSQL database, as libpq reads it
 * (https://www.postgresql.org/docs/current/libpq-connect.html).
 */
#ifndef CONFIG_SERVER_URL_H
#define CONFIG_SERVER_URL_H

#include <stdbool.h>

/* Whether the value of `store` is such a URL, right or wrong, and not the path of a file. */
bool cfg_is_server_url(const char *store);

/*
 * Returns why the bot can't use the URL, or NULL. A password in the URL is a fault, because other
 * people see the URL. In a build without PostgreSQL each URL is a fault.
 */
const char *cfg_server_url_fault(const char *url);

#endif
