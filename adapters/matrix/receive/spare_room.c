#include "adapters/matrix/receive/spare_room.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/client/wait.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/room/room_counts.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/attempt.h"

#include <stdio.h>
#include <string.h>

#define ROOMS_A_CALL 50 /* how many rooms one call of mx_spare_room_search looks at */
#define WANTED_MOST  10 /* the bot frees at most so many rooms in a row */
#define KEPT_MOST    1000
#define DAY          24 /* hours */
/* A site with more than this part of invites.max_rooms, in percent, has very many rooms. */
#define CROWD        10
#define TIMEOUT      10000 /* ms */
#define ANSWER_LIMIT ((size_t)4 << 20)

void mx_spare_room_finish(struct mx_spare_room *spare)
{
	json_decref(spare->kept);
}

void mx_spare_room_want(struct mx_spare_room *spare, bool at_home)
{
	if (spare->wanted < WANTED_MOST)
		spare->wanted++;
	spare->at_any_time = spare->at_any_time || at_home;
}

static struct mx_account *account_of(const struct mx_spare_room *spare)
{
	return spare->idle->session->account;
}

/* Returns whether the site of the user who invited the bot has very many rooms. */
static bool is_crowded(const struct mx_account *account, const struct mx_room *room)
{
	uint64_t most = account->config->invites.max_rooms;
	struct mx_room_counts counts = {0};

	if (mx_id_is_user(room->invited_by))
		bot_must(mx_room_read_counts(account->store, room->invited_by, &counts));
	return counts.by_site * UINT64_C(100) > most * CROWD;
}

/* Returns whether the bot may leave the room, as far as this is known without its members. */
static bool may_leave(const struct mx_spare_room *spare, const char *id, const struct mx_room *room)
{
	struct mx_account *account = account_of(spare);
	char user[BOT_ID_SIZE], party[BOT_ID_SIZE];
	bool home;

	mx_room_private_with(account->store, id, user);
	if (*user || room->standing != MX_INSIDE || !room->counted ||
		json_object_get(spare->kept, id))
		return false;
	mx_party_name(account, id, NULL, party, &home);
	return !home && !mx_idle_rooms_have_match(spare->idle, id);
}

/* Keeps the room if it is better than the best room so far. */
static void look_at(struct mx_spare_room *spare, const char *id, const struct mx_room *room)
{
	if (!may_leave(spare, id, room))
		return;
	bool crowded = is_crowded(account_of(spare), room);
	if (!crowded && !spare->at_any_time && spare->idle->hours - room->used < DAY)
		return;
	if (*spare->room &&
		(crowded != spare->crowded ? spare->crowded : room->used >= spare->used))
		return;
	snprintf(spare->room, sizeof(spare->room), "%s", id);
	spare->crowded = crowded;
	spare->used = room->used;
}

static bool has_local_member(const struct mx_account *account, json_t *joined)
{
	const char *user;
	json_t *profile;

	json_object_foreach (joined, user, profile)
		if (mx_id_is_user(user) && strcmp(user, account->user) != 0 &&
			mx_account_is_home(account, mx_id_server(user)))
			return true;
	return false;
}

static void end_search(struct mx_spare_room *spare)
{
	spare->room[0] = spare->after[0] = '\0';
	if (spare->wanted == 0)
		spare->at_any_time = false;
}

/* A room that the bot has chosen to leave. */
struct chosen {
	struct mx_spare_room *spare;
	char room[BOT_ID_SIZE];
};

/* Leaves the room, unless somebody has begun a match there meanwhile. */
static void leave(void *self)
{
	const struct chosen *chosen = self;
	struct mx_spare_room *spare = chosen->spare;
	struct mx_room *room = mx_room_load(account_of(spare)->store, chosen->room);

	if (may_leave(spare, chosen->room, room))
		mx_idle_rooms_leave(spare->idle, chosen->room, room, "other rooms need its place");
}

static void on_members(void *self, const struct mx_answer *answer)
{
	struct mx_spare_room *spare = self;
	json_t *joined = json_object_get(answer->json, "joined");
	struct chosen chosen = {.spare = spare};

	strcpy(chosen.room, spare->room);
	spare->asked = false;
	end_search(spare);
	/* If the answer is no use, the bot does not ask again for the same room. */
	if (mx_session_watch(spare->idle->session, answer, MX_AUTHOR_HOMESERVER) !=
			MX_ANSWER_DONE ||
		has_local_member(account_of(spare), joined)) {
		if (!spare->kept)
			spare->kept = json_object();
		mx_json_remember(spare->kept, chosen.room, json_true(), KEPT_MOST);
		return;
	}
	if (spare->wanted > 0)
		spare->wanted--;
	mx_account_attempt(account_of(spare), "spare room", leave, &chosen);
}

static void ask(struct mx_spare_room *spare)
{
	struct mx_http_request request = {.method = MX_HTTP_GET,
		.path = mx_url_format("/_matrix/client/v3/rooms/%/joined_members", spare->room),
		.timeout = TIMEOUT,
		.limit = ANSWER_LIMIT};

	mx_http_start(account_of(spare)->http, &request, on_members, spare);
	spare->asked = true;
}

static bool may_search(const struct mx_spare_room *spare)
{
	return spare->wanted > 0 && !spare->asked && spare->idle->session->state == MX_LOGGED_IN &&
	       mx_backoff_is_over(&account_of(spare)->store_backoff);
}

/* Looks at the next rooms. Makes `after` empty if there is none. */
static void search(void *self)
{
	struct mx_spare_room *spare = self;
	struct bot_store *store = account_of(spare)->store;

	for (int i = 0; i < ROOMS_A_CALL && *spare->after; i++) {
		const char *id = mx_idle_rooms_next(store, spare->after);

		if (id)
			look_at(spare, id, mx_room_load(store, id));
	}
}

void mx_spare_room_search(struct mx_spare_room *spare)
{
	if (!may_search(spare))
		return;
	if (!*spare->after)
		strcpy(spare->after, MX_ROOM_KEY);
	if (!mx_account_attempt(account_of(spare), "spare room", search, spare)) {
		end_search(spare);
		return;
	}
	if (*spare->after) {
		mx_wake_at(0);
		return;
	}
	if (*spare->room) {
		ask(spare);
		return;
	}
	spare->wanted = 0; /* there is no such room */
	end_search(spare);
}
