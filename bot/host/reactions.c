#include "bot/host/reactions.h"

#include "bot/base/attempt.h"
#include "bot/call/answer.h"
#include "bot/commands/command.h"
#include "bot/competition/kind.h"
#include "bot/competition/loading.h"
#include "bot/competition/room_competition.h"
#include "bot/host/unnamed.h"
#include "bot/host/once.h"
#include "bot/match/loading.h"
#include "bot/store/rounds.h"
#include "bot/text/plain.h"
#include "bot/text/words.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEYS_MAX 4

/*
 * What a reaction with one of these keys to a message with this role means. If several lines fit,
 * the first line counts whose command the sender may give.
 */
static const struct answer {
	enum bot_post_role role;
	const char *keys[KEYS_MAX]; /* in plain form: without variation selectors and skin tones */
	const char *command;
	enum bot_reaction_power power;
	bool (*may)(const struct bot_call *call, const struct bot_match *match);
} answers[] = {
	{BOT_POST_CHALLENGE, {BOT_REACTION_YES, BOT_REACTION_THUMB_UP}, "accept",
		BOT_REACTION_ENTERS, bot_challenge_may_accept},
	{BOT_POST_CHALLENGE, {BOT_REACTION_NO, BOT_REACTION_THUMB_DOWN}, "decline",
		BOT_REACTION_REFUSES, bot_challenge_may_decline},
	{BOT_POST_CHALLENGE, {BOT_REACTION_NO, BOT_REACTION_THUMB_DOWN}, "cancel",
		BOT_REACTION_REFUSES, bot_challenge_may_cancel},
	{BOT_POST_END, {BOT_REACTION_YES, BOT_REACTION_AGAIN, BOT_REACTION_THUMB_UP}, "rematch",
		BOT_REACTION_ENTERS, bot_rematch_may_ask},
	{BOT_POST_END, {BOT_REACTION_YES, BOT_REACTION_AGAIN, BOT_REACTION_THUMB_UP}, "rematch",
		BOT_REACTION_ENTERS, bot_practice_may_repeat},
};
#define ANSWERS (sizeof(answers) / sizeof(answers[0]))

#define KEY_SIZE 32 /* bytes; a longer key is no answer */

static bool has_key(const struct answer *answer, const char *plain)
{
	for (size_t i = 0; i < KEYS_MAX && answer->keys[i]; i++)
		if (strcmp(answer->keys[i], plain) == 0)
			return true;
	return false;
}

bool bot_reaction_is_answer(const char *key)
{
	char plain[KEY_SIZE];

	bot_plain_write(key, plain, sizeof(plain));
	for (size_t i = 0; i < ANSWERS; i++)
		if (has_key(&answers[i], plain))
			return true;
	return false;
}

/*
 * Whether the reaction was sent in private or in the room of the message. The homeserver does not
 * refuse a reaction in one room to a message in another room.
 */
static bool is_beside(const struct bot_call *call, const struct bot_post *post)
{
	return call->message->private || strcmp(post->to, call->message->room) == 0;
}

/* Returns NULL if the reaction stands for no command, or if the sender may not give it. */
static const struct answer *find_answer(
	const struct bot_call *call, const struct bot_match *match, enum bot_post_role role)
{
	char plain[KEY_SIZE];

	bot_plain_write(call->message->text, plain, sizeof(plain));
	for (size_t i = 0; i < ANSWERS; i++)
		if (answers[i].role == role && has_key(&answers[i], plain) &&
			answers[i].may(call, match))
			return &answers[i];
	return NULL;
}

/*
 * A reaction that comes too late: a tap on a challenge that is over, or on a question that the bot
 * has asked long ago. Without an answer, the sender would wait for a match in vain. The bot answers
 * each person once for each message.
 */
typedef void (*late_reaction)(struct bot_call *call);

static void tell_of_challenge(struct bot_call *call)
{
	bot_reply_once(call, BOT_MSG_CHALLENGE_LATE, (struct bot_args){.id = call->words.id});
}

static void tell_of_rematch(struct bot_call *call)
{
	bot_reply_once(call, BOT_MSG_NO_REMATCH, (struct bot_args){0});
}

static void tell_of_question(struct bot_call *call)
{
	bot_reply_once(call, BOT_MSG_QUESTION_LATE, (struct bot_args){0});
}

/*
 * Whether the sender tries to accept a challenge that is over. The store does not tell who might
 * have accepted a challenge that became a match, so everybody counts but its players. Only a check
 * mark counts: bystanders who put a thumb below a challenge want nothing.
 */
static bool accepts_late(const struct bot_call *call, const struct bot_match *match)
{
	const char *challenged = bot_match_challenged(match);
	enum eg_seat seat = bot_match_seat(match, call->message->sender);

	if (match->status == BOT_CHALLENGE || seat == match->challenger)
		return false;
	if (match->status == BOT_ENDED && match->ended == 0)
		return !challenged[0] || seat != EG_NOBODY;
	return seat == EG_NOBODY;
}

/* Whether the sender asks for a rematch that is not possible, though the bot has offered it. */
static bool repeats_late(const struct bot_call *call, const struct bot_match *match)
{
	return match->status == BOT_ENDED && match->ending != BOT_STOPPED &&
	       bot_match_seat(match, call->message->sender) != EG_NOBODY;
}

static bool is_key(const struct bot_call *call, const char *key)
{
	char plain[KEY_SIZE];

	bot_plain_write(call->message->text, plain, sizeof(plain));
	return strcmp(plain, key) == 0;
}

/*
 * The call's message is a reaction to a post with this role, and stands for no command. Returns the
 * function that tells the sender why, or NULL if the bot does not answer. The function takes the id
 * of the match from the words of the call.
 */
static late_reaction late_reaction_to_match(
	const struct bot_call *call, const struct bot_match *match, enum bot_post_role role)
{
	if (role == BOT_POST_CHALLENGE && is_key(call, BOT_REACTION_YES))
		return accepts_late(call, match) ? tell_of_challenge : NULL;
	if (role == BOT_POST_END && is_key(call, BOT_REACTION_AGAIN))
		return repeats_late(call, match) ? tell_of_rematch : NULL;
	return NULL;
}

/*
 * The same for a reaction to a question that the bot does not ask the sender any more. In a room
 * the bot answers only the people whom it has asked.
 */
static late_reaction late_reaction_to_question(
	const struct bot_call *call, const struct bot_post *question)
{
	return is_key(call, BOT_REACTION_YES) && bot_question_was_asked(call, question)
		       ? tell_of_question
		       : NULL;
}

/* Reads a reaction to a question, which counts only from the person whom the bot has asked. */
static void read_question(
	const struct bot_call *call, const struct bot_post *post, struct bot_reaction *reaction)
{
	enum bot_answer_kind kind =
		bot_question_react(call->host, call->message, post->id, reaction->command);

	if (kind != BOT_ANSWER_RUNS)
		reaction->command[0] = '\0';
	if (kind == BOT_ANSWER_LATE)
		reaction->late = late_reaction_to_question(call, post);
}

/* Returns the kind of competition that messages of this role show, or NULL. */
static const struct bot_kind *find_kind(enum bot_post_role role)
{
	for (size_t i = 0; i < BOT_KINDS; i++)
		if (bot_kinds[i]->role == role)
			return bot_kinds[i];
	return NULL;
}

/*
 * Reads a reaction to a message of a competition: a check mark or a thumb signs the sender up, or
 * checks them in, or accepts a team match. An older competition of the room takes no reactions.
 */
static void read_competition(
	const struct bot_call *call, const struct bot_post *post, struct bot_reaction *reaction)
{
	const struct bot_kind *kind = find_kind(post->role);
	struct bot_competition competition;

	if (call->message->private || strcmp(post->to, call->message->room) != 0 ||
		!(is_key(call, BOT_REACTION_YES) || is_key(call, BOT_REACTION_THUMB_UP)))
		return;
	if (!bot_competition_find_live(call, kind->id, &competition) ||
		post->id < competition.first_post)
		return;
	bool asks = kind->id == BOT_KIND_TEAM && !competition.agreed;
	if (asks && !bot_call_moderates(call)) /* others may like the question */
		return;
	snprintf(reaction->command, sizeof(reaction->command), "%s %s", kind->name,
		asks ? "accept" : "join");
	reaction->competition = competition.id;
	reaction->power = asks ? BOT_REACTION_ACTS : BOT_REACTION_ENTERS;
}

void bot_reaction_read(const struct bot_call *call, struct bot_reaction *reaction)
{
	struct bot_store *store = call->host->store;
	struct bot_post post;
	struct bot_match match;

	*reaction = (struct bot_reaction){0};
	if (!call->message->reply_to || !bot_reaction_is_answer(call->message->text) ||
		!bot_store_post_by_event(store, call->message->reply_to, &post))
		return;
	if (post.role == BOT_POST_QUESTION) {
		read_question(call, &post, reaction);
		return;
	}
	if (find_kind(post.role)) {
		read_competition(call, &post, reaction);
		return;
	}
	if (post.match == 0 || !bot_store_match_get(store, post.match, &match) ||
		!is_beside(call, &post))
		return;
	const struct answer *answer = find_answer(call, &match, post.role);
	reaction->match = match.id;
	if (!answer) {
		reaction->late = late_reaction_to_match(call, &match, post.role);
		return;
	}
	snprintf(reaction->command, sizeof(reaction->command), "%s", answer->command);
	reaction->power = answer->power;
}

/* Reactions in words */

/* Returns the key of the reaction that says the same as the words, or NULL if there is none. */
static const char *find_key(const char *text)
{
	struct bot_words words;

	if (!bot_words_split(&words, text) || words.count == 0 || words.id != 0 || words.question)
		return NULL;
	bool alone = words.count == 1;
	if (bot_typed_yes_is(&words) || (alone && bot_words_mean(words.word[0], "accept")))
		return BOT_REACTION_YES;
	if (bot_answer_is_no(&words) || (alone && bot_words_mean(words.word[0], "decline")))
		return BOT_REACTION_NO;
	return NULL;
}

bool bot_reaction_read_typed(
	const struct bot_call *call, const char *text, char command[BOT_QUESTION_SIZE])
{
	struct bot_message message = *call->message;
	const struct bot_call tapped = {.host = call->host, .message = &message};
	struct bot_reaction reaction;
	struct bot_post post;

	if (message.kind != BOT_WRITTEN || !message.reply_to || message.reply_forgeable)
		return false;
	message.text = find_key(text);
	if (!message.text || !bot_store_post_by_event(call->host->store, message.reply_to, &post) ||
		post.role == BOT_POST_QUESTION)
		return false;
	bot_reaction_read(&tapped, &reaction);
	if (!reaction.command[0])
		return false;
	struct bot_text typed = bot_text_in(command, BOT_QUESTION_SIZE);
	bot_text_add(&typed, reaction.command);
	if (reaction.match != 0) {
		bot_text_add(&typed, " #");
		bot_text_add_number(&typed, reaction.match);
	}
	return true;
}

/* Taking a reaction back */

#define ENTRY_SIZE (BOT_ID_SIZE + 32)

/* Writes what the store remembers of an entry: the competition, or 0 for a match, and the event. */
static void write_entry(const struct bot_call *call, int64_t competition, char entry[ENTRY_SIZE])
{
	snprintf(entry, ENTRY_SIZE, "entered %" PRId64 " by %s", competition, call->message->event);
}

void bot_reaction_note_entry(const struct bot_call *call, const struct bot_reaction *reaction)
{
	char entry[ENTRY_SIZE];

	if (reaction->power != BOT_REACTION_ENTERS || !reaction->command[0])
		return;
	write_entry(call, reaction->competition, entry);
	bot_once_is_again(call->host->store, call->message->sender, entry);
}

static bool has_entered(const struct bot_call *call, int64_t competition)
{
	char entry[ENTRY_SIZE];

	write_entry(call, competition, entry);
	return bot_once_was(call->host->store, call->message->sender, entry);
}

static bool takes_part(const struct bot_call *call, int64_t competition)
{
	struct bot_contest *contest = bot_competition_load(call->host, competition);

	return contest && bot_entrant_takes_part(bot_contest_find(contest, call->message->sender));
}

/* Looks for a competition of this kind in the call's room, which the sender has entered. */
static void read_left_competition(
	const struct bot_call *call, const struct bot_kind *kind, char command[BOT_QUESTION_SIZE])
{
	struct bot_competition competition;

	if (bot_competition_find_live(call, kind->id, &competition) &&
		has_entered(call, competition.id) && takes_part(call, competition.id))
		snprintf(command, BOT_QUESTION_SIZE, "%s leave", kind->name);
}

/* Returns whether the event made the challenge of a match between people, or accepted it. */
static bool is_entered_by(const struct bot_call *call, const struct bot_match *match)
{
	const char *event = call->message->event;
	struct bot_shuffle shuffle;

	if (match->practice != BOT_NO_PRACTICE || match->competition != 0 ||
		!bot_store_shuffle(call->host->store, match->id, &shuffle))
		return false;
	bool by_event =
		strcmp(shuffle.challenge, event) == 0 || strcmp(shuffle.acceptance, event) == 0;
	sodium_memzero(&shuffle, sizeof(shuffle));
	return by_event;
}

/* Looks for a match that the sender has entered. */
static void read_left_match(const struct bot_call *call, char command[BOT_QUESTION_SIZE])
{
	const struct bot_match_filter filter = {.player = call->message->sender, .status = -1};
	struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);

	for (size_t i = 0; i < list->count && !command[0]; i++) {
		const struct bot_match *match = &list->match[i];

		if (is_entered_by(call, match))
			snprintf(command, BOT_QUESTION_SIZE, "%s #%" PRId64,
				match->status == BOT_CHALLENGE ? "cancel" : "abort", match->id);
	}
}

void bot_reaction_read_removed(const struct bot_call *call, char command[BOT_QUESTION_SIZE])
{
	command[0] = '\0';
	if (has_entered(call, 0)) {
		read_left_match(call, command);
		return;
	}
	if (call->message->private)
		return;
	for (size_t i = 0; i < BOT_KINDS && !command[0]; i++)
		read_left_competition(call, bot_kinds[i], command);
}
