#include "bot/store/questions.h"

#include "bot/store/sqlite/query.h"

#include <string.h>

#define KINDS 4

static const char *const kinds[KINDS] = {
	[BOT_ASKS_YES] = "yes",
	[BOT_ASKS_NUMBER] = "number",
	[BOT_ASKS_ACCEPT] = "accept",
	[BOT_ASKS_CHOICE] = "choice",
};

enum bot_error bot_store_ask(struct bot_store *store, const char *user, const char *room,
	const struct bot_question *question)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_QUESTION_SET);
	bot_query_id(&query, user);
	bot_query_id(&query, room);
	bot_query_text(&query, kinds[question->kind]);
	bot_query_text(&query, question->command);
	bot_query_int(&query, question->post);
	bot_query_int(&query, question->until);
	return bot_query_write(&query);
}

enum bot_error bot_store_prune_questions(struct bot_store *store, int64_t now)
{
	return bot_query_change(store, BOT_SQL_QUESTION_PRUNE, now);
}

static void copy_command(struct bot_query *query, char command[BOT_QUESTION_SIZE])
{
	const char *text = bot_query_get_text(query);

	command[0] = '\0';
	if (text && strlen(text) < BOT_QUESTION_SIZE)
		memcpy(command, text, strlen(text) + 1);
}

enum bot_error bot_store_question(
	struct bot_store *store, const char *user, const char *room, struct bot_question *question)
{
	struct bot_query query;
	struct bot_question found;

	bot_query_begin(&query, store, BOT_SQL_QUESTION_GET);
	bot_query_text(&query, user);
	bot_query_text(&query, room);
	bot_query_one(&query);
	found.kind = (enum bot_question_kind)bot_query_get_name(&query, kinds, KINDS);
	copy_command(&query, found.command);
	found.post = bot_query_get_int(&query, 0, INT64_MAX);
	found.until = bot_query_get_int(&query, INT64_MIN, INT64_MAX);
	enum bot_error error = bot_query_end(&query);
	if (!error)
		*question = found;
	return error;
}

enum bot_error bot_store_close_question(struct bot_store *store, const char *user, const char *room)
{
	struct bot_query query;

	bot_query_begin(&query, store, BOT_SQL_QUESTION_REMOVE);
	bot_query_text(&query, user);
	bot_query_text(&query, room);
	return bot_query_write(&query);
}
