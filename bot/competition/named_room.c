#include "bot/competition/named_room.h"

#include "bot/base/attempt.h"
#include "bot/call/question.h"
#include "bot/call/room_label.h"
#include "bot/call/shared_rooms.h"
#include "bot/match/loading.h"
#include "bot/show/muted_room.h"

#include <string.h>

/* The rooms of competitions in which the sender takes part, or can. */
struct rooms {
	char id[BOT_OWN_COMPETITIONS_MOST][BOT_ID_SIZE];
	size_t count;
};

size_t bot_named_room_words(const struct bot_words *words)
{
	for (size_t i = 1; i + 1 < words->count; i++)
		if (bot_words_is_in(words->word[i]))
			return i;
	return words->count;
}

/*
 * If the sender has named a room, keeps only the rooms that this name fits best. Returns false,
 * and keeps all, if it fits no room.
 */
static bool keep_named(const struct bot_call *call, struct rooms *rooms)
{
	const struct bot_words *words = &call->words;
	size_t in = bot_named_room_words(words), kept = 0;
	enum bot_room_match best = BOT_ROOM_BEGINS;
	char typed[BOT_WORDS_SIZE];

	if (in == words->count)
		return true;
	bot_words_join(&words->word[in + 1], words->count - in - 1, typed);
	for (size_t i = 0; i < rooms->count; i++) {
		enum bot_room_match match = bot_room_compare(call->host, rooms->id[i], typed);

		if (match > best)
			kept = 0;
		if (match < best)
			continue;
		best = match;
		/* A swap: if no room has the name, all remain. */
		char room[BOT_ID_SIZE];
		memcpy(room, rooms->id[kept], BOT_ID_SIZE);
		memmove(rooms->id[kept], rooms->id[i], BOT_ID_SIZE);
		memcpy(rooms->id[i], room, BOT_ID_SIZE);
		kept++;
	}
	if (kept > 0)
		rooms->count = kept;
	return kept > 0;
}

/*
 * Asks in which room the competition is that the sender means. The answer completes the command
 * with the id of the room.
 */
static void ask(
	const struct bot_call *call, enum bot_competition_kind kind, const struct rooms *rooms)
{
	char words[BOT_WORDS_SIZE], command[BOT_QUESTION_SIZE], label[BOT_ROOM_LINE_SIZE];
	char name[BOT_WORDS_SIZE];
	BOT_PAGE(page);

	bot_write_reply(
		call, BOT_MSG_CONTEST_SEVERAL, bot_kind_args(call->lang, kind, name), &page);
	bot_words_join(call->words.word, bot_named_room_words(&call->words), words);
	struct bot_text text = bot_text_in(command, sizeof(command));
	bot_text_add(&text, words);
	bot_text_add(&text, " in " BOT_BLANK "\n");
	for (size_t i = 0; i < rooms->count; i++) {
		bot_text_add(&text, i > 0 ? " " : "");
		bot_text_add(&text, rooms->id[i]);
		bot_room_label_among(call, rooms->id, rooms->count, i, label);
		bot_page_say_below(&page, BOT_MSG_SHARED_LINE,
			&(struct bot_args){.count = (int64_t)i + 1, .room = label});
	}
	bot_ask_page(call, &page, BOT_ASKS_ROOM, command);
}

/* Says how people sign up, with the prefix that the command has in a room. */
static void reply_in_none(const struct bot_call *call, enum bot_competition_kind kind)
{
	char command[BOT_WORDS_SIZE];
	struct bot_args args = bot_kind_args(call->lang, kind, command);
	BOT_PAGE(page);

	args.prefix = call->host->prefix;
	bot_page_init(&page, call->lang);
	bot_page_say(&page, BOT_MSG_CONTEST_NOT_IN_ANY, &args);
	bot_reply_page(call, &page);
}

/* Finds the rooms that the sender shares with the bot, and may write in. */
static void find_writable(const struct bot_call *call, struct bot_shared_rooms *shared)
{
	bot_shared_rooms_find(call, call->message->sender, shared);
	bot_muted_rooms_drop(call, shared);
}

/* Whether a competition of the room waits for entrants. */
static bool waits(const struct bot_call *call, const char *room, enum bot_competition_kind kind)
{
	struct bot_competition competition;

	return bot_competition_find(call->host->store, room, kind, &competition) &&
	       competition.stage == BOT_STAGE_SIGN_UP;
}

/* Finds those of these rooms in which a competition of the kind waits for entrants. */
static void find_open(
	const struct bot_call *call, enum bot_competition_kind kind, struct rooms *rooms)
{
	struct bot_shared_rooms shared = {0};

	find_writable(call, &shared);
	for (size_t i = 0; i < shared.count && rooms->count < BOT_OWN_COMPETITIONS_MOST; i++)
		if (waits(call, shared.room[i], kind))
			memcpy(rooms->id[rooms->count++], shared.room[i], BOT_ID_SIZE);
}

unsigned bot_named_rooms_wait(const struct bot_call *call)
{
	struct bot_shared_rooms shared = {0};
	unsigned found = 0;

	find_writable(call, &shared);
	for (size_t i = 0; i < shared.count; i++)
		for (unsigned kind = 0; kind < BOT_KINDS; kind++)
			if (waits(call, shared.room[i], (enum bot_competition_kind)kind))
				found |= 1U << kind;
	return found;
}

void bot_named_room_find(
	const struct bot_call *call, enum bot_competition_kind kind, char room[BOT_ID_SIZE])
{
	struct rooms rooms;

	room[0] = '\0';
	rooms.count = bot_competition_rooms_of(call->host->store, call->message->sender, kind,
		rooms.id, BOT_OWN_COMPETITIONS_MOST);
	if (rooms.count == 0)
		find_open(call, kind, &rooms);
	if (rooms.count == 0)
		reply_in_none(call, kind);
	else if (!keep_named(call, &rooms) || rooms.count > 1)
		ask(call, kind, &rooms);
	else
		memcpy(room, rooms.id[0], BOT_ID_SIZE);
}

static void ask_which(const struct bot_call *call, const struct bot_shared_rooms *shared)
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

bool bot_named_room_answer(const struct bot_call *call,
	void (*add)(const struct bot_call *call, struct bot_page *page))
{
	size_t in = bot_named_room_words(&call->words);
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
		ask_which(&bare, &shared);
	else
		answer(&bare, shared.room[0], add);
	return true;
}
