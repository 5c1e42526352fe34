#include "bot/program/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"engarde-bot hosts matches of En Garde in Matrix rooms.\n"
	"\n"
	"Usage:\n"
	"  engarde-bot [--config FILE] [--core-dumps]\n"
	"                                        run the bot\n"
	"  engarde-bot [--config FILE] --check-config\n"
	"                                        say what is wrong in the configuration\n"
	"  engarde-bot [--config FILE] registration\n"
	"                                        write that of an application service\n"
	"  engarde-bot [--config FILE] setup [--user @NAME:SERVER] [--homeserver URL]\n"
	"              [--token | --oauth] [--store FILE] [--force]\n"
	"                                        make a configuration that works: asks for the "
	"rest\n"
	"  engarde-bot [--config FILE] login     log in anew, with the configuration there is\n"
	"  engarde-bot [--config FILE] backup FILE\n"
	"                                        copy the store, also while the bot runs\n"
	"  engarde-bot [--config FILE] restore FILE\n"
	"                                        put such a copy in the store's place\n"
	"  engarde-bot [--config FILE] export @USER:SERVER\n"
	"                                        all that is known of somebody, as JSON\n"
	"  engarde-bot [--config FILE] erase [--force] @USER:SERVER\n"
	"                                        forget somebody\n"
	"  engarde-bot [--config FILE] health    ask the bot that runs whether it is well\n"
	"  engarde-bot --console                 try the bot: the terminal is the room\n"
	"\n"
	"Options:\n"
	"  --config FILE  the configuration; without it " DEFAULT_CONFIG ",\n"
	"                 and for the console nothing but defaults\n"
	"  --user, --homeserver\n"
	"                 with setup: the bot's account, and where its homeserver is\n"
	"  --token        with setup: the secret is an access token and no password\n"
	"  --oauth        with setup: log in with a browser, wherever that is\n"
	"  --store FILE   with --console: keep the matches in this file (else in memory);\n"
	"                 with setup: where the bot is to keep them\n"
	"  --seed N       with --console: the same shuffles every time, and a clock that\n"
	"                 stands at 0 until /wait; for scripts\n"
	"  --force        with erase: end the matches that are going on; with setup: replace\n"
	"                 the configuration that is there\n"
	"  --core-dumps   let the bot leave core dumps, which have its password in them\n"
	"  --help         this text\n"
	"  --version      the version\n"
	"\n"
	"Exit status:\n"
	"   0  fine, also when ended by SIGTERM or SIGINT\n"
	"   1  failed; with --console also: a line of a script could not be understood\n"
	"   2  the command line is wrong\n"
	"  78  the configuration or the account needs repair; starting again won't help\n";

void options_help(FILE *out)
{
	fputs(usage, out);
}

static bool parse_seed(const char *text, uint64_t *seed)
{
	char *end;

	if (!isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	*seed = strtoull(text, &end, 10);
	return !*end && !errno;
}

/* One mode is enough: two have no meaning together. */
static bool set_mode(struct options *options, enum mode mode)
{
	if (options->mode != MODE_RUN && options->mode != mode)
		return false;
	options->mode = mode;
	return true;
}

/* What is wrong with one option; NULL: nothing. */
static const char *take_option(int option, struct options *options)
{
	enum mode mode;

	switch (option) {
	case 'c':
		options->config = optarg;
		return NULL;
	case 's':
		options->store = optarg;
		return NULL;
	case 'n':
		options->seeded = true;
		return parse_seed(optarg, &options->seed) ? NULL : "--seed wants a whole number";
	case 'd':
		options->core_dumps = true;
		return NULL;
	case 'u':
		options->user = optarg;
		return NULL;
	case 'w':
		options->homeserver = optarg;
		return NULL;
	case 't':
		options->token = true;
		return NULL;
	case 'a':
		options->oauth = true;
		return NULL;
	case 'f':
		options->force = true;
		return NULL;
	case 'o':
		mode = MODE_CONSOLE;
		break;
	case 'k':
		mode = MODE_CHECK_CONFIG;
		break;
	case 'h':
		mode = MODE_HELP;
		break;
	case 'v':
		mode = MODE_VERSION;
		break;
	case ':':
		return "an option lacks its value";
	default:
		return "there is no such option";
	}
	return set_mode(options, mode) ? NULL : "these options can't go together";
}

static const struct {
	const char *word;
	enum mode mode;
	const char *lacks; /* what is wrong where nothing comes behind it; NULL: nothing does */
} commands[] = {
	{"registration", MODE_REGISTRATION, NULL},
	{"backup", MODE_BACKUP, "backup wants the name of a new file"},
	{"restore", MODE_RESTORE, "restore wants the name of a backup"},
	{"export", MODE_EXPORT, "export wants a user's whole id"},
	{"erase", MODE_ERASE, "erase wants a user's whole id"},
	{"health", MODE_HEALTH, NULL},
	{"setup", MODE_SETUP, NULL},
	{"login", MODE_LOGIN, NULL},
};

/* A command and what it is about. */
static const char *take_words(int count, char **words, struct options *options)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(words[0], commands[i].word) != 0)
			continue;
		int wanted = commands[i].lacks ? 2 : 1;
		if (count > wanted)
			return "one thing at a time";
		if (count < wanted || (wanted == 2 && !*words[1]))
			return commands[i].lacks;
		options->subject = wanted == 2 ? words[1] : NULL;
		return set_mode(options, commands[i].mode) ? NULL
							   : "these options can't go together";
	}
	return "there is no such command";
}

/* What goes with what. */
static const char *misplaced(const struct options *options)
{
	bool console = options->mode == MODE_CONSOLE, setup = options->mode == MODE_SETUP;

	if (options->force && options->mode != MODE_ERASE && !setup)
		return "--force goes with erase and setup";
	if ((options->user || options->homeserver || options->token || options->oauth) && !setup)
		return "--user, --homeserver, --token and --oauth go with setup";
	if (options->token && options->oauth)
		return "--token and --oauth can't go together";
	if ((options->store && !console && !setup) || (options->seeded && !console))
		return "--store and --seed go with --console";
	if (options->mode != MODE_RUN && options->core_dumps)
		return "--core-dumps is for running the bot";
	return NULL;
}

static const char *parse(int count, char **arguments, struct options *options)
{
	static const struct option known[] = {
		{"config", required_argument, NULL, 'c'},
		{"store", required_argument, NULL, 's'},
		{"seed", required_argument, NULL, 'n'},
		{"core-dumps", no_argument, NULL, 'd'},
		{"user", required_argument, NULL, 'u'},
		{"homeserver", required_argument, NULL, 'w'},
		{"token", no_argument, NULL, 't'},
		{"oauth", no_argument, NULL, 'a'},
		{"force", no_argument, NULL, 'f'},
		{"console", no_argument, NULL, 'o'},
		{"check-config", no_argument, NULL, 'k'},
		{"help", no_argument, NULL, 'h'},
		{"version", no_argument, NULL, 'v'},
		{NULL, 0, NULL, 0},
	};
	int option;

	while ((option = getopt_long(count, arguments, ":", known, NULL)) != -1) {
		const char *fault = take_option(option, options);
		if (fault)
			return fault;
	}
	if (optind < count) {
		const char *fault = take_words(count - optind, arguments + optind, options);
		if (fault)
			return fault;
	}
	return misplaced(options);
}

bool options_parse(int count, char **arguments, FILE *errors, struct options *options)
{
	*options = (struct options){.mode = MODE_RUN};
	const char *fault = parse(count, arguments, options);

	if (!fault)
		return true;
	const char *at = optind > 1 && optind <= count ? arguments[optind - 1] : "";
	if (optind < count && arguments[optind][0] != '-')
		at = arguments[optind];
	fprintf(errors, "engarde-bot: %s: %s; see engarde-bot --help\n", at, fault);
	return false;
}
