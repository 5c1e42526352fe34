#include "bot/commands/challenge_words.h"

#include "bot/call/people.h"
#include "bot/call/people_question.h"
#include "bot/challenge/handicap.h"
#include "bot/challenge/room_terms.h"
#include "bot/challenge/terms.h"
#include "bot/text/words.h"

#include <string.h>

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

void bot_challenge_read_request(
	const struct bot_call *call, const char *room, struct bot_challenge_request *request)
{
	struct bot_match *match = &request->match;
	const char *sender = call->message->sender;
	struct place place = {0};

	*request = (struct bot_challenge_request){.match = {.status = BOT_CHALLENGE,
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

/*
 * Whether the name of a room follows the word: "in" in any language. In Spanish that is "en", which
 * elsewhere stands before a term of the challenge.
 */
static bool names_room(const struct bot_call *call, const char *word)
{
	return strcmp(call->lang->code, "es") == 0 ? bot_words_is_in(word)
						   : bot_words_mean(word, "in");
}

bool bot_challenge_take_room(struct bot_call *call, char room[BOT_WORDS_SIZE])
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
