#include "bot/commands/command.h"

#include "bot/call/question.h"
#include "bot/text/words.h"

#include <strings.h>

/*
 * Finds a language by its code, or by its name in any language. Returns NULL if no language fits.
 */
static const struct bot_lang *find_language(const char *word)
{
	const char *english = bot_words_in_english(word);

	for (size_t i = 0; i < bot_langs_count; i++)
		if (strcasecmp(bot_langs[i].english, english) == 0)
			return &bot_langs[i];
	return bot_lang_find(word);
}

/* Writes what may answer "Which language?": the names and the codes of the languages. */
static void write_options(char *options, size_t size)
{
	struct bot_text text = bot_text_in(options, size);

	for (size_t i = 0; i < bot_langs_count; i++) {
		bot_text_add(&text, bot_langs[i].english);
		bot_text_add(&text, " ");
		bot_text_add(&text, bot_langs[i].code);
		bot_text_add(&text, " ");
	}
}

/* Answers with the message and the list of the languages, and takes one of them as the answer. */
static void list_languages(const struct bot_call *call, enum bot_msg msg)
{
	char choices[512], options[512];
	BOT_PAGE(page);
	struct bot_text text = bot_text_in(choices, sizeof(choices));

	for (size_t i = 0; i < bot_langs_count; i++) {
		bot_text_add(&text, i > 0 ? call->lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_text_add(&text, bot_langs[i].code);
		bot_text_add(&text, " ");
		bot_text_add(&text, bot_langs[i].name);
	}
	const struct bot_args args = {.name = call->lang->name, .words = choices};
	bot_write_reply(call, msg, args, &page);
	write_options(options, sizeof(options));
	bot_ask_choice(call, &page, "language", options);
}

/* Shows the language, or chooses another one. Confirms the choice in the chosen language. */
void bot_run_language(struct bot_call *call)
{
	const struct bot_message *message = call->message;
	enum bot_scope scope = message->private ? BOT_OF_USER : BOT_OF_ROOM;

	if (call->words.count == 1) {
		list_languages(call, BOT_MSG_LANGUAGE_NOW);
		return;
	}
	const struct bot_lang *lang = find_language(call->words.word[1]);
	if (!lang) {
		list_languages(call, BOT_MSG_LANGUAGE_UNKNOWN);
		return;
	}
	if (!message->private && !bot_call_moderates(call)) {
		bot_reply(call, BOT_MSG_MODERATORS_ONLY, (struct bot_args){0});
		return;
	}
	bot_language_choose(
		call->host, scope, message->private ? message->sender : message->room, lang);
	call->lang = lang;
	if (message->answer)
		message->answer->lang = lang;
	bot_reply(call, BOT_MSG_LANGUAGE_SET, (struct bot_args){.name = lang->name});
}
