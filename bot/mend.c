/* What is damaged in the store is given up, so that all the rest goes on. */
#include "bot/call.h"
#include "bot/language.h"
#include "bot/log.h"

static enum bot_error tell(struct bot_host *host, const struct bot_damage *damage)
{
	struct bot_letter letter = {.to = damage->room};
	const struct bot_lang *lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_room(host, damage->room, &lang);
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_MATCH_DAMAGED, &(struct bot_args){.id = damage->match});
	return bot_send(host, letter, &page, NULL);
}

enum bot_error bot_host_mend(struct bot_host *host, bool *mended)
{
	struct bot_damage damage;

	enum bot_error error = bot_store_set_aside(host->store, &damage);
	*mended = !error;
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	if (damage.match)
		bot_log_write(BOT_LOG_ERROR, "match_damaged",
			BOT_LOG_FIELDS({"match", .number = damage.match},
				{"room", .text = damage.room},
				{"what", .text = "its rows can't be what was stored: it was set "
						 "aside (status 'damaged'), all else goes on"}));
	else
		bot_log_write(BOT_LOG_ERROR, "row_damaged",
			BOT_LOG_FIELDS({"row", .number = damage.row},
				{"what", .text = "it can't be what was put in the outbox: it is "
						 "not sent"}));
	return damage.room[0] ? tell(host, &damage) : BOT_OK;
}
