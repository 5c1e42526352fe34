#include "bot/challenge/publication.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/guests.h"
#include "bot/call/people.h"
#include "bot/call/reaction_keys.h"
#include "bot/challenge/limits.h"
#include "bot/challenge/terms.h"
#include "bot/match/loading.h"
#include "bot/match/shuffle.h"
#include "bot/show/notification.h"

#include <sodium.h>

/*
 * Decides whether a challenge makes the device of the challenged user ring. The device rings unless
 * the challenger's own allowance for that user is used up. If the two have never played a rated
 * match, the device also stays quiet when the allowance that all strangers share is used up.
 */
static enum bot_ring choose_ring(struct bot_host *host, const struct bot_match *match)
{
	enum bot_ring ring =
		bot_allowance_ring(host, bot_match_challenger(match), bot_match_challenged(match));

	if (ring != BOT_RING || bot_match_limits_have_played(host->store, match))
		return ring;
	return bot_allowance_ring_by_stranger(host, bot_match_challenged(match));
}

/* If a challenge to anybody has at least this many touches, the bot says how to ask for fewer. */
#define LONG 5

/* What the message with a challenge says besides the challenge's terms. */
struct publication {
	const struct bot_lang *lang;
	const char *commitment; /* to the shuffles of the match */
	int64_t replaced; /* the challenge in the same room that the challenge replaces, or 0 */
	bool rings;       /* mentions the challenged user */
};

static struct bot_args make_args(const struct bot_loaded_match *loaded, const struct bot_lang *lang,
	struct bot_terms_text *terms)
{
	struct bot_args args = bot_challenge_args(&loaded->match, loaded->cast.name, lang, terms);

	args.prefix = loaded->host->prefix;
	return args;
}

/* Tells the challenged user in private what they can't read in the room. */
static void tell_in_private(
	struct bot_loaded_match *loaded, const struct bot_lang *lang, enum bot_ring ring)
{
	const struct bot_match *match = &loaded->match;
	const char *user = bot_match_challenged(match);
	const struct bot_letter letter = {.private = true,
		.to = user,
		.match = match->id,
		.role = BOT_POST_CHALLENGE,
		.ring = ring,
		.reactions = BOT_REACTION_YES "\n" BOT_REACTION_NO};
	struct bot_terms_text terms;
	BOT_PAGE(page);
	char place[BOT_ROOM_LABEL_SIZE];

	lang = bot_language_chosen(loaded->host, BOT_OF_USER, user, lang);
	struct bot_args args = make_args(loaded, lang, &terms);
	args.room = place;
	bot_page_init(&page, lang);
	bot_guests_add_place(loaded->host, &page, match->room, user, place);
	bot_page_say(&page, BOT_MSG_CHALLENGE_PRIVATE, &args);
	bot_send(loaded->host, letter, &page, NULL);
}

/* Whether the user can't read what the bot encrypts in a room. */
static bool is_unable_to_read(const struct bot_host *host, const char *room, const char *user)
{
	const struct bot_port *port = host->port;

	return port->reading && port->reading(port->self, room, user) != BOT_CAN_READ;
}

/*
 * Whether the challenged user has a private room, but can't read the challenge in its room, or is
 * not there. If the bot does not know that the user is in the room, only a guest gets a private
 * message: otherwise anybody could write to them from a room of their own.
 */
static bool needs_private_copy(struct bot_host *host, const struct bot_match *match)
{
	const char *user = bot_match_challenged(match);
	char private[BOT_ID_SIZE];

	if (!user[0])
		return false;
	bool needs =
		bot_people_is_present(host, match->room, user)
			? is_unable_to_read(host, match->room, user)
			: bot_guests_may_play(host, match->room, bot_match_challenger(match), user);
	return needs && bot_store_private_room(host->store, user, private);
}

/*
 * Makes the device of the challenged user ring, or waits for the end of their quiet hours. The
 * private copy rings if they read a private room and are in the room of the challenge. Otherwise
 * returns true: the message in the room has to mention them. Clients colour the whole of a message
 * that mentions their user.
 */
static bool ring(struct bot_loaded_match *loaded, const struct bot_lang *lang)
{
	const struct bot_match *match = &loaded->match;
	const char *user = bot_match_challenged(match);
	enum bot_ring ring = choose_ring(loaded->host, match);
	bool rings = ring == BOT_RING && !bot_late_ring_wait(loaded->host, match);
	bool copies = needs_private_copy(loaded->host, match) ||
		      (rings && bot_people_is_present(loaded->host, match->room, user) &&
			      bot_notification_is_private(loaded->host, user));

	if (copies)
		tell_in_private(loaded, lang, ring);
	return rings && !copies;
}

/* Sends the message with the challenge. It has no links to people, which clients show as pills. */
static void publish(struct bot_loaded_match *loaded, const struct publication *publication)
{
	const struct bot_match *match = &loaded->match;
	bool open = !bot_match_challenged(match)[0];
	struct bot_letter letter = {.to = match->room,
		.match = match->id,
		.role = BOT_POST_CHALLENGE,
		.ring = publication->rings ? BOT_RING : BOT_QUIET,
		.mentions = publication->rings ? bot_match_challenged(match) : NULL,
		.commitment = publication->commitment,
		.reactions = open ? BOT_REACTION_YES : BOT_REACTION_YES "\n" BOT_REACTION_NO};
	struct bot_terms_text terms;
	BOT_PAGE(page);

	struct bot_args args = make_args(loaded, publication->lang, &terms);
	bot_page_init(&page, publication->lang);
	bot_page_say(&page, open ? BOT_MSG_CHALLENGE_OPEN : BOT_MSG_CHALLENGE_USER, &args);
	if (open && match->rules.touches >= LONG)
		bot_page_say(&page, BOT_MSG_CHALLENGE_SHORTER, &args);
	if (publication->replaced != 0)
		bot_page_say(&page, BOT_MSG_CHALLENGE_REPLACES,
			&(struct bot_args){.id = publication->replaced});
	bot_send(loaded->host, letter, &page, NULL);
}

void bot_challenge_publish(const struct bot_call *call, const struct bot_match *match,
	const char *commitment, int64_t replaced)
{
	struct publication publication = {.commitment = commitment, .replaced = replaced};
	struct bot_loaded_match loaded;

	bot_match_load(&loaded, call->host, match);
	publication.lang = bot_language_of_room(call->host, match->room);
	if (bot_match_challenged(match)[0])
		publication.rings = ring(&loaded, publication.lang);
	publish(&loaded, &publication);
	if (!bot_match_challenged(match)[0])
		bot_notification_tell(&loaded, true);
}

void bot_challenge_publish_again(struct bot_host *host, const struct bot_match *match)
{
	struct publication publication = {.replaced = 0};
	struct bot_loaded_match loaded;
	struct bot_shuffle shuffle;
	char commitment[EG_KEY_TEXT];

	if (!bot_store_shuffle(host->store, match->id, &shuffle))
		return;
	bot_shuffle_secret(host, match->id, &shuffle, 0, commitment);
	sodium_memzero(&shuffle, sizeof(shuffle));
	bot_match_load(&loaded, host, match);
	publication.lang = bot_language_of_room(host, match->room);
	publication.commitment = commitment;
	if (needs_private_copy(host, match))
		tell_in_private(&loaded, publication.lang, BOT_QUIET);
	publish(&loaded, &publication);
}
