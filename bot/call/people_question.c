#include "bot/call/people_question.h"

#include "bot/call/people.h"
#include "bot/call/question.h"

#include <string.h>

/* Lists the people whom the words may mean, and asks for one of them. */
static void ask_which(const struct bot_call *call, size_t first, size_t count)
{
	const char *comma = call->lang->messages[BOT_MSG_LIST_COMMA];
	char user[BOT_PEOPLE_LISTED][BOT_ID_SIZE];
	char shown[BOT_PEOPLE_LISTED * (BOT_ID_SIZE + 8)], ids[sizeof(shown)];
	char name[BOT_WORDS_SIZE], command[BOT_QUESTION_SIZE];
	struct bot_text text, words;
	struct bot_page page;

	size_t people = bot_people_list(call, first, count, user);
	bot_text_init(&text, shown, sizeof(shown));
	bot_text_init(&words, ids, sizeof(ids));
	for (size_t i = 0; i < people && i < BOT_PEOPLE_LISTED; i++) {
		bot_text_add(&text, i > 0 ? comma : "");
		bot_text_add(&text, user[i]);
		bot_text_add(&words, i > 0 ? " " : "");
		bot_text_add(&words, user[i]);
	}
	bot_text_add(&text, people > BOT_PEOPLE_LISTED ? comma : "");
	bot_text_add(&text, people > BOT_PEOPLE_LISTED ? "\xE2\x80\xA6" : "");
	bot_command_word(call->command, call->lang, name);
	const struct bot_args args = {.words = shown, .command = name, .name = user[0]};
	bot_write_reply(call, BOT_MSG_PEOPLE_WHO, args, &page);
	bot_question_leave_blank(
		call, &(struct bot_missing){BOT_ASKS_PERSON, first, count, ids}, command);
	bot_ask_page(call, &page, BOT_ASKS_PERSON, command);
}

/* Answers that the word means everybody. Without the @, the answer pings nobody. */
static void refuse_everybody(const struct bot_call *call, size_t first, size_t count)
{
	const char *word = call->words.word[first] + (call->words.word[first][0] == '@');
	char name[BOT_WORDS_SIZE], command[BOT_QUESTION_SIZE];
	struct bot_page page;

	bot_command_word(call->command, call->lang, name);
	const struct bot_args args = {.words = word, .command = name};
	bot_write_reply(call, BOT_MSG_EVERYBODY, args, &page);
	bot_question_leave_blank(
		call, &(struct bot_missing){BOT_ASKS_PERSON, first, count, NULL}, command);
	bot_ask_page(call, &page, BOT_ASKS_PERSON, command);
}

void bot_people_ask(const struct bot_call *call, enum bot_msg wrong, size_t first, size_t count)
{
	switch ((int)wrong) {
	case BOT_MSG_PEOPLE_WHO:
		ask_which(call, first, count);
		return;
	case BOT_MSG_EVERYBODY:
		refuse_everybody(call, first, count);
		return;
	case BOT_MSG_TERM_NOBODY:
	case BOT_MSG_TERM_BY_ID:
	case BOT_MSG_STATS_WHO:
	case BOT_MSG_BLOCK_WHO:
	case BOT_MSG_NIGHT_EXCLUDE_WHO:
		bot_ask_for_words(
			call, wrong, &(struct bot_missing){BOT_ASKS_PERSON, first, count, NULL});
		return;
	default:
		bot_reply_wrong(call, wrong, first);
		return;
	}
}

bool bot_people_names_another(const struct bot_call *call)
{
	char user[BOT_ID_SIZE];

	return call->words.count > 2 &&
	       bot_call_read_user(call, call->words.word[2], user) == BOT_USER &&
	       strcmp(user, call->message->sender) != 0;
}

void bot_people_run(const struct bot_call *call, enum bot_msg who,
	void (*run)(const struct bot_call *call, const char *user))
{
	size_t count = call->words.count - 2;
	char user[BOT_ID_SIZE];
	enum bot_msg wrong = who;

	if (count == 1 && bot_call_read_user(call, call->words.word[2], user) == BOT_USER) {
		run(call, user);
		return;
	}
	if (count > 0)
		wrong = bot_people_find(call, 2, count, user);
	if (wrong == BOT_MSG_TERM_NOBODY)
		wrong = who;
	if (wrong != BOT_MSG_COUNT)
		bot_people_ask(call, wrong, 2, count);
	else
		run(call, user);
}
