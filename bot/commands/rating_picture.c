#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/people_question.h"
#include "bot/show/picture.h"
#include "bot/text/date.h"
#include "bot/text/name.h"

#include <stdlib.h>

/* The ratings of a player after each match, the oldest first. */
struct course {
	char name[BOT_LABEL_SIZE];
	char first[BOT_DATE_SIZE], last[BOT_DATE_SIZE]; /* when these matches ended, in UTC */
	size_t count;
	int64_t rating[BOT_RESULTS_KEPT];
	int64_t lowest, highest;
};

static void add_point(struct course *course, const struct bot_result *result)
{
	if (course->count == 0) {
		bot_date_write(result->ended, course->first);
		course->lowest = course->highest = result->rating;
	}
	bot_date_write(result->ended, course->last);
	if (result->rating < course->lowest)
		course->lowest = result->rating;
	if (result->rating > course->highest)
		course->highest = result->rating;
	course->rating[course->count++] = result->rating;
}

/* Leaves out results that an earlier version has stored without a rating. */
static void load(const struct bot_call *call, const char *user, struct course *course)
{
	struct bot_result results[BOT_RESULTS_KEPT];

	size_t count = bot_result_list(call->host->store, user, results, BOT_RESULTS_KEPT);
	while (count-- > 0)
		if (results[count].rating != 0)
			add_point(course, &results[count]);
	bot_name_label(call->host->store, user, course->name);
}

/* Draws the course unless pictures are off in the room. Returns whether there is a picture. */
static bool draw(
	const struct bot_call *call, const struct course *course, struct bot_picture *picture)
{
	const struct bot_message *message = call->message;
	char title[BOT_LABEL_SIZE + 64];

	if (!message->private && bot_picture_refused(call->host, message->room))
		return false;
	bot_page_string(call->lang, BOT_MSG_RATING_TITLE, &(struct bot_args){.name = course->name},
		title, sizeof(title));
	return bot_picture_rating(&(struct bot_rating_plot){.title = title,
					  .first = course->first,
					  .last = course->last,
					  .rating = course->rating,
					  .count = course->count},
		picture);
}

/* Sends the picture. Without a picture, the page alone says what the picture would show. */
static void send(const struct bot_call *call, const struct course *course)
{
	const struct bot_message *message = call->message;
	struct bot_letter letter = {.kind = BOT_OUT_FILE,
		.private = message->private,
		.to = message->private ? message->sender : message->room};
	const struct bot_args args = {.name = course->name,
		.rating = course->rating[course->count - 1],
		.own = course->lowest,
		.other = course->highest,
		.first = course->first,
		.second = course->last,
		.count = (int64_t)course->count};
	struct bot_picture picture;
	BOT_PAGE(page);

	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_RATING_PICTURE, &args);
	if (!draw(call, course, &picture)) {
		bot_reply_page(call, &page);
		return;
	}
	bot_scratch_own(picture.data, free);
	letter.file = (struct bot_file){"rating.png", "image/png", picture.data, picture.size};
	bot_call_join_thread(call, &letter);
	bot_send(call->host, letter, &page, NULL);
}

/* With fewer than two matches there is no picture. Then this shows the player's results. */
void bot_run_rating(struct bot_call *call)
{
	struct course course = {0};
	char user[BOT_ID_SIZE];

	const size_t count = bot_player_words(call, "picture");
	bot_player_find(call, count, user);
	if (!user[0])
		return;
	load(call, user, &course);
	if (course.count < 2) {
		call->words.count = 1 + count;
		bot_run_stats(call);
	} else
		send(call, &course);
}
