#include "bot/call/people_question.h"

#include "bot/call/people.h"
#include "bot/call/question.h"
#include "bot/text/words.h"

#include <math.h>
#include <string.h>

/* Lists the people whom the words may mean, and asks for one of them. */
static void ask_which(const struct bot_call *call, size_t first, size_t count)
{
	const char *comma = call->lang->messages[BOT_MSG_LIST_COMMA];
	char user[BOT_PEOPLE_LISTED][BOT_ID_SIZE];
	char shown[BOT_PEOPLE_LISTED * (BOT_ID_SIZE + 8)], ids[sizeof(shown)];
	char name[BOT_WORDS_SIZE], command[BOT_QUESTION_SIZE];
	struct bot_text text = bot_text_in(shown, sizeof(shown));
	struct bot_text words = bot_text_in(ids, sizeof(ids));
	BOT_PAGE(page);

	size_t people = bot_people_list(call, first, count, user);
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
	BOT_PAGE(page);

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
	case BOT_MSG_CONTEST_EXCLUDE_WHO:
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

void bot_player_rating(struct bot_args *args, const struct bot_rating *rating)
{
	args->rating = lround(rating->glicko.rating);
	args->deviation = lround(2 * rating->glicko.deviation);
	args->won = rating->won;
	args->count = rating->played;
}

size_t bot_player_words(const struct bot_call *call, const char *option)
{
	const struct bot_words *words = &call->words;
	size_t count = words->count - 1;
	char user[BOT_ID_SIZE];

	if (count == 0 || !bot_words_mean(words->word[count], option))
		return count;
	/* Thomas More is a name. */
	if (count > 1 && bot_people_find(call, 1, count, user) == BOT_MSG_COUNT)
		return count;
	return count - 1;
}

/*
 * Reads the id or the display name of a person: the `count` words after the command's name. Returns
 * BOT_MSG_COUNT, or a message about the fault.
 */
static enum bot_msg read_person(const struct bot_call *call, size_t count, char user[BOT_ID_SIZE])
{
	enum bot_user_word kind = bot_call_read_user(call, call->words.word[1], user);

	if (count == 1 && bot_people_is_everybody(call, call->words.word[1]))
		return BOT_MSG_EVERYBODY;
	if (kind == BOT_BAD_USER)
		return BOT_MSG_BAD_USER;
	if (kind == BOT_USER)
		return count == 1 ? BOT_MSG_COUNT : BOT_MSG_STATS_WHO;
	enum bot_msg wrong = bot_people_find(call, 1, count, user);
	return wrong == BOT_MSG_TERM_UNKNOWN ? BOT_MSG_STATS_WHO : wrong;
}

void bot_player_find(const struct bot_call *call, size_t count, char user[BOT_ID_SIZE])
{
	if (count == 0) {
		memcpy(user, call->message->sender, strlen(call->message->sender) + 1);
		return;
	}
	enum bot_msg wrong = read_person(call, count, user);
	if (wrong == BOT_MSG_COUNT)
		return;
	user[0] = '\0';
	bot_people_ask(call, wrong, 1, count);
}
