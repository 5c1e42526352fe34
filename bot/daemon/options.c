#include "bot/daemon/options.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/*
 * What getopt_long returns for an option: one of these numbers, plus the mode that the option sets,
 * or plus the offset of its field in struct options.
 */
#define MODE_OPTION 0x100
#define TEXT_OPTION 0x1000
#define FLAG_OPTION 0x2000
#define TEXT(field) (TEXT_OPTION + (int)offsetof(struct options, field))
#define FLAG(field) (FLAG_OPTION + (int)offsetof(struct options, field))
static_assert(sizeof(struct options) <= FLAG_OPTION - TEXT_OPTION, "the sums overlap");

static const char clash[] = "use only one command or option that says what to do";

static const char usage[] =
	"engarde-bot hosts matches of En Garde in Matrix rooms.\n"
	"\n"
	"Usage:\n"
	"  engarde-bot [--config FILE] [--core-dumps]\n"
	"                                        run the bot\n"
	"  engarde-bot [--config FILE] --check-config\n"
	"                                        show the errors in the configuration\n"
	"  engarde-bot [--config FILE] registration\n"
	"                                        write the registration file of an\n"
	"                                        application service\n"
	"  engarde-bot [--config FILE] setup [--user @NAME:SERVER] [--homeserver URL]\n"
	"              [--ca-file FILE] [--token | --oauth] [--new-identity] [--store FILE] "
	"[--force]\n"
	"                                        log in for the first time, and write a\n"
	"                                        configuration; asks for the rest\n"
	"  engarde-bot [--config FILE] login [--new-identity]\n"
	"                                        log in again with the configuration\n"
	"  engarde-bot [--config FILE] backup FILE\n"
	"                                        copy the store, also while the bot runs\n"
	"  engarde-bot [--config FILE] backup --keep N FOLDER\n"
	"                                        the same, and delete all but the newest N\n"
	"                                        backups in the folder\n"
	"  engarde-bot [--config FILE] restore FILE\n"
	"                                        replace the store by a backup\n"
	"  engarde-bot [--config FILE] export @USER:SERVER\n"
	"                                        print what the store has about a user\n"
	"  engarde-bot [--config FILE] erase [--force] @USER:SERVER\n"
	"                                        delete what the store has about a user\n"
	"  engarde-bot move-store FROM TO        copy the store into another file or\n"
	"                                        PostgreSQL database, and compare both\n"
	"  engarde-bot [--config FILE] health    ask the running bot whether it is healthy\n"
	"  engarde-bot --console                 try the bot: the terminal is the room\n"
	"\n"
	"Options:\n"
	"  --config FILE  the configuration; the default is\n"
	"                 " DEFAULT_CONFIG ";\n"
	"                 the console needs no file\n"
	"  --user, --homeserver\n"
	"                 with setup: the bot's account, and the address of its homeserver\n"
	"  --ca-file FILE with setup: trust the certificates in this file, too\n"
	"  --token        with setup: log in with an access token, not with a password\n"
	"  --oauth        with setup: log in with a browser, on any machine\n"
	"  --new-identity with setup and login: replace the account's encryption identity,\n"
	"                 because its recovery key is lost\n"
	"  --store FILE   with --console: keep the matches in this file, not in memory;\n"
	"                 with setup: the file in which the bot will keep them\n"
	"  --seed N       with --console, for scripts: shuffle the same way every time, and\n"
	"                 stop the clock; /wait moves it\n"
	"  --force        with erase: end the user's running matches; with setup: replace an\n"
	"                 existing configuration\n"
	"  --keep N       with backup: how many backups to keep in the folder; 1 to 10000\n"
	"  --core-dumps   let the bot leave core dumps, which can contain its password\n"
	"  -h, --help     print this text\n"
	"  --version      print the version\n"
	"\n"
	"Exit status:\n"
	"   0  success, also after SIGTERM or SIGINT\n"
	"   1  failure; with --console also: the console did not understand a line\n"
	"   2  the command line is wrong\n"
	"  78  a person must change the configuration or the account first\n";

void options_print_help(FILE *out)
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

static bool parse_kept(const char *text, unsigned *kept)
{
	size_t digits = strspn(text, "0123456789");

	*kept = digits > 0 && digits <= 5 && !text[digits] ? (unsigned)strtoul(text, NULL, 10) : 0;
	return *kept >= 1 && *kept <= 10000;
}

/* Sets the mode, unless it is help. Returns false if the command line asks for a second mode. */
static bool set_mode(struct options *options, enum mode mode)
{
	if (options->mode == MODE_HELP)
		return true;
	if (options->mode != MODE_RUN && options->mode != mode)
		return false;
	options->mode = mode;
	return true;
}

/* Stores one option. Returns what is wrong with it, or NULL. */
static const char *parse_option(int option, struct options *options)
{
	if (option >= TEXT_OPTION) {
		void *field = (char *)options + option % TEXT_OPTION;

		if (option >= FLAG_OPTION)
			*(bool *)field = true;
		else
			*(const char **)field = optarg;
		return NULL;
	}
	if (option >= MODE_OPTION)
		return set_mode(options, (enum mode)(option - MODE_OPTION)) ? NULL : clash;
	switch (option) {
	case 'n':
		options->seeded = true;
		return parse_seed(optarg, &options->seed)
			       ? NULL
			       : "--seed needs a whole number from 0 to 18446744073709551615";
	case 'k':
		return parse_kept(optarg, &options->kept) ? NULL
							  : "--keep needs a number from 1 to 10000";
	case 'h':
		options->mode = MODE_HELP;
		return NULL;
	case ':':
		return "this option needs a value";
	default:
		return "there is no such option";
	}
}

static const struct {
	const char *word;
	enum mode mode;
	int next;          /* how many words come after it */
	const char *lacks; /* the message if one of these is missing */
} commands[] = {
	{"registration", MODE_REGISTRATION, 0, NULL},
	{"backup", MODE_BACKUP, 1, "backup needs the name of a new file, or --keep N and a folder"},
	{"restore", MODE_RESTORE, 1, "restore needs the name of a backup"},
	{"export", MODE_EXPORT, 1, "export needs a whole user ID, such as @alice:example.org"},
	{"erase", MODE_ERASE, 1, "erase needs a whole user ID, such as @alice:example.org"},
	{"move-store", MODE_MOVE_STORE, 2,
		"move-store needs two stores, each a file or postgresql://…"},
	{"health", MODE_HEALTH, 0, NULL},
	{"setup", MODE_SETUP, 0, NULL},
	{"login", MODE_LOGIN, 0, NULL},
	{"help", MODE_HELP, 0, NULL},
};

/* Whether a word is the name of a file as a configuration has it, and no command. */
static bool is_configuration(const char *word)
{
	const char *end = strrchr(word, '.');

	return end && (strcmp(end, ".yaml") == 0 || strcmp(end, ".yml") == 0);
}

/* Stores a command and the words after it. Returns what is wrong with them, or NULL. */
static const char *parse_command(int count, char **words, struct options *options)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		if (strcmp(words[0], commands[i].word) != 0)
			continue;
		int wanted = 1 + commands[i].next;
		if (count > wanted)
			return "too many words";
		if (count < wanted || (wanted > 1 && !*words[1]) || (wanted > 2 && !*words[2]))
			return commands[i].lacks;
		options->subject = wanted > 1 ? words[1] : NULL;
		options->target = wanted > 2 ? words[2] : NULL;
		return set_mode(options, commands[i].mode) ? NULL : clash;
	}
	return is_configuration(words[0]) ? "a configuration needs --config before its name"
					  : "there is no such command";
}

/* Returns a message about options that do not fit the mode, or NULL. */
static const char *find_misplaced(const struct options *options)
{
	bool console = options->mode == MODE_CONSOLE, setup = options->mode == MODE_SETUP;

	if (options->kept && options->mode != MODE_BACKUP)
		return "--keep works only with backup";
	if (options->force && options->mode != MODE_ERASE && !setup)
		return "--force works only with erase and setup";
	if ((options->user || options->homeserver || options->ca_file || options->token ||
		    options->oauth) &&
		!setup)
		return "--user, --homeserver, --ca-file, --token and --oauth work only with setup";
	if (options->new_identity && !setup && options->mode != MODE_LOGIN)
		return "--new-identity works only with setup and login";
	if (options->token && options->oauth)
		return "use only one of --token and --oauth";
	if ((options->store && !console && !setup) || (options->seeded && !console))
		return "--store works only with --console and setup, --seed only with --console";
	if (options->mode != MODE_RUN && options->core_dumps)
		return "--core-dumps works only when the bot runs, without a command";
	return NULL;
}

/*
 * Returns what is wrong with the arguments, or NULL. Sets *at to the argument that is wrong, if it
 * is one alone.
 */
static const char *parse(int count, char **arguments, struct options *options, const char **at)
{
	static const struct option known[] = {
		{"config", required_argument, NULL, TEXT(config)},
		{"store", required_argument, NULL, TEXT(store)},
		{"seed", required_argument, NULL, 'n'},
		{"keep", required_argument, NULL, 'k'},
		{"core-dumps", no_argument, NULL, FLAG(core_dumps)},
		{"user", required_argument, NULL, TEXT(user)},
		{"homeserver", required_argument, NULL, TEXT(homeserver)},
		{"ca-file", required_argument, NULL, TEXT(ca_file)},
		{"token", no_argument, NULL, FLAG(token)},
		{"oauth", no_argument, NULL, FLAG(oauth)},
		{"new-identity", no_argument, NULL, FLAG(new_identity)},
		{"force", no_argument, NULL, FLAG(force)},
		{"console", no_argument, NULL, MODE_OPTION + MODE_CONSOLE},
		{"check-config", no_argument, NULL, MODE_OPTION + MODE_CHECK_CONFIG},
		{"help", no_argument, NULL, 'h'},
		{"version", no_argument, NULL, MODE_OPTION + MODE_VERSION},
		{NULL, 0, NULL, 0},
	};
	int option;

	while ((option = getopt_long(count, arguments, ":h", known, NULL)) != -1) {
		const char *fault = parse_option(option, options);
		*at = arguments[optind - 1];
		if (fault)
			return fault;
	}
	*at = "";
	if (options->mode == MODE_HELP)
		return NULL; /* "backup --help" lacks nothing */
	if (optind < count) {
		*at = arguments[optind];
		const char *fault = parse_command(count - optind, arguments + optind, options);
		if (fault)
			return fault;
	}
	return find_misplaced(options);
}

bool options_parse(int count, char **arguments, FILE *errors, struct options *options)
{
	*options = (struct options){.mode = MODE_RUN};
	const char *at = "", *fault = parse(count, arguments, options, &at);

	if (!fault)
		return true;
	fprintf(errors, "engarde-bot: %s%s%s; see engarde-bot --help\n", at, *at ? ": " : "",
		fault);
	return false;
}
