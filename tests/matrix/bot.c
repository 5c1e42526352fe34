/*
 * The Matrix adapter with a test host, which obeys commands such as `!say …` and `!hand …`. The
 * host prints one line for each call of the adapter. Run by case.py.
 *
 *	bot HOMESERVER USER STORE MAX_ROOMS LISTED_SERVER
 */
#include "adapters/matrix/matrix.h"
#include "bot/base/attempt.h"
#include "bot/base/clock.h"
#include "bot/host/host.h"
#include "bot/store/outbox.h"
#include "bot/store/person.h"
#include "bot/store/posts.h"
#include "bot/text/name.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct bot_host {
	struct bot_store *store;
	const struct bot_port *port;
	int64_t post;  /* the post of the last `!post` or `!board`; the command for an edit edits
			  this post, and so does `!over`, whose edit is optional; after the start,
			  the first post */
	int64_t list;  /* likewise for `!list` and `!poll private`, whose messages are private, and
			  `!done`, whose edit is optional; `!done poll` removes the message */
	int64_t match; /* the match of the last `!challenge`, to which `!board` belongs, or 0 */
	int64_t timer; /* the steady time in ms at which the timer ends, or 0 if no timer is set */
};

static int stop_pipe[2];
static int64_t skipped; /* how many ns `!hold` commands have let pass */

/*
 * Replaces the adapter's clock. If the environment has RATE, the clock runs faster by that factor:
 * hours pass in seconds.
 */
static int64_t read_clock(clockid_t clock)
{
	static int64_t rate, began;
	struct timespec time;
	int64_t now;

	clock_gettime(CLOCK_MONOTONIC, &time);
	now = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
	if (rate == 0) {
		rate = getenv("RATE") ? strtol(getenv("RATE"), NULL, 10) : 1;
		began = now;
	}
	clock_gettime(clock, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec + (now - began) * (rate - 1) +
	       skipped;
}

int64_t bot_clock_steady(void)
{
	return read_clock(CLOCK_MONOTONIC) / 1000000;
}

int64_t bot_clock_wall(void)
{
	return read_clock(CLOCK_REALTIME) / 1000000;
}

int64_t bot_clock_steady_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

static void stop(int signal)
{
	(void)signal;
	(void)!write(stop_pipe[1], "", 1);
}

static void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void tell(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	putchar('\n');
	fflush(stdout);
}

struct bot_host *bot_host_create(
	struct bot_store *store, const struct bot_port *port, const struct cfg *config)
{
	static struct bot_host only;

	(void)config;
	only = (struct bot_host){.store = store, .port = port, .post = 1};
	return &only;
}

void bot_host_destroy(struct bot_host *host)
{
	(void)host;
}

bool bot_host_may_be_command(const struct bot_host *host, const struct bot_message *message)
{
	(void)host;
	return message->private || message->text[0] == '!';
}

bool bot_host_is_command(struct bot_host *host, const struct bot_message *message)
{
	(void)host;
	return message->private || message->text[0] == '!';
}

/* The environment variable IGNORED names the user whom the test bot ignores. */
enum bot_error bot_host_ignores(struct bot_host *host, const char *user, bool *ignores)
{
	const char *ignored = getenv("IGNORED");

	(void)host;
	*ignores = ignored && strcmp(ignored, user) == 0;
	return BOT_OK;
}

/* The environment variable LIMITED names the user who has reached a limit. */
enum bot_error bot_host_may_read(
	struct bot_host *host, const struct bot_message *message, bool *may)
{
	const char *limited = getenv("LIMITED");

	(void)host;
	*may = !limited || strcmp(limited, message->sender) != 0;
	return BOT_OK;
}

enum bot_error bot_host_note_read(struct bot_host *host, const struct bot_message *message)
{
	(void)host;
	tell("read %s %s: %s", message->room, message->sender, message->text);
	return BOT_OK;
}

enum bot_error bot_host_started(struct bot_host *host)
{
	(void)host;
	return BOT_OK;
}

/* The test speaks no language. */
void bot_host_prepare(void)
{
}

/* No clock of a match waits for a message. */
enum bot_error bot_host_update_time(struct bot_host *host)
{
	(void)host;
	return BOT_OK;
}

enum bot_error bot_host_stops(struct bot_host *host)
{
	(void)host;
	return BOT_OK;
}

enum bot_error bot_host_homeserver_returned(struct bot_host *host, int64_t length)
{
	(void)host;
	(void)length;
	return BOT_OK;
}

enum bot_error bot_host_store_is_older(struct bot_host *host)
{
	(void)host;
	tell("older store");
	return BOT_OK;
}

enum bot_error bot_host_store_returned(struct bot_host *host, int64_t length)
{
	(void)host;
	(void)length;
	return BOT_OK;
}

enum bot_error bot_host_account_released(struct bot_host *host, const struct bot_hold *hold)
{
	(void)host;
	tell("released %s %s", hold->code, hold->contact);
	return BOT_OK;
}

static enum bot_error put(struct bot_host *host, struct bot_letter *letter, int64_t *post)
{
	bot_need(bot_outbox_add(host->store, letter, post));
	return BOT_OK;
}

enum bot_error bot_host_profile_zone(struct bot_host *host, const char *user, const char *zone)
{
	(void)host;
	tell("zone %s %.40s (%zu)", user, zone ? zone : "none", zone ? strlen(zone) : 0);
	return BOT_OK;
}

enum bot_error bot_host_profile_zone_fails(struct bot_host *host, const char *user)
{
	(void)host;
	tell("zone %s fails", user);
	return BOT_OK;
}

static void add_person(void *taker, const char *user, const char *name)
{
	char *text = taker;
	size_t length = strlen(text);

	snprintf(text + length, 4096 - length, " %s=%s", user, name);
}

/* Writes who is in a room, or why the adapter does not say it. */
static void write_people(const struct bot_host *host, const char *room, char text[4096])
{
	static const char *const results[] = {[BOT_PEOPLE_GIVEN] = "people:",
		[BOT_PEOPLE_LATER] = "later",
		[BOT_PEOPLE_TOO_MANY] = "too many"};
	char people[4096] = "";
	enum bot_people result =
		host->port->each_person(host->port->self, room, add_person, people);

	snprintf(text, 4096, "%s%.4000s", results[result], people);
}

/* Stores that the last post is the board of the match. */
static void note_board(const struct bot_host *host)
{
	struct bot_match match;

	bot_need(bot_store_match_get(host->store, host->match, &match));
	match.board = host->post;
	bot_store_match_save(host->store, &match);
}

static enum bot_error obey(struct bot_host *host, const struct bot_message *message)
{
	const char *rest = strchr(message->text, ' ');
	struct bot_letter letter = {.to = message->room, .body = rest ? rest + 1 : message->text};
	char named[2 * BOT_ID_SIZE];
	int64_t *post = NULL;

	letter.thread = message->thread;
	letter.answers = message->event;
	if (strncmp(message->text, "!muted", 6) == 0) /* answers although the bot can't write */
		tell("%s", host->port->may_write(host->port->self, message->room) ? "writes"
										  : "silent");
	if (strncmp(message->text, "!titled", 7) == 0) {
		struct bot_room_name name = {.name = ""};

		host->port->room_name(host->port->self, message->room, &name);
		snprintf(named, sizeof(named), "%s|%s", name.name, name.alias);
		letter.body = named;
	}
	if (strncmp(message->text, "!called", 7) == 0)
		letter.body = host->port->display_name;
	if (strncmp(message->text, "!zone", 5) == 0)
		letter.body = host->port->ask_zone(host->port->self, rest ? rest + 1 : "")
				      ? "asks"
				      : "knows no zones";
	if (strncmp(message->text, "!mod", 4) == 0)
		letter.body =
			host->port->moderates(host->port->self, message->room, message->sender)
				? "moderator"
				: "no moderator";
	char people[4096];

	if (strncmp(message->text, "!people", 7) == 0) {
		write_people(host, message->room, people);
		letter.body = people;
	}
	if (strncmp(message->text, "!unread", 7) == 0)
		letter.body = host->port->unread(host->port->self, letter.body) ? "unread" : "read";
	if (strncmp(message->text, "!ring", 5) == 0) {
		letter.ring = BOT_RING;
		letter.mentions = message->sender;
	}
	if (strncmp(message->text, "!post", 5) == 0)
		post = &host->post;
	if (strncmp(message->text, "!board", 6) == 0) {
		post = &host->post;
		letter.match = host->match;
	}
	if (strncmp(message->text, "!edit", 5) == 0) {
		letter.kind = BOT_OUT_EDIT;
		letter.edits = host->post;
		/* the wait of a board counts from here; other tests have no match, and no wait */
		letter.made = host->match ? host->port->now(host->port->self) : 0;
	}
	if (strncmp(message->text, "!hand", 5) == 0 || message->private) {
		letter.private = true;
		letter.to = message->sender;
	}
	if (strncmp(message->text, "!list", 5) == 0 || strncmp(message->text, "!done", 5) == 0) {
		letter.private = true;
		letter.to = message->sender;
		post = &host->list;
	}
	if (strncmp(message->text, "!done", 5) == 0) {
		letter.kind = BOT_OUT_EDIT;
		letter.edits = host->list;
		letter.optional = true;
		letter.made = host->port->now(host->port->self);
	}
	if (strncmp(message->text, "!done poll", 10) == 0)
		letter.kind = BOT_OUT_REMOVE;
	if (strncmp(message->text, "!over", 5) == 0) {
		letter.kind = BOT_OUT_EDIT;
		letter.edits = host->post;
		letter.optional = true;
		letter.made = host->port->now(host->port->self);
	}
	if (strncmp(message->text, "!file", 5) == 0) {
		letter.kind = BOT_OUT_FILE;
		letter.file = (struct bot_file){
			"match-1.txt", "text/plain; charset=utf-8", "caf\xc3\xa9\n", 6};
	}
	/* a picture that the command for an edit edits, and an edit that shows a picture */
	if (strncmp(message->text, "!picture", 8) == 0) {
		letter.kind = BOT_OUT_FILE;
		post = &host->post;
	}
	if (strncmp(message->text, "!show", 5) == 0) {
		letter.kind = BOT_OUT_EDIT;
		letter.edits = host->post;
	}
	if (strncmp(message->text, "!picture", 8) == 0 || strncmp(message->text, "!show", 5) == 0)
		letter.file = (struct bot_file){"board-1.png", "image/png", "png", 3};
	if (strncmp(message->text, "!poll", 5) == 0)
		letter.choices = "a. advance 1 (+1)\nb. parry (=)";
	if (strncmp(message->text, "!poll private", 13) == 0) {
		letter.private = true;
		letter.to = message->sender;
		post = &host->list;
	}
	if (strncmp(message->text, "!offer", 6) == 0) {
		letter.commitment = "a commitment";
		letter.reactions = "\xE2\x9C\x85\n\xE2\x9D\x8C";
	}
	if (strncmp(message->text, "!challenge", 10) == 0) {
		struct bot_match match = {
			.rules = {{EG_ADVANCED, EG_FINAL_POSITION}, 5, EG_WHITE, {0}}};

		snprintf(match.room, sizeof(match.room), "%s", message->room);
		snprintf(match.player[EG_WHITE], BOT_ID_SIZE, "%s", message->sender);
		snprintf(match.player[EG_BLACK], BOT_ID_SIZE, "%s", rest ? rest + 1 : "");
		bot_store_match_add(host->store, &match);
		host->match = letter.match = match.id;
		letter.commitment = "a commitment";
	}
	if (strncmp(message->text, "!forget", 7) == 0) {
		bot_store_person_forget(host->store, message->sender, "erased-1");
		bot_must(host->port->forget(host->port->self, message->sender));
	}
	/* Takes long, until somebody stops the bot. */
	if (strncmp(message->text, "!hold", 5) == 0) {
		skipped += INT64_C(10000000000);
		(void)poll(&(struct pollfd){.fd = stop_pipe[0], .events = POLLIN}, 1, -1);
	}
	if (strncmp(message->text, "!timer", 6) == 0)
		host->timer = host->port->steady(host->port->self) + 200;
	if (strncmp(message->text, "!name", 5) == 0) {
		static char label[BOT_LABEL_SIZE];

		bot_name_label(host->store, message->sender, label);
		letter.body = label;
	}
	if (strncmp(message->text, "!clear", 6) == 0) {
		bot_store_set_setting(host->store, BOT_OF_USER, message->sender, "form", "clear");
		letter.clear = true;
	}
	if (strncmp(message->text, "!reach", 6) == 0) {
		letter.kind = BOT_OUT_REACH;
		letter.private = true;
		letter.to = message->sender;
	}
	enum bot_error error = put(host, &letter, post);
	if (!error && strncmp(message->text, "!board", 6) == 0)
		note_board(host);
	return error;
}

enum bot_error bot_host_message(struct bot_host *host, const struct bot_message *message)
{
	if (bot_store_handled(host->store, message->event))
		return BOT_OK;
	tell("message %s %s (%s)%s%s%s%s%s%s: %s", message->room, message->sender,
		message->name ? message->name : "", message->private ? " private" : "",
		message->old ? " old" : "", message->proven ? " proven" : "",
		message->reply_forgeable ? " forgeable" : "",
		message->kind != BOT_WRITTEN ? " chosen from " : "",
		message->kind != BOT_WRITTEN ? message->reply_to : "", message->text);
	if (message->name)
		bot_must(bot_name_learn(host->store, message->sender, message->name));
	return obey(host, message);
}

enum bot_error bot_host_private_topic(
	struct bot_host *host, const char *user, char topic[BOT_TOPIC_SIZE])
{
	(void)host;
	snprintf(topic, BOT_TOPIC_SIZE, "The cards of %.60s", user);
	return BOT_OK;
}

enum bot_error bot_host_user_reached(struct bot_host *host, const char *user, bool joined)
{
	(void)host;
	tell("reached %s%s", user, joined ? "" : " (invited)");
	return BOT_OK;
}

enum bot_error bot_host_user_unreachable(
	struct bot_host *host, const char *user, enum bot_unreachable why)
{
	static const char *const words[] = {"refused", "encrypted", "unknown", "unsigned"};

	(void)host;
	tell("unreachable %s %s", user, words[why]);
	return BOT_OK;
}

enum bot_error bot_host_user_outside(struct bot_host *host, int64_t match)
{
	(void)host;
	tell("outside %d", (int)match);
	return BOT_OK;
}

enum bot_error bot_host_room_muted(struct bot_host *host, const char *room, bool muted)
{
	(void)host;
	tell("%s %s", muted ? "muted" : "unmuted", room);
	return BOT_OK;
}

enum bot_error bot_host_stray_message(struct bot_host *host, const char *room, const char *sender)
{
	(void)host;
	tell("stray %s %s", room, sender);
	return BOT_OK;
}

enum bot_error bot_host_successor_refused(struct bot_host *host, int64_t match)
{
	(void)host;
	tell("successor refused %d", (int)match);
	return BOT_OK;
}

enum bot_error bot_host_message_removed(struct bot_host *host, const char *room, const char *user,
	const char *event, const char *sender)
{
	struct bot_post post;
	bool is_mine =
		bot_store_post_removed(host->store, user != NULL, user ? user : room, event, &post);

	tell("removed %s%s %s by %s%s", room, user ? " private" : "", event, sender,
		is_mine ? "" : ": not mine");
	return BOT_OK;
}

enum bot_error bot_host_verification_refused(struct bot_host *host, const char *user)
{
	(void)host;
	tell("verification refused %s", user);
	return BOT_OK;
}

enum bot_error bot_host_user_joined(struct bot_host *host, const char *user)
{
	if (bot_store_has_joined(host->store, user))
		return BOT_OK;
	tell("came %s", user);
	bot_store_set_joined(host->store, user, true);
	return BOT_OK;
}

enum bot_error bot_host_user_left(struct bot_host *host, const char *room, const char *user)
{
	(void)host;
	tell("gone %s %s", room, user);
	return BOT_OK;
}

enum bot_error bot_host_private_room_moved(struct bot_host *host, const char *user, const char *old)
{
	(void)host;
	tell("moved %s from %s", user, old);
	return BOT_OK;
}

enum bot_error bot_host_private_room_shared(struct bot_host *host, const char *user)
{
	(void)host;
	(void)user;
	return BOT_OK;
}

enum bot_error bot_host_user_entered(struct bot_host *host, const char *room, const char *user)
{
	(void)host;
	tell("entered %s %s", room, user);
	return BOT_OK;
}

enum bot_error bot_host_room_joined(struct bot_host *host, const char *room)
{
	tell("joined %s", room);
	return put(host, &(struct bot_letter){.to = room, .body = "hello"}, NULL);
}

enum bot_error bot_host_room_left(struct bot_host *host, const char *room)
{
	(void)host;
	(void)room;
	return BOT_OK;
}

enum bot_error bot_host_policy_list_read(struct bot_host *host, const char *name, const char *text)
{
	(void)host;
	tell("list %s", name);
	for (size_t length; *text; text += length + 1) {
		length = strcspn(text, "\n");
		tell("rule %.*s", (int)length, text);
	}
	tell("list ends");
	return BOT_OK;
}

enum bot_error bot_host_policy_list_fails(struct bot_host *host, const char *name, const char *why)
{
	(void)host;
	tell("list %s fails: %s", name, why);
	return BOT_OK;
}

enum bot_error bot_host_policy_list_removed(struct bot_host *host, const char *name)
{
	(void)host;
	tell("list %s removed", name);
	return BOT_OK;
}

enum bot_error bot_host_plays(struct bot_host *host, const char *user, bool *plays)
{
	(void)host, (void)user;
	*plays = true;
	return BOT_OK;
}

enum bot_error bot_host_identity_replaced(struct bot_host *host, const char *room, const char *user)
{
	tell("identity of %s is replaced", user);
	return put(host, &(struct bot_letter){.to = room, .body = "replaced", .clear = true}, NULL);
}

enum bot_error bot_host_explain_encryption_fault(
	struct bot_host *host, const char *room, const char *user, enum bot_encryption_fault why)
{
	static const char *const reasons[] = {[BOT_FAULT_NO_KEY] = "without key",
		[BOT_FAULT_UNSIGNED_DEVICE] = "unsigned",
		[BOT_FAULT_NOT_ENCRYPTED] = "not encrypted",
		[BOT_FAULT_WITHHELD] = "withheld"};

	tell("can't read %s %s: %s", room, user, reasons[why]);
	return put(
		host, &(struct bot_letter){.to = room, .body = "can't read", .clear = true}, NULL);
}

bool bot_host_asks_for_clear(const struct bot_host *host, const struct bot_message *message)
{
	(void)host;
	return strncmp(message->text, "!clear", 6) == 0;
}

enum bot_error bot_host_private_form(
	struct bot_host *host, const char *user, enum bot_private_form *form)
{
	char value[BOT_SETTING_SIZE];

	*form = bot_store_setting(host->store, BOT_OF_USER, user, "form", value)
			? BOT_FORM_CLEAR
			: BOT_FORM_CONFIGURED;
	return BOT_OK;
}

enum bot_error bot_host_room_unreadable(
	struct bot_host *host, const char *room, const char *inviter)
{
	tell("unreadable %s, invited by %s", room, inviter ? inviter : "nobody");
	return put(
		host, &(struct bot_letter){.to = room, .body = "encrypted", .clear = true}, NULL);
}

enum bot_error bot_host_messages_missed(struct bot_host *host, const char *room)
{
	tell("missed %s", room);
	return put(host, &(struct bot_letter){.to = room, .body = "missed"}, NULL);
}

enum bot_error bot_host_set_aside_damage(struct bot_host *host, bool *mended)
{
	struct bot_damage damage;

	*mended = bot_store_set_aside(host->store, &damage);
	tell(*mended ? "mended" : "not mended");
	return BOT_OK;
}

void bot_host_stood_still(struct bot_host *host)
{
	(void)host;
	tell("stood still");
}

bool bot_host_has_long_work(const struct bot_host *host)
{
	(void)host;
	return false;
}

enum bot_error bot_host_do_long_work(struct bot_host *host)
{
	(void)host;
	return BOT_OK;
}

enum bot_error bot_host_run_timers(struct bot_host *host, int64_t *next)
{
	*next = host->timer ? host->timer : -1;
	if (host->timer && host->port->steady(host->port->self) >= host->timer) {
		host->timer = 0;
		*next = -1;
		tell("due");
	}
	return BOT_OK;
}

static uint32_t percent(const char *name)
{
	const char *value = getenv(name);

	return value ? (uint32_t)strtoul(value, NULL, 10) : 100;
}

/* The environment variable LISTS names the policy lists, with a space after each but the last. */
static void name_policy_lists(struct cfg *config)
{
	static char text[1024], *lists[CFG_POLICY_LISTS_MOST];

	snprintf(text, sizeof(text), "%s", getenv("LISTS") ? getenv("LISTS") : "");
	config->bans.lists = lists;
	for (char *name = strtok(text, " "); name; name = strtok(NULL, " "))
		lists[config->bans.lists_count++] = name;
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_handler = stop};
	struct bot_store *store;
	struct cfg config = {0};
	struct cfg_secrets secrets = {
		.password = getenv("ENGARDE_PASSWORD"),
		.access_token = getenv("ENGARDE_ACCESS_TOKEN"),
		.hs_token = getenv("HS_TOKEN"),
		.service = getenv("SERVICE"),
	};
	char device_name[] = "engarde-bot";
	char listen_at[] = "127.0.0.1:0";
	enum mx_error error;

	if (argc != 6 || pipe(stop_pipe) || !mx_init())
		return 2;
	sigaction(SIGTERM, &action, NULL);
	config.store = argv[3];
	config.matrix.homeserver = argv[1];
	config.matrix.user = argv[2];
	config.matrix.device_name = device_name;
	config.service.listen = listen_at;
	config.invites.from = getenv("ANYONE") ? CFG_INVITES_ANYONE : CFG_INVITES_LISTED;
	config.invites.inviter_share = percent("INVITER_SHARE");
	config.invites.server_share = percent("SERVER_SHARE");
	config.invites.leave_idle_days = getenv("IDLE_DAYS") ? 1 : 0;
	config.invites.max_rooms = (uint32_t)strtoul(argv[4], NULL, 10);
	config.invites.servers = &argv[5];
	config.invites.servers_count = 1;
	name_policy_lists(&config);
	if (bot_store_open(argv[3], &store) != BOT_OK)
		return 2;
	error = mx_run(&config, &secrets, store, stop_pipe[0], NULL, 0);
	tell("ended: %s", mx_error_text(error));
	bot_store_close(store);
	curl_global_cleanup();
	return error != MX_OK;
}
