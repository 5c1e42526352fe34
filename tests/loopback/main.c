/*
 * A homeserver on 127.0.0.1 for one bot, with players who play matches or ask questions. It runs on
 * one thread and keeps everything in memory.
 *
 *	loopback --matches 2 --config bot.yaml &      writes a configuration for the bot
 *	ENGARDE_PASSWORD=any engarde-bot --config bot.yaml
 *
 *	loopback --asks 20000 --pace 1000 --stay      1,000 questions a second; waits for no answer
 *	loopback --asks 20000     64 rooms, each with one unanswered question at a time
 *	loopback --asks 500 --wait --delay 50 --rate 0.2 --burst 10 --text "ping {n}"
 *
 * The first line of the output is the server's address. The server invites the bot into all rooms.
 * The people begin when the bot has joined all rooms. When the bot has answered everything, the
 * program prints a line of JSON and ends. The exit status is 0 if no message was lost or sent twice
 * and no hand leaked, else 1. The server accepts every password. Bots other than engarde-bot may
 * use the access token "loopback.DEVICE". While the program runs, it answers these requests:
 *
 *	POST /loopback/go            begin (with --wait)
 *	POST /loopback/chat?lines=N  adds a backlog: N lines of talk, spread over all rooms
 *	GET  /loopback/report        the line of JSON, now
 *	GET  /loopback/waiting       lists who waits for what
 *	GET  /loopback/transcript    all messages
 *	POST /loopback/stop          end
 */
#include "tests/loopback/control.h"
#include "tests/loopback/laws.h"
#include "tests/loopback/people.h"
#include "tests/loopback/server.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static const char help[] =
	"loopback [OPTION VALUE]...\n"
	"  --port N         the port to listen on (one that the system chooses)\n"
	"  --config FILE    writes a configuration for engarde-bot; its store is FILE.db\n"
	"  --bot ID         the bot's user id (@engarde:loopback)\n"
	"  --rooms N        how many rooms; each has two players (64)\n"
	"  --matches N      how many matches the players of each room play (0)\n"
	"  --rules TEXT     the rules of the matches (basic to 1)\n"
	"  --wrong N        in N of 1,000 turns the player first tries an illegal action (0)\n"
	"  --asks N         how many questions, in all rooms together (0)\n"
	"  --pace N         questions a second (each room asks as soon as it has an answer)\n"
	"  --text TEXT      the question; {n} is its number, which the answer must repeat\n"
	"                   (!eg stats @n{n}:loopback)\n"
	"  --wait           waits for POST /loopback/go before the people begin\n"
	"  --stay           goes on when everything is answered\n"
	"  --limited N      answers N of 1,000 requests with 429 (0)\n"
	"  --retry-after N  the milliseconds to wait that such a 429 names (it names none)\n"
	"  --failed N       answers N of 1,000 requests with 502 (0)\n"
	"  --cut N          cuts the connection of N of 1,000 requests (0)\n"
	"  --rate N         messages a second that the bot may send (no limit)\n"
	"  --burst N        messages that the bot may send at once (10)\n"
	"  --delay N        milliseconds until a request is answered (0)\n"
	"  --think N        milliseconds until a player acts (0)\n"
	"  --seed N         the seed of all random numbers (1)\n"
	"  --patience N     ends with a failure after N seconds without an answer (60)\n";

struct settings {
	struct lo_options options;
	struct lo_load load;
	size_t port;
	const char *config;
	bool stay;
	int64_t patience;
};

enum kind { FLAG, TEXT, SIZE, WORD, LONG, REAL };

static const struct {
	const char *name;
	enum kind kind;
	size_t at; /* a setting */
} known[] = {
	{"port", SIZE, offsetof(struct settings, port)},
	{"config", TEXT, offsetof(struct settings, config)},
	{"bot", TEXT, offsetof(struct settings, options.bot)},
	{"rooms", SIZE, offsetof(struct settings, load.rooms)},
	{"matches", SIZE, offsetof(struct settings, load.matches)},
	{"rules", TEXT, offsetof(struct settings, load.rules)},
	{"wrong", WORD, offsetof(struct settings, load.wrong)},
	{"asks", SIZE, offsetof(struct settings, load.asks)},
	{"pace", REAL, offsetof(struct settings, load.asked)},
	{"text", TEXT, offsetof(struct settings, load.text)},
	{"wait", FLAG, offsetof(struct settings, load.waits)},
	{"stay", FLAG, offsetof(struct settings, stay)},
	{"limited", WORD, offsetof(struct settings, options.limited)},
	{"retry-after", LONG, offsetof(struct settings, options.retry_after)},
	{"failed", WORD, offsetof(struct settings, options.failed)},
	{"cut", WORD, offsetof(struct settings, options.cut)},
	{"rate", REAL, offsetof(struct settings, options.rate)},
	{"burst", REAL, offsetof(struct settings, options.burst)},
	{"delay", LONG, offsetof(struct settings, options.delay)},
	{"think", LONG, offsetof(struct settings, options.think)},
	{"seed", LONG, offsetof(struct settings, options.seed)},
	{"patience", LONG, offsetof(struct settings, patience)},
};

#define KNOWN (sizeof(known) / sizeof(*known))

/* Returns false if the text is no number, or is out of range. */
static bool read_number(const char *text, double *number)
{
	char *end;

	*number = strtod(text, &end);
	return end != text && !*end && *number >= 0;
}

static bool set(struct settings *settings, size_t option, const char *text)
{
	void *place = (char *)settings + known[option].at;
	enum kind kind = known[option].kind;
	double number = 0;

	if (kind > TEXT && !read_number(text, &number))
		return false;
	switch (kind) {
	case FLAG:
		*(bool *)place = true;
		break;
	case TEXT:
		*(const char **)place = text;
		break;
	case SIZE:
		*(size_t *)place = (size_t)number;
		break;
	case WORD:
		*(uint32_t *)place = (uint32_t)number;
		break;
	case LONG:
		*(int64_t *)place = (int64_t)number;
		break;
	case REAL:
		*(double *)place = number;
		break;
	}
	return true;
}

static bool read_settings(int count, char **words, struct settings *settings)
{
	struct option options[KNOWN + 1] = {0};
	int found;

	for (size_t i = 0; i < KNOWN; i++)
		options[i] = (struct option){
			.name = known[i].name, .has_arg = known[i].kind != FLAG, .val = (int)i + 1};
	while ((found = getopt_long(count, words, "", options, NULL)) > 0)
		if (found == '?' || !set(settings, (size_t)found - 1, optarg))
			return false;
	return optind == count && settings->load.rooms > 0 && settings->port <= UINT16_MAX;
}

static volatile sig_atomic_t ended;

static void on_signal(int signal)
{
	(void)signal;
	ended = 1;
}

static int finish(const struct settings *settings, const struct lo_world *world)
{
	struct lo_text text = {0};
	struct lo_count count;

	lo_people_count(world, &count);
	if (!settings->stay && !lo_people_are_done(world)) {
		lo_people_waiting(world, &text);
		fputs(text.data ? text.data : "", stderr);
		lo_text_finish(&text);
	}
	lo_report(world, &text);
	fputs(text.data, stdout);
	lo_text_finish(&text);
	return count.said == count.answered && count.twice + world->laws->twice == 0 &&
			       world->laws->leaks + world->laws->conflicts == 0
		       ? EXIT_SUCCESS
		       : EXIT_FAILURE;
}

static int run(const struct settings *settings)
{
	struct lo_world *world = lo_world_create(&settings->options);
	struct lo_server *server = lo_server_create(world, (uint16_t)settings->port);
	int64_t last = world->now;
	size_t answered = 0;
	int status = EXIT_FAILURE;

	if (!server) {
		fputs("loopback: the port is in use\n", stderr);
		goto out;
	}
	lo_people_draw(world, &settings->load);
	if (settings->config && !lo_server_write_config(server, settings->config, NULL)) {
		perror(settings->config);
		goto out;
	}
	printf("http://127.0.0.1:%d\n", lo_server_port(server));
	fflush(stdout);
	while (!ended && !lo_server_stopped(server) &&
		(settings->stay || (!lo_people_are_done(world) &&
					   world->now - last < settings->patience * LO_SECOND))) {
		lo_server_turn(server, lo_now() + 1000 * LO_MILLISECOND);
		if (lo_people_answered(world) != answered) {
			answered = lo_people_answered(world);
			last = world->now;
		}
	}
	status = finish(settings, world);
out:
	if (server)
		lo_server_destroy(server);
	lo_world_destroy(world);
	return status;
}

int main(int argc, char **argv)
{
	struct settings settings = {
		.options = {.seed = 1, .burst = 10},
		.load = {.rooms = 64, .rules = "basic to 1", .text = "!eg stats @n{n}:loopback"},
		.patience = 60,
	};
	struct sigaction stop = {.sa_handler = on_signal};

	if (!read_settings(argc, argv, &settings)) {
		fputs(help, stderr);
		return 2;
	}
	sigaction(SIGTERM, &stop, NULL);
	sigaction(SIGINT, &stop, NULL);
	return run(&settings);
}
