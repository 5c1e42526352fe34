#include "bot/store/questions.h"

#include "bot/base/duration.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/query.h"

#include <string.h>

#define KINDS 8
#define KEPT  BOT_DAY

static const char *const kinds[KINDS] = {
	[BOT_ASKS_YES] = "yes",
	[BOT_ASKS_NUMBER] = "number",
	[BOT_ASKS_ACCEPT] = "accept",
	[BOT_ASKS_CHOICE] = "choice",
	[BOT_ASKS_TOUCHES] = "touches",
	[BOT_ASKS_TIME] = "time",
	[BOT_ASKS_PERSON] = "person",
	[BOT_ASKS_ROOM] = "room",
};

enum bot_error bot_store_ask(struct bot_store *store, const char *user, const char *room,
	const struct bot_question *question)
{
	bot_kept_drop(store, &(struct bot_kept_query){BOT_SQL_QUESTION_GET, user, room, 0});
	return bot_query_write(BOT_QUERY(store, BOT_SQL_QUESTION_SET, bot_id(user), bot_id(room),
		kinds[question->kind], question->command, question->post, question->until));
}

enum bot_error bot_store_prune_questions(struct bot_store *store, int64_t now)
{
	return bot_query_change(store, BOT_SQL_QUESTION_PRUNE, now - KEPT);
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
	const struct bot_kept_query kept = {BOT_SQL_QUESTION_GET, user, room, 0};
	struct bot_question found;
	enum bot_error error;

	if (bot_kept_find(store, &kept, &error, question, sizeof(*question)))
		return error;
	struct bot_query *query = BOT_QUERY(store, BOT_SQL_QUESTION_GET, user, room);
	bot_query_one(query);
	found.kind = (enum bot_question_kind)bot_query_get_name(query, kinds, KINDS);
	copy_command(query, found.command);
	found.post = bot_query_get_int(query, 0, INT64_MAX);
	found.until = bot_query_get_int(query, INT64_MIN, INT64_MAX);
	error = bot_query_end(query);
	if (error == BOT_NOT_FOUND) /* nothing else is small and asked for again and again */
		bot_kept_add(store, &kept, error, NULL, 0);
	if (!error)
		*question = found;
	return error;
}

enum bot_error bot_store_close_question(
	struct bot_store *store, const char *user, const char *room, int64_t now)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_QUESTION_CLOSE, user, room, now));
}
