#include "bot/show/notification.h"

#include "bot/base/attempt.h"
#include "bot/base/duration.h"
#include "bot/call/bans.h"
#include "bot/call/quiet_hours.h"
#include "bot/call/reaction_keys.h"
#include "bot/call/reader_zone.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAMED 3     /* how many of the people its message names */
#define LATER 10000 /* how many milliseconds the platform has to find out who is in a room */

/* How many people the bot looks at, of those who want to be told. */
#define CANDIDATES_MOST 64
#define UNWILLING_MOST  256 /* likewise, with those who don't want to be told now */
#define NEWCOMERS_MOST  16  /* how many of them may be people without a rating */

struct candidate {
	char user[BOT_ID_SIZE];
	bool is_newcomer; /* the user has no rating */
	int64_t played;   /* when the user's last match ended, or 0 */
};

/* Whom a challenge tells. */
struct notification {
	/* The ids of the users, with a space between two of them. May be empty. */
	char mentions[BOT_NOTIFICATION_MOST * BOT_ID_SIZE];
	/* The names of the first users, as a list of the language, with an ellipsis if there
	   are more. May be empty. */
	char labels[NAMED * (BOT_LABEL_SIZE + 2) + sizeof("…")];
	/* The platform is still finding out who is in the room, so there may be more people. */
	bool later;
};

/* Somebody who is on the list for the room. */
struct listed {
	struct bot_notify_person person;
	bool is_here; /* the platform says that they are in the room */
};

struct choice {
	struct bot_host *host;
	const char *room;
	const char *challenger;
	long rating;      /* the challenger's rating, as the bot shows it */
	bool is_complete; /* the platform has named the challenger among the people of the room */
	bool has_everywhere; /* somebody is on the list for all rooms */
	size_t listed_count;
	struct listed listed[CANDIDATES_MOST];
	size_t count, newcomers;
	struct candidate candidates[CANDIDATES_MOST];
	enum bot_error error; /* the first failure of the store */
};

bool bot_notification_is_hour(const struct bot_notify_limits *limits, int64_t local)
{
	int hour = (int)(local / BOT_HOUR % 24);

	if (limits->from <= limits->to)
		return limits->from == limits->to || (hour >= limits->from && hour < limits->to);
	return hour >= limits->from || hour < limits->to;
}

/* The host's time an hour ago. The bot tells nobody whom it has told since then. */
static int64_t hour_ago(const struct bot_host *host)
{
	return host->time - BOT_HOUR;
}

/* Whether a ban, a block of either side, or quiet hours forbid to tell the user. */
static bool is_barred(const struct choice *choice, const char *user)
{
	return bot_bans_part(choice->host, user, choice->challenger) ||
	       bot_quiet_hours_end(choice->host, user) > 0;
}

static bool has_candidate(const struct choice *choice, const char *user)
{
	for (size_t i = 0; i < choice->count; i++)
		if (strcmp(choice->candidates[i].user, user) == 0)
			return true;
	return false;
}

/* Whether it is one of the person's hours now, by the clocks of their time zone. */
static bool is_awake(const struct choice *choice, const struct bot_notify_person *person)
{
	const struct bot_port *port = choice->host->port;
	struct bot_instant now = {.time = port->now(port->self)};

	if (person->limits.from != person->limits.to)
		bot_reader_localise(choice->host, person->user, &now);
	return bot_notification_is_hour(&person->limits, now.time + now.offset);
}

/* Whether the person wants to be told now of a challenger with this rating. */
static bool wants(const struct choice *choice, const struct bot_notify_person *person)
{
	const struct bot_notify_limits *limits = &person->limits;

	return (limits->highest == 0 ||
		       (choice->rating >= limits->lowest && choice->rating <= limits->highest)) &&
	       is_awake(choice, person);
}

/* Whether the challenge is somebody else's, and the person is no candidate yet. */
static bool may_want(const struct choice *choice, const struct bot_notify_person *person)
{
	return strcmp(person->user, choice->challenger) != 0 &&
	       !has_candidate(choice, person->user);
}

/* Adds the person to the candidates, if the challenge may tell them now. */
static void consider(struct choice *choice, const struct bot_notify_person *person)
{
	struct bot_store *store = choice->host->store;
	struct candidate *candidate = &choice->candidates[choice->count];
	struct bot_rating rating;
	bool busy = true;

	if (choice->count == CANDIDATES_MOST || !may_want(choice, person) || !wants(choice, person))
		return;
	bool is_newcomer = !bot_rating_get(store, NULL, person->user, &rating);
	if (is_newcomer && choice->newcomers == NEWCOMERS_MOST)
		return;
	if (is_barred(choice, person->user))
		return;
	bot_notify_list_get_activity(store, person->user, &busy, &candidate->played);
	if (busy)
		return;
	memcpy(candidate->user, person->user, sizeof(candidate->user));
	candidate->is_newcomer = is_newcomer;
	choice->newcomers += is_newcomer;
	choice->count++;
}

/* Considers a person who wants to be told of challenges in all rooms, if this one does. */
static void consider_everywhere(struct choice *choice, const char *user)
{
	struct bot_notify_person person;

	if (bot_notify_list_of_all_rooms(
		    choice->host->store, user, hour_ago(choice->host), &person))
		consider(choice, &person);
}

/* An attempt of its own, because a failure must not jump over the adapter's function. */
static enum bot_error try_to_consider(struct choice *choice, const char *user)
{
	BOT_ATTEMPT(consider_everywhere(choice, user));
}

/* Adds those of the people who want to be told now, until `most` are on the list. */
static void add_wanting(
	struct choice *choice, const struct bot_notify_person *people, size_t count, size_t most)
{
	for (size_t i = 0; i < count && choice->listed_count < most; i++)
		if (wants(choice, &people[i]))
			choice->listed[choice->listed_count++].person = people[i];
}

/*
 * Adds at most `most` people who are on the list for the room: those with a rating, or those
 * without. Looks only at the first UNWILLING_MOST, so that a room whose list is long and asleep
 * does not slow the bot.
 */
static void load_list(struct choice *choice, bool rated, size_t most)
{
	struct bot_notify_filter filter = {
		.room = choice->room, .rated = rated, .since = hour_ago(choice->host)};
	struct bot_notify_person people[CANDIDATES_MOST];
	size_t count = CANDIDATES_MOST, full = choice->listed_count + most;

	while (count == CANDIDATES_MOST && choice->listed_count < full &&
		filter.skipped < UNWILLING_MOST) {
		count = bot_notify_list_of_room(
			choice->host->store, &filter, people, CANDIDATES_MOST);
		add_wanting(choice, people, count, full);
		filter.skipped += count;
	}
}

/* Finds out who is on the list for the room, and whether anybody is on the list for all rooms. */
static void load_lists(struct choice *choice)
{
	load_list(choice, true, CANDIDATES_MOST - NEWCOMERS_MOST);

	load_list(choice, false, NEWCOMERS_MOST);
	choice->has_everywhere = bot_notify_list_has(choice->host->store, "");
}

/* Considers a person who is in the room, or notes that somebody on its list is there. */
static void take_member(void *taker, const char *user, const char *name)
{
	struct choice *choice = taker;

	(void)name;
	if (choice->error)
		return;
	choice->is_complete = choice->is_complete || strcmp(user, choice->challenger) == 0;
	for (size_t i = 0; i < choice->listed_count; i++)
		if (strcmp(choice->listed[i].person.user, user) == 0) {
			choice->listed[i].is_here = true;
			return;
		}
	if (!choice->has_everywhere || has_candidate(choice, user))
		return;
	choice->error = try_to_consider(choice, user);
}

/*
 * Considers everybody who wants to be told. Takes people who have left the room off its list. If
 * the platform does not name even the challenger, who is certainly there, it does not know who has
 * left, and everybody stays on the list. Returns true if the platform can't say yet who is in the
 * room, and somebody is on the list for all rooms.
 */
static bool consider_all(struct choice *choice)
{
	const struct bot_port *port = choice->host->port;
	enum bot_people given = BOT_PEOPLE_TOO_MANY;

	load_lists(choice);
	if (choice->listed_count == 0 && !choice->has_everywhere)
		return false;
	if (port->each_person)
		given = port->each_person(port->self, choice->room, take_member, choice);
	bot_must(choice->error);
	bool knows_outside = given == BOT_PEOPLE_GIVEN && choice->is_complete;
	for (size_t i = 0; i < choice->listed_count; i++) {
		const struct listed *listed = &choice->listed[i];

		if (knows_outside && !listed->is_here)
			bot_notify_list_remove(
				choice->host->store, choice->room, listed->person.user);
		else
			consider(choice, &listed->person);
	}
	return given == BOT_PEOPLE_LATER && choice->has_everywhere;
}

static int compare(const void *one, const void *other)
{
	const struct candidate *a = one, *b = other;

	if (a->is_newcomer != b->is_newcomer)
		return a->is_newcomer - b->is_newcomer;
	if (a->played != b->played)
		return a->played < b->played ? -1 : 1;
	return strcmp(a->user, b->user);
}

/* Returns a user's rating over all rooms. Without one, they are as strong as a new player. */
static long find_rating(struct bot_host *host, const char *user)
{
	struct bot_rating rating = {.glicko.rating = BOT_RATING_NEW};

	bot_rating_get(host->store, NULL, user, &rating);
	return lround(rating.glicko.rating);
}

/*
 * Chooses whom an open challenge tells (bot_notification_tell), and notes that the bot has told
 * them.
 */
static void choose(struct bot_host *host, const struct bot_match *challenge,
	const struct bot_lang *lang, struct notification *notification)
{
	struct choice choice = {.host = host,
		.room = challenge->room,
		.challenger = bot_match_challenger(challenge),
		.rating = find_rating(host, bot_match_challenger(challenge))};
	struct bot_text mentions, labels;
	char label[BOT_LABEL_SIZE];

	mentions = bot_text_in(notification->mentions, sizeof(notification->mentions));
	labels = bot_text_in(notification->labels, sizeof(notification->labels));
	notification->later = consider_all(&choice);
	qsort(choice.candidates, choice.count, sizeof(*choice.candidates), compare);
	for (size_t i = 0; i < choice.count && i < BOT_NOTIFICATION_MOST; i++) {
		bot_notify_list_told(host->store, choice.candidates[i].user, host->time);
		bot_name_label(host->store, choice.candidates[i].user, label);
		bot_text_add(&mentions, i > 0 ? " " : "");
		bot_text_add(&mentions, choice.candidates[i].user);
		if (i > NAMED)
			continue;
		bot_text_add(&labels, i > 0 ? lang->messages[BOT_MSG_LIST_COMMA] : "");
		bot_text_add(&labels, i < NAMED ? label : "…");
	}
}

void bot_notification_tell(struct bot_loaded_match *loaded, bool may_wait)
{
	const struct bot_match *match = &loaded->match;
	struct notification notification;

	if (match->status != BOT_CHALLENGE)
		return;
	const struct bot_lang *lang = bot_language_of_room(loaded->host, match->room);
	choose(loaded->host, match, lang, &notification);
	if (may_wait && notification.later)
		bot_store_timer_set(loaded->host->store, match->id, BOT_TIMER_NOTIFY,
			loaded->host->time + LATER);
	if (!notification.mentions[0])
		return;
	bot_send_to_room(loaded->host,
		(struct bot_letter){.to = match->room,
			.match = match->id,
			.ring = BOT_RING,
			.mentions = notification.mentions},
		BOT_MSG_NOTIFIED, (struct bot_args){.id = match->id, .words = notification.labels});
}

/* Challenges in quiet hours */

bool bot_late_ring_wait(struct bot_host *host, const struct bot_match *challenge)
{
	int64_t end = bot_quiet_hours_end(host, bot_match_challenged(challenge));

	if (end == 0)
		return false;
	bot_store_timer_set(host->store, challenge->id, BOT_TIMER_NOTIFY,
		host->time + end - host->port->now(host->port->self));
	return true;
}

bool bot_notification_is_private(struct bot_host *host, const char *user)
{
	char room[BOT_ID_SIZE];
	bool joined = false;

	/* The store takes a user without a private room for joined, so this looks for the room. */
	if (bot_store_private_room(host->store, user, room))
		joined = bot_store_has_joined(host->store, user);
	return joined;
}

/* Addresses the letter to the user in private, in their language, if they read a private room. */
static void address(
	struct bot_loaded_match *loaded, struct bot_letter *letter, const struct bot_lang **lang)
{
	const char *user = bot_match_challenged(&loaded->match);

	if (!bot_notification_is_private(loaded->host, user))
		return;
	letter->private = true;
	letter->to = user;
	letter->mentions = NULL;
	*lang = bot_language_chosen(loaded->host, BOT_OF_USER, user, *lang);
}

static void ring(struct bot_loaded_match *loaded)
{
	const struct bot_match *match = &loaded->match;
	struct bot_letter letter = {.to = match->room,
		.match = match->id,
		.role = BOT_POST_CHALLENGE,
		.ring = BOT_RING,
		.mentions = bot_match_challenged(match),
		.reactions = BOT_REACTION_YES "\n" BOT_REACTION_NO};
	const struct bot_lang *lang = loaded->lang;
	BOT_PAGE(page);

	address(loaded, &letter, &lang);
	bot_page_init(&page, lang);
	bot_page_say(&page, BOT_MSG_CHALLENGE_RINGS,
		&(struct bot_args){.id = match->id,
			.challenger = loaded->cast.name[match->challenger],
			.name = loaded->cast.name[eg_opponent(match->challenger)],
			.prefix = letter.private ? "" : loaded->host->prefix});
	bot_send(loaded->host, letter, &page, NULL);
}

void bot_late_ring_run(struct bot_loaded_match *loaded)
{
	if (loaded->match.status == BOT_CHALLENGE &&
		!bot_late_ring_wait(loaded->host, &loaded->match))
		ring(loaded);
}
