/*
 * Open questions. Some answers of the bot ask the sender something, such as "Do you want to resign
 * #7?". For ten minutes, the bot takes each natural answer to it: "yes", the number of a match, a
 * word that the question names, a person, a time, or a reaction to the question. What the sender
 * confirms is a command, which the bot then runs as if they had written it.
 *
 * The bot asks each person at most one question in each room. What this person does there
 * otherwise closes the question, and only a command of theirs replaces it: so "yes" never answers
 * something that they have not seen. A sentence that the bot does not understand does nothing, nor
 * does a command that only shows something: after these the question is still open. The store keeps
 * the questions, in the transaction of the message that opens or closes them. So after a crash,
 * "yes" answers what the sender sees.
 */
#ifndef BOT_CALL_QUESTION_H
#define BOT_CALL_QUESTION_H

#include "bot/call/answer.h"
#include "bot/call/call.h"
#include "bot/store/store.h"

/*
 * Answers the sender with the message, which asks for a "yes". `command` is the command that the
 * "yes" confirms, without a prefix. On the web page, the answer asks nothing.
 */
void bot_ask(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args, const char *command);

/*
 * Asks whether the words of the call, which have a question mark, are meant as a command: "yes"
 * runs them without it.
 */
void bot_ask_whether_meant(const struct bot_call *call);

/* Answers the sender with the page, which asks a question of this kind; see struct bot_question. */
void bot_ask_page(const struct bot_call *call, const struct bot_page *page,
	enum bot_question_kind kind, const char *command);

/*
 * Answers the sender with the page, which names the options. One of these completes the command,
 * which is in English and without a prefix, as in `language`.
 */
void bot_ask_choice(const struct bot_call *call, const struct bot_page *page, const char *command,
	const char *options);

/* What is missing in the command of the call, or wrong there. */
struct bot_missing {
	enum bot_question_kind kind; /* which answers complete the command */
	size_t first;                /* the index of the first word that the answer replaces */
	size_t count; /* how many words the answer replaces; 0 to insert it before `first` */
	/*
	 * The options or ids to choose from, with a space between two of them, or NULL if there are
	 * none. Options are in English, and understood in all languages. If they are `on` and
	 * `off`, "yes" and "no" answer, too.
	 */
	const char *words;
};

/*
 * Answers that the word `missing->first` of the command is wrong, as bot_reply_wrong does, and asks
 * for what is missing.
 */
void bot_ask_for_words(
	const struct bot_call *call, enum bot_msg wrong, const struct bot_missing *missing);

/* Likewise, with options for the word `i`, which is wrong or missing. */
void bot_ask_for_option(
	const struct bot_call *call, enum bot_msg wrong, size_t i, const char *options);

/*
 * Writes the words of the call with a blank where the answer belongs. missing->words are in a
 * second line.
 */
void bot_question_leave_blank(const struct bot_call *call, const struct bot_missing *missing,
	char command[BOT_QUESTION_SIZE]);

/*
 * Notes that a message in the room, the post `post`, asks the user for a "yes" that `command`
 * follows from, although they may not have written anything. Does nothing if another question to
 * them is open there.
 */
void bot_question_offer(struct bot_host *host, const char *user, const char *room, int64_t post,
	const char *command);

/* Writes the words of the call from the word `first` on, and the number `id` unless it is 0. */
void bot_question_copy_words(
	const struct bot_call *call, size_t first, int64_t id, char command[BOT_QUESTION_SIZE]);

/*
 * Returns whether the text answers the question to the message's sender in its room, and closes
 * this question if it does. If a command follows from the answer, writes it to `command`. Writes
 * the question to *question, for bot_question_reopen.
 *
 * In private, one letter or a bare number is for the newest message that asks for one: if the bot
 * has sent a list of choices, a hand or a lesson since, it does not answer the question. Nor does
 * "yes" or "no", unless it is a reply to the question, if somebody has challenged the sender since.
 * In a room, a message without a prefix (`text` is then message->text) answers nothing else than
 * the question to which it replies.
 */
enum bot_answer_kind bot_question_answer(struct bot_host *host, const struct bot_message *message,
	const char *text, char command[BOT_QUESTION_SIZE], struct bot_question *question);

/*
 * Closes the question to the message's sender in its room, and writes it to *question. If there is
 * none, sets question->until to 0.
 */
void bot_question_close(
	struct bot_host *host, const struct bot_message *message, struct bot_question *question);

/*
 * Opens a closed question again, because the bot has not run the answer. Does nothing if the
 * question was not open.
 */
void bot_question_reopen(const struct bot_call *call, const struct bot_question *question);

/*
 * Like bot_question_answer, for a message that is a reaction or a reply to the post `post`. Does
 * not close the question.
 */
enum bot_answer_kind bot_question_react(struct bot_host *host, const struct bot_message *message,
	int64_t post, char command[BOT_QUESTION_SIZE]);

/*
 * Returns whether the post was a question to the sender. In a room the bot remembers only the
 * newest question to each person, for a day.
 */
bool bot_question_was_asked(const struct bot_call *call, const struct bot_post *post);

#endif
