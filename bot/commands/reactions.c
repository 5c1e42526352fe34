#include "bot/commands/reactions.h"

#include "bot/commands/challenge_answer.h"
#include "bot/commands/late_reaction.h"
#include "bot/commands/practice.h"
#include "bot/commands/rematch.h"
#include "bot/competition/room_competition.h"
#include "bot/night/entry.h"
#include "bot/text/plain.h"

#include <stdio.h>
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

/* Reads a reaction to a question, which counts only from the person whom the bot has asked. */
static enum bot_error read_question(
	const struct bot_call *call, const struct bot_post *post, struct bot_reaction *reaction)
{
	enum bot_answer_kind kind;

	enum bot_error error =
		bot_question_react(call->host, call->message, post->id, &kind, reaction->command);
	if (kind != BOT_ANSWER_RUNS)
		reaction->command[0] = '\0';
	return !error && kind == BOT_ANSWER_LATE
		       ? bot_late_reaction_to_question(call, post, &reaction->late)
		       : error;
}

/*
 * Reads a reaction to a message of a club night or a season: a check mark signs the sender up, or
 * checks them in. An older competition of the room takes no reactions.
 */
static enum bot_error read_competition(
	const struct bot_call *call, const struct bot_post *post, struct bot_reaction *reaction)
{
	bool is_season = post->role == BOT_POST_SEASON;
	struct bot_competition competition;
	char plain[KEY_SIZE];

	bot_plain_write(call->message->text, plain, sizeof(plain));
	if (call->message->private || strcmp(post->to, call->message->room) != 0 ||
		strcmp(plain, BOT_REACTION_YES) != 0)
		return BOT_OK;
	enum bot_error error = bot_competition_find_live(
		call, is_season ? BOT_KIND_SEASON : BOT_KIND_NIGHT, &competition);
	if (error || competition.id == 0 || post->id < competition.first_post)
		return error;
	snprintf(reaction->command, sizeof(reaction->command),
		is_season ? "season join" : "night join");
	reaction->power = BOT_REACTION_ENTERS;
	return BOT_OK;
}

enum bot_error bot_reaction_read(const struct bot_call *call, struct bot_reaction *reaction)
{
	struct bot_store *store = call->host->store;
	struct bot_post post = {0};
	const struct answer *answer = NULL;
	struct bot_match found;

	*reaction = (struct bot_reaction){0};
	if (!call->message->reply_to || !bot_reaction_is_answer(call->message->text))
		return BOT_OK;
	enum bot_error error = bot_store_post_by_event(store, call->message->reply_to, &post);
	if (!error && post.role == BOT_POST_QUESTION)
		return read_question(call, &post, reaction);
	if (!error && (post.role == BOT_POST_NIGHT || post.role == BOT_POST_SEASON))
		return read_competition(call, &post, reaction);
	if (!error && post.match != 0)
		error = bot_store_match_get(store, post.match, &found);
	if (error || post.match == 0)
		return error == BOT_NOT_FOUND ? BOT_OK : error;
	if (!is_beside(call, &post))
		return BOT_OK;
	answer = find_answer(call, &found, post.role);
	reaction->match = found.id;
	if (!answer) {
		reaction->late = bot_late_reaction_to_match(call, &found, post.role);
		return BOT_OK;
	}
	snprintf(reaction->command, sizeof(reaction->command), "%s", answer->command);
	reaction->power = answer->power;
	return BOT_OK;
}
