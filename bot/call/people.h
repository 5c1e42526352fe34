/*
 * Who is in a room, and finds a person there by the display name that somebody typed.
 *
 * People choose their display names themselves, and several people may have the same name. If the
 * typed name may mean more than one person in the room, the bot asks for the user's id.
 */
#ifndef BOT_CALL_PEOPLE_H
#define BOT_CALL_PEOPLE_H

#include "bot/call/call.h"

#define BOT_PEOPLE_WORDS  4 /* the most words of a display name */
#define BOT_PEOPLE_LISTED 5 /* how many people an answer lists */

/*
 * Finds a person in the message's room by their name: the `count` words from the word `first`.
 * Returns BOT_MSG_COUNT and writes `user` if exactly one person can be meant. Otherwise returns the
 * message that answers the sender. This message is BOT_MSG_TERM_NOBODY if nobody has this name, and
 * BOT_MSG_TERM_UNKNOWN in a private room or if the platform can't say who is in a room.
 */
enum bot_msg bot_people_find(
	const struct bot_call *call, size_t first, size_t count, char user[BOT_ID_SIZE]);

/*
 * Lists the people whom the same words may mean. Returns how many they are, which may be more than
 * the list has.
 */
size_t bot_people_list(const struct bot_call *call, size_t first, size_t count,
	char user[BOT_PEOPLE_LISTED][BOT_ID_SIZE]);

/*
 * Whether a user is certainly outside the message's room. Returns false if the bot does not know
 * who is in the room.
 */
bool bot_people_is_outside(const struct bot_call *call, const char *user);

/* Whether a user is certainly in a room. Returns false if the bot does not know who is there. */
bool bot_people_is_present(const struct bot_host *host, const char *room, const char *user);

/*
 * If the bot has not learned a name of this user yet, stores their display name in a room. So
 * messages show the name of somebody who has not spoken to the bot. Does nothing if the bot does
 * not know who is in the room, or if `user` is empty. Also does nothing if the name looks like that
 * of somebody else there: messages then show the id.
 */
void bot_people_learn_name(const struct bot_call *call, const char *room, const char *user);

enum bot_people_sharing {
	BOT_PEOPLE_DO_NOT_SHARE,
	BOT_PEOPLE_SHARE,
	BOT_PEOPLE_MAY_SHARE, /* the platform is still finding out who is in the room */
};

/* Returns whether the sender and a user are both in a room. */
enum bot_people_sharing bot_people_share_room(
	const struct bot_call *call, const char *room, const char *user);

/*
 * Whether the sender is certainly no longer in the message's room. That is possible only for a tap
 * on the web page: whoever writes in a room is in it.
 */
bool bot_people_sender_has_left(const struct bot_call *call);

/*
 * Whether the sender may write in the message's room, as far as the bot knows. The bot does nothing
 * there for people whom the moderators of the room have silenced.
 */
bool bot_people_sender_may_write(const struct bot_call *call);

/*
 * Whether a word, with or without an @, means all people of the room, as "@room" and "everyone" do.
 * Returns false if somebody in the room has this word as the name or as the local part of the id.
 */
bool bot_people_is_everybody(const struct bot_call *call, const char *word);

/*
 * If the user is not in the room, but exactly one person there has this id in another case, writes
 * this person's id to `user`: phones capitalise the first letter of an id. Does nothing in private.
 */
void bot_people_mend_case(const struct bot_call *call, char user[BOT_ID_SIZE]);

#endif
