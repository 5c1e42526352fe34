#include "bot/host/room_notices.h"

#include "bot/command/call.h"
#include "bot/match/challenge.h"
#include "bot/text/name.h"

static enum bot_error say(struct bot_host *host, const char *room, enum bot_msg msg)
{
	const struct bot_lang *lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_room(host, room, &lang);
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, msg, &(struct bot_args){.prefix = host->prefix});
	return bot_send(host, (struct bot_letter){.to = room}, &page, NULL);
}

static enum bot_error welcome(struct bot_host *host, const char *room)
{
	static const char key[] = "welcomed";
	char value[BOT_SETTING_SIZE];

	enum bot_error error = bot_store_setting(host->store, BOT_OF_ROOM, room, key, value);
	if (error != BOT_NOT_FOUND)
		return error;
	error = bot_store_set_setting(host->store, BOT_OF_ROOM, room, key, "");
	if (error)
		return error;
	return say(host, room, BOT_MSG_WELCOME);
}

/*
 * While the bot was not in the room, players may have missed that it can't reach them. So it asks
 * the adapter again for these players.
 */
enum bot_error bot_host_room_joined(struct bot_host *host, const char *room)
{
	enum bot_error error = bot_store_room_entered(host->store, room);

	if (!error)
		error = welcome(host, room);
	return error ? error : bot_challenge_request_players_again(host, room);
}

enum bot_error bot_host_room_left(struct bot_host *host, const char *room)
{
	return bot_store_room_left(host->store, room, host->port->now(host->port->self));
}

enum bot_error bot_host_room_unreadable(struct bot_host *host, const char *room)
{
	return say(host, room, BOT_MSG_ROOM_ENCRYPTED);
}

/* Writes a message that mentions the user. */
static enum bot_error say_to(
	struct bot_host *host, const char *room, const char *user, enum bot_msg msg)
{
	char name[BOT_LABEL_SIZE];
	const struct bot_lang *lang;
	struct bot_page page;

	enum bot_error error = bot_language_of_room(host, room, &lang);
	if (!error)
		error = bot_name_label(host->store, user, name);
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, msg, &(struct bot_args){.name = name});
	return bot_send(host, (struct bot_letter){.to = room, .mention = user}, &page, NULL);
}

enum bot_error bot_host_messages_missed(struct bot_host *host, const char *room)
{
	char user[BOT_ID_SIZE];
	struct bot_match match;
	const struct bot_lang *lang = NULL;
	struct bot_page page;
	size_t count = 0;

	enum bot_error error = bot_store_private_user(host->store, room, user);
	bool private = error == BOT_OK;
	const struct bot_match_filter filter = {
		.room = private ? NULL : room,
		.player = private ? user : NULL,
		.status = BOT_PLAYING,
	};
	if (!error || error == BOT_NOT_FOUND)
		error = bot_store_match_find(host->store, &filter, &match, 1, &count);
	if (error || count == 0)
		return error;
	error = bot_language_of_room(host, match.room, &lang);
	if (!error && private)
		error = bot_language_chosen(host, BOT_OF_USER, user, &lang);
	if (error)
		return error;
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_MISSED, &(struct bot_args){0});
	return bot_send(host, (struct bot_letter){.private = private, .to = private ? user : room},
		&page, NULL);
}

enum bot_error bot_host_message_unreadable(
	struct bot_host *host, const char *room, const char *user)
{
	return say_to(host, room, user, BOT_MSG_UNREADABLE);
}

enum bot_error bot_host_message_unencrypted(
	struct bot_host *host, const char *room, const char *user)
{
	return say_to(host, room, user, BOT_MSG_IN_CLEAR);
}
