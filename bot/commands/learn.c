#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/call/reaction_keys.h"
#include "bot/challenge/limits.h"
#include "bot/match/lesson.h"
#include "bot/show/hand.h"
#include "bot/text/wish.h"

#include <string.h>
#include <strings.h>

#define LESSON_NUMBERS "1 2 3 4 5 6 stop"
_Static_assert(BOT_LESSONS == 6, "LESSON_NUMBERS has all lessons");

/* The lesson of a learner, with the page that the bot is about to send them. */
struct learning {
	struct bot_taught_lesson taught;
	char name[BOT_LABEL_SIZE];
	struct bot_page page;
};

/* Begins an empty page in the learner's language, and prepares the lesson. */
static void begin(const struct bot_call *call, size_t number, struct learning *learning)
{
	const char *user = call->message->sender;

	const struct bot_lang *lang =
		bot_language_chosen(call->host, BOT_OF_USER, user, call->lang);
	bot_name_label(call->host->store, user, learning->name);
	bot_page_init(&learning->page, lang);
	bot_lesson_prepare(&learning->taught, number, learning->name, lang);
}

/*
 * Sends the page, and notes that it is the newest message of the lesson. Learners who tap their
 * choices get the cards to tap, unless the page asks for a letter.
 */
static void send(const struct bot_call *call, const struct learning *learning, bool asks_letter)
{
	const char *user = call->message->sender;
	struct bot_lesson_progress progress = {.lesson = learning->taught.number};
	struct bot_letter letter = {.private = true, .to = user, .role = BOT_POST_LESSON};

	if (bot_choices_form_chosen(call->host, user) == BOT_CHOICES_TAPS && !asks_letter)
		letter.reactions = BOT_REACTION_CARDS;
	if (call->message->private)
		bot_call_join_thread(call, &letter);
	bot_send(call->host, letter, &learning->page, &progress.post);
	bot_lesson_progress_save(call->host, user, progress);
}

/* Adds the question of the lesson to the page, and sends the page. */
static void ask(const struct bot_call *call, struct learning *learning, bool again)
{
	bot_lesson_add_question(&learning->page, &learning->taught, again);
	send(call, learning, false);
}

/* Sends the lesson with this number, below what the page has already. */
static void teach(const struct bot_call *call, size_t number, struct learning *learning)
{
	bot_lesson_prepare(&learning->taught, number, learning->name, learning->page.lang);
	bot_lesson_add_title(&learning->page, &learning->taught);
	ask(call, learning, false);
}

static void show(const struct bot_call *call, size_t number)
{
	struct learning learning;

	begin(call, number, &learning);
	if (number == 1) {
		bot_page_say(&learning.page, BOT_MSG_LESSONS_BEGIN, NULL);
		bot_page_line(&learning.page);
	}
	teach(call, number, &learning);
}

/* Ends the lessons, below what the page has already, and offers a practice match. */
static void end(const struct bot_call *call, struct learning *learning)
{
	bot_lesson_progress_save(
		call->host, call->message->sender, (struct bot_lesson_progress){0});
	bot_page_say(&learning->page, BOT_MSG_LESSONS_END, NULL);
	bot_ask_page(call, &learning->page, BOT_ASKS_YES, "practice");
}

/* Goes on to the lesson after this one, or to the one before it. */
static void move(const struct bot_call *call, size_t number, bool back)
{
	struct learning learning;

	if (back) {
		show(call, number > 1 ? number - 1 : 1);
		return;
	}
	if (number < BOT_LESSONS) {
		show(call, number + 1);
		return;
	}
	begin(call, number, &learning);
	end(call, &learning);
}

static void stop(const struct bot_call *call, size_t number)
{
	bot_lesson_progress_save(
		call->host, call->message->sender, (struct bot_lesson_progress){.lesson = number});
	bot_reply(call, BOT_MSG_LESSONS_STOPPED, (struct bot_args){0});
}

/* The command */

/* Shows the lesson to somebody who has asked for it, in private or in a room. */
static void show_asked(const struct bot_call *call, size_t number)
{
	bool private = call->message->private;

	if (call->mute)
		return;
	if (!private && !bot_match_limits_check_private_rooms(call, call->message->sender, NULL))
		return;
	show(call, number);
	if (!private)
		bot_reply(call, BOT_MSG_LESSONS_SENT, (struct bot_args){0});
}

static void say_none(const struct bot_call *call)
{
	bot_reply(call, BOT_MSG_LESSONS_NONE, (struct bot_args){0});
}

void bot_run_learn(struct bot_call *call)
{
	const char *word = call->words.count > 1 ? call->words.word[1] : NULL;
	struct bot_lesson_progress progress;
	int64_t number = 0;

	progress = bot_lesson_progress_get(call->host, call->message->sender);
	if (!word) {
		show_asked(call, progress.lesson > 0 ? progress.lesson : 1);
		return;
	}
	if (bot_words_mean(word, "stop") || bot_words_mean(word, "off")) {
		if (progress.lesson > 0)
			stop(call, progress.lesson);
		else
			say_none(call);
		return;
	}
	if (bot_words_number(word, BOT_LESSONS, &number) && number > 0)
		show_asked(call, (size_t)number);
	else
		bot_ask_for_option(call, BOT_MSG_LESSONS_WHICH, 1, LESSON_NUMBERS);
}

/* Answering */

/* Asks which of the choices that fit the learner means. */
static void ask_which(
	const struct bot_call *call, struct learning *learning, const bool chosen[EG_LEGAL_MAX])
{
	bot_page_say(&learning->page, BOT_MSG_FITS, NULL);
	bot_render_choices(
		&learning->page, &learning->taught.view.round, BOT_LETTERS_FROM_A, chosen);
	send(call, learning, true);
}

/* Says why no legal action fits, and asks again. */
static void explain(
	const struct bot_call *call, struct learning *learning, const struct bot_wish *wish)
{
	(void)bot_call_refuse(call);
	bot_wish_explain(&learning->page, wish, &call->words, &learning->taught.view.round);
	bot_page_line(&learning->page);
	ask(call, learning, true);
}

/* Answers a legal action: praises the right one, or asks for a better one. */
static void judge(const struct bot_call *call, struct learning *learning, struct eg_action action)
{
	const struct bot_lesson *lesson = learning->taught.lesson;
	bool right = bot_lesson_is_right(lesson, action);
	size_t number = learning->taught.number;

	bot_lesson_add_ending(&learning->page, &learning->taught, action);
	bot_page_say(&learning->page, right ? lesson->praise : lesson->better, NULL);
	bot_page_line(&learning->page);
	if (!right) {
		ask(call, learning, true);
		return;
	}
	bot_page_line(&learning->page);
	if (number < BOT_LESSONS)
		teach(call, number + 1, learning);
	else
		end(call, learning);
}

/*
 * Whether the learner wants the lesson before. In most languages the word for it also means a
 * retreat: it is a retreat if it has a number, or if the lesson asks for one. Other words for a
 * retreat never mean the lesson before.
 */
static bool goes_back(
	const struct bot_call *call, const struct bot_wish *wish, const struct bot_lesson *lesson)
{
	return wish->kind == BOT_WISH_PATTERN && wish->pattern.kind == EG_RETREAT &&
	       wish->pattern.move == 0 && lesson->kind != EG_RETREAT &&
	       bot_words_has_sense(call->words.word[call->words.count - 1], BOT_SENSE_BACK);
}

/* The words for "skip" are those for "pass", which is never legal in a lesson. */
static bool skips(const struct bot_wish *wish)
{
	return wish->kind == BOT_WISH_PATTERN && wish->pattern.kind == EG_PASS;
}

void bot_learn_answer(struct bot_call *call)
{
	bool chosen[EG_LEGAL_MAX] = {false};
	struct eg_action action = {0};
	struct bot_lesson_progress progress;
	struct learning learning;
	struct bot_wish wish;

	progress = bot_lesson_progress_get(call->host, call->message->sender);
	if (call->mute)
		return;
	begin(call, progress.lesson, &learning);
	const struct eg_view *view = &learning.taught.view.round;
	if (!bot_wish_read_action(&call->words, &wish) &&
		!bot_wish_read_choice(&call->words, BOT_LETTERS_FROM_A, false, &wish)) {
		explain(call, &learning, NULL);
		return;
	}
	if (skips(&wish) || goes_back(call, &wish, learning.taught.lesson)) {
		move(call, progress.lesson, !skips(&wish));
		return;
	}
	size_t count = bot_wish_mark(&wish, view, chosen, &action);
	if (count == 1) {
		judge(call, &learning, action);
		return;
	}
	if (count == 0)
		count = bot_wish_mark_indirect(&wish, view, chosen);
	if (count > 0)
		ask_which(call, &learning, chosen);
	else
		explain(call, &learning, &wish);
}

/* Returns whether the sender has no match in which they could mean `hand` or `board`. */
static bool plays_nothing(const struct bot_call *call)
{
	const struct bot_match_filter filter = {
		.player = call->message->sender, .status = BOT_PLAYING};
	struct bot_match match;

	return bot_store_match_find(call->host->store, &filter, &match, 1) == 0;
}

/* What one word asks of a lesson that goes on. */
enum control {
	IGNORES, /* nothing: the word is none of a lesson */
	STOPS,
	GOES_ON,
	SHOWS,   /* only of somebody who plays no match */
	LEAVES,  /* only if no match has come since */
	HINTS,   /* likewise */
	REPEATS, /* only below the lesson: later the word is about something else */
	HELPS,   /* likewise */
};

static const struct {
	const char *name; /* of a command, or an English word */
	enum control control;
} controls[] = {{"stop", STOPS}, {"next", GOES_ON}, {"resume", GOES_ON}, {"hand", SHOWS},
	{"board", SHOWS}, {"leave", LEAVES}, {"quit", LEAVES}, {"exit", LEAVES}, {"end", LEAVES},
	{"hint", HINTS}, {"rematch", REPEATS}, {"replay", REPEATS}, {"help", HELPS}};

static enum control read_control(const struct bot_call *call)
{
	const struct bot_command *command = call->command;

	if (!call->message->private || call->words.id != 0)
		return IGNORES;
	/* In private, `stop` with whatever follows it can be about nothing else: "stop it". */
	if (command && command->run == bot_run_stop)
		return STOPS;
	if (call->words.count != 1)
		return IGNORES;
	const char *name = command && command->names[0][0] != '.'
				   ? command->names[0]
				   : bot_words_in_english(call->words.word[0]);
	for (size_t i = 0; i < sizeof(controls) / sizeof(controls[0]); i++)
		if (strcasecmp(name, controls[i].name) == 0)
			return controls[i].control;
	return IGNORES;
}

/* Returns whether the lesson obeys the word. Its newest message is `post`. */
static bool may_control(const struct bot_call *call, enum control control, int64_t post)
{
	bool followed = false;

	if (control == SHOWS)
		return plays_nothing(call);
	if (control == LEAVES || control == HINTS)
		return bot_lesson_claim(call) == BOT_CLAIMS_ANSWER;
	if (control == REPEATS || control == HELPS)
		followed = bot_store_post_followed(call->host->store, call->message->sender, post);
	return !followed;
}

/* Says what one can write in a lesson or, for a hint, a right answer, and asks again. */
static void advise(const struct bot_call *call, size_t number, bool hints)
{
	struct bot_args args = {.prefix = bot_call_prefix(call)};
	char words[BOT_ACTION_WORDS_SIZE];
	struct learning learning;

	begin(call, number, &learning);
	const struct eg_view *view = &learning.taught.view.round;
	size_t right = 0;
	while (right + 1 < view->legal_count &&
		!bot_lesson_is_right(learning.taught.lesson, view->legal[right]))
		right++;
	bot_render_action(learning.page.lang, view->legal[right], words);
	args.words = words;
	bot_page_say(&learning.page, hints ? BOT_MSG_LESSON_HINT : BOT_MSG_LESSON_HELP, &args);
	bot_page_line(&learning.page);
	ask(call, &learning, true);
}

bool bot_learn_control(const struct bot_call *call)
{
	enum control control = read_control(call);
	struct bot_lesson_progress progress;

	if (control == IGNORES)
		return false;
	progress = bot_lesson_progress_get(call->host, call->message->sender);
	if (progress.post == 0 || !may_control(call, control, progress.post))
		return false;
	if (call->mute)
		return true;
	if (control == STOPS || control == LEAVES)
		stop(call, progress.lesson);
	else if (control == GOES_ON)
		move(call, progress.lesson, false);
	else if (control == SHOWS || control == REPEATS)
		show(call, progress.lesson);
	else
		advise(call, progress.lesson, control == HINTS);
	return true;
}
