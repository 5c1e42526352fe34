#include "bot/host/refused_verification.h"

#include "bot/call/allowance.h"
#include "bot/call/bans.h"

/* A user without a private room counts as joined in the store, so this looks for the room, too. */
static enum bot_error has_private_room(struct bot_host *host, const char *user, bool *has)
{
	char room[BOT_ID_SIZE];
	enum bot_error error = bot_store_private_room(host->store, user, room);

	*has = false;
	if (error)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	return bot_store_has_joined(host->store, user, has);
}

static enum bot_error explain(struct bot_host *host, const char *user)
{
	const struct bot_message message = {.private = true, .room = "", .sender = user};
	const struct bot_letter letter = {.private = true, .to = user};
	const struct bot_lang *lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_message(host, &message, &lang);
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_VERIFICATION_REFUSED, NULL);
	return bot_send(host, letter, &page, NULL);
}

enum bot_error bot_refused_verification_explain(struct bot_host *host, const char *user)
{
	bool banned = false, has_room;
	int64_t wait = 0;

	enum bot_error error = has_private_room(host, user, &has_room);
	if (!error && has_room)
		error = bot_bans_hold_for(host, user, &banned);
	if (error || !has_room || banned)
		return error;
	error = bot_allowance_take(host, BOT_ALLOW_VERIFY, user, user, &wait);
	return error || wait > 0 ? error : explain(host, user);
}
