#include "bot/competition/asked_room.h"

#include "bot/call/shared_rooms.h"
#include "bot/competition/own_competition.h"

static void ask(const struct bot_call *call, const struct bot_shared_rooms *shared)
{
	BOT_PAGE(page);

	bot_write_reply(call, BOT_MSG_ROOM_SEVERAL, (struct bot_args){0}, &page);
	bot_shared_rooms_ask(call, &page, shared);
}

static void answer(const struct bot_call *call, const char *room,
	void (*add)(const struct bot_call *call, struct bot_page *page))
{
	char label[BOT_ROOM_LABEL_SIZE];
	struct bot_message message = *call->message;
	struct bot_call about = *call;
	BOT_PAGE(page);

	message.room = room;
	about.message = &message;
	bot_room_label(call, room, label);
	bot_write_reply(call, BOT_MSG_CONTEST_IN_ROOM, (struct bot_args){.room = label}, &page);
	bot_page_line(&page);
	add(&about, &page);
	bot_reply_page(call, &page);
}

bool bot_asked_room_answer(const struct bot_call *call,
	void (*add)(const struct bot_call *call, struct bot_page *page))
{
	size_t in = bot_own_competition_words(&call->words);
	bool named = in < call->words.count;
	struct bot_call bare = *call; /* its words are in call->words, which lives longer */
	char name[BOT_WORDS_SIZE];
	struct bot_shared_rooms shared = {0};

	if (named) {
		bot_words_join(&call->words.word[in + 1], call->words.count - in - 1, name);
		shared.named = name;
	}
	bare.words.count = in;
	bot_shared_rooms_find(call, call->message->sender, &shared);
	if (shared.count == 0)
		return false;
	if (shared.count > 1 || (named && !shared.named))
		ask(&bare, &shared);
	else
		answer(&bare, shared.room[0], add);
	return true;
}
