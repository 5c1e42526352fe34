/*
 * Open questions. Some answers of the bot ask the sender something, such as "Do you want to resign
 * #7?". For ten minutes, the bot takes each natural answer to it: "yes", the number of a match, a
 * word that the question names, or a reaction to the question. What the sender confirms is a
 * command, which the bot then runs as if they had written it.
 *
 * The bot asks each person at most one question in each room. Any other command of this person
 * there closes the question, and only a command of theirs replaces it: so "yes" never answers
 * something that they have not seen. The store keeps the questions, in the transaction of the
 * message that opens or closes them. So after a crash, "yes" answers what the sender sees.
 */
#ifndef BOT_CALL_QUESTION_H
#define BOT_CALL_QUESTION_H

#include "bot/call/call.h"
#include "bot/store/store.h"

/*
 * Answers the sender with the message, which asks for a "yes". `command` is the command that the
 * "yes" confirms, without a prefix. On the web page, the answer asks nothing.
 */
BOT_MUST_USE enum bot_error bot_ask(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args, const char *command);

/* Answers the sender with the page, which asks a question of this kind; see struct bot_question. */
BOT_MUST_USE enum bot_error bot_ask_page(const struct bot_call *call, const struct bot_page *page,
	enum bot_question_kind kind, const char *command);

/* What a question offers: one of the options completes the command. */
struct bot_choice_of_words {
	const char *command; /* in English, without a prefix, as in `coach` */
	/*
	 * English words with a space between two of them, as in `on off`. Each is understood in all
	 * languages. If the options are `on` and `off`, "yes" and "no" answer, too.
	 */
	const char *options;
};

/* Answers the sender with the page, which names the options. */
BOT_MUST_USE enum bot_error bot_ask_choice(const struct bot_call *call, const struct bot_page *page,
	const struct bot_choice_of_words *choice);

/*
 * Answers that the word `i` of the command is none of the options, as bot_reply_wrong does, and
 * takes one of the options as the answer.
 */
BOT_MUST_USE enum bot_error bot_ask_for_word(const struct bot_call *call, enum bot_msg wrong,
	size_t i, const struct bot_choice_of_words *choice);

/*
 * Notes that a message in the room, the post `post`, asks the user for a "yes" that `command`
 * follows from, although they may not have written anything. Does nothing if another question to
 * them is open there.
 */
BOT_MUST_USE enum bot_error bot_question_offer(struct bot_host *host, const char *user,
	const char *room, int64_t post, const char *command);

/* Writes the words of the call from the word `first` on, and the number `id` unless it is 0. */
void bot_question_copy_words(
	const struct bot_call *call, size_t first, int64_t id, char command[BOT_QUESTION_SIZE]);

enum bot_answer_kind {
	BOT_NO_ANSWER,   /* the text answers no open question */
	BOT_ANSWER_RUNS, /* it answers one, and a command follows from it */
	BOT_ANSWER_NO,   /* it answers one with "no", and nothing follows from it */
	BOT_ANSWER_LATE, /* the question to which it reacts is not open any more, or to others */
};

/*
 * Closes the question to the message's sender in its room. If the text answers this question, and
 * a command follows from it, writes the command to `command`.
 */
BOT_MUST_USE enum bot_error bot_question_answer(struct bot_host *host,
	const struct bot_message *message, const char *text, enum bot_answer_kind *kind,
	char command[BOT_QUESTION_SIZE]);

/*
 * Like bot_question_answer, for a message that is a reaction or a reply to the post `post`. Does
 * not close the question.
 */
BOT_MUST_USE enum bot_error bot_question_react(struct bot_host *host,
	const struct bot_message *message, int64_t post, enum bot_answer_kind *kind,
	char command[BOT_QUESTION_SIZE]);

#endif
