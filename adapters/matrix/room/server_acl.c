#include "adapters/matrix/room/server_acl.h"

#include "bot/base/glob.h"

#include <string.h>

static bool lists(const json_t *globs, const struct bot_glob_text *name)
{
	const json_t *glob;
	size_t i;

	json_array_foreach (globs, i, glob)
		if (json_is_string(glob) && bot_glob_matches(json_string_value(glob), name))
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
	char name[BOT_GLOB_TEXT_MOST + 1];
	struct bot_glob_text text;

	if (port)
		size = (size_t)(port - server) + (*port == ']');
	if (size >= sizeof(name))
		return false;
	memcpy(name, server, size);
	name[size] = '\0';
	if (is_ip_literal(name) && json_is_false(json_object_get(content, "allow_ip_literals")))
		return true;
	bot_glob_prepare(&text, name, BOT_GLOB_ANY_CASE);
	return lists(json_object_get(content, "deny"), &text) ||
	       !lists(json_object_get(content, "allow"), &text);
}
