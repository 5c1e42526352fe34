#include "bot/challenge/lobby.h"

#include "bot/base/attempt.h"
#include "bot/call/allowance.h"
#include "bot/call/guests.h"
#include "bot/call/people.h"
#include "bot/call/reaction_keys.h"
#include "bot/challenge/terms.h"
#include "bot/match/loading.h"
#include "bot/match/shuffle.h"
#include "bot/show/ended_challenge.h"
#include "bot/show/muted_room.h"

#include <sodium.h>
#include <string.h>

/* How many rooms of the lobby the bot looks at to choose from. */
#define CANDIDATES 64

/*
 * How many of the chosen rooms have to be rooms in which a rated match has ended, if there are
 * such.
 */
#define PLAYED_MOST 3

struct choice {
	bool is_newcomer; /* the challenger has no rating */
	char room[BOT_CHALLENGE_ELSEWHERE][BOT_ID_SIZE];
	size_t count;
};

void bot_lobby_set(struct bot_host *host, const char *room, bool has)
{
	bot_store_set_setting(host->store, BOT_OF_ROOM, room, BOT_LOBBY_SETTING, has ? "on" : NULL);
}

/*
 * Whether the bot can write in a room of the lobby. The bot may have left the room: the store keeps
 * the setting for some time after that.
 */
static bool can_write(const struct bot_host *host, const char *room)
{
	const struct bot_port *port = host->port;

	return (!port->is_inside || port->is_inside(port->self, room)) &&
	       !bot_muted_room_is(host, room);
}

static bool has_chosen(const struct choice *choice, const char *room)
{
	for (size_t i = 0; i < choice->count; i++)
		if (strcmp(choice->room[i], room) == 0)
			return true;
	return false;
}

/* Takes one use of what the bot may show in the room. Returns false if all are used up. */
static bool take_room(const struct bot_call *call, const struct choice *choice, const char *room)
{
	int64_t wait = 0;

	if (choice->is_newcomer)
		wait = bot_allowance_take(call->host, BOT_ALLOW_LOBBY_NEW, BOT_EVERYONE, room);
	if (wait == 0)
		wait = bot_allowance_take(call->host, BOT_ALLOW_LOBBY, BOT_EVERYONE, room);
	return wait == 0;
}

/*
 * Adds the room to the choice, if the bot can write there, and if the room may get another message
 * about a challenge of other rooms (see take_room).
 */
static void consider(const struct bot_call *call, const char *room, struct choice *choice)
{
	if (strcmp(room, call->message->room) != 0 && !has_chosen(choice, room) &&
		can_write(call->host, room) && take_room(call, choice, room))
		memcpy(choice->room[choice->count++], room, strlen(room) + 1);
}

/* Considers the rooms of the list from `first` on, until the choice has `most` rooms. */
static void choose_after(
	const struct bot_call *call, bool played, size_t first, size_t most, struct choice *choice)
{
	char rooms[CANDIDATES][BOT_ID_SIZE];

	size_t count = bot_store_lobby_list(call->host->store, played, first, rooms, CANDIDATES);
	for (size_t i = 0; i < count && choice->count < most; i++)
		consider(call, rooms[i], choice);
}

/*
 * Begins at a place of the list that nobody can foresee, so that no room is always the first. A
 * server can make rooms with any ids, and so any place of the list.
 */
static void choose_from(
	const struct bot_call *call, bool played, size_t most, struct choice *choice)
{
	uint32_t drawn;

	size_t count = bot_store_lobby_count(call->host->store, played);
	if (count == 0)
		return;
	bot_draw(call->host, BOT_LOBBY_SETTING, &drawn, sizeof(drawn));
	choose_after(call, played, drawn % count, most, choice);
	if (choice->count < most)
		choose_after(call, played, 0, most, choice);
}

/*
 * Chooses the rooms that show a challenge. Most are rooms in which a rated match has ended:
 * otherwise the owner of many rooms could keep the challenges from all others.
 */
static void choose_rooms(const struct bot_call *call, struct choice *choice)
{
	choice->is_newcomer = bot_origin_share_is_newcomer(call->host, call->message->sender);
	choose_from(call, true, PLAYED_MOST, choice);
	choose_from(call, false, BOT_CHALLENGE_ELSEWHERE, choice);
}

static void show_in(const struct bot_loaded_match *loaded, const char *room, const char *commitment)
{
	const struct bot_match *match = &loaded->match;
	const struct bot_letter letter = {.to = room,
		.match = match->id,
		.role = BOT_POST_CHALLENGE,
		.commitment = commitment,
		.reactions = BOT_REACTION_YES};
	struct bot_terms_text terms;

	const struct bot_lang *lang = bot_language_of_room(loaded->host, room);
	struct bot_args args = bot_challenge_args(match, loaded->cast.name, lang, &terms);
	args.prefix = loaded->host->prefix;
	bot_send_message(loaded->host, letter, lang, BOT_MSG_LOBBY_CHALLENGE, args);
}

/*
 * Shows the challenge in the chosen rooms. Each message has the commitment to the shuffles, so that
 * whoever accepts it there can check the deal as well as people in the challenger's room.
 */
static void show_in_all(
	struct bot_host *host, const struct bot_match *challenge, const struct choice *choice)
{
	struct bot_loaded_match loaded;
	struct bot_shuffle shuffle;
	char commitment[EG_KEY_TEXT];

	bot_need(bot_store_shuffle(host->store, challenge->id, &shuffle));
	bot_shuffle_secret(host, challenge->id, &shuffle, 0, commitment);
	sodium_memzero(&shuffle, sizeof(shuffle));
	bot_match_load(&loaded, host, challenge);
	for (size_t i = 0; i < choice->count; i++)
		show_in(&loaded, choice->room[i], commitment);
}

/*
 * Takes one use of what the challenger, and everybody in the room, may show in other rooms. Returns
 * 0, or the milliseconds until they may.
 */
static int64_t take_allowances(const struct bot_call *call)
{
	const char *room = call->message->room, *sender = call->message->sender;
	int64_t wait = bot_allowance_take(call->host, BOT_ALLOW_LOBBY, sender, sender);

	return wait > 0 ? wait
			: bot_allowance_take(call->host, BOT_ALLOW_LOBBY, room, BOT_EVERYONE);
}

void bot_lobby_show(const struct bot_call *call, const struct bot_match *challenge)
{
	struct choice choice = {.count = 0};
	struct bot_args args = {.id = challenge->id, .left = take_allowances(call)};

	if (args.left > 0) {
		bot_reply(call, BOT_MSG_LOBBY_LATER, args);
		return;
	}
	choose_rooms(call, &choice);
	show_in_all(call->host, challenge, &choice);
	args.count = (int64_t)choice.count;
	bot_reply(call, choice.count > 0 ? BOT_MSG_LOBBY_SHOWN : BOT_MSG_LOBBY_EMPTY, args);
}

bool bot_lobby_find(const struct bot_call *call, struct bot_match *challenge)
{
	const struct bot_message *message = call->message;
	struct bot_store *store = call->host->store;
	int64_t id = call->words.id ? call->words.id : bot_call_replied_match(call);

	if (id == 0 || message->private || !bot_store_match_get(store, id, challenge))
		return false;
	if (challenge->status != BOT_CHALLENGE || bot_match_challenged(challenge)[0] ||
		strcmp(challenge->room, message->room) == 0 ||
		strcmp(bot_match_challenger(challenge), message->sender) == 0 ||
		!bot_guests_are_welcome(call->host, challenge->room) ||
		!bot_guests_are_welcome(call->host, message->room))
		return false;
	return bot_store_is_challenge_posted(store, id, message->room);
}

bool bot_lobby_may_accept(const struct bot_call *call, const struct bot_match *challenge)
{
	struct bot_message message = *call->message;
	const struct bot_call there = {.host = call->host, .message = &message};

	message.room = challenge->room;
	return bot_guests_are_welcome(call->host, challenge->room) &&
	       bot_people_sender_may_write(&there) &&
	       !bot_muted_room_is(call->host, challenge->room);
}
