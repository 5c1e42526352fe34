#include "adapters/web/state.h"

#include "bot/base/memory.h"
#include "bot/table/table_view.h"

#include <string.h>

enum bot_error web_state_write(struct bot_host *host, enum web_state_kind kind, const char *subject,
	char **text, size_t *size)
{
	static enum bot_error (*const writers[])(
		struct bot_host * host, const char *subject, char **json) = {
		[WEB_STATE_TABLE] = bot_table_of_user,
		[WEB_STATE_BOARD] = bot_table_of_room,
		[WEB_STATE_NIGHT] = bot_table_of_night,
		[WEB_STATE_SEASON] = bot_table_of_season,
	};
	char *json = NULL;
	enum bot_error error = writers[kind](host, subject, &json);

	if (error)
		return error;
	*size = strlen(json);
	json = bot_realloc(json, *size + 2);
	memcpy(json + *size, "\n", 2);
	++*size;
	*text = json;
	return BOT_OK;
}
