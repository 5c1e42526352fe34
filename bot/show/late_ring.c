#include "bot/show/late_ring.h"

#include "bot/base/attempt.h"
#include "bot/call/quiet_hours.h"
#include "bot/call/reaction_keys.h"

bool bot_late_ring_wait(struct bot_host *host, const struct bot_match *challenge)
{
	int64_t end = bot_quiet_hours_end(host, bot_match_challenged(challenge));

	if (end == 0)
		return false;
	bot_must(bot_store_timer_set(host->store, challenge->id, BOT_TIMER_NOTIFY,
		host->time + end - host->port->now(host->port->self)));
	return true;
}

/*
 * Addresses the letter to the user in private, in their language, if they are in a private room.
 * Otherwise the letter would invite them: anybody could have the bot do that.
 */
static void address(
	struct bot_loaded_match *loaded, struct bot_letter *letter, const struct bot_lang **lang)
{
	struct bot_store *store = loaded->host->store;
	const char *user = bot_match_challenged(&loaded->match);
	char room[BOT_ID_SIZE];
	bool joined = false;

	if (bot_found(bot_store_private_room(store, user, room)))
		bot_must(bot_store_has_joined(store, user, &joined));
	if (!joined)
		return;
	letter->private = true;
	letter->to = user;
	letter->mentions = NULL;
	*lang = bot_language_chosen(loaded->host, BOT_OF_USER, user, *lang);
}

static void ring(struct bot_loaded_match *loaded)
{
	const struct bot_match *match = &loaded->match;
	struct bot_letter letter = {.to = match->room,
		.match = match->id,
		.role = BOT_POST_CHALLENGE,
		.ring = BOT_RING,
		.mentions = bot_match_challenged(match),
		.reactions = BOT_REACTION_YES "\n" BOT_REACTION_NO};
	const struct bot_lang *lang = loaded->lang;
	struct bot_page page;

	address(loaded, &letter, &lang);
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_CHALLENGE_RINGS,
		&(struct bot_args){.id = match->id,
			.challenger = loaded->cast.name[match->challenger],
			.name = loaded->cast.name[eg_opponent(match->challenger)],
			.prefix = letter.private ? "" : loaded->host->prefix});
	bot_send(loaded->host, letter, &page, NULL);
}

void bot_late_ring_run(struct bot_loaded_match *loaded)
{
	if (loaded->match.status == BOT_CHALLENGE &&
		!bot_late_ring_wait(loaded->host, &loaded->match))
		ring(loaded);
}
