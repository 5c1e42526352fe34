#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/guests.h"
#include "bot/call/people.h"
#include "bot/call/question.h"
#include "bot/call/rate_limit.h"
#include "bot/call/shared_rooms.h"
#include "bot/challenge/challenge.h"
#include "bot/challenge/lobby.h"
#include "bot/challenge/seek.h"
#include "bot/commands/challenge_words.h"
#include "bot/show/muted_room.h"
#include "bot/text/name.h"
#include "bot/text/words.h"

#include <string.h>
#include <strings.h>

/* The least certainty, in percent, of a sentence that challenges anybody in a room at once. */
#define PUBLISHES 64

/*
 * `challenge` in private is for people who can't write in the room where they want to play, perhaps
 * because they can't encrypt. The bot makes the challenge in a room that both people share with it.
 *
 * Asks the sender in which of the rooms the bot should challenge the user. The words of the call
 * name no room.
 */
static void ask_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_rooms *shared)
{
	char name[BOT_LABEL_SIZE];
	BOT_PAGE(page);

	bot_name_label(call->host->store, user, name);
	bot_write_reply(call, BOT_MSG_SHARED_SEVERAL, (struct bot_args){.name = name}, &page);
	bot_shared_rooms_ask(call, &page, shared);
}

/*
 * Tells the sender that the bot can't make the challenge to the user from here, and what works
 * instead.
 */
static void reply_no_shared_room(
	const struct bot_call *call, const char *user, const struct bot_shared_rooms *shared)
{
	char name[BOT_LABEL_SIZE], command[BOT_ROOM_COMMAND_SIZE];

	bot_name_label(call->host->store, user, name);
	if (shared->count == 0 && shared->incomplete) {
		bot_reply(call, BOT_MSG_SHARED_LATER, (struct bot_args){.name = name});
		return;
	}
	bot_call_room_command(call, command);
	bot_reply(call, BOT_MSG_SHARED_NONE,
		(struct bot_args){.name = name, .command = command, .bot = call->host->port->user});
}

/*
 * Calls `act` for the match as if the sender had written in the room. If the bot refuses,
 * answers the sender in the room where they wrote, and returns false.
 */
static bool act_elsewhere(const struct bot_call *call, const char *room,
	void (*act)(const struct bot_call *call, struct bot_match *match), struct bot_match *match)
{
	char text[2048];
	struct bot_answer answer = {.lang = call->lang};
	struct bot_message message = *call->message;
	const struct bot_call there = {.host = call->host,
		.message = &message,
		.command = call->command,
		.lang = call->lang,
		.unproven = call->unproven};

	answer.text = bot_text_in(text, sizeof(text));
	message.room = room;
	message.private = false;
	message.thread = NULL;
	message.reply_to = NULL;
	message.answer = &answer;
	if (!bot_people_sender_may_write(&there)) {
		bot_reply(call, BOT_MSG_SILENCED, (struct bot_args){0});
		return false;
	}
	if (bot_rate_limit_take_room(&there))
		act(&there, match);
	if (answer.text.used > 0)
		bot_reply(call, BOT_MSG_RELAYED, (struct bot_args){.words = text});
	return answer.text.used == 0;
}

/* Answers with the match, its room, and the name of the other player. */
static void tell_of_elsewhere(
	const struct bot_call *call, enum bot_msg msg, const struct bot_match *match)
{
	char name[BOT_LABEL_SIZE], place[BOT_ROOM_LABEL_SIZE];
	const char *sender = call->message->sender;
	BOT_PAGE(page);

	bot_name_label(
		call->host->store, match->player[eg_opponent(bot_match_seat(match, sender))], name);
	bot_page_init(&page, call->lang);
	bot_guests_add_place(call->host, &page, match->room, sender, place);
	bot_page_say(&page, msg, &(struct bot_args){.id = match->id, .name = name, .room = place});
	bot_reply_page(call, &page);
}

void bot_challenge_create_elsewhere(const struct bot_call *call, struct bot_match *match)
{
	if (act_elsewhere(call, match->room, bot_challenge_create, match))
		tell_of_elsewhere(call,
			bot_match_challenged(match)[0] ? BOT_MSG_CHALLENGED_THERE
						       : BOT_MSG_SEEK_WAITS,
			match);
}

/* Makes the challenge that the words ask for in a room, with its usual terms. */
static void challenge_in(const struct bot_call *call, const char *room)
{
	struct bot_challenge_request request;

	bot_challenge_read_request(call, room, &request);
	if (!request.readable)
		return;
	memcpy(request.match.room, room, strlen(room) + 1);
	bot_challenge_create_elsewhere(call, &request.match);
}

/*
 * Whether the sender looks for somebody to play with, as in `play` and "anyone up for a match?".
 * The command `challenge` always makes a challenge.
 */
static bool looks_for_opponent(
	const struct bot_call *call, const struct bot_challenge_request *request)
{
	const char *word = call->words.word[0];

	return !request->everywhere && !bot_match_challenged(&request->match)[0] &&
	       (bot_words_are_read(&call->words) || bot_words_mean(word, "play") ||
		       strcasecmp(word, "seek") == 0);
}

/* The challenge that suits a sender best who looks in private for an opponent. */
struct best {
	struct bot_match challenge; /* its id is 0 if there is none */
	double distance;            /* see bot_seek_find */
	char room[BOT_ID_SIZE];     /* the room that shows it */
};

/*
 * Looks for a challenge that the room shows, and that suits better than `best`. Finds
 * none if the words do not fit the usual terms of this room, as a handicap may not.
 */
static void consider_room(const struct bot_call *call, const char *room, struct best *best)
{
	struct bot_challenge_request request;
	struct bot_call silent = *call;
	struct bot_message message = *call->message;
	const struct bot_call there = {.host = call->host, .message = &message};
	struct bot_match found;

	silent.mute = true;
	silent.refused = NULL;
	bot_challenge_read_request(&silent, room, &request);
	if (!request.readable)
		return;
	message.room = room;
	message.private = false;
	double distance = bot_seek_find(&there, &request.match, call->words.count > 1, &found);
	if (found.id == 0 || (best->challenge.id != 0 && distance >= best->distance))
		return;
	best->challenge = found;
	best->distance = distance;
	memcpy(best->room, room, strlen(room) + 1);
}

/* Asks, by the message `msg`, about which of the rooms the sender's search is. */
static void ask_where_to_seek(
	struct bot_call *call, enum bot_msg msg, const struct bot_shared_rooms *shared)
{
	BOT_PAGE(page);

	call->words.word[0] = "seek"; /* the answer goes on with the search */
	bot_write_reply(call, msg, (struct bot_args){0}, &page);
	bot_shared_rooms_ask(call, &page, shared);
}

/*
 * In private, accepts the challenge that suits the sender best, of those that their rooms show.
 * Without one, makes a challenge to anybody in the only room, or asks in which one.
 */
static void seek_in_private(struct bot_call *call, struct bot_shared_rooms *shared)
{
	const bool named = shared->named != NULL;
	struct best best = {.challenge.id = 0};

	bot_shared_rooms_find(call, call->message->sender, shared);
	bot_muted_rooms_drop(call, shared);
	if (shared->count == 0 && shared->incomplete) {
		bot_reply(call, BOT_MSG_SEEK_LATER, (struct bot_args){0});
		return;
	}
	if (shared->count == 0) {
		bot_ask(call, BOT_MSG_SEEK_NOWHERE,
			(struct bot_args){.bot = call->host->port->user}, "practice");
		return;
	}
	if (named && !shared->named) {
		ask_where_to_seek(call, BOT_MSG_ROOM_SEVERAL, shared);
		return;
	}
	for (size_t i = 0; i < shared->count; i++)
		consider_room(call, shared->room[i], &best);
	if (best.challenge.id != 0) {
		if (act_elsewhere(call, best.room, bot_challenge_accept, &best.challenge))
			tell_of_elsewhere(call, BOT_MSG_SEEK_FOUND_THERE, &best.challenge);
	} else if (shared->count > 1)
		ask_where_to_seek(call, BOT_MSG_SEEK_SEVERAL, shared);
	else
		challenge_in(call, shared->room[0]);
}

/* Whether a sentence only probably looks for an opponent. */
static bool is_doubtful(const struct bot_call *call)
{
	const struct bot_understood *best = &call->guesses.best[0];

	return bot_words_are_read(&call->words) &&
	       (best->unknown != 0 || best->certainty < PUBLISHES);
}

/* Writes the search that the words ask for. */
static void write_search(struct bot_call *call, char command[BOT_QUESTION_SIZE])
{
	const char *first = call->words.word[0];

	call->words.word[0] = "seek";
	bot_question_copy_words(call, 0, 0, command);
	call->words.word[0] = first;
}

/*
 * In private, makes the challenge in the room that both people share with the bot. Before a
 * sentence begins a search, asks: it may have been a greeting.
 */
static void challenge_in_private(struct bot_call *call)
{
	char room[BOT_WORDS_SIZE], search[BOT_QUESTION_SIZE];
	write_search(call, search);
	bool named = bot_challenge_take_room(call, room);
	struct bot_shared_rooms shared = {.named = named ? room : NULL};
	struct bot_challenge_request request;

	bot_challenge_read_request(call, call->message->room, &request);
	if (!request.readable)
		return;
	const char *challenged = bot_match_challenged(&request.match);
	if (looks_for_opponent(call, &request) && bot_words_are_read(&call->words)) {
		bot_ask(call, BOT_MSG_SEEK_ASK, (struct bot_args){0}, search);
		return;
	}
	if (looks_for_opponent(call, &request)) {
		seek_in_private(call, &shared);
		return;
	}
	if (!challenged[0]) {
		bot_reply_room_only(call);
		return;
	}
	bot_shared_rooms_find(call, challenged, &shared);
	if (shared.count == 0)
		reply_no_shared_room(call, challenged, &shared);
	else if (shared.count > 1 || (named && !shared.named))
		ask_shared_room(call, challenged, &shared);
	else
		challenge_in(call, shared.room[0]);
}

/* Accepts the challenge that the bot has found for the sender. */
static void accept_found(struct bot_call *call, const struct bot_match *challenge)
{
	char name[BOT_LABEL_SIZE];
	struct bot_match now;

	call->words.count = 1;
	call->words.id = challenge->id;
	bot_run_accept(call);
	bot_need(bot_store_match_get(call->host->store, challenge->id, &now));
	if (now.status == BOT_CHALLENGE || strcmp(now.room, call->message->room) != 0)
		return; /* they have heard of it */
	bot_name_label(call->host->store, bot_match_challenger(challenge), name);
	bot_reply(call, BOT_MSG_SEEK_FOUND,
		(struct bot_args){.id = challenge->id, .challenger = name});
}

/* Whether the message is a reply to a challenge: its sender means this one, and no other. */
static bool replies_to_challenge(const struct bot_call *call)
{
	const int64_t id = bot_call_replied_match(call);
	struct bot_match match;

	return id != 0 && bot_store_match_get(call->host->store, id, &match) &&
	       match.status == BOT_CHALLENGE;
}

/* Accepts the challenge that suits a sender who looks for an opponent, if there is one. */
static bool accept_suitable(struct bot_call *call, const struct bot_match *wanted)
{
	struct bot_match challenge;

	if (call->words.count == 1 && replies_to_challenge(call)) {
		bot_run_accept(call);
		return true;
	}
	bot_seek_find(call, wanted, call->words.count > 1, &challenge);
	if (challenge.id != 0)
		accept_found(call, &challenge);
	return challenge.id != 0;
}

/*
 * In a room, a sentence that is only likely to ask for an opponent challenges nobody yet: what it
 * publishes begins a match for whoever accepts it.
 */
void bot_run_challenge(struct bot_call *call)
{
	struct bot_challenge_request request;
	char search[BOT_QUESTION_SIZE];

	if (call->message->private) {
		challenge_in_private(call);
		return;
	}
	write_search(call, search);
	bot_challenge_read_request(call, call->message->room, &request);
	if (!request.readable)
		return;
	if (looks_for_opponent(call, &request) && is_doubtful(call)) {
		bot_ask(call, BOT_MSG_SEEK_ASK, (struct bot_args){0}, search);
		return;
	}
	if (request.everywhere && !bot_guests_are_welcome(call->host, call->message->room)) {
		bot_reply(call, BOT_MSG_LOBBY_NOT_HERE, (struct bot_args){0});
		return;
	}
	if (looks_for_opponent(call, &request) && accept_suitable(call, &request.match))
		return;
	bot_challenge_create(call, &request.match);
	if (request.everywhere && request.match.id != 0) /* 0: it was not allowed */
		bot_lobby_show(call, &request.match);
}
