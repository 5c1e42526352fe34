#include "bot/store/questions.h"

#include "bot/base/duration.h"
#include "bot/store/sql/kept_answers.h"
#include "bot/store/sql/rows.h"

#define KEPT BOT_DAY

static const char *const bot_question_kind_names[] = {
	[BOT_ASKS_YES] = "yes",
	[BOT_ASKS_NUMBER] = "number",
	[BOT_ASKS_ACCEPT] = "accept",
	[BOT_ASKS_CHOICE] = "choice",
	[BOT_ASKS_TOUCHES] = "touches",
	[BOT_ASKS_TIME] = "time",
	[BOT_ASKS_PERSON] = "person",
	[BOT_ASKS_ROOM] = "room",
};

BOT_ROW_FUNCTIONS(question, QUESTIONS)

enum bot_error bot_store_ask(struct bot_store *store, const char *user, const char *room,
	const struct bot_question *question)
{
	struct bot_query *query =
		BOT_QUERY(store, BOT_SQL_QUESTION_SET, bot_id(user), bot_id(room));

	bot_kept_drop(store, &(struct bot_kept_query){BOT_SQL_QUESTION_GET, user, room, 0});
	bind_question(query, question);
	return bot_query_write(query);
}

enum bot_error bot_store_prune_questions(struct bot_store *store, int64_t now)
{
	return bot_query_change(store, BOT_SQL_QUESTION_PRUNE, now - KEPT);
}

enum bot_error bot_store_question(
	struct bot_store *store, const char *user, const char *room, struct bot_question *question)
{
	const struct bot_kept_query kept = {BOT_SQL_QUESTION_GET, user, room, 0};
	enum bot_error error;

	if (bot_kept_find(store, &kept, &error, question, sizeof(*question)))
		return error;
	error = bot_query_get(BOT_QUERY(store, BOT_SQL_QUESTION_GET, user, room), get_question,
		question, sizeof(*question));
	if (error == BOT_NOT_FOUND) /* nothing else is small and asked for again and again */
		bot_kept_add(store, &kept, error, NULL, 0);
	return error;
}

enum bot_error bot_store_close_question(
	struct bot_store *store, const char *user, const char *room, int64_t now)
{
	return bot_query_write(BOT_QUERY(store, BOT_SQL_QUESTION_CLOSE, user, room, now));
}
