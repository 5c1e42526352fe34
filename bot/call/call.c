#include "bot/call/call.h"

#include "bot/base/attempt.h"
#include "bot/call/quiet_hours.h"
#include "bot/text/name.h"
#include "bot/text/plain.h"

#include <sodium.h>
#include <string.h>

const char *bot_call_prefix(const struct bot_call *call)
{
	return call->message->private ? "" : call->host->prefix;
}

bool bot_call_has_second_command(const struct bot_call *call)
{
	const struct cfg *config = call->host->config;

	for (size_t i = 1; i < call->words.count; i++)
		for (unsigned j = 0; j < config->prefixes_count; j++)
			if (bot_plain_equal(call->words.word[i], config->prefixes[j]))
				return true;
	return false;
}

bool bot_user_id_is_plain(const char *user)
{
	size_t length = 0;

	while (length < BOT_ID_SIZE && user[length] > ' ' && user[length] < 0x7F)
		length++;
	return length > 0 && length < BOT_ID_SIZE && user[length] == '\0';
}

enum bot_user_word bot_call_read_user(
	const struct bot_call *call, const char *word, char user[BOT_ID_SIZE])
{
	const struct bot_port *port = call->host->port;
	char read[BOT_ID_SIZE];

	enum bot_user_word kind = port->read_user(port->self, word, call->message->sender, read);
	if (kind == BOT_USER && !bot_user_id_is_plain(read))
		return BOT_BAD_USER;
	if (kind == BOT_USER)
		memcpy(user, read, sizeof(read));
	return kind;
}

bool bot_call_is_bot(const struct bot_host *host, const char *user)
{
	return host->port->user && strcmp(user, host->port->user) == 0;
}

bool bot_call_moderates(const struct bot_call *call)
{
	const struct bot_port *port = call->host->port;

	return port->moderates(port->self, call->message->room, call->message->sender);
}

int64_t bot_call_replied_match(const struct bot_call *call)
{
	struct bot_post post = {0};

	if (!call->message->reply_to || call->message->reply_forgeable)
		return 0;
	bot_store_post_by_event(call->host->store, call->message->reply_to, &post);
	return post.match;
}

enum eg_seat bot_match_seat(const struct bot_match *match, const char *user)
{
	if (strcmp(match->player[EG_WHITE], user) == 0)
		return EG_WHITE;
	return strcmp(match->player[EG_BLACK], user) == 0 ? EG_BLACK : EG_NOBODY;
}

const char *bot_match_challenger(const struct bot_match *match)
{
	return match->player[match->challenger];
}

const char *bot_match_challenged(const struct bot_match *match)
{
	return match->player[eg_opponent(match->challenger)];
}

/* The language of a room or a user */

#define LANGUAGE_KEY "language" /* the name of the setting in the store */

const struct bot_lang *bot_language_chosen(struct bot_host *host, enum bot_scope scope,
	const char *id, const struct bot_lang *otherwise)
{
	char code[BOT_SETTING_SIZE];

	if (!bot_store_setting(host->store, scope, id, LANGUAGE_KEY, code))
		return otherwise;
	const struct bot_lang *found = bot_lang_find(code);
	return found ? found : otherwise;
}

const struct bot_lang *bot_language_of_room(struct bot_host *host, const char *room)
{
	return bot_language_chosen(host, BOT_OF_ROOM, room, &bot_langs[host->config->language]);
}

void bot_language_choose(
	struct bot_host *host, enum bot_scope scope, const char *id, const struct bot_lang *lang)
{
	bot_store_set_setting(host->store, scope, id, LANGUAGE_KEY, lang->code);
}

const struct bot_lang *bot_language_of_message(
	struct bot_host *host, const struct bot_message *message)
{
	char room[BOT_ID_SIZE];

	if (!message->private)
		return bot_language_of_room(host, message->room);
	const struct bot_lang *chosen =
		bot_language_chosen(host, BOT_OF_USER, message->sender, NULL);
	if (chosen)
		return chosen;
	/*
	 * A challenge that somebody else made does not count: a stranger may make it in a room
	 * whose language the sender does not know.
	 */
	bool found = bot_store_own_room(host->store, message->sender, room);
	return bot_language_of_room(host, found ? room : message->room);
}

/* Answers */

void bot_draw(struct bot_host *host, const char *purpose, void *out, size_t size)
{
	if (!bot_cause_draw(host->store, purpose, out, size))
		host->port->random(host->port->self, out, size);
}

/* Makes a random transaction id, for a bot whose store has no key. */
static void make_txn(struct bot_host *host, char txn[BOT_TXN_SIZE])
{
	unsigned char bytes[(BOT_TXN_SIZE - 1) / 2];

	host->port->random(host->port->self, bytes, sizeof(bytes));
	sodium_bin2hex(txn, BOT_TXN_SIZE, bytes, sizeof(bytes));
}

bool bot_send(
	struct bot_host *host, struct bot_letter letter, const struct bot_page *page, int64_t *post)
{
	char txn[BOT_TXN_SIZE];

	bot_quiet_hours_hush(host, &letter);
	if (!bot_store_has_key(host->store)) {
		make_txn(host, txn);
		letter.txn = txn;
	}
	letter.made = host->port->now(host->port->self);
	if (page || !letter.body)
		letter.body = page ? page->body.data : "";
	letter.html = page && !page->html.cut ? page->html.data : NULL;
	return bot_outbox_add(host->store, &letter, post);
}

void bot_call_join_thread(const struct bot_call *call, struct bot_letter *letter)
{
	letter->thread = call->message->thread;
	letter->answers = call->message->event;
}

/* Adds a page to the answers that the sender gets outside the chat. */
static void answer(struct bot_answer *answer, const struct bot_page *page)
{
	bot_text_add(&answer->text, answer->text.used > 0 ? "\n" : "");
	bot_text_add(&answer->text, page->body.data);
}

void bot_reply_page(const struct bot_call *call, const struct bot_page *page)
{
	const struct bot_message *message = call->message;
	struct bot_letter letter = {.to = message->room};

	if (call->mute)
		return;
	if (message->private || message->answer) {
		bot_whisper_page(call, page, 0);
		return;
	}
	bot_call_join_thread(call, &letter);
	bot_send(call->host, letter, page, NULL);
}

void bot_whisper_page(const struct bot_call *call, const struct bot_page *page, int64_t match)
{
	struct bot_letter letter = {.private = true, .to = call->message->sender, .match = match};

	if (call->mute)
		return;
	if (call->message->answer) {
		answer(call->message->answer, page);
		return;
	}
	/* A message that belongs to a match never goes into a thread. */
	if (call->message->private && match == 0)
		bot_call_join_thread(call, &letter);
	bot_send(call->host, letter, page, NULL);
}

static const struct bot_lang *answer_language(const struct bot_call *call)
{
	return call->message->answer ? call->message->answer->lang : call->lang;
}

/*
 * In a room, begins the answer to a reaction with the sender's name: unlike a command, the reaction
 * does not stand above the answer.
 */
static void address(const struct bot_call *call, struct bot_page *page)
{
	const struct bot_message *message = call->message;
	char name[BOT_LABEL_SIZE];

	if (message->private || message->kind != BOT_REACTION)
		return;
	bot_name_label(call->host->store, message->sender, name);
	bot_page_say(page, BOT_MSG_ADDRESS, &(struct bot_args){.name = name});
}

/* Ranges of the messages that say why the bot has not done what somebody wrote. */
static const struct {
	enum bot_msg first, last;
} refusals[] = {
	{BOT_MSG_UNKNOWN, BOT_MSG_BARE_ANSWER},
	{BOT_MSG_NEAREST, BOT_MSG_QUESTION},
	{BOT_MSG_ROOM_ONLY, BOT_MSG_NOTHING_TO_STOP},
	{BOT_MSG_NO_SUCH_MATCH, BOT_MSG_WHICH_ELSE},
	{BOT_MSG_BAD_USER, BOT_MSG_NOTHING_TO_CANCEL},
	{BOT_MSG_PRACTICE_WHICH, BOT_MSG_NO_PRACTICE},
	{BOT_MSG_NOT_BLOCKED, BOT_MSG_NOT_BLOCKED},
	{BOT_MSG_NOTIFY_RATINGS_WHICH, BOT_MSG_NOTIFY_RATINGS_WHICH},
	{BOT_MSG_NO_REMATCH, BOT_MSG_REMATCH_WHICH},
	{BOT_MSG_LINK_WHICH, BOT_MSG_LINK_WHICH},
	{BOT_MSG_NOT_YOUR_TURN, BOT_MSG_CHOICE_OLD},
	{BOT_MSG_LANGUAGE_UNKNOWN, BOT_MSG_LANGUAGE_UNKNOWN},
};

bool bot_call_refuse(const struct bot_call *call)
{
	if (call->refused)
		*call->refused = true;
	return call->message->old;
}

/* Notes if the message is a refusal. Returns whether the bot does not even say so. */
static bool is_unsaid(const struct bot_call *call, enum bot_msg msg)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
		if (msg >= refusals[i].first && msg <= refusals[i].last)
			return bot_call_refuse(call);
	return false;
}

void bot_write_reply(
	const struct bot_call *call, enum bot_msg msg, struct bot_args args, struct bot_page *page)
{
	(void)is_unsaid(call, msg);
	args.prefix = bot_call_prefix(call);
	bot_page_init(page, answer_language(call));
	address(call, page);
	bot_page_say(page, msg, &args);
}

void bot_reply(const struct bot_call *call, enum bot_msg msg, struct bot_args args)
{
	BOT_PAGE(page);

	bot_write_reply(call, msg, args, &page);
	if (!is_unsaid(call, msg))
		bot_reply_page(call, &page);
}

void bot_whisper(const struct bot_call *call, enum bot_msg msg, struct bot_args args)
{
	BOT_PAGE(page);

	if (is_unsaid(call, msg))
		return;
	const struct bot_lang *lang = bot_language_chosen(
		call->host, BOT_OF_USER, call->message->sender, answer_language(call));
	args.prefix = "";
	bot_page_init(&page, lang);
	bot_page_say(&page, msg, &args);
	bot_whisper_page(call, &page, 0);
}

void bot_send_message(struct bot_host *host, struct bot_letter letter, const struct bot_lang *lang,
	enum bot_msg msg, struct bot_args args)
{
	BOT_PAGE(page);

	bot_page_init(&page, lang);
	bot_page_say(&page, msg, &args);
	bot_send(host, letter, &page, NULL);
}

void bot_send_to_room(
	struct bot_host *host, struct bot_letter letter, enum bot_msg msg, struct bot_args args)
{
	args.prefix = host->prefix;
	bot_send_message(host, letter, bot_language_of_room(host, letter.to), msg, args);
}

void bot_leave_private_room(struct bot_host *host, const char *user)
{
	char room[BOT_ID_SIZE];

	if (bot_store_private_room(host->store, user, room))
		bot_send(host, (struct bot_letter){.kind = BOT_OUT_LEAVE, .to = room}, NULL, NULL);
}

void bot_announce(struct bot_host *host, const struct bot_match *match, enum bot_msg msg,
	struct bot_args args)
{
	args.id = match->id;
	bot_send_to_room(
		host, (struct bot_letter){.to = match->room, .match = match->id}, msg, args);
}

#define UNREPEATED "\xE2\x80\xA6" /* an ellipsis, for a word that the bot must not repeat */

void bot_command_word(
	const struct bot_command *command, const struct bot_lang *lang, char word[BOT_WORDS_SIZE])
{
	bot_page_string(lang, command->usage, NULL, word, BOT_WORDS_SIZE);
	word[strcspn(word, " ")] = '\0';
}

/* Whether the word is a time of day, such as "20:30", which is no name because of its colon. */
static bool is_time_of_day(const char *word)
{
	size_t length = strlen(word);

	return length > 0 && length <= strlen("20:30") && strspn(word, "0123456789:") == length;
}

bool bot_call_quote(const struct bot_call *call, size_t i, char quoted[BOT_NAME_SIZE])
{
	const char *word = i < call->words.count ? call->words.word[i] : "";

	if (is_time_of_day(word))
		stpcpy(quoted, word);
	else
		bot_name_clean(word, quoted);
	if (quoted[0])
		return true;
	memcpy(quoted, UNREPEATED, sizeof(UNREPEATED));
	return false;
}

void bot_reply_wrong(const struct bot_call *call, enum bot_msg wrong, size_t i)
{
	char quoted[BOT_NAME_SIZE], command[BOT_WORDS_SIZE];

	bot_call_quote(call, i, quoted);
	bot_command_word(call->command, call->lang, command);
	bot_reply(call, wrong, (struct bot_args){.words = quoted, .command = command});
}

void bot_call_room_command(const struct bot_call *call, char command[BOT_ROOM_COMMAND_SIZE])
{
	char word[BOT_WORDS_SIZE], quoted[BOT_NAME_SIZE], user[BOT_ID_SIZE];

	bot_command_word(call->command, call->lang, word);
	struct bot_text text = bot_text_in(command, BOT_ROOM_COMMAND_SIZE);
	bot_text_add(&text, call->host->prefix);
	bot_text_add(&text, word);
	/* In private only the sender reads this, so an id may stand in it. */
	for (size_t i = 1; i < call->words.count && i < call->command->words; i++) {
		bool named = bot_call_read_user(call, call->words.word[i], user) == BOT_USER;

		bot_call_quote(call, i, quoted);
		bot_text_add(&text, " ");
		bot_text_add(&text, named ? user : quoted);
	}
}

void bot_reply_room_only(const struct bot_call *call)
{
	char command[BOT_ROOM_COMMAND_SIZE];

	bot_call_room_command(call, command);
	bot_reply(call, BOT_MSG_ROOM_ONLY, (struct bot_args){.command = command});
}
