#include "bot/show/notification.h"

#include "bot/call/bans.h"
#include "bot/call/quiet_hours.h"

#include <stdlib.h>
#include <string.h>

#define HOUR INT64_C(3600000) /* milliseconds */

#define LATER 10000 /* how many milliseconds the platform has to find out who is in a room */

/* How many people the bot looks at, of those who want to be told. */
#define CANDIDATES_MOST 64
#define NEWCOMERS_MOST  16 /* how many of them may be people without a rating */

struct candidate {
	char user[BOT_ID_SIZE];
	bool is_newcomer; /* the user has no rating */
	int64_t played;   /* when the user's last match ended, or 0 */
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
	bool is_complete; /* the platform has named the challenger among the people of the room */
	bool has_everywhere; /* somebody is on the list for all rooms */
	size_t listed_count;
	struct listed listed[CANDIDATES_MOST];
	size_t count, newcomers;
	struct candidate candidates[CANDIDATES_MOST];
	enum bot_error error; /* the first failure of the store */
};

/* Returns the hour of the day, from 0 to 23, at a time in milliseconds since 1970. */
static int get_hour(int64_t now)
{
	return (int)(now / HOUR % 24);
}

bool bot_notification_is_hour(const struct bot_notify_hours *hours, int64_t now)
{
	int hour = get_hour(now);

	if (hours->from <= hours->to)
		return hours->from == hours->to || (hour >= hours->from && hour < hours->to);
	return hour >= hours->from || hour < hours->to;
}

/* The host's time an hour ago. The bot tells nobody whom it has told since then. */
static int64_t hour_ago(const struct bot_host *host)
{
	return host->time - HOUR;
}

/* Finds out whether a ban, a block of either side, or quiet hours keep the bot from telling the
 * user. */
static enum bot_error is_barred(const struct choice *choice, const char *user, bool *barred)
{
	struct bot_store *store = choice->host->store;
	int64_t quiet;

	enum bot_error error = bot_bans_hold_for(choice->host, user, barred);
	if (!error && !*barred)
		error = bot_store_is_blocked(store, user, choice->challenger, barred);
	if (!error && !*barred)
		error = bot_store_is_blocked(store, choice->challenger, user, barred);
	if (error || *barred)
		return error;
	error = bot_quiet_hours_end(choice->host, user, &quiet);
	*barred = quiet > 0;
	return error;
}

static bool has_candidate(const struct choice *choice, const char *user)
{
	for (size_t i = 0; i < choice->count; i++)
		if (strcmp(choice->candidates[i].user, user) == 0)
			return true;
	return false;
}

/* Whether the person wants to be told of the challenge now, and is no candidate yet. */
static bool wants(const struct choice *choice, const struct bot_notify_person *person)
{
	const struct bot_port *port = choice->host->port;

	return strcmp(person->user, choice->challenger) != 0 &&
	       bot_notification_is_hour(&person->hours, port->now(port->self)) &&
	       !has_candidate(choice, person->user);
}

/* Adds the person to the candidates, if the challenge may tell them now. */
static enum bot_error consider(struct choice *choice, const struct bot_notify_person *person)
{
	struct bot_store *store = choice->host->store;
	struct candidate *candidate = &choice->candidates[choice->count];
	struct bot_rating rating;
	bool barred = false, busy = true;

	if (choice->count == CANDIDATES_MOST || !wants(choice, person))
		return BOT_OK;
	enum bot_error error = bot_rating_get(store, NULL, person->user, &rating);
	bool is_newcomer = error == BOT_NOT_FOUND;
	if (is_newcomer)
		error = BOT_OK;
	if (!error && !(is_newcomer && choice->newcomers == NEWCOMERS_MOST))
		error = is_barred(choice, person->user, &barred);
	else
		barred = true;
	if (!error && !barred)
		error = bot_notify_list_get_activity(
			store, person->user, &busy, &candidate->played);
	if (error || barred || busy)
		return error;
	memcpy(candidate->user, person->user, sizeof(candidate->user));
	candidate->is_newcomer = is_newcomer;
	choice->newcomers += is_newcomer;
	choice->count++;
	return BOT_OK;
}

/* Adds people who are on the list for the room: those with a rating, or those without. */
static enum bot_error load_list(struct choice *choice, bool rated, size_t most)
{
	const struct bot_port *port = choice->host->port;
	const struct bot_notify_filter filter = {.room = choice->room,
		.rated = rated,
		.since = hour_ago(choice->host),
		.hour = get_hour(port->now(port->self))};
	struct bot_notify_person people[CANDIDATES_MOST];
	size_t count = 0;

	enum bot_error error =
		bot_notify_list_of_room(choice->host->store, &filter, people, most, &count);
	for (size_t i = 0; !error && i < count; i++)
		choice->listed[choice->listed_count++].person = people[i];
	return error;
}

/* Finds out who is on the list for the room, and whether anybody is on the list for all rooms. */
static enum bot_error load_lists(struct choice *choice)
{
	enum bot_error error = load_list(choice, true, CANDIDATES_MOST - NEWCOMERS_MOST);

	if (!error)
		error = load_list(choice, false, NEWCOMERS_MOST);
	return error ? error
		     : bot_notify_list_has(choice->host->store, "", &choice->has_everywhere);
}

/* Considers a person who is in the room, or notes that somebody on its list is there. */
static void take_member(void *taker, const char *user, const char *name)
{
	struct choice *choice = taker;
	struct bot_notify_person person;

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
	choice->error = bot_notify_list_of_all_rooms(
		choice->host->store, user, hour_ago(choice->host), &person);
	if (!choice->error)
		choice->error = consider(choice, &person);
	else if (choice->error == BOT_NOT_FOUND)
		choice->error = BOT_OK;
}

/*
 * Considers everybody who wants to be told. Takes people who have left the room off its list, but
 * not if the platform's list has not even the challenger, who is certainly there. Sets
 * *later if the platform can't say yet who is in the room, and somebody is on the list for all
 * rooms.
 */
static enum bot_error consider_all(struct choice *choice, bool *later)
{
	const struct bot_port *port = choice->host->port;
	enum bot_people given = BOT_PEOPLE_TOO_MANY;

	*later = false;
	enum bot_error error = load_lists(choice);
	if (error || (choice->listed_count == 0 && !choice->has_everywhere))
		return error;
	if (port->each_person)
		given = port->each_person(port->self, choice->room, take_member, choice);
	*later = given == BOT_PEOPLE_LATER && choice->has_everywhere;
	bool knows_absent = given == BOT_PEOPLE_GIVEN && choice->is_complete;
	error = choice->error;
	for (size_t i = 0; !error && i < choice->listed_count; i++) {
		const struct listed *listed = &choice->listed[i];

		error = knows_absent && !listed->is_here
				? bot_notify_list_remove(
					  choice->host->store, choice->room, listed->person.user)
				: consider(choice, &listed->person);
	}
	return error;
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

enum bot_error bot_notification_choose(struct bot_host *host, const struct bot_match *challenge,
	struct bot_notification *notification)
{
	struct choice choice = {.host = host,
		.room = challenge->room,
		.challenger = bot_match_challenger(challenge)};
	struct bot_text mentions, labels;
	char label[BOT_LABEL_SIZE];

	bot_text_init(&mentions, notification->mentions, sizeof(notification->mentions));
	bot_text_init(&labels, notification->labels, sizeof(notification->labels));
	enum bot_error error = consider_all(&choice, &notification->later);
	qsort(choice.candidates, choice.count, sizeof(*choice.candidates), compare);
	for (size_t i = 0; !error && i < choice.count && i < BOT_NOTIFICATION_MOST; i++) {
		error = bot_notify_list_told(host->store, choice.candidates[i].user, host->time);
		if (!error)
			error = bot_name_label(host->store, choice.candidates[i].user, label);
		if (error)
			break;
		bot_text_add(&mentions, i > 0 ? " " : "");
		bot_text_add(&mentions, choice.candidates[i].user);
		if (i > BOT_NOTIFICATION_NAMED)
			continue;
		bot_text_add(&labels, i > 0 ? ", " : "");
		bot_text_add(&labels, i < BOT_NOTIFICATION_NAMED ? label : "…");
	}
	return error;
}

enum bot_error bot_notification_wait(struct bot_host *host, int64_t challenge)
{
	return bot_store_timer_set(host->store, challenge, BOT_TIMER_NOTIFY, host->time + LATER);
}

enum bot_error bot_notification_tell_late(struct bot_loaded_match *loaded)
{
	const struct bot_match *match = &loaded->match;
	struct bot_notification notification;

	if (match->status != BOT_CHALLENGE)
		return BOT_OK;
	enum bot_error error = bot_notification_choose(loaded->host, match, &notification);
	if (error || !notification.mentions[0])
		return error;
	return bot_send_to_room(loaded->host,
		(struct bot_letter){.to = match->room,
			.match = match->id,
			.ring = BOT_RING,
			.mentions = notification.mentions},
		BOT_MSG_NOTIFY_LATE,
		(struct bot_args){.id = match->id, .words = notification.labels});
}
