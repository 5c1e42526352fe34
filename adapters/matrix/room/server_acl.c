#include "adapters/matrix/room/server_acl.h"

#include <string.h>
#include <strings.h>

/*
 * Returns whether a glob matches a server name, in which * stands for any text, and ? for one
 * character. After a mismatch, the function goes back only to the last *, so it always ends soon.
 */
static bool matches(const char *glob, const char *name)
{
	const char *star = NULL, *from = NULL;

	while (*name) {
		if (*glob == '*') {
			star = ++glob;
			from = name;
		} else if (*glob == '?' || (*glob && strncasecmp(glob, name, 1) == 0)) {
			glob++;
			name++;
		} else if (star) {
			glob = star;
			name = ++from;
		} else {
			return false;
		}
	}
	return glob[strspn(glob, "*")] == '\0';
}

static bool lists(const json_t *globs, const char *name)
{
	const json_t *glob;
	size_t i;

	json_array_foreach (globs, i, glob)
		if (json_is_string(glob) && matches(json_string_value(glob), name))
			return true;
	return false;
}

static bool is_ip_literal(const char *name)
{
	return *name == '[' || name[strspn(name, "0123456789.")] == '\0';
}

bool mx_server_acl_denies(const json_t *content, const char *server)
{
	const char *port = *server == '[' ? strstr(server, "]:") : strchr(server, ':');
	size_t size = strlen(server);
	char name[256];

	if (port)
		size = (size_t)(port - server) + (*port == ']');
	if (size >= sizeof(name))
		return false;
	memcpy(name, server, size);
	name[size] = '\0';
	if (is_ip_literal(name) && json_is_false(json_object_get(content, "allow_ip_literals")))
		return true;
	return lists(json_object_get(content, "deny"), name) ||
	       !lists(json_object_get(content, "allow"), name);
}
