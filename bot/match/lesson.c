#include "bot/match/lesson.h"

#include "bot/base/attempt.h"
#include "bot/match/loading.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS(NAME)                                                                                \
	.title = BOT_MSG_LESSON_##NAME, .question = BOT_MSG_LESSON_##NAME##_ASKS,                  \
	.better = BOT_MSG_LESSON_##NAME##_BETTER, .praise = BOT_MSG_LESSON_##NAME##_RIGHT

/* tests/unit/match/test_lesson.c checks with the engine what the texts say. */
static const struct bot_lesson lessons[BOT_LESSONS] = {
	{.deck = "2453125323531255114431442",
		.actions = "",
		.right = "+1 +2 +3 +4 +5",
		.kind = EG_ADVANCE,
		TEXTS(MOVE)},
	{.deck = "4455135542442532212133113",
		.actions = "+5 +5 +4 +4",
		.right = "x44",
		.kind = EG_ATTACK,
		TEXTS(ATTACK)},
	{.deck = "4354125325335431224141512",
		.actions = "+5 +5 +4 +2 +3 x33",
		.right = "=",
		.kind = EG_PARRY,
		TEXTS(PARRY)},
	{.deck = "4544351232531522413412513",
		.actions = "+5 +3 +4 +3",
		.right = "+3x44",
		.kind = EG_ADVANCE_ATTACK,
		TEXTS(INDIRECT)},
	{.deck = "5532525334154442433121121",
		.actions = "+5 +4 +5 +3x55",
		.right = "-1 -2 -3 -4 -5",
		.kind = EG_RETREAT,
		TEXTS(RETREAT)},
	{.deck = "2355241451415332223453411",
		.actions = "+2 +1 +5 +5 +3 +3 -3 +1 -4 +2 -3 -2 +5 +4",
		.right = "-2",
		.kind = EG_RETREAT,
		TEXTS(LAST_CARD)},
};

const struct bot_lesson *bot_lesson_get(size_t number)
{
	assert(number >= 1 && number <= BOT_LESSONS);
	return &lessons[number - 1];
}

/* Reads the next action of a list, and moves *text behind it. Returns false at the end. */
static bool next_action(const char **text, struct eg_action *action)
{
	const char *start = *text + strspn(*text, " ");
	size_t size = strcspn(start, " ");

	*text = start + size;
	return size > 0 && eg_action_parse(start, size, action) == EG_OK;
}

void bot_lesson_begin(const struct bot_lesson *lesson, struct eg_match *match)
{
	const struct eg_match_rules rules = {
		.round = {.level = EG_ADVANCED}, .touches = EG_TOUCHES_MAX, .first = EG_WHITE};
	const char *actions = lesson->actions;
	uint8_t deck[EG_DECK];
	struct eg_action action;

	for (size_t i = 0; i < EG_DECK; i++)
		deck[i] = (uint8_t)(lesson->deck[i] - '0');
	enum eg_error error = eg_match_init(match, &rules);
	if (!error)
		error = eg_match_deal(match, deck);
	while (!error && next_action(&actions, &action))
		error = eg_match_play(match, action);
	assert(!error && match->round.to_act == EG_WHITE);
}

bool bot_lesson_is_right(const struct bot_lesson *lesson, struct eg_action action)
{
	const char *actions = lesson->right;
	struct eg_action right;

	while (next_action(&actions, &right))
		if (eg_action_equal(right, action))
			return true;
	return false;
}

void bot_lesson_prepare(struct bot_taught_lesson *taught, size_t number, const char *learner,
	const struct bot_lang *lang)
{
	taught->number = number;
	taught->lesson = bot_lesson_get(number);
	bot_lesson_begin(taught->lesson, &taught->match);
	eg_match_view(&taught->match, EG_WHITE, &taught->view);
	bot_page_string(
		lang, BOT_MSG_HOUSE_MAITRE, NULL, taught->opponent, sizeof(taught->opponent));
	taught->cast = (struct bot_cast){
		.name = {learner, taught->opponent}, .with_id = {learner, taught->opponent}};
}

void bot_lesson_add_title(struct bot_page *page, const struct bot_taught_lesson *taught)
{
	char title[BOT_NAME_SIZE];

	bot_page_string(page->lang, taught->lesson->title, NULL, title, sizeof(title));
	bot_page_say(page, BOT_MSG_LESSON_TITLE,
		&(struct bot_args){
			.count = (int64_t)taught->number, .played = BOT_LESSONS, .words = title});
	bot_page_line(page);
}

void bot_lesson_add_question(
	struct bot_page *page, const struct bot_taught_lesson *taught, bool again)
{
	const struct eg_view *round = &taught->view.round;

	bot_board_strip(page, round);
	bot_page_say(page, BOT_MSG_LESSON_PLACE,
		&(struct bot_args){.own = round->space[EG_WHITE],
			.name = taught->opponent,
			.other = round->space[EG_BLACK],
			.distance = round->distance,
			.pile = round->pile});
	bot_page_line(page);
	bot_render_attack(page, &taught->cast, round, true);
	bot_render_own_cards(page, round->hand);
	bot_page_say(page, again ? BOT_MSG_LESSON_AGAIN : taught->lesson->question, NULL);
	bot_render_choices(page, round, BOT_LETTERS_FROM_A, NULL);
}

void bot_lesson_add_ending(
	struct bot_page *page, const struct bot_taught_lesson *taught, struct eg_action action)
{
	struct eg_match after = taught->match;
	struct eg_match_view view;

	enum eg_error error = eg_match_play(&after, action);
	assert(!error);
	if (error || after.round.phase != EG_OVER)
		return;
	eg_match_view(&after, EG_NOBODY, &view);
	bot_board_ending(page, &taught->cast, &view);
	bot_page_line(page);
}

/* How far somebody has come */

#define KEY "lesson" /* the user's setting: the number of the lesson and the id of the post */

struct bot_lesson_progress bot_lesson_progress_get(struct bot_host *host, const char *user)
{
	struct bot_lesson_progress none = {0};
	char value[BOT_SETTING_SIZE];
	char *rest;

	if (!bot_store_setting(host->store, BOT_OF_USER, user, KEY, value))
		return none;
	unsigned long lesson = strtoul(value, &rest, 10);
	if (lesson < 1 || lesson > BOT_LESSONS)
		return none;
	return (struct bot_lesson_progress){lesson, strtoll(rest, NULL, 10)};
}

void bot_lesson_progress_save(
	struct bot_host *host, const char *user, struct bot_lesson_progress progress)
{
	char value[BOT_SETTING_SIZE];

	snprintf(value, sizeof(value), "%zu %" PRId64, progress.lesson, progress.post);
	bot_store_set_setting(
		host->store, BOT_OF_USER, user, KEY, progress.lesson == 0 ? NULL : value);
}

/*
 * Returns whether the bot has written to the user about one of the matches after the post: a list
 * of choices, or for example that they wait for their opponent.
 */
static bool has_newer_message(
	const struct bot_call *call, int64_t post, const struct bot_match_list *matches)
{
	for (size_t i = 0; i < matches->count; i++)
		if (bot_store_post_of_match_after(
			    call->host->store, call->message->sender, matches->match[i].id, post))
			return true;
	return false;
}

/*
 * Finds out what claims an answer that is no reply: the newest message, of the lesson or a match.
 */
static enum bot_lesson_claim claim_newest(const struct bot_call *call, int64_t post)
{
	const struct bot_match_filter filter = {
		.player = call->message->sender, .status = BOT_PLAYING};

	if (post == 0)
		return BOT_CLAIMS_NOTHING;
	const struct bot_match_list *matches = bot_match_list_load(call->host->store, &filter);
	return has_newer_message(call, post, matches) ? BOT_CLAIMS_NOTHING : BOT_CLAIMS_ANSWER;
}

/*
 * Finds out what claims a reply. Sets *names to whether the message to which the sender replies is
 * of a match or of a lesson. `asked` is the newest post of the lesson, or 0.
 */
static enum bot_lesson_claim claim_reply(const struct bot_call *call, int64_t asked, bool *names)
{
	const char *event = call->message->reply_to;
	struct bot_post post = {0};

	if (event)
		bot_store_post_by_event(call->host->store, event, &post);
	*names = post.match != 0 || post.role == BOT_POST_LESSON;
	if (post.role != BOT_POST_LESSON)
		return BOT_CLAIMS_NOTHING;
	return post.id == asked ? BOT_CLAIMS_ANSWER : BOT_CLAIMS_OLD;
}

enum bot_lesson_claim bot_lesson_claim(const struct bot_call *call)
{
	const struct bot_message *message = call->message;
	struct bot_lesson_progress progress;
	bool names;

	if (!message->private || message->answer || call->words.id != 0)
		return BOT_CLAIMS_NOTHING;
	progress = bot_lesson_progress_get(call->host, message->sender);
	enum bot_lesson_claim replied = claim_reply(call, progress.post, &names);
	if (names && !message->reply_forgeable)
		return replied;
	enum bot_lesson_claim newest = claim_newest(call, progress.post);
	return names && newest != replied ? BOT_CLAIMS_OLD : newest;
}

void bot_lesson_claim_refuse(const struct bot_call *call)
{
	struct bot_lesson_progress progress =
		bot_lesson_progress_get(call->host, call->message->sender);
	bool waits = progress.lesson != 0 && progress.post == 0;
	(void)bot_call_refuse(call);
	bot_whisper(
		call, waits ? BOT_MSG_LESSONS_STOPPED : BOT_MSG_CHOICE_OLD, (struct bot_args){0});
}
