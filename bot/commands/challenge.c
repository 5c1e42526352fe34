#include "bot/commands/challenge.h"

#include "bot/call/id_link.h"
#include "bot/call/people.h"
#include "bot/call/rate_limit.h"
#include "bot/challenge/challenge.h"
#include "bot/challenge/room_terms.h"
#include "bot/challenge/terms.h"
#include "bot/commands/private_challenge.h"
#include "bot/match/selection.h"
#include "bot/play/match_life.h"
#include "bot/text/name.h"
#include "bot/text/words.h"

#include <stdlib.h>
#include <string.h>

/* Words of a command: the name of a person, or a word that the bot can't read. */
struct place {
	size_t first; /* the index of the first word */
	size_t count; /* how many words the name of a person has */
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

	place->count = count_name(call, match, place);
	do
		wrong = bot_people_find(call, place->first, place->count, match->player[EG_BLACK]);
	while (wrong == BOT_MSG_TERM_NOBODY && --place->count > 0);
	return wrong == BOT_MSG_COUNT && second ? BOT_MSG_TERM_SECOND_USER : wrong;
}

/*
 * Reads all words of the command. Returns BOT_MSG_COUNT, or the message that answers the sender if
 * the words at *place are wrong.
 */
static enum bot_msg read_terms(
	const struct bot_call *call, struct bot_match *match, struct place *place)
{
	const char *user = match->player[EG_BLACK];

	for (size_t i = 1; i < call->words.count; i++) {
		place->first = i;
		enum bot_msg wrong = bot_challenge_read_term(call, &i, match);
		if (wrong == BOT_MSG_TERM_UNKNOWN) {
			wrong = read_name(call, match, place);
			i = place->first + place->count - 1;
		}
		if (wrong != BOT_MSG_COUNT)
			return wrong;
	}
	if (call->words.id != 0)
		return BOT_MSG_TERM_NUMBER;
	if (strcmp(user, call->message->sender) == 0)
		return BOT_MSG_CHALLENGE_SELF;
	if (bot_call_is_bot(call->host, user))
		return BOT_MSG_CHALLENGE_BOT;
	return BOT_MSG_COUNT;
}

/*
 * Reads the challenge that the words of the call ask for, with the usual terms of a room. If the
 * words are wrong, tells the sender why, and sets *readable to false.
 */
static enum bot_error read_challenge(
	const struct bot_call *call, const char *room, struct bot_match *match, bool *readable)
{
	const char *sender = call->message->sender;
	struct place place = {0};

	*match = (struct bot_match){.status = BOT_CHALLENGE,
		.rules = BOT_CHALLENGE_DEFAULT_RULES,
		.clock = BOT_CLOCK_USUAL};
	*readable = false;
	enum bot_error error = bot_room_terms_get(call->host, room, match);
	if (error)
		return error;
	enum bot_msg wrong = read_terms(call, match, &place);
	if (wrong != BOT_MSG_COUNT)
		return bot_people_reply(call, wrong, place.first, place.count);
	memcpy(match->player[EG_WHITE], sender, strlen(sender) + 1);
	*readable = true;
	return BOT_OK;
}

/* Makes a challenge in another room than that of the message. Answers in private. */
static enum bot_error create_elsewhere(const struct bot_call *call, struct bot_match *match)
{
	char text[2048], name[BOT_LABEL_SIZE], place[64];
	struct bot_answer answer = {.lang = call->lang};
	struct bot_message message = *call->message;
	const struct bot_call there = {.host = call->host,
		.message = &message,
		.command = call->command,
		.lang = call->lang,
		.unproven = call->unproven};
	struct bot_page page;
	bool allowed;

	bot_text_init(&answer.text, text, sizeof(text));
	message.room = match->room;
	message.private = false;
	message.thread = NULL;
	message.reply_to = NULL;
	message.answer = &answer;
	if (!bot_people_sender_may_write(&there))
		return bot_reply(call, BOT_MSG_SILENCED, (struct bot_args){0});
	enum bot_error error = bot_rate_limit_take_room(&there, &allowed);
	if (!error && allowed)
		error = bot_challenge_create(&there, match);
	if (error)
		return error;
	if (answer.text.used > 0) /* the bot has refused */
		return bot_reply(call, BOT_MSG_RELAYED, (struct bot_args){.words = text});
	error = bot_name_label(call->host->store, bot_match_challenged(match), name);
	if (error)
		return error;
	bot_page_init(&page, call->lang);
	bot_page_string(call->lang, BOT_MSG_OUR_ROOM, NULL, place, sizeof(place));
	bot_id_link_room(call->host, &page, match->room, place);
	bot_page_say(&page, BOT_MSG_CHALLENGED_THERE,
		&(struct bot_args){.id = match->id, .name = name, .room = place});
	return bot_reply_page(call, &page);
}

/* In private, makes the challenge in the only room that both people share with the bot. */
static enum bot_error challenge_in_private(const struct bot_call *call)
{
	struct bot_shared_room shared;
	struct bot_match match;
	bool readable;

	enum bot_error error = read_challenge(call, call->message->room, &match, &readable);
	if (error || !readable)
		return error;
	if (!bot_match_challenged(&match)[0])
		return bot_reply_room_only(call);
	bot_find_shared_room(call, bot_match_challenged(&match), &shared);
	if (shared.count != 1)
		return bot_reply_no_shared_room(call, bot_match_challenged(&match), &shared);
	error = read_challenge(call, shared.room, &match, &readable);
	if (error || !readable)
		return error;
	memcpy(match.room, shared.room, sizeof(shared.room));
	return create_elsewhere(call, &match);
}

enum bot_error bot_run_challenge(struct bot_call *call)
{
	struct bot_match match;
	bool readable;

	if (call->message->private)
		return challenge_in_private(call);
	enum bot_error error = read_challenge(call, call->message->room, &match, &readable);
	return error || !readable ? error : bot_challenge_create(call, &match);
}

bool bot_challenge_may_decline(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_CHALLENGE &&
	       bot_match_seat(match, call->message->sender) == eg_opponent(match->challenger);
}

/*
 * Whether the sender can accept the challenge. An open challenge is for the people in its room. The
 * bot does not know whether a user who writes in private is in that room. So in private a user can
 * accept only a challenge that names them.
 */
bool bot_challenge_may_accept(const struct bot_call *call, const struct bot_match *match)
{
	bool open = match->status == BOT_CHALLENGE && !match->player[EG_BLACK][0] &&
		    bot_match_seat(match, call->message->sender) != match->challenger;

	return bot_challenge_may_decline(call, match) || (open && !call->message->private);
}

static enum bot_error waits_for_sender(
	const struct bot_call *call, const struct bot_match *match, bool *preferred)
{
	*preferred = bot_challenge_may_decline(call, match);
	return BOT_OK;
}

/* Tells the sender that their answer counts, though it was given in another room. */
static enum bot_error tell_passed_on(const struct bot_call *call, const struct bot_match *match)
{
	if (call->message->private || strcmp(match->room, call->message->room) == 0)
		return BOT_OK;
	return bot_reply(call, BOT_MSG_ANSWERED_ELSEWHERE, (struct bot_args){.id = match->id});
}

/* Sets *has to whether a challenge of the sender waits here for somebody else. */
static enum bot_error has_own_challenge(const struct bot_call *call, bool *has)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->sender,
		.status = BOT_CHALLENGE};
	struct bot_match_list *list;

	enum bot_error error = bot_match_list_load(call->host->store, &filter, &list);
	if (error)
		return error;
	*has = false;
	for (size_t i = 0; i < list->count; i++)
		*has = *has || bot_challenge_may_cancel(call, &list->match[i]);
	free(list);
	return BOT_OK;
}

enum bot_error bot_run_accept(struct bot_call *call)
{
	struct bot_match_selector selector = {bot_challenge_may_accept, waits_for_sender,
		.others = true, .anywhere = true, .none = BOT_MSG_NO_CHALLENGE};
	struct bot_loaded_match loaded;
	bool found = false, own;

	enum bot_error error = has_own_challenge(call, &own);
	if (!error && own)
		selector.none = BOT_MSG_OWN_CHALLENGE;
	if (!error)
		error = bot_match_select(call, &selector, &loaded, &found);
	if (error || !found)
		return error;
	error = bot_challenge_accept(call, &loaded.match);
	if (error || loaded.match.status == BOT_CHALLENGE)
		return error;
	return tell_passed_on(call, &loaded.match);
}

/*
 * Ends the challenge that the command is about, and posts the message `why` in the challenge's
 * room.
 */
static enum bot_error end_challenge(
	struct bot_call *call, const struct bot_match_selector *selector, enum bot_msg why)
{
	struct bot_loaded_match loaded;
	bool found;

	enum bot_error error = bot_match_select(call, selector, &loaded, &found);
	if (error || !found)
		return error;
	error = bot_match_end(&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY, why, (struct bot_args){0});
	return error ? error : tell_passed_on(call, &loaded.match);
}

/*
 * Declines all challenges to the sender: in a room only the challenges made there, in private the
 * challenges made in any room.
 */
static enum bot_error decline_all(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	const struct bot_match_filter filter = {.room = message->private ? NULL : message->room,
		.player = message->sender,
		.status = BOT_CHALLENGE};
	struct bot_match_list *list;
	size_t declined = 0;

	enum bot_error error = bot_match_list_load(call->host->store, &filter, &list);
	if (error)
		return error;
	for (size_t i = 0; !error && i < list->count; i++) {
		struct bot_loaded_match loaded;

		if (!bot_challenge_may_decline(call, &list->match[i]))
			continue;
		declined++;
		error = bot_match_load(&loaded, call->host, &list->match[i]);
		if (!error)
			error = bot_match_end(&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY,
				BOT_MSG_DECLINED, (struct bot_args){0});
	}
	free(list);
	if (error || declined > 0)
		return error;
	return bot_reply(call, BOT_MSG_NO_CHALLENGE, (struct bot_args){0});
}

enum bot_error bot_run_decline(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		bot_challenge_may_decline, .anywhere = true, .none = BOT_MSG_NO_CHALLENGE};

	if (call->words.count == 1)
		return end_challenge(call, &selector, BOT_MSG_DECLINED);
	if (bot_words_mean(call->words.word[1], "all") && call->words.id == 0)
		return decline_all(call);
	return bot_reply_wrong(call, BOT_MSG_EXTRA_WORD, call->words.id ? 2 : 1);
}

bool bot_challenge_may_cancel(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_CHALLENGE &&
	       bot_match_seat(match, call->message->sender) == match->challenger;
}

/*
 * Whether the sender can cancel the match or challenge. Either player may cancel an accepted match
 * that has not begun. The players have no cards yet, so nobody can use this to avoid a defeat.
 */
static bool can_cancel(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_ACCEPTED || bot_challenge_may_cancel(call, match);
}

enum bot_error bot_run_cancel(struct bot_call *call)
{
	static const struct bot_match_selector selector = {
		can_cancel, .none = BOT_MSG_NOTHING_TO_CANCEL};

	return end_challenge(call, &selector, BOT_MSG_CANCELLED);
}
