#include "adapters/matrix/id.h"

#include "bot/store.h"

#include <stddef.h>
#include <string.h>

static bool is_id(const char *id, char sigil)
{
	size_t size;

	if (!id || id[0] != sigil || id[1] == '\0')
		return false;
	size = strnlen(id, BOT_ID_SIZE);
	if (size == BOT_ID_SIZE)
		return false;
	for (size_t i = 0; i < size; i++)
		if ((unsigned char)id[i] <= ' ' || id[i] == 0x7f)
			return false;
	return true;
}

bool mx_id_is_user(const char *id)
{
	const char *colon;

	if (!is_id(id, '@'))
		return false;
	colon = strchr(id, ':');
	return colon && colon[1] != '\0';
}

bool mx_id_is_room(const char *id)
{
	return is_id(id, '!');
}

bool mx_id_is_event(const char *id)
{
	return is_id(id, '$');
}

const char *mx_id_server(const char *user)
{
	return strchr(user, ':') + 1;
}
