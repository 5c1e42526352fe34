#include "bot/choice.h"

#include "bot/command.h"
#include "bot/language.h"
#include "bot/quota.h"
#include "bot/vocabulary.h"

#include <string.h>
#include <strings.h>

int64_t bot_choice_turn(const struct eg_match_view *view)
{
	return (int64_t)view->rounds << 8 | view->round.plies;
}

enum bot_error bot_choice_holds(const struct bot_call *call, const struct bot_game *game,
	const struct eg_match_view *view, bool *holds)
{
	const char *event = call->message->reply_to;
	struct bot_post post = {0};
	enum bot_error error = BOT_OK;

	if (event)
		error = bot_store_post_by_event(call->host->store, event, &post);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*holds = post.turn == 0 ||
		 (post.match == game->match.id && post.turn == bot_choice_turn(view));
	return BOT_OK;
}

/* The match is the one whose list it is: a reaction can't mean another. */
static enum bot_error choose(struct bot_call *call)
{
	struct bot_post post = {0};

	enum bot_error error =
		bot_store_post_by_event(call->host->store, call->message->reply_to, &post);
	if (error && error != BOT_NOT_FOUND)
		return error;
	if (post.turn == 0)
		return bot_whisper(call, BOT_MSG_CHOICE_OLD, (struct bot_args){0});
	call->words.id = post.match;
	return bot_run_action(call);
}

enum bot_error bot_choice_run(struct bot_host *host, const struct bot_message *message)
{
	struct bot_call call = {.host = host, .message = message};
	int64_t number;

	if (!message->reply_to || !bot_words_split(&call.words, message->text) ||
		call.words.count != 1 || call.words.id != 0 ||
		!bot_words_number(call.words.word[0], EG_LEGAL_MAX, &number))
		return BOT_OK;
	enum bot_error error = bot_language_here(host, message, &call.lang);
	if (error)
		return error;
	call.command = bot_command_find(call.words.word[0]);
	return bot_quota_run(&call, choose);
}

/* The setting */

static const char key[] = "choices";
static const struct {
	const char *name; /* in English */
	enum bot_msg chosen;
} forms[] = {{"list", BOT_MSG_CHOICES_LIST}, {"poll", BOT_MSG_CHOICES_POLL}};

enum bot_error bot_choice_by_poll(struct bot_host *host, const char *user, bool *poll)
{
	char value[BOT_SETTING_SIZE] = "";

	enum bot_error error = bot_store_setting(host->store, BOT_OF_USER, user, key, value);
	if (error && error != BOT_NOT_FOUND)
		return error;
	*poll = strcmp(value, "poll") == 0;
	return BOT_OK;
}

enum bot_error bot_run_choices(struct bot_call *call)
{
	const char *user = call->message->sender;
	const char *form = call->words.count > 1 ? bot_in_english(call->words.word[1]) : "";

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (strcasecmp(form, forms[i].name) != 0)
			continue;
		enum bot_error error = bot_store_set_setting(
			call->host->store, BOT_OF_USER, user, key, forms[i].name);
		return error ? error : bot_whisper(call, forms[i].chosen, (struct bot_args){0});
	}
	return bot_reply_usage(call);
}
