#include "bot/call/people.h"

#include "bot/base/attempt.h"
#include "bot/text/name.h"
#include "bot/text/name_skeleton.h"
#include "bot/text/page.h"
#include "bot/text/plain.h"

#include <string.h>
#include <strings.h>

/* A search for the people who may be meant by a name. */
struct search {
	char name[BOT_NAME_SIZE];     /* the typed name, cleaned */
	char skeleton[BOT_NAME_SIZE]; /* empty if the typed name can't be compared by its look */
	size_t count;                 /* how many people may be meant */
	char user[BOT_PEOPLE_LISTED][BOT_ID_SIZE];
};

/* Prepares the search for the name that the `count` words from the word `first` are. */
static void init_search(
	struct search *search, const struct bot_words *words, size_t first, size_t count)
{
	char typed[BOT_WORDS_SIZE];

	*search = (struct search){.count = 0};
	bot_words_join(&words->word[first], count, typed);
	bot_name_clean(typed, search->name);
	bot_name_skeleton(search->name, search->skeleton);
}

/*
 * Whether the typed name may mean a person with this name. Names that look alike count as equal. So
 * if a person imitates the name of another person, the bot asks which of them is meant.
 */
static bool may_mean(const struct search *search, const char *name)
{
	char clean[BOT_NAME_SIZE], plain[4 * BOT_NAME_SIZE], skeleton[BOT_NAME_SIZE];

	bot_name_clean(name, clean);
	if (!bot_plain_write(clean, plain, sizeof(plain)))
		return false;
	bot_name_skeleton(plain, skeleton);
	if (search->skeleton[0])
		return strcmp(skeleton, search->skeleton) == 0;
	return search->name[0] && bot_plain_equal(plain, search->name);
}

static void take(void *taker, const char *user, const char *name)
{
	struct search *search = taker;
	size_t known = search->count < BOT_PEOPLE_LISTED ? search->count : BOT_PEOPLE_LISTED;

	if (!bot_user_id_is_plain(user) || !may_mean(search, name))
		return;
	for (size_t i = 0; i < known; i++)
		if (strcmp(search->user[i], user) == 0)
			return;
	if (search->count < BOT_PEOPLE_LISTED)
		memcpy(search->user[search->count], user, strlen(user) + 1);
	search->count++;
}

static enum bot_msg run_search(
	const struct bot_call *call, size_t first, size_t count, struct search *search)
{
	const struct bot_port *port = call->host->port;

	init_search(search, &call->words, first, count);
	if (call->message->private || !port->each_person)
		return BOT_MSG_TERM_UNKNOWN;
	switch (port->each_person(port->self, call->message->room, take, search)) {
	case BOT_PEOPLE_GIVEN:
		break;
	case BOT_PEOPLE_LATER:
		return BOT_MSG_PEOPLE_LATER;
	case BOT_PEOPLE_TOO_MANY:
		return BOT_MSG_PEOPLE_TOO_MANY;
	}
	if (search->count == 0)
		return BOT_MSG_TERM_NOBODY;
	/* A name in another script may only look like the name that the sender means. */
	return search->count == 1 && search->skeleton[0] ? BOT_MSG_COUNT : BOT_MSG_PEOPLE_WHO;
}

enum bot_msg bot_people_find(
	const struct bot_call *call, size_t first, size_t count, char user[BOT_ID_SIZE])
{
	struct search search;

	enum bot_msg wrong = run_search(call, first, count, &search);
	if (wrong == BOT_MSG_COUNT)
		memcpy(user, search.user[0], BOT_ID_SIZE);
	return wrong;
}

size_t bot_people_list(const struct bot_call *call, size_t first, size_t count,
	char user[BOT_PEOPLE_LISTED][BOT_ID_SIZE])
{
	struct search search;

	(void)run_search(call, first, count, &search);
	memcpy(user, search.user, sizeof(search.user));
	return search.count;
}

/* Which of two people are in a room. */
struct presence {
	const char *sender, *user;
	bool has_sender, has_user, has_people;
};

static void note_presence(void *taker, const char *user, const char *name)
{
	struct presence *presence = taker;

	(void)name;
	presence->has_people = true;
	presence->has_sender = presence->has_sender || strcmp(user, presence->sender) == 0;
	presence->has_user = presence->has_user || strcmp(user, presence->user) == 0;
}

/* Looks who is in a room. Returns false if the bot does not know that. */
static bool look(const struct bot_host *host, const char *room, struct presence *presence)
{
	const struct bot_port *port = host->port;

	return port->each_person &&
	       port->each_person(port->self, room, note_presence, presence) == BOT_PEOPLE_GIVEN;
}

/* The sender is in the room, so a list without the sender is not complete. */
bool bot_people_is_outside(const struct bot_call *call, const char *user)
{
	struct presence presence = {.sender = call->message->sender, .user = user};

	return look(call->host, call->message->room, &presence) && presence.has_sender &&
	       !presence.has_user;
}

bool bot_people_is_present(const struct bot_host *host, const char *room, const char *user)
{
	struct presence presence = {.sender = "", .user = user};

	return look(host, room, &presence) && presence.has_user;
}

/* The display name of a user, or the local part of the id if there is none. */
struct display_name {
	const char *user;
	char text[BOT_NAME_SIZE];
};

/* each_person gives the display name last. */
static void note_name(void *taker, const char *user, const char *name)
{
	struct display_name *found = taker;

	if (strcmp(user, found->user) == 0)
		bot_name_clean(name, found->text);
}

/* A search for other people in a room who have the name of `user`. */
struct bearers {
	struct search search;
	const char *user;
	bool others; /* somebody other than `user` has the name */
};

static void note_other_bearer(void *taker, const char *user, const char *name)
{
	struct bearers *bearers = taker;

	bearers->others = bearers->others ||
			  (strcmp(user, bearers->user) != 0 && may_mean(&bearers->search, name));
}

/* Whether somebody else in the room has a name that looks like this one, too. */
static bool is_shared_name(
	const struct bot_port *port, const char *room, const struct display_name *name)
{
	struct bearers bearers = {.user = name->user};

	memcpy(bearers.search.name, name->text, sizeof(name->text));
	bot_name_skeleton(name->text, bearers.search.skeleton);
	port->each_person(port->self, room, note_other_bearer, &bearers);
	return bearers.others;
}

void bot_people_learn_name(const struct bot_call *call, const char *room, const char *user)
{
	const struct bot_port *port = call->host->port;
	struct display_name found = {.user = user};
	struct bot_known_name known;

	if (!user[0] || !port->each_person)
		return;
	if (bot_store_name(call->host->store, user, &known) ||
		port->each_person(port->self, room, note_name, &found) != BOT_PEOPLE_GIVEN ||
		!found.text[0] || is_shared_name(port, room, &found))
		return;
	bot_name_note(call->host->store, user, found.text);
}

enum bot_people_sharing bot_people_share_room(
	const struct bot_call *call, const char *room, const char *user)
{
	const struct bot_port *port = call->host->port;
	struct presence presence = {.sender = call->message->sender, .user = user};

	enum bot_people given = port->each_person(port->self, room, note_presence, &presence);
	if (given == BOT_PEOPLE_LATER)
		return BOT_PEOPLE_MAY_SHARE;
	return given == BOT_PEOPLE_GIVEN && presence.has_sender && presence.has_user
		       ? BOT_PEOPLE_SHARE
		       : BOT_PEOPLE_DO_NOT_SHARE;
}

/* The bot itself is in the room, so a list without anybody is not complete and proves nothing. */
bool bot_people_sender_has_left(const struct bot_call *call)
{
	struct presence presence = {.sender = call->message->sender, .user = ""};

	return look(call->host, call->message->room, &presence) && presence.has_people &&
	       !presence.has_sender;
}

bool bot_people_sender_may_write(const struct bot_call *call)
{
	const struct bot_port *port = call->host->port;
	const struct bot_message *message = call->message;

	return !port->lets_write || port->lets_write(port->self, message->room, message->sender);
}

/* The people of a room whose ids equal an id in any case. */
struct same_id {
	const char *id;
	bool exact;
	size_t count;
	char user[BOT_ID_SIZE];
};

static void note_same_id(void *taker, const char *user, const char *name)
{
	struct same_id *same = taker;

	(void)name;
	same->exact = same->exact || strcmp(user, same->id) == 0;
	if (strcasecmp(user, same->id) != 0 || strcmp(user, same->user) == 0)
		return;
	same->count++;
	memcpy(same->user, user, strlen(user) + 1);
}

void bot_people_mend_case(const struct bot_call *call, char user[BOT_ID_SIZE])
{
	const struct bot_port *port = call->host->port;
	struct same_id same = {.id = user};

	if (call->message->private || !port->each_person ||
		port->each_person(port->self, call->message->room, note_same_id, &same) !=
			BOT_PEOPLE_GIVEN)
		return;
	if (!same.exact && same.count == 1)
		memcpy(user, same.user, BOT_ID_SIZE);
}

/* Whether somebody in a room has a word as the name or as the local part of the id. */
struct bearer {
	struct search search;
	const char *word;
	bool found;
};

static void note_bearer(void *taker, const char *user, const char *name)
{
	struct bearer *bearer = taker;
	size_t length = strlen(bearer->word);
	bool local = user[0] == '@' && strncasecmp(user + 1, bearer->word, length) == 0 &&
		     (user[1 + length] == ':' || user[1 + length] == '\0');

	bearer->found = bearer->found || local || may_mean(&bearer->search, name);
}

bool bot_people_is_everybody(const struct bot_call *call, const char *word)
{
	const struct bot_port *port = call->host->port;
	struct bearer bearer = {.word = word + (word[0] == '@')};
	bool everybody = bot_words_mean(bearer.word, "all") ||
			 bot_words_has_sense(bearer.word, BOT_SENSE_EVERYBODY);

	if (!everybody || call->message->private || !port->each_person)
		return everybody;
	bot_name_clean(bearer.word, bearer.search.name);
	bot_name_skeleton(bearer.search.name, bearer.search.skeleton);
	port->each_person(port->self, call->message->room, note_bearer, &bearer);
	return !bearer.found;
}
