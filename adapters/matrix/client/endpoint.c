#include "adapters/matrix/client/endpoint.h"

#include "adapters/matrix/client/id.h"

#include <string.h>

#define FIELDS_MOST 3

static bool is_not_empty(const char *text)
{
	return text && *text;
}

/* The homeserver would read an id that begins with a brace as a whole filter. */
static bool is_filter_id(const char *text)
{
	return is_not_empty(text) && *text != '{';
}

static bool is_content_uri(const char *text)
{
	return text && strncmp(text, "mxc://", strlen("mxc://")) == 0 && strlen(text) < BOT_ID_SIZE;
}

struct mx_endpoint {
	enum mx_http_method method;
	const char *path; /* after /_matrix/; a % stands for one segment with any text */
	struct field {
		const char *name; /* or "" for the answer itself */
		json_type type;
		bool (*is_valid)(const char *text); /* for a string; NULL if any value is valid */
	} fields[FIELDS_MOST];
};

/* https://spec.matrix.org/latest/client-server-api */
static const struct mx_endpoint endpoints[] = {
	{MX_HTTP_PUT, "client/v3/rooms/%/send/%/%", {{"event_id", JSON_STRING, mx_id_is_event}}},
	{MX_HTTP_PUT, "client/v3/rooms/%/state/%/%", {{"event_id", JSON_STRING, mx_id_is_event}}},
	{MX_HTTP_POST, "client/v3/createRoom", {{"room_id", JSON_STRING, mx_id_is_room}}},
	{MX_HTTP_POST, "client/v3/join/%", {{"room_id", JSON_STRING, mx_id_is_room}}},
	{MX_HTTP_POST, "media/v3/upload", {{"content_uri", JSON_STRING, is_content_uri}}},

	{MX_HTTP_GET, "client/v3/sync", {{"next_batch", JSON_STRING, is_not_empty}}},
	{MX_HTTP_POST, "client/v3/user/%/filter", {{"filter_id", JSON_STRING, is_filter_id}}},
	{MX_HTTP_GET, "client/v3/directory/room/%", {{"room_id", JSON_STRING, mx_id_is_room}}},
	{MX_HTTP_GET, "client/v3/rooms/%/messages", {{"chunk", JSON_ARRAY, NULL}}},
	{MX_HTTP_GET, "client/v3/rooms/%/members", {{"chunk", JSON_ARRAY, NULL}}},
	{MX_HTTP_GET, "client/v3/rooms/%/joined_members", {{"joined", JSON_OBJECT, NULL}}},
	{MX_HTTP_GET, "client/v3/rooms/%/state", {{"", JSON_ARRAY, NULL}}},
	{MX_HTTP_GET, "client/v3/rooms/%/state/m.room.member/%",
		{{"membership", JSON_STRING, is_not_empty}}},

	{MX_HTTP_POST, "client/v3/login",
		{{"user_id", JSON_STRING, mx_id_is_user},
			{"access_token", JSON_STRING, is_not_empty},
			{"device_id", JSON_STRING, is_not_empty}}},
	{MX_HTTP_GET, "client/v3/account/whoami", {{"user_id", JSON_STRING, mx_id_is_user}}},
	{MX_HTTP_POST, "client/v3/register", {{"user_id", JSON_STRING, mx_id_is_user}}},

	{MX_HTTP_POST, "client/v3/keys/upload", {{"one_time_key_counts", JSON_OBJECT, NULL}}},
	{MX_HTTP_POST, "client/v3/keys/claim", {{"one_time_keys", JSON_OBJECT, NULL}}},
};

/* Returns whether the path without its query fits the pattern. */
static bool fits(const char *path, const char *pattern)
{
	while (*pattern) {
		if (*pattern == '%')
			path += strcspn(path, "/?");
		else if (*path++ != *pattern)
			return false;
		pattern++;
	}
	return *path == '\0' || *path == '?';
}

const struct mx_endpoint *mx_endpoint_find(enum mx_http_method method, const char *path)
{
	static const char prefix[] = "/_matrix/";

	if (strncmp(path, prefix, strlen(prefix)) != 0)
		return NULL;
	for (size_t i = 0; i < sizeof(endpoints) / sizeof(*endpoints); i++)
		if (endpoints[i].method == method && fits(path + strlen(prefix), endpoints[i].path))
			return &endpoints[i];
	return NULL;
}

static bool has_field(const json_t *answer, const struct field *field)
{
	const json_t *value = *field->name ? json_object_get(answer, field->name) : answer;

	return value && json_typeof(value) == field->type &&
	       (!field->is_valid || field->is_valid(json_string_value(value)));
}

void mx_endpoint_check(const struct mx_endpoint *endpoint, struct mx_answer *answer)
{
	bool succeeded = answer->status >= 200 && answer->status < 300;

	answer->lacks = NULL;
	if (!endpoint || !answer->json || !succeeded)
		return;
	for (size_t i = 0; i < FIELDS_MOST && endpoint->fields[i].name && !answer->lacks; i++)
		if (!has_field(answer->json, &endpoint->fields[i]))
			answer->lacks =
				*endpoint->fields[i].name ? endpoint->fields[i].name : "a list";
}
