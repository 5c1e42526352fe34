#include "bot/commands/command.h"

#include "bot/base/attempt.h"
#include "bot/call/people.h"
#include "bot/call/people_question.h"
#include "bot/match/loading.h"
#include "bot/play/match_life.h"

#include <string.h>

/* Lists the users whom the sender blocks. The bot does this only in private. */
static void show_blocks(const struct bot_call *call)
{
	char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE];
	BOT_PAGE(page);

	if (!call->message->private) {
		bot_people_ask(call, BOT_MSG_BLOCK_WHO, 1, 0);
		return;
	}
	size_t count = bot_store_blocks(call->host->store, call->message->sender, blocked);
	if (count == 0) {
		bot_reply(call, BOT_MSG_BLOCK_NOBODY, (struct bot_args){0});
		return;
	}
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_BLOCKS, NULL);
	for (size_t i = 0; i < count; i++) {
		bot_page_say_below(
			&page, BOT_MSG_BLOCKS_LINE, &(struct bot_args){.name = blocked[i]});
	}
	bot_reply_page(call, &page);
}

/*
 * Finds the user whom the words after the command's name mean: an id, or a display name. Returns
 * BOT_MSG_COUNT, or the message that answers the sender.
 */
static enum bot_msg find_other(const struct bot_call *call, char other[BOT_ID_SIZE])
{
	size_t count = call->words.count - 1;
	enum bot_msg wrong = BOT_MSG_COUNT;

	if (count == 1 && bot_people_is_everybody(call, call->words.word[1]))
		return BOT_MSG_EVERYBODY;
	switch (bot_call_read_user(call, call->words.word[1], other)) {
	case BOT_NOT_A_USER:
		wrong = bot_people_find(call, 1, count, other);
		break;
	case BOT_BAD_USER:
		return BOT_MSG_BAD_USER;
	case BOT_USER:
		wrong = count > 1 ? BOT_MSG_BLOCK_WHO : BOT_MSG_COUNT;
		break;
	}
	if (wrong != BOT_MSG_COUNT)
		return wrong;
	if (strcmp(other, call->message->sender) == 0 || bot_call_is_bot(call->host, other))
		return BOT_MSG_BLOCK_OTHERS;
	return BOT_MSG_COUNT;
}

/*
 * Reads the user whom the command names. If the result is false, the bot has told the sender what
 * is wrong.
 */
static bool read_other(const struct bot_call *call, char other[BOT_ID_SIZE])
{
	enum bot_msg wrong = find_other(call, other);

	if (wrong == BOT_MSG_COUNT)
		return true;
	if (wrong == BOT_MSG_TERM_UNKNOWN) /* in private nobody else is in the room */
		wrong = BOT_MSG_BLOCK_WHO;
	bot_people_ask(call, wrong, 1, call->words.count - 1);
	return false;
}

/* Ends the challenges that wait between the sender and the other user. */
static void end_challenges(const struct bot_call *call, const char *other)
{
	const struct bot_match_filter filter = {
		.player = call->message->sender, .status = BOT_CHALLENGE};

	struct bot_match_list *list = bot_match_list_load(call->host->store, &filter);
	for (size_t i = 0; i < list->count; i++) {
		enum eg_seat seat = bot_match_seat(&list->match[i], other);
		bool made = seat == list->match[i].challenger;
		struct bot_loaded_match loaded;

		if (seat == EG_NOBODY)
			continue;
		bot_match_load(&loaded, call->host, &list->match[i]);
		bot_match_end(&loaded, BOT_ENDING_UNKNOWN, EG_NOBODY,
			made ? BOT_MSG_DECLINED : BOT_MSG_CANCELLED, (struct bot_args){0});
	}
}

/* Counts the users whom the sender blocks. Returns whether the other user is one of them. */
static bool find_block(const struct bot_call *call, const char *other, size_t *count)
{
	char blocked[BOT_BLOCKS_MOST][BOT_ID_SIZE];

	*count = 0;
	*count = bot_store_blocks(call->host->store, call->message->sender, blocked);
	for (size_t i = 0; i < *count; i++)
		if (strcmp(blocked[i], other) == 0)
			return true;
	return false;
}

static void block(const struct bot_call *call, const char *other)
{
	size_t count;

	if (!find_block(call, other, &count) && count >= BOT_BLOCKS_MOST) {
		bot_reply(call, BOT_MSG_BLOCKS_FULL, (struct bot_args){.count = BOT_BLOCKS_MOST});
		return;
	}
	bot_store_block(call->host->store, call->message->sender, other);
	end_challenges(call, other);
	bot_reply(call, BOT_MSG_BLOCKED, (struct bot_args){.name = other});
}

static void unblock(const struct bot_call *call, const char *other)
{
	size_t count;

	bool blocks = find_block(call, other, &count);
	if (blocks)
		bot_store_unblock(call->host->store, call->message->sender, other);
	bot_reply(call, blocks ? BOT_MSG_UNBLOCKED : BOT_MSG_NOT_BLOCKED,
		(struct bot_args){.name = other});
}

/* Does what the command says with the user whom it names. Without a name lists the users. */
static void run(
	const struct bot_call *call, void (*change)(const struct bot_call *call, const char *other))
{
	char other[BOT_ID_SIZE];

	if (call->words.count == 1) {
		show_blocks(call);
		return;
	}
	if (read_other(call, other))
		change(call, other);
}

void bot_run_block(struct bot_call *call)
{
	run(call, block);
}

void bot_run_unblock(struct bot_call *call)
{
	run(call, unblock);
}
