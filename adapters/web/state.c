#include "adapters/web/state.h"

#include "bot/base/memory.h"
#include "bot/table/table_view.h"

#include <string.h>

enum bot_error web_state_write(struct bot_host *host, enum bot_web_link_kind kind,
	const char *subject, char **text, size_t *size)
{
	char *json = NULL;
	enum bot_error error = kind == BOT_WEB_LINK_BOARD ? bot_table_of_room(host, subject, &json)
							  : bot_table_of_user(host, subject, &json);

	if (error)
		return error;
	*size = strlen(json);
	json = bot_realloc(json, *size + 2);
	memcpy(json + *size, "\n", 2);
	++*size;
	*text = json;
	return BOT_OK;
}
