/*
 * A homeserver on 127.0.0.1 for one bot, with players who play matches or ask questions, on one
 * thread and with all in memory.
 *
 *	loopback --matches 2 --config bot.yaml &      writes a configuration for the bot
 *	ENGARDE_PASSWORD=any engarde-bot --config bot.yaml
 *
 *	loopback --asks 20000 --pace 1000 --stay      1,000 questions a second, whatever the answers
 *	loopback --asks 20000                         one outstanding in each of 64 rooms
 *	loopback --asks 500 --wait --delay 50 --rate 0.2 --burst 10 --text "ping {n}"
 *
 * It says on its first line where it listens, invites the bot into all rooms, and begins when it
 * is in them. When everything is answered it prints a line of JSON and ends: with 0 if nothing was
 * lost, said twice or betrayed, else with 1. Any password is right; so is, for other bots than
 * engarde-bot, the access token "loopback.DEVICE". While it runs:
 *
 *	POST /loopback/go            begin (with --wait)
 *	POST /loopback/chat?lines=N  N lines of talk, in all rooms by turns: a backlog
 *	GET  /loopback/report        the line of JSON, now
 *	GET  /loopback/waiting       who waits for what
 *	GET  /loopback/transcript    what was said
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
#include <string.h>

static const char help[] =
	"loopback [OPTION VALUE]...\n"
	"  --port N         to listen on; else one that the system chooses\n"
	"  --config FILE    write a configuration for engarde-bot; its store is FILE.db\n"
	"  --bot ID         the bot's user id (@engarde:loopback)\n"
	"  --rooms N        with two players each (64)\n"
	"  --matches N      to be played in each room (0)\n"
	"  --rules TEXT     of the matches (basic to 1)\n"
	"  --wrong N        in a thousand turns: something illegal is tried before\n"
	"  --asks N         questions in all rooms together (0)\n"
	"  --pace N         questions a second; else each room's next follows the answer\n"
	"  --text TEXT      of a question; {n} is its number, which the answer repeats\n"
	"                   (!eg stats @n{n}:loopback)\n"
	"  --wait           begin when /loopback/go says so\n"
	"  --stay           go on when everything is answered\n"
	"  --limited N      in a thousand requests: answered with 429\n"
	"  --retry-after N  milliseconds that a 429 says to wait; else it doesn't say\n"
	"  --failed N       in a thousand requests: answered with 502\n"
	"  --cut N          in a thousand requests: the connection is cut\n"
	"  --rate N         messages a second that are allowed; else any number\n"
	"  --burst N        of them at once (10)\n"
	"  --delay N        milliseconds until a request is answered (0)\n"
	"  --think N        milliseconds until a player does something (0)\n"
	"  --seed N         (1)\n"
	"  --patience N     seconds without any answer until it gives up (60)\n";

struct settings {
	struct lo_options options;
	struct lo_load load;
	uint16_t port;
	const char *config;
	bool stay;
	int64_t patience;
};

enum {
	PORT = 1,
	CONFIG,
	BOT,
	ROOMS,
	MATCHES,
	RULES,
	WRONG,
	ASKS,
	PACE,
	TEXT,
	WAIT,
	STAY,
	LIMITED,
	RETRY_AFTER,
	FAILED,
	CUT,
	RATE,
	BURST,
	DELAY,
	THINK,
	SEED,
	PATIENCE
};

static const struct option long_options[] = {
	{"port", 1, NULL, PORT},
	{"config", 1, NULL, CONFIG},
	{"bot", 1, NULL, BOT},
	{"rooms", 1, NULL, ROOMS},
	{"matches", 1, NULL, MATCHES},
	{"rules", 1, NULL, RULES},
	{"wrong", 1, NULL, WRONG},
	{"asks", 1, NULL, ASKS},
	{"pace", 1, NULL, PACE},
	{"text", 1, NULL, TEXT},
	{"wait", 0, NULL, WAIT},
	{"stay", 0, NULL, STAY},
	{"limited", 1, NULL, LIMITED},
	{"retry-after", 1, NULL, RETRY_AFTER},
	{"failed", 1, NULL, FAILED},
	{"cut", 1, NULL, CUT},
	{"rate", 1, NULL, RATE},
	{"burst", 1, NULL, BURST},
	{"delay", 1, NULL, DELAY},
	{"think", 1, NULL, THINK},
	{"seed", 1, NULL, SEED},
	{"patience", 1, NULL, PATIENCE},
	{NULL, 0, NULL, 0},
};

static void set_load(struct lo_load *load, int option, const char *text, double number)
{
	if (option == ROOMS)
		load->rooms = (size_t)number;
	else if (option == MATCHES)
		load->matches = (size_t)number;
	else if (option == RULES)
		load->rules = text;
	else if (option == WRONG)
		load->wrong = (uint32_t)number;
	else if (option == ASKS)
		load->asks = (size_t)number;
	else if (option == PACE)
		load->asked = number;
	else if (option == TEXT)
		load->text = text;
	else if (option == WAIT)
		load->waits = true;
}

static void set_options(struct lo_options *options, int option, const char *text, double number)
{
	if (option == BOT)
		options->bot = text;
	else if (option == LIMITED)
		options->limited = (uint32_t)number;
	else if (option == RETRY_AFTER)
		options->retry_after = (int64_t)number;
	else if (option == FAILED)
		options->failed = (uint32_t)number;
	else if (option == CUT)
		options->cut = (uint32_t)number;
	else if (option == RATE)
		options->rate = number;
	else if (option == BURST)
		options->burst = number;
	else if (option == DELAY)
		options->delay = (int64_t)number;
	else if (option == THINK)
		options->think = (int64_t)number;
	else if (option == SEED)
		options->seed = (uint64_t)number;
}

static bool takes_text(int option)
{
	return option == CONFIG || option == BOT || option == RULES || option == TEXT;
}

static bool read_settings(int count, char **words, struct settings *settings)
{
	int option;

	while ((option = getopt_long(count, words, "", long_options, NULL)) > 0) {
		char *end = NULL;
		double number = 0;

		if (option == '?')
			return false;
		if (optarg && !takes_text(option)) {
			number = strtod(optarg, &end);
			if (*end || end == optarg || number < 0)
				return false;
		}
		set_load(&settings->load, option, optarg, number);
		set_options(&settings->options, option, optarg, number);
		if (option == PORT)
			settings->port = (uint16_t)number;
		else if (option == CONFIG)
			settings->config = optarg;
		else if (option == STAY)
			settings->stay = true;
		else if (option == PATIENCE)
			settings->patience = (int64_t)number;
	}
	return optind == count && settings->load.rooms > 0;
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
	struct lo_server *server = lo_server_create(world, settings->port);
	int64_t last = world->now;
	size_t answered = 0;
	int status = EXIT_FAILURE;

	if (!server) {
		fputs("loopback: the port is in use\n", stderr);
		goto out;
	}
	lo_people_draw(world, &settings->load);
	if (settings->config && !lo_server_write_config(server, settings->config)) {
		perror(settings->config);
		goto out;
	}
	printf("http://127.0.0.1:%d\n", lo_server_port(server));
	fflush(stdout);
	while (!ended && !lo_server_stopped(server) &&
		(settings->stay || (!lo_people_are_done(world) &&
					   world->now - last < settings->patience * LO_SECOND))) {
		lo_server_turn(server, 1000);
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
