#include "bot/commands/stray_message.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/bans.h"
#include "bot/call/id_link.h"
#include "bot/show/muted_room.h"

#include <string.h>

/*
 * Returns whether the user has a match in play, and a private room for it that is another
 * room. Writes the private room to `private`.
 */
static bool is_lost(
	struct bot_host *host, const char *room, const char *user, char private[BOT_ID_SIZE])
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	struct bot_match match;
	size_t count = 0;

	if (bot_bans_hold_for(host, user))
		return false;
	bot_must(bot_store_match_find(host->store, &filter, &match, 1, &count));
	return count > 0 && bot_found(bot_store_private_room(host->store, user, private)) &&
	       strcmp(room, private) != 0;
}

void bot_stray_message_handle(struct bot_host *host, const char *room, const char *user)
{
	char private[BOT_ID_SIZE], place[64];
	struct bot_page page;

	if (!is_lost(host, room, user, private) || bot_muted_room_is(host, room) ||
		bot_allowance_take(host, BOT_ALLOW_MUTED, user, room) > 0)
		return;
	const struct bot_lang *lang = bot_language_of_room(host, room);
	bot_page_init(&page, lang);
	bot_page_string(lang, BOT_MSG_PRIVATE_ROOM, NULL, place, sizeof(place));
	bot_id_link_room(host, &page, private, place);
	bot_page_say(&page, BOT_MSG_STRAY_MESSAGE,
		&(struct bot_args){.prefix = host->prefix, .room = place});
	bot_send(host, (struct bot_letter){.to = room}, &page, NULL);
}
