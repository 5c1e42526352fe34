#include "bot/host/other_bots.h"

#include "bot/text/phrase.h"
#include "bot/text/words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *word; /* in English; bot/text/lang/ has those of the other languages */
	enum bot_msg msg;
} words[] = {
	{"ping", BOT_MSG_OTHER_PING},
	{"donate", BOT_MSG_OTHER_DONATE},
	{"prefix", BOT_MSG_OTHER_PREFIX},
	{"setprefix", BOT_MSG_OTHER_PREFIX},
	{"queue", BOT_MSG_OTHER_QUEUE},
	{"lobby", BOT_MSG_OTHER_QUEUE},
	{"join", BOT_MSG_OTHER_JOIN},
	{"ready", BOT_MSG_OTHER_JOIN},
	{"leave", BOT_MSG_OTHER_LEAVE},
	{"quit", BOT_MSG_OTHER_LEAVE},
	{"exit", BOT_MSG_OTHER_LEAVE},
	{"part", BOT_MSG_OTHER_LEAVE},
	{"flee", BOT_MSG_OTHER_LEAVE},
	{"end", BOT_MSG_OTHER_LEAVE},
	{"endgame", BOT_MSG_OTHER_LEAVE},
	{"draw", BOT_MSG_OTHER_DRAW},
	{"report", BOT_MSG_OTHER_REPORT},
	{"status", BOT_MSG_OTHER_STATUS},
	{"list", BOT_MSG_OTHER_STATUS},
	{"state", BOT_MSG_OTHER_STATUS},
	{"clock", BOT_MSG_OTHER_CLOCK},
};

/* Returns the message that answers one word, or BOT_MSG_COUNT. */
static enum bot_msg find_word(const char *word)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasecmp(word, words[i].word) == 0)
			return words[i].msg;
	return BOT_MSG_COUNT;
}

/* Likewise, for the first such word of a question such as "how do I leave?". */
static enum bot_msg find_asked(const struct bot_words *typed)
{
	enum bot_msg msg = BOT_MSG_COUNT;

	for (size_t i = 1; i < typed->count && msg == BOT_MSG_COUNT; i++)
		msg = find_word(bot_words_in_english(typed->word[i]));
	return msg;
}

/*
 * Returns the message that answers the words, or BOT_MSG_COUNT. A question about a competition
 * comes here only if none goes on.
 */
static enum bot_msg find_answer(const struct bot_words *typed, bool private)
{
	const char *word = bot_words_in_english(typed->count > 0 ? typed->word[0] : "");
	enum bot_phrase phrase = bot_phrase_find(typed);
	enum bot_msg msg = find_word(word);

	if (strcasecmp(word, "how") == 0 || strcasecmp(word, "what") == 0)
		msg = find_asked(typed);
	if (msg != BOT_MSG_COUNT)
		return msg;
	/* In private, "next" may go on with the lessons, which are over then. */
	if (private && typed->count == 1 && strcasecmp(word, "next") == 0)
		return BOT_MSG_OTHER_NEXT;
	return phrase == BOT_PHRASE_TABLE || phrase == BOT_PHRASE_BOUTS ? BOT_MSG_OTHER_TABLE
									: BOT_MSG_COUNT;
}

bool bot_other_bots_answer(const struct bot_call *call)
{
	enum bot_msg msg = find_answer(&call->words, call->message->private);
	char prefix[BOT_PREFIX_SIZE];

	bool answered = msg != BOT_MSG_COUNT;
	if (!answered)
		return answered;
	snprintf(prefix, sizeof(prefix), "%s", call->host->prefix);
	prefix[strcspn(prefix, " ")] = '\0';
	bot_reply(call, msg, (struct bot_args){.words = prefix});
	return answered;
}
