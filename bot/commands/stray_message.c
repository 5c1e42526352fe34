#include "bot/commands/stray_message.h"

#include "bot/call/allowance.h"
#include "bot/call/bans.h"
#include "bot/call/id_link.h"
#include "bot/show/muted_room.h"

#include <string.h>

/*
 * Sets *lost to whether the user has a match in play, and a private room for it that is another
 * room. Writes the private room to `private`.
 */
static enum bot_error is_lost(struct bot_host *host, const char *room, const char *user,
	char private[BOT_ID_SIZE], bool *lost)
{
	const struct bot_match_filter filter = {.player = user, .status = BOT_PLAYING};
	struct bot_match match;
	size_t count = 0;
	bool banned = false;

	*lost = false;
	enum bot_error error = bot_bans_hold_for(host, user, &banned);
	if (!error && !banned)
		error = bot_store_match_find(host->store, &filter, &match, 1, &count);
	if (error || count == 0)
		return error;
	error = bot_store_private_room(host->store, user, private);
	*lost = !error && strcmp(room, private) != 0;
	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error bot_stray_message_handle(struct bot_host *host, const char *room, const char *user)
{
	char private[BOT_ID_SIZE], place[64];
	const struct bot_lang *lang;
	struct bot_page page;
	int64_t wait = 0;
	bool lost;

	enum bot_error error = is_lost(host, room, user, private, &lost);
	if (error || !lost || bot_muted_room_is(host, room))
		return error;
	error = bot_allowance_take(host, BOT_ALLOW_MUTED, user, room, &wait);
	if (!error)
		error = bot_language_of_room(host, room, &lang);
	if (error || wait > 0)
		return error;
	bot_page_init(&page, lang);
	bot_page_string(lang, BOT_MSG_PRIVATE_ROOM, NULL, place, sizeof(place));
	bot_id_link_room(host, &page, private, place);
	bot_page_say(&page, BOT_MSG_STRAY_MESSAGE,
		&(struct bot_args){.prefix = host->prefix, .room = place});
	return bot_send(host, (struct bot_letter){.to = room}, &page, NULL);
}
