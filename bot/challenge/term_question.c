#include "bot/challenge/term_question.h"

#include "bot/call/question.h"
#include "bot/challenge/terms.h"

#include <ctype.h>

static const struct term {
	enum bot_msg wrong;
	enum bot_question_kind kind;
	const char *key; /* the word that the value follows */
	const char *options;
} terms[] = {
	{BOT_MSG_TERM_TOUCHES, BOT_ASKS_TOUCHES, "to", NULL},
	{BOT_MSG_TERM_FIRST, BOT_ASKS_CHOICE, "first", "white black random"},
	{BOT_MSG_TERM_CLOCK, BOT_ASKS_TIME, "clock", NULL},
};

static const struct term *find(enum bot_msg wrong)
{
	for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++)
		if (terms[i].wrong == wrong)
			return &terms[i];
	return NULL;
}

/* Whether the word `i` is the unit of a number before it, such as the days of "99 days". */
static bool is_unit(const struct bot_call *call, size_t i)
{
	struct bot_match match = {0};

	return i < call->words.count && isdigit((unsigned char)call->words.word[i - 1][0]) &&
	       bot_challenge_read_term(call, &i, &match) == BOT_MSG_TERM_UNKNOWN;
}

void bot_challenge_ask_for_term(const struct bot_call *call, enum bot_msg wrong, size_t i)
{
	const struct term *term = find(wrong);

	if (!term) {
		bot_reply_wrong(call, wrong, i);
		return;
	}
	bool missing = bot_words_mean(call->words.word[i], term->key);
	struct bot_missing value = {.kind = term->kind,
		.first = missing ? i + 1 : i,
		.count = missing ? 0 : 1,
		.words = term->options};
	if (!missing && term->kind == BOT_ASKS_TIME && is_unit(call, i + 1))
		value.count++;
	bot_ask_for_words(call, wrong, &value);
}
