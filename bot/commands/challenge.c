#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/guests.h"
#include "bot/call/people.h"
#include "bot/call/people_question.h"
#include "bot/call/rate_limit.h"
#include "bot/call/shared_rooms.h"
#include "bot/challenge/challenge.h"
#include "bot/challenge/handicap.h"
#include "bot/challenge/lobby.h"
#include "bot/challenge/room_terms.h"
#include "bot/challenge/seek.h"
#include "bot/challenge/terms.h"
#include "bot/text/name.h"
#include "bot/text/words.h"

#include <string.h>

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

/* Words of a command: the name of a person, or a word that the bot can't read. */
struct place {
	size_t first; /* the index of the first word */
	size_t count; /* how many words the name of a person has, or 0 if the word is no name */
};

/*
 * Counts the words from place->first that may be one name: the name ends before the next word that
 * is a term.
 */
static size_t count_name(
	const struct bot_call *call, const struct bot_match *match, const struct place *place)
{
	struct bot_match copy = *match;
	size_t count = 1, i = place->first + 1;

	while (count < BOT_PEOPLE_WORDS && i < call->words.count &&
		bot_challenge_read_term(call, &i, &copy) == BOT_MSG_TERM_UNKNOWN) {
		count++;
		i++;
	}
	return count;
}

/*
 * Reads the display name of the person to challenge. If several names are possible, takes the
 * longest one that somebody in the room has. Returns BOT_MSG_COUNT, or the message that answers the
 * sender.
 */
static enum bot_msg read_name(
	const struct bot_call *call, struct bot_match *match, struct place *place)
{
	bool second = match->player[EG_BLACK][0] != '\0';
	enum bot_msg wrong;

	size_t most = count_name(call, match, place);
	place->count = most;
	do
		wrong = bot_people_find(call, place->first, place->count, match->player[EG_BLACK]);
	while (wrong == BOT_MSG_TERM_NOBODY && --place->count > 0);
	if (wrong == BOT_MSG_TERM_NOBODY)
		place->count = most;
	if (wrong != BOT_MSG_COUNT &&
		bot_words_mean(call->words.word[place->first + most - 1], "practice"))
		return BOT_MSG_CHALLENGE_BOT; /* "the computer" */
	if (wrong == BOT_MSG_TERM_UNKNOWN && call->message->private)
		return BOT_MSG_TERM_BY_ID;
	return wrong == BOT_MSG_COUNT && second ? BOT_MSG_TERM_SECOND_USER : wrong;
}

/* "Challenge anybody" names nobody, as a challenge without a name does. */
static bool is_anybody(const struct bot_call *call, size_t i)
{
	const char *word = call->words.word[i];

	return word[0] != '@' && bot_people_is_everybody(call, word);
}

/*
 * Reads all words of the command. Sets *everywhere if one of them asks to show the challenge in
 * other rooms. Returns BOT_MSG_COUNT, or the message that answers the sender if the words at *place
 * are wrong.
 */
static enum bot_msg read_terms(
	const struct bot_call *call, struct bot_match *match, bool *everywhere, struct place *place)
{
	const char *user = match->player[EG_BLACK];

	for (size_t i = 1; i < call->words.count; i++) {
		*place = (struct place){.first = i};
		if (bot_words_mean(call->words.word[i], "everywhere")) {
			*everywhere = true;
			continue;
		}
		if (is_anybody(call, i))
			continue;
		enum bot_msg wrong = bot_challenge_read_term(call, &i, match);
		if (wrong == BOT_MSG_TERM_UNKNOWN) {
			wrong = read_name(call, match, place);
			i = place->first + place->count - 1;
		} else {
			place->first = i;
		}
		if (wrong != BOT_MSG_COUNT)
			return wrong;
	}
	if (call->words.id != 0)
		return BOT_MSG_TERM_NUMBER;
	if (bot_handicap_check(&match->rules) != BOT_MSG_COUNT) {
		*place = (struct place){0};
		return BOT_MSG_TERM_START;
	}
	if (*everywhere && user[0])
		return BOT_MSG_LOBBY_OPEN_ONLY;
	if (strcmp(user, call->message->sender) == 0)
		return BOT_MSG_CHALLENGE_SELF;
	if (bot_call_is_bot(call->host, user))
		return BOT_MSG_CHALLENGE_BOT;
	return BOT_MSG_COUNT;
}

/* What the words of the command ask for. */
struct request {
	bool readable; /* the words were right */
	bool everywhere;
	struct bot_match match;
};

/*
 * Reads the challenge that the words of the call ask for, with the usual terms of a room. If the
 * words are wrong, tells the sender why.
 */
static void read_challenge(const struct bot_call *call, const char *room, struct request *request)
{
	struct bot_match *match = &request->match;
	const char *sender = call->message->sender;
	struct place place = {0};

	*request = (struct request){.match = {.status = BOT_CHALLENGE,
					    .rules = BOT_CHALLENGE_DEFAULT_RULES,
					    .clock = BOT_CLOCK_USUAL}};
	bot_room_terms_get(call->host, room, match);
	enum bot_msg wrong = read_terms(call, match, &request->everywhere, &place);
	if (wrong != BOT_MSG_COUNT) {
		if (place.count > 0)
			bot_people_ask(call, wrong, place.first, place.count);
		else
			bot_challenge_ask_for_term(call, wrong, place.first);
		return;
	}
	memcpy(match->player[EG_WHITE], sender, strlen(sender) + 1);
	request->readable = true;
}

void bot_challenge_create_elsewhere(const struct bot_call *call, struct bot_match *match)
{
	char text[2048], name[BOT_LABEL_SIZE], place[BOT_ROOM_LABEL_SIZE];
	struct bot_answer answer = {.lang = call->lang};
	struct bot_message message = *call->message;
	const struct bot_call there = {.host = call->host,
		.message = &message,
		.command = call->command,
		.lang = call->lang,
		.unproven = call->unproven};
	BOT_PAGE(page);

	bot_text_init(&answer.text, text, sizeof(text));
	message.room = match->room;
	message.private = false;
	message.thread = NULL;
	message.reply_to = NULL;
	message.answer = &answer;
	if (!bot_people_sender_may_write(&there)) {
		bot_reply(call, BOT_MSG_SILENCED, (struct bot_args){0});
		return;
	}
	if (bot_rate_limit_take_room(&there))
		bot_challenge_create(&there, match);
	if (answer.text.used > 0) { /* the bot has refused */
		bot_reply(call, BOT_MSG_RELAYED, (struct bot_args){.words = text});
		return;
	}
	bot_name_label(call->host->store, bot_match_challenged(match), name);
	bot_page_init(&page, call->lang);
	bot_guests_add_place(call->host, &page, match->room, call->message->sender, place);
	bot_page_say(&page, BOT_MSG_CHALLENGED_THERE,
		&(struct bot_args){.id = match->id, .name = name, .room = place});
	bot_reply_page(call, &page);
}

/*
 * Whether the name of a room follows the word: "in" in any language. In Spanish that is "en", which
 * elsewhere stands before a term of the challenge.
 */
static bool names_room(const struct bot_call *call, const char *word)
{
	return strcmp(call->lang->code, "es") == 0 ? bot_words_is_in(word)
						   : bot_words_mean(word, "in");
}

/*
 * Removes "in" and the words after it from the command, and writes these words to `room`: the name
 * of a room. Returns false if the command does not name a room.
 */
static bool take_room(struct bot_call *call, char room[BOT_WORDS_SIZE])
{
	struct bot_words *words = &call->words;
	size_t in = 1;

	while (in < words->count && !names_room(call, words->word[in]))
		in++;
	if (in + 1 >= words->count)
		return false;
	bot_words_join(&words->word[in + 1], words->count - in - 1, room);
	words->count = in;
	return true;
}

/* In private, makes the challenge in the room that both people share with the bot. */
static void challenge_in_private(struct bot_call *call)
{
	char room[BOT_WORDS_SIZE];
	bool named = take_room(call, room);
	struct bot_shared_rooms shared = {.named = named ? room : NULL};
	struct request request;

	read_challenge(call, call->message->room, &request);
	if (!request.readable)
		return;
	const char *challenged = bot_match_challenged(&request.match);
	if (!challenged[0]) {
		bot_reply_room_only(call);
		return;
	}
	bot_shared_rooms_find(call, challenged, &shared);
	if (shared.count == 0) {
		reply_no_shared_room(call, challenged, &shared);
		return;
	}
	if (shared.count > 1 || (named && !shared.named)) {
		ask_shared_room(call, challenged, &shared);
		return;
	}
	read_challenge(call, shared.room[0], &request);
	if (!request.readable)
		return;
	memcpy(request.match.room, shared.room[0], sizeof(shared.room[0]));
	bot_challenge_create_elsewhere(call, &request.match);
}

/*
 * Whether the sender looks for somebody to play with, as in `play` and "anyone up for a match?".
 * The command `challenge` always makes a challenge.
 */
static bool seeks(const struct bot_call *call, const struct request *request)
{
	const char *word = call->words.word[0];

	return !request->everywhere && !bot_match_challenged(&request->match)[0] &&
	       (word == call->words.read || bot_words_mean(word, "play"));
}

/* Accepts the challenge that the bot has found for the sender. */
static void accept_found(struct bot_call *call, const struct bot_match *challenge)
{
	char name[BOT_LABEL_SIZE];
	struct bot_match now;

	call->words.count = 1;
	call->words.id = challenge->id;
	bot_run_accept(call);
	bot_must(bot_store_match_get(call->host->store, challenge->id, &now));
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

	return id != 0 && bot_found(bot_store_match_get(call->host->store, id, &match)) &&
	       match.status == BOT_CHALLENGE;
}

/* Accepts the challenge that suits a sender who looks for an opponent, if there is one. */
static bool seek(struct bot_call *call, const struct bot_match *wanted)
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

void bot_run_challenge(struct bot_call *call)
{
	struct request request;

	if (call->message->private) {
		challenge_in_private(call);
		return;
	}
	read_challenge(call, call->message->room, &request);
	if (!request.readable)
		return;
	if (request.everywhere && !bot_lobby_has(call->host, call->message->room)) {
		bot_reply(call, BOT_MSG_LOBBY_NOT_HERE, (struct bot_args){0});
		return;
	}
	if (seeks(call, &request) && seek(call, &request.match))
		return;
	bot_challenge_create(call, &request.match);
	if (request.everywhere && request.match.id != 0) /* 0: it was not allowed */
		bot_lobby_show(call, &request.match);
}
