#include "config/server_url.h"

#include <string.h>

#ifdef ENGARDE_POSTGRESQL
#include <libpq-fe.h>
#endif

bool cfg_is_server_url(const char *store)
{
	return strncmp(store, "postgresql://", 13) == 0 || strncmp(store, "postgres://", 11) == 0;
}

#ifdef ENGARDE_POSTGRESQL

static bool has_value(const PQconninfoOption *options, const char *keyword)
{
	for (; options->keyword; options++)
		if (strcmp(options->keyword, keyword) == 0)
			return options->val && *options->val;
	return false;
}

/* libpq's own message is of no use: it could repeat the password. */
const char *cfg_server_url_fault(const char *url)
{
	PQconninfoOption *options = PQconninfoParse(url, NULL);
	const char *fault = NULL;

	if (!options)
		return "is not one that libpq understands; write it as in "
		       "postgresql://engarde@db.example.org/engarde, and a sign such as / or @ in "
		       "a name as %2F or %40";
	if (has_value(options, "password"))
		fault = "has a password, which other people can see; remove it, and write it into "
			"libpq's password file (PGPASSFILE, or passfile= in the URL)";
	else if (has_value(options, "sslpassword"))
		fault = "has the password of a key, which other people can see; remove it, and use "
			"a key without a password, in a file that only the bot can read";
	PQconninfoFree(options);
	return fault;
}

#else

const char *cfg_server_url_fault(const char *url)
{
	(void)url;
	return "names a PostgreSQL database, but this engarde-bot was built without PostgreSQL; "
	       "name a file, or build it with -DENGARDE_POSTGRESQL=ON";
}

#endif
