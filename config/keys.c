#include "config/keys.h"

#include "config/address.h"
#include "config/edit_distance.h"

#include <string.h>

#define TEXT_MAX   1024
#define URL_MAX    500 /* a link to the page is longer, and must fit into BOT_URL_SIZE */
#define LISTEN_MAX 64
#define NOTICE_MAX 500
#define DEVICE_MAX 100
#define PREFIX_MAX 32
#define PEOPLE_MAX 10000

_Static_assert(sizeof(enum cfg_login) == sizeof(uint32_t), "a word is stored like a number");

static const char *const permissions[] = {"false", "true", NULL};
static const char *const logins[] = {"secret", "oauth", NULL};
static const char *const languages[] = {
#define LANGUAGE(CODE, code, english, name) #code,
	CFG_LANGUAGES(LANGUAGE, LANGUAGE)
#undef LANGUAGE
		NULL};
static const char *const policies[] = {"anyone", "listed", "nobody", NULL};
static const char *const private_rooms[] = {"encrypted", "plain", NULL};
static const char *const devices[] = {"signed", "all", NULL};
static const char *const levels[] = {"error", "warning", "info", "debug", NULL};
static const char *const formats[] = {"logfmt", "json", NULL};
static const char *const user_ids[] = {"shown", "hidden", NULL};

static const char *const default_prefixes[] = {"!engarde", "!eg", NULL};

/* Permits http:// for every host. config/check.c looks at matrix.insecure_http. */
static const char *homeserver_fault(const char *text)
{
	return cfg_homeserver_fault(text, true);
}

#define NO_USER     "is not a whole Matrix ID; write it as in "
#define NO_LISTENER "is not a numeric address with a port; write it as in "

static const char *fault_unless(bool is_right, const char *fault)
{
	return is_right ? NULL : fault;
}

static const char *bot_fault(const char *text)
{
	return fault_unless(cfg_is_user(text), NO_USER "\"@engarde:example.org\"");
}

static const char *user_fault(const char *text)
{
	return fault_unless(cfg_is_user(text), NO_USER "\"@somebody:example.org\"");
}

static const char *server_fault(const char *text)
{
	return fault_unless(cfg_is_server_name(text),
		"is not the name of a server, as Matrix IDs have it after the colon; write it as "
		"in example.org");
}

static const char *policy_list_fault(const char *text)
{
	return fault_unless(cfg_is_room(text),
		"is neither the address nor the id of a room; write it as in "
		"\"#bans:example.org\", in quotes");
}

static const char *store_fault(const char *text)
{
	if (cfg_is_server_url(text))
		return cfg_server_url_fault(text);
	if (strstr(text, "://"))
		return "is neither a file nor a PostgreSQL database; name a file, or write a URL "
		       "as in postgresql://engarde@db.example.org/engarde";
	/* SQLite gives this name a meaning of its own. */
	if (!strcmp(text, ":memory:"))
		return "would lose everything when the bot ends; name a file";
	if (text[strlen(text) - 1] == '/')
		return "is a folder; name a file in it";
	return NULL;
}

static const char *folder_fault(const char *text)
{
	return fault_unless(text[0] == '/', "is not a whole path; begin it with a slash");
}

static const char *prefix_fault(const char *text)
{
	return fault_unless(cfg_is_graphic(text), "contains a space; use one word");
}

/* The notice becomes a part of a line of the bot's answer. */
static const char *notice_fault(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			return "has a line break or another control character; write one line";
	return NULL;
}

/* The homeserver must know the port, so it can't be "any free port". */
static const char *service_fault(const char *text)
{
	return fault_unless(cfg_is_listener(text, 1), NO_LISTENER "127.0.0.1:8009");
}

static const char *service_url_fault(const char *text)
{
	return fault_unless(
		cfg_is_base_url(text), "is not a base address; write it as in http://engarde:8009");
}

static const char *monitoring_fault(const char *text)
{
	return fault_unless(cfg_is_listener(text, 0), NO_LISTENER "127.0.0.1:9464");
}

static const char *web_fault(const char *text)
{
	return fault_unless(cfg_is_listener(text, 0), NO_LISTENER "127.0.0.1:8010");
}

#define AT(field)          .offset = offsetof(struct cfg, field)
#define TEXT(field, bytes) .kind = CFG_TEXT, AT(field), .longest = (bytes)
#define WORD(field, list)  .kind = CFG_WORD, AT(field), .words = (list)
#define NUMBER(field, from, to, default)                                                           \
	.kind = CFG_NUMBER, AT(field), .least = (from), .most = (to), .otherwise = (default)
#define LIST(field, from, to, bytes)                                                               \
	.kind = CFG_LIST, AT(field), .count_offset = offsetof(struct cfg, field##_count),          \
	.least = (from), .most = (to), .longest = (bytes)

const struct cfg_key cfg_keys[] = {
	{"matrix", .kind = CFG_SECTION, .is_required = true},
	{"matrix.homeserver", TEXT(matrix.homeserver, TEXT_MAX), .is_required = true,
		.find_fault = homeserver_fault},
	{"matrix.insecure_http", WORD(matrix.insecure_http, permissions)},
	{"matrix.ca_file", TEXT(matrix.ca_file, TEXT_MAX)},
	{"matrix.user", TEXT(matrix.user, TEXT_MAX), .is_required = true, .find_fault = bot_fault},
	{"matrix.device_name", TEXT(matrix.device_name, DEVICE_MAX),
		.otherwise_text = "engarde-bot"},
	{"matrix.login", WORD(matrix.login, logins)},
	{"matrix.password_file", TEXT(matrix.password_file, TEXT_MAX)},
	{"matrix.access_token_file", TEXT(matrix.access_token_file, TEXT_MAX)},
	{"application_service", .kind = CFG_SECTION},
	{"application_service.registration_file", TEXT(service.registration_file, TEXT_MAX),
		.is_required = true},
	{"application_service.listen", TEXT(service.listen, TEXT_MAX), .find_fault = service_fault,
		.otherwise_text = "127.0.0.1:8009"},
	{"application_service.url", TEXT(service.url, TEXT_MAX), .find_fault = service_url_fault},
	{"store", TEXT(store, TEXT_MAX), .find_fault = store_fault,
		.otherwise_text = "/var/lib/engarde/engarde.db"},
	{"folder", TEXT(folder, TEXT_MAX), .find_fault = folder_fault,
		.otherwise_text = "/var/lib/engarde"},
	{"prefixes", LIST(prefixes, 1, 16, PREFIX_MAX), .find_fault = prefix_fault,
		.otherwise_items = default_prefixes},
	{"language", WORD(language, languages)},
	{"privacy_notice", TEXT(privacy_notice, NOTICE_MAX), .find_fault = notice_fault},
	{"invites", .kind = CFG_SECTION},
	{"invites.from", WORD(invites.from, policies)},
	{"invites.servers", LIST(invites.servers, 0, PEOPLE_MAX, TEXT_MAX),
		.find_fault = server_fault},
	{"invites.users", LIST(invites.users, 0, PEOPLE_MAX, TEXT_MAX), .find_fault = user_fault},
	{"invites.max_rooms", NUMBER(invites.max_rooms, 1, 100000, 500)},
	{"invites.inviter_share", NUMBER(invites.inviter_share, 1, 100, 5)},
	{"invites.server_share", NUMBER(invites.server_share, 1, 100, 25)},
	{"invites.leave_idle_days", NUMBER(invites.leave_idle_days, 0, 3650, 90)},
	{"admins", .kind = CFG_SECTION},
	{"admins.users", LIST(admins.users, 0, 20, TEXT_MAX), .find_fault = user_fault},
	{"bans", .kind = CFG_SECTION},
	{"bans.lists", LIST(bans.lists, 0, CFG_POLICY_LISTS_MOST, TEXT_MAX),
		.find_fault = policy_list_fault},
	{"matches", .kind = CFG_SECTION},
	{"matches.per_room", NUMBER(matches.per_room, 1, CFG_PER_ROOM_MOST, 8)},
	{"matches.challenge_expires_hours", NUMBER(matches.challenge_expires_h, 1, 720, 24)},
	{"matches.idle_days", NUMBER(matches.idle_days, 1, 365, 30)},
	{"matches.keep_matches_days", NUMBER(matches.keep_matches_days, 0, 36500, 0)},
	{"limits", .kind = CFG_SECTION},
	{"limits.sender_per_minute", NUMBER(limits.sender_per_minute, 0, 10000, 30)},
	{"limits.room_per_minute", NUMBER(limits.room_per_minute, 0, 10000, 60)},
	{"limits.newcomers_of_server_per_minute",
		NUMBER(limits.newcomers_of_server, 0, 10000, 100)},
	{"limits.newcomers_per_minute", NUMBER(limits.newcomers_per_minute, 0, 10000, 300)},
	{"limits.newcomers_waiting", NUMBER(limits.newcomers_waiting, 0, 10000, 20)},
	{"encryption", .kind = CFG_SECTION},
	{"encryption.private_rooms", WORD(encryption.private_rooms, private_rooms)},
	{"encryption.devices", WORD(encryption.devices, devices)},
	{"encryption.recovery_key_file", TEXT(encryption.recovery_key_file, TEXT_MAX)},
	{"encryption.verifiers", LIST(encryption.verifiers, 0, 100, TEXT_MAX),
		.find_fault = user_fault},
	{"log", .kind = CFG_SECTION},
	{"log.level", WORD(log.level, levels), .otherwise = CFG_LOG_INFO},
	{"log.format", WORD(log.format, formats)},
	{"log.user_ids", WORD(log.user_ids, user_ids)},
	{"monitoring", .kind = CFG_SECTION},
	{"monitoring.listen", TEXT(monitoring.listen, LISTEN_MAX), .find_fault = monitoring_fault},
	{"monitoring.insecure_listen", WORD(monitoring.insecure_listen, permissions)},
	{"web", .kind = CFG_SECTION},
	{"web.listen", TEXT(web.listen, LISTEN_MAX), .is_required = true, .find_fault = web_fault},
	{"web.url", TEXT(web.url, URL_MAX), .is_required = true, .find_fault = cfg_page_fault},
	{"web.insecure_listen", WORD(web.insecure_listen, permissions)},
	{.path = NULL},
};

/*
 * The keys and sections that may change while the bot runs, because the bot reads them each time it
 * needs them. It uses all other keys only when it starts.
 */
static const char *const live[] = {
	"language", "privacy_notice", "admins", "bans", "invites", "matches", "limits", "log"};

const struct cfg_key *cfg_key_find(const char *path)
{
	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		if (!strcmp(key->path, path))
			return key;
	return NULL;
}

const char *cfg_key_name(const struct cfg_key *key)
{
	const char *dot = strchr(key->path, '.');

	return dot ? dot + 1 : key->path;
}

/* Whether the key is directly in this section. NULL as `section` means the top of the file. */
static bool is_in(const struct cfg_key *key, const struct cfg_key *section)
{
	size_t length = section ? strlen(section->path) : 0;

	if (!section)
		return !strchr(key->path, '.');
	return !strncmp(key->path, section->path, length) && key->path[length] == '.';
}

const struct cfg_key *cfg_key_section(const struct cfg_key *key)
{
	for (const struct cfg_key *section = cfg_keys; section->path; section++)
		if (section->kind == CFG_SECTION && is_in(key, section))
			return section;
	return NULL;
}

bool cfg_key_is_live(const struct cfg_key *key)
{
	size_t length = strcspn(key->path, ".");

	for (size_t i = 0; i < sizeof(live) / sizeof(*live); i++)
		if (strlen(live[i]) == length && !strncmp(live[i], key->path, length))
			return true;
	return false;
}

/* Returns the key of the section that is most similar to the word, or NULL if no key is similar. */
static const char *find_similar(const struct cfg_key *section, const char *word)
{
	const char *best = NULL;
	/*
	 * A key is similar if it differs by at most one letter, plus one letter for each three
	 * letters of the word.
	 */
	size_t best_distance = strlen(word) / 3 + 2;

	for (const struct cfg_key *key = cfg_keys; key->path; key++) {
		const char *name = cfg_key_name(key);

		if (!is_in(key, section))
			continue;
		size_t distance = cfg_edit_distance(word, name);
		if (distance < best_distance) {
			best = name;
			best_distance = distance;
		}
	}
	return best;
}

/*
 * Returns a key with this name that is in a section, or NULL. The name may begin with the section,
 * as in "matrix.user".
 */
static const struct cfg_key *find_in_sections(const char *name)
{
	for (const struct cfg_key *key = cfg_keys; key->path; key++)
		if (cfg_key_section(key) &&
			(!strcmp(cfg_key_name(key), name) || !strcmp(key->path, name)))
			return key;
	return NULL;
}

/* Returns the key that names the file of this secret, or NULL if the word means no secret. */
static const char *find_file_key(const char *word)
{
	static const struct {
		const char *word, *key;
	} secrets[] = {
		{"password", "password_file"},
		{"access_token", "access_token_file"},
		{"token", "access_token_file"},
	};

	for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++)
		if (!strcmp(word, secrets[i].word))
			return secrets[i].key;
	return NULL;
}

static void report_unknown(
	const struct node *node, const struct cfg_key *section, struct report *report)
{
	unsigned line = node->line, column = node->column;
	const char *similar = find_similar(section, node->key);
	const struct cfg_key *other = find_in_sections(node->key);
	struct quote quote;
	const char *key = report_quote(&quote, node->key);

	if (!strcmp(key, "<<"))
		report_add(report, line, column,
			"the merge key \"<<\" is not allowed; write each key and its value here");
	else if (find_file_key(key))
		report_add(report, line, column,
			"unknown key \"%s\": write the secret into a file of its own, which only "
			"the bot can read, and name this file with \"%s\" under \"matrix:\"",
			key, find_file_key(key));
	else if (similar)
		report_add(report, line, column, "unknown key \"%s\"; did you mean \"%s\"?", key,
			similar);
	else if (other)
		report_add(report, line, column,
			"unknown key \"%s\" here; write \"%s:\" under \"%s:\", indented", key,
			cfg_key_name(other), cfg_key_section(other)->path);
	else if (section)
		report_add(report, line, column,
			"unknown key \"%s\" under \"%s\"; remove it, or look for the right key in "
			"engarde.example.yaml",
			key, section->path);
	else
		report_add(report, line, column,
			"unknown key \"%s\"; remove it, or look for the right key in "
			"engarde.example.yaml",
			key);
}

void unknown_keys_report(const struct document *document, struct report *report)
{
	for (size_t i = 0; i < document->count; i++) {
		const struct node *node = &document->nodes[i];
		const struct node *parent =
			node->parent ? &document->nodes[node->parent - 1] : NULL;
		const struct cfg_key *section =
			parent && parent->depth == 1 ? cfg_key_find(parent->path) : NULL;
		bool is_known = node->depth < 3 && cfg_key_find(node->path);

		/* A fault of the parent is reported already, so its keys are not looked at. */
		if (!node->key || (parent && (!section || section->kind != CFG_SECTION)))
			continue;
		if (!is_known || (node->depth == 1 && strchr(node->key, '.')))
			report_unknown(node, section, report);
	}
}
