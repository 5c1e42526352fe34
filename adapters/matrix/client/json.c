#include "adapters/matrix/client/json.h"

#include "adapters/matrix/client/json_sanitize.h"

#include <sodium.h>
#include <string.h>

json_t *mx_json_parse(char *text, size_t size)
{
	json_error_t error;

	if (!text)
		return NULL;
	mx_json_sanitize(text, size);
	return json_loadb(text, size, 0, &error);
}

char *mx_json_print(const json_t *json)
{
	return json_dumps(json, JSON_COMPACT);
}

const char *mx_json_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

void mx_json_wipe(json_t *object, const char *key)
{
	json_t *member = json_object_get(object, key);
	const char *text = json_string_value(member);

	/* jansson's own bytes, which it returns as const; strchr drops that. */
	if (text)
		sodium_memzero(strchr(text, *text), json_string_length(member));
}

bool mx_json_array_has(const json_t *array, const char *text)
{
	const json_t *value;
	size_t i;

	json_array_foreach (array, i, value)
		if (json_is_string(value) && strcmp(json_string_value(value), text) == 0)
			return true;
	return false;
}
