#include "bot/host/refused_verification.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/bans.h"

/* A user without a private room counts as joined in the store, so this looks for the room, too. */
static bool has_private_room(struct bot_host *host, const char *user)
{
	char room[BOT_ID_SIZE];
	bool joined = false;

	if (bot_found(bot_store_private_room(host->store, user, room)))
		bot_must(bot_store_has_joined(host->store, user, &joined));
	return joined;
}

static void explain(struct bot_host *host, const char *user)
{
	const struct bot_message message = {.private = true, .room = "", .sender = user};
	const struct bot_letter letter = {.private = true, .to = user};
	struct bot_page page;

	const struct bot_lang *lang = bot_language_of_message(host, &message);
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_VERIFICATION_REFUSED, NULL);
	bot_send(host, letter, &page, NULL);
}

void bot_refused_verification_explain(struct bot_host *host, const char *user)
{
	if (!has_private_room(host, user) || bot_bans_hold_for(host, user))
		return;
	if (bot_allowance_take(host, BOT_ALLOW_VERIFY, user, user) == 0)
		explain(host, user);
}
