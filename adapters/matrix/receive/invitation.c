#include "adapters/matrix/receive/invitation.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/login/account.h"
#include "adapters/matrix/receive/join_queue.h"
#include "adapters/matrix/receive/progress.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/send/outbox_row.h"
#include "bot/base/attempt.h"
#include "bot/base/log.h"

#include <string.h>

/*
 * The inviter of all invitations that do not say who invites, because the homeserver leaves the
 * bot's member event out. Nobody has this id, so no list names it.
 */
#define UNKNOWN "@unknown:unknown.invalid"

/*
 * Returns whether the configuration lists the inviter or their server. Compares ids and server
 * names exactly: two ids that differ only in case may belong to different people.
 */
static bool is_listed(const struct cfg_invites *invites, const char *inviter)
{
	for (unsigned i = 0; i < invites->users_count; i++)
		if (strcmp(invites->users[i], inviter) == 0)
			return true;
	for (unsigned i = 0; i < invites->servers_count; i++)
		if (strcmp(invites->servers[i], mx_id_server(inviter)) == 0)
			return true;
	return false;
}

bool mx_invitation_is_allowed(const struct cfg_invites *invites, const char *inviter)
{
	switch (invites->from) {
	case CFG_INVITES_ANYONE:
		return true;
	case CFG_INVITES_LISTED:
		return is_listed(invites, inviter);
	case CFG_INVITES_NOBODY:
		break;
	}
	return false;
}

/* Returns `percent` percent of the rooms, but at least one room. */
static uint32_t share(uint32_t rooms, uint32_t percent)
{
	uint32_t part = (uint32_t)((uint64_t)rooms * percent / 100);

	return part > 0 ? part : 1;
}

/* A fifth of all rooms is only for users of the bot's own homeserver. */
#define HOME_SHARE 20 /* percent */
/*
 * For these users the bot also joins rooms beyond invites.max_rooms, while it leaves rooms of other
 * servers: at most this share.
 */
#define BEYOND 10 /* percent */

bool mx_invitation_is_below_limits(
	const struct cfg_invites *invites, const struct mx_room_counts *counts, bool at_home)
{
	uint32_t most = invites->max_rooms;
	uint64_t others = (uint64_t)counts->rooms - counts->by_home;

	if (counts->by_inviter >= share(most, invites->inviter_share))
		return false;
	if (at_home)
		return counts->rooms < most ||
		       (others > 0 && counts->rooms < most + (uint64_t)most * BEYOND / 100);
	return counts->rooms < most && others < most - (uint64_t)most * HOME_SHARE / 100 &&
	       counts->by_site < share(most, invites->server_share);
}

/*
 * Returns the counts, by_home included. The site of the bot's own homeserver may have other
 * servers, too. They share the site's limit, but the homeserver has its own.
 */
static struct mx_room_counts read_counts(const struct mx_account *account, const char *inviter)
{
	struct mx_room_counts counts = {0}, home = {0};
	char site[BOT_ID_SIZE], home_site[BOT_ID_SIZE];

	bot_must(mx_room_read_counts(account->store, inviter, &counts));
	bot_must(mx_room_read_counts(account->store, account->user, &home));
	counts.by_home = home.by_server < counts.rooms ? home.by_server : counts.rooms;
	mx_site_of_user(inviter, site);
	mx_site_of_user(account->user, home_site);
	if (strcmp(site, home_site) == 0)
		counts.by_site -= home.by_server < counts.by_site ? home.by_server : counts.by_site;
	return counts;
}

/*
 * Returns whether this invitation takes the last room, or finds none, so that the bot has to free
 * one. A user or server that has used up their own share gets nobody else's room.
 */
static bool is_almost_full(
	const struct cfg_invites *invites, const struct mx_room_counts *counts, bool at_home)
{
	struct mx_room_counts after = *counts;

	after.rooms++;
	after.by_home += at_home;
	after.by_inviter = after.by_site = 0;
	return counts->by_inviter < share(invites->max_rooms, invites->inviter_share) &&
	       (at_home ? after.rooms >= invites->max_rooms
			: counts->by_site < share(invites->max_rooms, invites->server_share) &&
				       !mx_invitation_is_below_limits(invites, &after, false));
}

/*
 * Returns the reason against the invitation, a text for the log, or NULL if the bot may accept it.
 */
static const char *check(struct mx_receiver *receiver, const char *inviter)
{
	struct mx_account *account = receiver->account;
	const struct cfg_invites *invites = &account->config->invites;
	bool banned, at_home = mx_account_is_home(account, mx_id_server(inviter));

	bot_must(bot_host_ignores(account->host, inviter, &banned));
	if (banned)
		return "an admin has banned the inviter";
	if (!mx_invitation_is_allowed(invites, inviter))
		return strcmp(inviter, UNKNOWN) == 0
			       ? "it does not say who invites, and invites.from is not anyone"
			       : "invites.from does not allow it";
	const struct mx_room_counts counts = read_counts(account, inviter);
	if (is_almost_full(invites, &counts, at_home))
		mx_spare_room_want(&receiver->spare_room, at_home);
	if (!mx_invitation_is_below_limits(invites, &counts, at_home))
		return "a limit of rooms is reached";
	return mx_join_queue_admit(receiver, inviter) ? NULL : "too many joins wait";
}

/*
 * Returns the event that invites the bot, borrowed, or NULL if there is no valid one. The
 * homeserver checks only one of the events (Synapse and Dendrite check the last). The inviter's
 * server may write anything into the other events, even an invitation by another user. Sets *forged
 * to whether two events name different inviters.
 */
static const json_t *find_invitation(const json_t *body, const char *me, bool *forged)
{
	const json_t *state = mx_section_events(body, "invite_state");
	const json_t *event, *found = NULL;
	size_t i;

	*forged = false;
	json_array_foreach (state, i, event) {
		const struct mx_event read = mx_event_read(event);
		const char *membership = mx_event_membership(&read, me);

		if (!membership || strcmp(membership, "invite") != 0)
			continue;
		if (found && !mx_json_text_is(found, "sender", mx_json_text(event, "sender")))
			*forged = true;
		found = event;
	}
	return found;
}

static json_t *make_invitation(const char *me)
{
	return json_pack("{s:s, s:s, s:s, s:{s:s}}", "type", "m.room.member", "state_key", me,
		"sender", UNKNOWN, "content", "membership", "invite");
}

/*
 * Returns a server to join the room through, or NULL if none is known. Before room version 12, a
 * room's id names the server of its creator.
 */
static const char *find_via(const char *id, const char *inviter)
{
	const char *colon = strchr(id, ':');

	if (strcmp(inviter, UNKNOWN) != 0)
		return mx_id_server(inviter);
	return colon ? colon + 1 : NULL;
}

static void accept(
	struct bot_store *store, const char *id, struct mx_room *room, const json_t *event)
{
	const char *inviter = mx_json_text(event, "sender");
	const json_t *direct = json_object_get(json_object_get(event, "content"), "is_direct");

	room->standing = MX_JOINING;
	room->followed = false;
	mx_room_set_text(&room->inviter, json_is_true(direct) ? inviter : NULL);
	mx_room_set_text(&room->invited_by, inviter);
	bot_must(mx_room_set_counted(room, store, true));
	bot_must(mx_room_save(room, store, id));
	mx_outbox_row_add_letter(store, (struct bot_letter){.kind = BOT_OUT_JOIN,
						.to = id,
						.via = find_via(id, inviter),
						.origin = inviter});
	bot_log_write(BOT_LOG_INFO, "invitation_accepted",
		BOT_LOG_FIELDS({"room", .text = id}, {"user", .text = inviter}));
}

/*
 * Returns whether the invitation's state says that the room has a type, such as a space. The state
 * may lack m.room.create, or may have a false one. Then mx_membership_joined notices the type.
 */
static bool is_to_typed_room(const json_t *body)
{
	const json_t *event;
	size_t i;

	json_array_foreach (mx_section_events(body, "invite_state"), i, event) {
		const char *type = mx_event_read(event).state_type;

		if (type && strcmp(type, "m.room.create") == 0 && mx_room_create_has_type(event))
			return true;
	}
	return false;
}

/*
 * Declines the invitation for the reason `why`, or accepts it if `why` is NULL. The caller has
 * already taken the room out of the counts of rooms.
 */
static void answer(struct mx_account *account, const char *id, struct mx_room *room,
	const json_t *event, const char *why)
{
	struct bot_store *store = account->store;

	if (!why) {
		accept(store, id, room, event);
		return;
	}
	/*
	 * The bot is joining this room because of a tombstone, so it needs no invitation. The room
	 * counts again, for the user who invited the bot to the old room.
	 */
	if (room->standing == MX_JOINING) {
		bot_must(mx_room_set_counted(room, store, true));
		return;
	}
	room->standing = MX_OUTSIDE;
	bot_must(mx_room_save(room, store, id));
	mx_join_queue_decline(account, id, mx_json_text(event, "sender"), why);
}

void mx_invitation_handle(struct mx_receiver *receiver, const char *id, const json_t *body)
{
	struct mx_account *account = receiver->account;
	bool forged;
	const json_t *event = find_invitation(body, account->user, &forged);
	struct mx_room *room = mx_room_load(account->store, id);
	const char *why;

	if (!event)
		event = mx_json_scratch(make_invitation(account->user));
	if (room->standing == MX_JOINING && !room->followed)
		return; /* the bot has already accepted an invitation to this room */
	/*
	 * The bot may have left the room although no batch showed this. Then the room is still
	 * counted, so the bot removes it from the counts.
	 */
	bot_must(mx_room_set_counted(room, account->store, false));
	if (forged)
		why = "the events name two inviters";
	else if (is_to_typed_room(body))
		why = "the room is a space, or has another type that is not for chats";
	else
		why = check(receiver, mx_json_text(event, "sender"));
	answer(account, id, room, event, why);
}
