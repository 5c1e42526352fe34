#include "tests/sim/laws.h"

#include "tests/sim/budget.h"
#include "tests/sim/hands.h"
#include "tests/sim/offers.h"
#include "tests/sim/recorder.h"
#include "tests/sim/server.h"
#include "tests/sim/strangers.h"
#include "tests/support/sentences.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* what an older message of a night or season says */
#define OLD_SHEET " is further down in this room"

static const char *body_of(const json_t *content)
{
	const json_t *new = json_object_get(content, "m.new_content");
	const char *body = sim_body(new ? new : content);

	return body ? body : "";
}

/*
 * Returns the only user who can read the room, or SIM_USERS if several users can. `knows` is the
 * last stream position that the bot has received. Ignores users who joined after this position.
 */
static size_t only_reader(const struct sim_room *room, size_t knows)
{
	size_t reader = room->owner;

	for (size_t i = 0; i < sim->user_count; i++)
		if (i != SIM_BOT && i != room->owner && room->member[i] != SIM_OUT &&
			room->member_since[i] <= knows)
			reader = SIM_USERS;
	return reader;
}

/*
 * Checks that the display names in a message are clean. Strangers choose these names, so no part of
 * a name may become markup or reverse the direction of the line.
 */
static void judge_names(const struct sim_letter *letter, const char *body)
{
	const char *html = json_string_value(json_object_get(letter->content, "formatted_body"));

	if ((html && strstr(html, "<img")) || strstr(body, SIM_BIDI))
		sim_break(SIM_NO_LEAK, "a name was not cleaned: %s", html ? html : body);
}

static void post(const struct sim_letter *letter, const char *txn)
{
	const struct sim_room *room = &sim->rooms[letter->room];
	const char *body = body_of(letter->content);
	size_t reader = SIM_USERS;
	struct sim_event *event;

	sim_tell("bot in %s: %s", room->id, body);
	sim_note_text(body);
	sim_note_text(txn);
	judge_names(letter, body);
	if (sentences_tell_hand(body) || strstr(body, "#t=")) { /* a link to a table shows hands */
		reader = only_reader(room, letter->knows);
		if (reader == SIM_USERS || reader == SIM_BOT)
			sim_break(SIM_NO_LEAK, "a hand is shown in %s: %s", room->id, body);
	}
	event = sim_add(letter->room, SIM_BOT, letter->type, NULL,
		json_incref(letter->content)); /* read-only */
	snprintf(event->txn, sizeof(event->txn), "%s", txn);
	json_object_set_new(event->json, "unsigned", json_pack("{s:s}", "transaction_id", txn));
	event->reader = reader;
	event->life = letter->life;
}

static void betray(const struct sim_letter *letter)
{
	int64_t id = sentences_match(body_of(letter->content));
	struct sim_letter other = *letter;

	for (size_t i = 0; i < sim->duel_count; i++) {
		other.room = sim->duels[i].room;
		if (id != 0 && sim->duels[i].id == id)
			post(&other, letter->txn);
	}
}

/* Returns the event that a message edits, or NULL. */
static const struct sim_event *edited(const json_t *content)
{
	const json_t *relation = json_object_get(content, "m.relates_to");
	const char *id = json_string_value(json_object_get(relation, "event_id"));

	if (!id || !json_object_get(content, "m.new_content"))
		return NULL;
	for (size_t i = 0; i < sim->event_count; i++) {
		const json_t *found = json_object_get(sim->events[i].json, "event_id");

		if (strcmp(json_string_value(found), id) == 0)
			return &sim->events[i];
	}
	return NULL;
}

/*
 * Checks that the bot edits no message of which it knows that somebody has removed it. After a gap
 * the bot may not have read the removal, and it reads none of the time when it was not in the room.
 */
static void judge_edit(const struct sim_letter *letter)
{
	const struct sim_event *target = edited(letter->content);

	if (!target || !target->removed || sim->seen[SIM_GAP] > 0)
		return;
	if (target->removed <= letter->knows &&
		target->removed > sim->rooms[target->room].member_since[SIM_BOT])
		sim_break(SIM_NO_LOSS, "an edit of event %zu, which was removed",
			(size_t)(target - sim->events) + 1);
}

void sim_laws_sent(const struct sim_letter *letter)
{
	char txn[40];

	judge_edit(letter);

	if (sim->plant == SIM_PLANT_HAND && sentences_tell_hand(body_of(letter->content)))
		betray(letter);
	snprintf(txn, sizeof(txn), "%s%s", letter->txn, letter->again ? "-again" : "");
	post(letter, txn);
}

/* A row that was in the outbox at some time. */
struct row {
	char kind[8], lane[SIM_ID], txn[40];
	bool private, seen;
	size_t where;  /* the room in which the row was seen last */
	bool optional; /* the bot may drop the row */
	/*
	 * the row publishes a challenge that nobody accepted; the bot drops it if it learns that
	 * the challenged user is not in the room
	 */
	bool unaccepted;
	bool asks; /* to accept an invitation; the bot drops the row if it learns of that before */
	long number, post, mark, lists;
};

struct rows {
	struct row *row;
	size_t count, room;
};

static void take_row(void *self, const char *const *columns)
{
	struct rows *rows = self;
	struct row *row;

	if (rows->count == rows->room) {
		rows->room = rows->room ? 2 * rows->room : 256;
		rows->row = realloc(rows->row, rows->room * sizeof(*rows->row));
		assert(rows->row);
	}
	row = &rows->row[rows->count++];
	*row = (struct row){.number = strtol(columns[0], NULL, 10),
		.private = *columns[2] == '1',
		.post = columns[5] ? strtol(columns[5], NULL, 10) : 0,
		.mark = columns[6] ? strtol(columns[6], NULL, 10) : 0,
		.lists = columns[7] ? strtol(columns[7], NULL, 10) : 0,
		.optional = *columns[8] == '1',
		.unaccepted = columns[9] && *columns[9] == '1',
		.asks = *columns[10] == '1'};
	snprintf(row->kind, sizeof(row->kind), "%s", columns[1]);
	snprintf(row->lane, sizeof(row->lane), "%s", columns[3]);
	snprintf(row->txn, sizeof(row->txn), "%s", columns[4]);
}

/* Whether the row becomes an event of a room: a text or a file. */
static bool is_message(const struct row *row)
{
	return strcmp(row->kind, "message") == 0 || strcmp(row->kind, "edit") == 0 ||
	       strcmp(row->kind, "file") == 0;
}

/*
 * Returns the outbox row that became this event. If a row's room is replaced by another, the row is
 * recorded twice, once for each room. This function prefers the record with the event's room.
 */
static struct row *row_of(struct rows *rows, const struct sim_event *event)
{
	const struct sim_room *room = &sim->rooms[event->room];
	struct row *found = NULL;

	for (size_t i = 0; i < rows->count; i++) {
		struct row *row = &rows->row[i];
		bool fits;

		if (strcmp(row->txn, event->txn) != 0 || !is_message(row))
			continue;
		fits = row->private ? strcmp(row->lane, sim->users[room->owner].id) == 0
				    : sim_room_by_id(row->lane) == event->room;
		if (fits || !found)
			found = row;
	}
	return found;
}

/*
 * Whether the row's message may come out of order: the homeserver may accept a message after the
 * bot has given up its row.
 */
static bool may_be_late(const struct row *row)
{
	return sim->traits.slow > 0 && json_object_get(sim->refused, row->txn);
}

/*
 * Whether the row's message may come twice: the bot has logged in as another device, and can't see
 * in the room's history whether it has sent the message before.
 */
static bool may_be_repeated(const struct sim_room *room)
{
	return sim_is_hostile(room) && sim->seen[SIM_HARD_LOGOUT] > 0;
}

static bool is_edit(const json_t *content)
{
	return json_object_get(content, "m.new_content");
}

static bool is_notice(const json_t *content)
{
	const char *type = json_string_value(json_object_get(content, "msgtype"));

	return type && strcmp(type, "m.notice") == 0;
}

/*
 * Checks that an optional row is an edit or a notice to the player, or in the room an edit of a
 * challenge that is over, of an old message of a night or season, or of a line about an invitation.
 * It never shows choices, because it must not look like a new turn. (judge_hands checks whose hand
 * it shows.)
 */
static void judge_optional(const struct row *row, const struct sim_event *event)
{
	const json_t *content = json_object_get(event->json, "content");
	struct sentences_choice choices[EG_CHOICES_MAX];
	bool fits = row->private ? is_edit(content) || is_notice(content)
				 : is_edit(content) &&
					   (strstr(body_of(content), "challenge") ||
						   strstr(body_of(content), "my invitation") ||
						   strstr(body_of(content), OLD_SHEET));

	if (row->optional && (!fits || sentences_choices(body_of(content), choices) > 0))
		sim_break(SIM_ONCE, "the optional row %ld is no acknowledgement", row->number);
	else if (row->optional)
		sim_saw(row->private                          ? SIM_ACKNOWLEDGED
			: strstr(body_of(content), OLD_SHEET) ? SIM_REPLACED
							      : SIM_CLOSED);
}

/* Whether two events are messages of the bot to one room with the same text. */
static bool have_same_text(const struct sim_event *a, const struct sim_event *b)
{
	return a->room == b->room && a->txn[0] && b->txn[0] &&
	       strcmp(body_of(json_object_get(a->json, "content")),
		       body_of(json_object_get(b->json, "content"))) == 0;
}

/* Whether a message says that the bot can't reach a player. */
static bool is_about_reach(const char *body)
{
	return strstr(body, "is not in the private room") ||
	       strstr(body, "I can't send you your cards");
}

/*
 * Whether a message refuses an action because it came too early, or a command because there is no
 * such match, or asks which action a card means. With an older store, the bot reads the events that
 * it had lost room by room, so that another one may come too early then; and players write such
 * commands, and such cards, again later.
 */
static bool is_about_turn(const char *body)
{
	return (strstr(body, ": it is ") && strstr(body, "'s turn.")) ||
	       strstr(body, "or you can't do that with it.") ||
	       strstr(body, "Which of these? Answer with its letter.");
}

/*
 * Whether the bot, with its older store, has said something else of this hand's match before it
 * showed the hand again. It reads the events that it had lost in another order, room by room. So it
 * may refuse an action that it once played, and when the player repeats it, the hand comes again.
 */
static bool is_hand_of_another_turn(const struct sim_event *lost, const struct sim_event *again)
{
	int64_t match = sentences_hand_of(body_of(json_object_get(lost->json, "content")));

	for (const struct sim_event *event = lost + 1; match > 0 && event < again; event++)
		if (event->room == lost->room && event->txn[0] && event->life > sim->lost_life &&
			sentences_match(body_of(json_object_get(event->json, "content"))) == match)
			return true;
	return false;
}

/*
 * Checks a message that a lost store sent, and whose row the present store has never made, for
 * example because it handled more events at once. The bot must not have sent the same text for
 * another reason. Exceptions are what concerns a player whom the bot still can't reach, an action
 * that came too early, the hand of a turn that came again, and a text that the bot had said more
 * than once before the loss, such as an answer to a command that players repeat.
 */
static void judge_lost(const struct sim_event *lost)
{
	const json_t *content = json_object_get(lost->json, "content");

	if (is_edit(content) || is_about_reach(body_of(content)) || is_about_turn(body_of(content)))
		return;
	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];

		if (event == lost || !have_same_text(event, lost))
			continue;
		if (event < lost || event->life <= sim->lost_life)
			return;
		if (!is_hand_of_another_turn(lost, event))
			sim_break(SIM_ONCE, "event %zu in %s repeats another: %s", i + 1,
				sim->rooms[event->room].id, body_of(content));
	}
}

/*
 * Whether the message is a picture, or the text that stands for one whose upload failed: the upload
 * has limits of its own, and what follows goes on.
 */
static bool is_picture(const struct row *row, const struct sim_event *event)
{
	const json_t *content = json_object_get(event->json, "content");
	const char *type = json_string_value(json_object_get(content, "msgtype"));

	return type && strcmp(row->kind, "file") == 0 && strcmp(type, "m.file") != 0;
}

/* Whether the message edits one that somebody has removed: clients do not show it. */
static bool is_unseen(const struct sim_event *event)
{
	const struct sim_event *target = edited(json_object_get(event->json, "content"));

	return target && target->removed;
}

/*
 * Checks that each message belongs to a row and that no row became two messages. Checks that the
 * messages of a room have the order of their rows. (When the bot leaves an older direct chat, it
 * says so to the room. This message does not wait for the messages to the user. A message to a
 * user whose private room is replaced by another comes in both, if the first got no answer. An edit
 * whose target is removed becomes a message, and the homeserver may accept the edit after it.)
 */
static void judge_events(struct rows *rows)
{
	long last[SIM_ROOMS][2] = {0};

	for (size_t i = 0; i < sim->event_count; i++) {
		struct sim_event *event = &sim->events[i];
		struct row *row = event->txn[0] ? row_of(rows, event) : NULL;
		const struct sim_room *room = &sim->rooms[event->room];
		long *before;

		if (!event->txn[0])
			continue;
		if (!row && event->life <= sim->lost_life) {
			judge_lost(event);
			continue;
		}
		if (!row) {
			sim_break(SIM_ONCE, "event %zu in %s has no outbox row", i + 1, room->id);
			return;
		}
		before = &last[event->room][row->private];
		if (row->seen && row->where == event->room && sim->lost_life > 0 &&
			!may_be_repeated(room))
			sim_break(SIM_ONCE, "event %zu in %s is repeated: row %ld", i + 1, room->id,
				row->number);
		if (row->number <= *before && sim->lost_life == 0 && room->root == event->room &&
			!may_be_late(row) && !may_be_repeated(room) && !is_unseen(event) &&
			(row->seen || !(row->optional || is_picture(row, event))))
			sim_break(SIM_ONCE, "event %zu in %s is repeated or out of order: row %ld",
				i + 1, room->id, row->number);
		judge_optional(row, event);
		if (row->number > *before)
			*before = row->number;
		row->seen = true;
		row->where = event->room;
		event->mark = row->mark;
		event->optional = row->optional;
	}
}

static bool is_replaced(const struct rows *rows, const struct row *row)
{
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *other = &rows->row[i];

		if (other->number <= row->number)
			continue;
		if ((row->post != 0 && other->post == row->post) ||
			strcmp(other->txn, row->txn) == 0)
			return true;
		/* `other` is a newer hand for the player and match of `row` */
		if (row->lists != 0 && other->lists == row->lists &&
			strcmp(other->lane, row->lane) == 0)
			return true;
	}
	return false;
}

static bool may_be_given_up(const struct row *row)
{
	size_t user = row->private ? sim_user_by_id(row->lane) : SIM_USERS;

	if (json_object_get(sim->refused, row->txn) || (row->unaccepted && sim->traits.rooms) ||
		row->asks)
		return true;
	return user < SIM_USERS && (sim->users[user].excused || sim->traits.rooms);
}

/*
 * Checks that each row became a message, unless a newer row replaced it or the server refused it.
 */
static void judge_rows(const struct rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->row[i];

		if (is_message(row) && !row->optional && !row->seen && !is_replaced(rows, row) &&
			!may_be_given_up(row))
			sim_break(SIM_NO_LOSS, "row %ld for %s was never sent", row->number,
				row->lane);
	}
}

/*
 * Checks that no event shows a hand to anybody except the player who held this hand. What a lost
 * store showed to one player may be a hand that its match never has in the present store, where the
 * player has acted otherwise.
 */
static void judge_hands(void)
{
	for (size_t i = 0; i < sim->event_count; i++) {
		const struct sim_event *event = &sim->events[i];
		const char *body = body_of(json_object_get(event->json, "content"));
		const char *hand = strstr(body, "Your hand: "), *found;
		char cards[16] = "";

		if (event->sender != SIM_BOT || !*body)
			continue;
		if (event->reader == SIM_USERS) {
			found = sim_hands_find(body);
			if (found)
				sim_break(SIM_NO_LEAK, "event %zu shows the hand %s to others",
					i + 1, found);
			continue;
		}
		if (!hand || event->life <= sim->lost_life)
			continue;
		snprintf(cards, sizeof(cards), "%.*s", (int)strcspn(hand + 11, "\n"), hand + 11);
		if (!sim_hands_held(event->reader, cards))
			sim_break(SIM_NO_LEAK, "event %zu shows %s a hand that they never held: %s",
				i + 1, sim->users[event->reader].id, cards);
	}
}

/* Returns how many reactions of the bot the event has: all, or only those with this key. */
static size_t count_offers(const char *to, const char *only)
{
	size_t count = 0;

	for (size_t i = 0; i < sim->event_count; i++) {
		const char *type = NULL, *event = NULL, *key = NULL;

		if (sim->events[i].sender == SIM_BOT &&
			json_unpack(sim->events[i].json, "{s:s, s:{s:{s:s, s:s}}}", "type", &type,
				"content", "m.relates_to", "event_id", &event, "key", &key) == 0)
			count += strcmp(type, "m.reaction") == 0 && strcmp(event, to) == 0 &&
				 (!only || strcmp(key, only) == 0);
	}
	return count;
}

bool sim_laws_offered(const json_t *content)
{
	const json_t *relation = json_object_get(content, "m.relates_to");
	const char *key = json_string_value(json_object_get(relation, "key"));
	const char *event = json_string_value(json_object_get(relation, "event_id"));

	if (key && event && count_offers(event, key) > 0)
		return false;
	if (!key || !event || !sim_offer_is_fixed(key, count_offers(event, NULL)))
		sim_break(SIM_NO_LEAK, "the bot adds a chosen reaction %s to %s", key, event);
	else if (key[0] == '5')
		sim_saw(SIM_OFFERED_CARDS);
	return true;
}

static void take_finish(void *self, const char *const *columns)
{
	(void)self;
	sim_break(SIM_ONCE, "the end of match %s was told %s times to %s", columns[0], columns[1],
		columns[2]);
}

/*
 * Checks that the end of each match that was played was told once to its room (and that the end of
 * a bout was not) and, if it was won by the last touch, once to each player whom the bot could
 * reach. (A row is recorded twice if its room is replaced.)
 */
static void judge_finishes(struct bot_store *store)
{
	sim_sql(store,
		"SELECT m.id, count(DISTINCT r.txn) AS times, 'its room' FROM matches m"
		" LEFT JOIN sim_rows r ON r.ends = m.id WHERE m.status = 'ended' AND m.ended > 0"
		" GROUP BY m.id HAVING count(DISTINCT r.txn) <> CASE m.competition WHEN 0 THEN 1 "
		"ELSE 0 END",
		take_finish, NULL);
	sim_sql(store,
		"SELECT m.id, count(DISTINCT r.txn) AS times, p.user FROM matches m"
		" JOIN (SELECT id, white AS user, white_reached AS reached FROM matches UNION ALL"
		"  SELECT id, black, black_reached FROM matches) p ON p.id = m.id"
		" LEFT JOIN sim_rows r ON r.tells = m.id AND r.lane = p.user"
		" WHERE m.status = 'ended' AND m.ended > 0"
		" GROUP BY m.id, p.user, p.reached HAVING count(DISTINCT r.txn) > 1"
		" OR (count(DISTINCT r.txn) = 0 AND m.ending = 'won' AND p.reached <> 0"
		" AND p.user LIKE '@%')", /* the bot may have forgotten the player */
		take_finish, NULL);
}

/* Finds an answer to a question of the bot by which it has said and done nothing. */
static void take_ignored(void *self, const char *const *columns)
{
	size_t position = strtoul(columns[0] + 2, NULL, 10);
	const struct sim_event *event = &sim->events[position - 1];

	(void)self;
	if (event->intent.answers && sim->traits.flood == SIM_NO_FLOOD && !sim->traits.rooms)
		sim_break(SIM_NO_LOSS, "event %zu, an answer to a question, was ignored", position);
}

static void judge_answers(struct bot_store *store)
{
	sim_sql(store,
		"SELECT event FROM sim_handled WHERE event LIKE '$%'"
		" AND NOT EXISTS (SELECT 1 FROM sim_rows WHERE mark = sim_handled.number)",
		take_ignored, NULL);
}

void sim_laws_judge(struct bot_store *store)
{
	struct rows rows = {0};

	sim_sql(store,
		"SELECT row, kind, private, lane, txn, post, mark, lists, optional,"
		" (SELECT CASE WHEN status = 'ended' AND ended = 0 THEN 1 ELSE 0 END FROM matches"
		"  WHERE id = offers), asks"
		" FROM sim_rows ORDER BY row",
		take_row, &rows);
	judge_events(&rows);
	judge_rows(&rows);
	judge_finishes(store);
	judge_answers(store);
	sim_budget_judge();
	sim_flood_judge(store);
	sim_hands_init();
	sim_model_judge(store);
	sim_night_judge(store);
	judge_hands();
	sim_hands_finish();
	sim_model_finish();
	free(rows.row);
}
