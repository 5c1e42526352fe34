#include "config/schema.h"

#include <stdlib.h>
#include <string.h>

#define OPTIONAL CYAML_FLAG_OPTIONAL
#define TEXT     CYAML_FLAG_POINTER
#define TEXT_MAX 1024
#define URL_MAX  500 /* a link to the page is longer, and must fit into BOT_URL_SIZE */

static const cyaml_schema_value_t text_value = {
	CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, TEXT_MAX),
};

static const cyaml_strval_t logins[] = {
	{"secret", CFG_LOGIN_SECRET},
	{"oauth", CFG_LOGIN_OAUTH},
};

/* An enum, because for the type bool libcyaml reads almost every text as true. */
static const cyaml_strval_t permissions[] = {
	{"false", CFG_FORBIDDEN},
	{"true", CFG_PERMITTED},
};

static const cyaml_schema_field_t matrix_fields[] = {
	CYAML_FIELD_STRING_PTR("homeserver", TEXT, struct cfg_matrix, homeserver, 1, TEXT_MAX),
	CYAML_FIELD_ENUM("insecure_http", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_matrix,
		insecure_http, permissions, CYAML_ARRAY_LEN(permissions)),
	CYAML_FIELD_STRING_PTR("user", TEXT, struct cfg_matrix, user, 1, TEXT_MAX),
	CYAML_FIELD_STRING_PTR(
		"device_name", TEXT | OPTIONAL, struct cfg_matrix, device_name, 1, 100),
	CYAML_FIELD_ENUM("login", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_matrix, login, logins,
		CYAML_ARRAY_LEN(logins)),
	CYAML_FIELD_STRING_PTR(
		"password_file", TEXT | OPTIONAL, struct cfg_matrix, password_file, 1, TEXT_MAX),
	CYAML_FIELD_STRING_PTR("access_token_file", TEXT | OPTIONAL, struct cfg_matrix,
		access_token_file, 1, TEXT_MAX),
	CYAML_FIELD_END,
};

static const cyaml_schema_field_t service_fields[] = {
	CYAML_FIELD_STRING_PTR(
		"registration_file", TEXT, struct cfg_service, registration_file, 1, TEXT_MAX),
	CYAML_FIELD_STRING_PTR("listen", TEXT | OPTIONAL, struct cfg_service, listen, 1, TEXT_MAX),
	CYAML_FIELD_STRING_PTR("url", TEXT | OPTIONAL, struct cfg_service, url, 1, TEXT_MAX),
	CYAML_FIELD_END,
};

static const cyaml_strval_t policies[] = {
	{"anyone", CFG_INVITES_ANYONE},
	{"listed", CFG_INVITES_LISTED},
	{"nobody", CFG_INVITES_NOBODY},
};

static const cyaml_schema_field_t invites_fields[] = {
	CYAML_FIELD_ENUM("from", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_invites, from, policies,
		CYAML_ARRAY_LEN(policies)),
	CYAML_FIELD_SEQUENCE(
		"servers", TEXT | OPTIONAL, struct cfg_invites, servers, &text_value, 0, 10000),
	CYAML_FIELD_SEQUENCE(
		"users", TEXT | OPTIONAL, struct cfg_invites, users, &text_value, 0, 10000),
	CYAML_FIELD_UINT("max_rooms", OPTIONAL, struct cfg_invites, max_rooms),
	CYAML_FIELD_UINT("inviter_share", OPTIONAL, struct cfg_invites, inviter_share),
	CYAML_FIELD_UINT("server_share", OPTIONAL, struct cfg_invites, server_share),
	CYAML_FIELD_UINT("leave_idle_days", OPTIONAL, struct cfg_invites, leave_idle_days),
	CYAML_FIELD_END,
};

static const cyaml_schema_field_t admins_fields[] = {
	CYAML_FIELD_SEQUENCE(
		"users", TEXT | OPTIONAL, struct cfg_admins, users, &text_value, 0, 20),
	CYAML_FIELD_END,
};

static const cyaml_schema_field_t matches_fields[] = {
	CYAML_FIELD_UINT("per_room", OPTIONAL, struct cfg_matches, per_room),
	CYAML_FIELD_UINT(
		"challenge_expires_hours", OPTIONAL, struct cfg_matches, challenge_expires_h),
	CYAML_FIELD_UINT("idle_days", OPTIONAL, struct cfg_matches, idle_days),
	CYAML_FIELD_UINT("keep_matches_days", OPTIONAL, struct cfg_matches, keep_matches_days),
	CYAML_FIELD_END,
};

static const cyaml_schema_field_t limits_fields[] = {
	CYAML_FIELD_UINT("sender_per_minute", OPTIONAL, struct cfg_limits, sender_per_minute),
	CYAML_FIELD_UINT("room_per_minute", OPTIONAL, struct cfg_limits, room_per_minute),
	CYAML_FIELD_UINT(
		"newcomers_of_server_per_minute", OPTIONAL, struct cfg_limits, newcomers_of_server),
	CYAML_FIELD_UINT("newcomers_per_minute", OPTIONAL, struct cfg_limits, newcomers_per_minute),
	CYAML_FIELD_UINT("newcomers_waiting", OPTIONAL, struct cfg_limits, newcomers_waiting),
	CYAML_FIELD_END,
};

static const cyaml_strval_t levels[] = {
	{"error", CFG_LOG_ERROR},
	{"warning", CFG_LOG_WARNING},
	{"info", CFG_LOG_INFO},
	{"debug", CFG_LOG_DEBUG},
};

static const cyaml_strval_t formats[] = {
	{"logfmt", CFG_LOG_LOGFMT},
	{"json", CFG_LOG_JSON},
};

static const cyaml_strval_t user_ids[] = {
	{"shown", CFG_USER_IDS_SHOWN},
	{"hidden", CFG_USER_IDS_HIDDEN},
};

static const cyaml_schema_field_t log_fields[] = {
	CYAML_FIELD_ENUM("level", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_log, level, levels,
		CYAML_ARRAY_LEN(levels)),
	CYAML_FIELD_ENUM("format", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_log, format, formats,
		CYAML_ARRAY_LEN(formats)),
	CYAML_FIELD_ENUM("user_ids", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_log, user_ids,
		user_ids, CYAML_ARRAY_LEN(user_ids)),
	CYAML_FIELD_END,
};

static const cyaml_schema_field_t monitoring_fields[] = {
	CYAML_FIELD_STRING_PTR("listen", TEXT | OPTIONAL, struct cfg_monitoring, listen, 1, 64),
	CYAML_FIELD_ENUM("insecure_listen", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_monitoring,
		insecure_listen, permissions, CYAML_ARRAY_LEN(permissions)),
	CYAML_FIELD_END,
};

static const cyaml_schema_field_t web_fields[] = {
	CYAML_FIELD_STRING_PTR("listen", TEXT, struct cfg_web, listen, 1, 64),
	CYAML_FIELD_STRING_PTR("url", TEXT, struct cfg_web, url, 1, URL_MAX),
	CYAML_FIELD_ENUM("insecure_listen", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_web,
		insecure_listen, permissions, CYAML_ARRAY_LEN(permissions)),
	CYAML_FIELD_END,
};

static const cyaml_strval_t private_rooms[] = {
	{"encrypted", CFG_PRIVATE_ENCRYPTED},
	{"plain", CFG_PRIVATE_PLAIN},
};

static const cyaml_strval_t devices[] = {
	{"signed", CFG_DEVICES_SIGNED},
	{"all", CFG_DEVICES_ALL},
};

static const cyaml_schema_field_t encryption_fields[] = {
	CYAML_FIELD_ENUM("private_rooms", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_encryption,
		private_rooms, private_rooms, CYAML_ARRAY_LEN(private_rooms)),
	CYAML_FIELD_ENUM("devices", OPTIONAL | CYAML_FLAG_STRICT, struct cfg_encryption, devices,
		devices, CYAML_ARRAY_LEN(devices)),
	CYAML_FIELD_SEQUENCE("verifiers", TEXT | OPTIONAL, struct cfg_encryption, verifiers,
		&text_value, 0, 100),
	CYAML_FIELD_END,
};

static const cyaml_strval_t languages[] = {
#define LANGUAGE(CODE, code, english, name) {#code, CFG_LANGUAGE_##CODE},
	CFG_LANGUAGES(LANGUAGE, LANGUAGE)
#undef LANGUAGE
};

static const cyaml_schema_field_t top_fields[] = {
	CYAML_FIELD_MAPPING("matrix", CYAML_FLAG_DEFAULT, struct cfg, matrix, matrix_fields),
	CYAML_FIELD_MAPPING("application_service", OPTIONAL, struct cfg, service, service_fields),
	CYAML_FIELD_STRING_PTR("store", TEXT | OPTIONAL, struct cfg, store, 1, TEXT_MAX),
	CYAML_FIELD_SEQUENCE("prefixes", TEXT | OPTIONAL, struct cfg, prefixes, &text_value, 1, 16),
	CYAML_FIELD_ENUM("language", OPTIONAL | CYAML_FLAG_STRICT, struct cfg, language, languages,
		CYAML_ARRAY_LEN(languages)),
	CYAML_FIELD_MAPPING("admins", OPTIONAL, struct cfg, admins, admins_fields),
	CYAML_FIELD_STRING_PTR(
		"privacy_notice", TEXT | OPTIONAL, struct cfg, privacy_notice, 1, 500),
	CYAML_FIELD_MAPPING("invites", OPTIONAL, struct cfg, invites, invites_fields),
	CYAML_FIELD_MAPPING("matches", OPTIONAL, struct cfg, matches, matches_fields),
	CYAML_FIELD_MAPPING("limits", OPTIONAL, struct cfg, limits, limits_fields),
	CYAML_FIELD_MAPPING("encryption", OPTIONAL, struct cfg, encryption, encryption_fields),
	CYAML_FIELD_MAPPING("log", OPTIONAL, struct cfg, log, log_fields),
	CYAML_FIELD_MAPPING("monitoring", OPTIONAL, struct cfg, monitoring, monitoring_fields),
	CYAML_FIELD_MAPPING("web", OPTIONAL, struct cfg, web, web_fields),
	CYAML_FIELD_END,
};

const cyaml_schema_value_t cfg_schema = {
	CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct cfg, top_fields),
};

const cyaml_config_t cfg_cyaml = {
	.mem_fn = cyaml_mem,
	.log_level = CYAML_LOG_ERROR,
	.flags = CYAML_CFG_NO_ALIAS,
};

const struct cfg_number cfg_numbers[CFG_NUMBERS] = {
	{"invites.max_rooms", offsetof(struct cfg, invites.max_rooms), 1, 100000, 500},
	{"invites.inviter_share", offsetof(struct cfg, invites.inviter_share), 1, 100, 5},
	{"invites.server_share", offsetof(struct cfg, invites.server_share), 1, 100, 25},
	{"invites.leave_idle_days", offsetof(struct cfg, invites.leave_idle_days), 0, 3650, 90},
	{"matches.per_room", offsetof(struct cfg, matches.per_room), 1, CFG_PER_ROOM_MOST, 8},
	{"matches.challenge_expires_hours", offsetof(struct cfg, matches.challenge_expires_h), 1,
		720, 24},
	{"matches.idle_days", offsetof(struct cfg, matches.idle_days), 1, 365, 30},
	{"matches.keep_matches_days", offsetof(struct cfg, matches.keep_matches_days), 0, 36500, 0},
	{"limits.sender_per_minute", offsetof(struct cfg, limits.sender_per_minute), 0, 10000, 30},
	{"limits.room_per_minute", offsetof(struct cfg, limits.room_per_minute), 0, 10000, 60},
	{"limits.newcomers_of_server_per_minute", offsetof(struct cfg, limits.newcomers_of_server),
		0, 10000, 100},
	{"limits.newcomers_per_minute", offsetof(struct cfg, limits.newcomers_per_minute), 0, 10000,
		300},
	{"limits.newcomers_waiting", offsetof(struct cfg, limits.newcomers_waiting), 0, 10000, 20},
};

/*
 * The keys whose value must be one of a list of words. The bot stores the value as an enum, which
 * has the size of an int.
 */
static const struct {
	const char *path;
	size_t offset; /* where the value is in struct cfg */
	int otherwise;
} choices[] = {
	{"matrix.insecure_http", offsetof(struct cfg, matrix.insecure_http), CFG_FORBIDDEN},
	{"matrix.login", offsetof(struct cfg, matrix.login), CFG_LOGIN_SECRET},
	{"invites.from", offsetof(struct cfg, invites.from), CFG_INVITES_ANYONE},
	{"language", offsetof(struct cfg, language), CFG_LANGUAGE_EN},
	{"encryption.private_rooms", offsetof(struct cfg, encryption.private_rooms),
		CFG_PRIVATE_ENCRYPTED},
	{"encryption.devices", offsetof(struct cfg, encryption.devices), CFG_DEVICES_SIGNED},
	{"log.level", offsetof(struct cfg, log.level), CFG_LOG_INFO},
	{"log.format", offsetof(struct cfg, log.format), CFG_LOG_LOGFMT},
	{"log.user_ids", offsetof(struct cfg, log.user_ids), CFG_USER_IDS_SHOWN},
	{"monitoring.insecure_listen", offsetof(struct cfg, monitoring.insecure_listen),
		CFG_FORBIDDEN},
	{"web.insecure_listen", offsetof(struct cfg, web.insecure_listen), CFG_FORBIDDEN},
};

static const char *const default_prefixes[] = {"!engarde", "!eg"};

/* Returns the field of a mapping whose key has these `length` bytes, or NULL. */
static const cyaml_schema_field_t *find_field(
	const cyaml_schema_value_t *mapping, const char *key, size_t length)
{
	const cyaml_schema_field_t *field = mapping->mapping.fields;

	while (field->key &&
		(strlen(field->key) != length || strncmp(field->key, key, length) != 0))
		field++;
	return field->key ? field : NULL;
}

const cyaml_schema_value_t *cfg_schema_at(const char *path)
{
	const cyaml_schema_value_t *value = &cfg_schema;

	while (*path) {
		if (*path == '[') {
			if (value->type != CYAML_SEQUENCE)
				return NULL;
			value = value->sequence.entry;
			path += strcspn(path, "]") + (strchr(path, ']') != NULL);
			continue;
		}
		if (value->type != CYAML_MAPPING)
			return NULL;
		path += *path == '.';
		size_t length = strcspn(path, ".[");
		const cyaml_schema_field_t *field = find_field(value, path, length);
		if (!field)
			return NULL;
		value = &field->value;
		path += length;
	}
	return value;
}

/*
 * Sets a missing text to a copy of the default. cyaml_free can free the copy, because libcyaml uses
 * the allocator of the C library.
 */
static enum cfg_error fill_text(char **text, const char *otherwise)
{
	if (!*text)
		*text = strdup(otherwise);
	return *text ? CFG_OK : CFG_NO_MEMORY;
}

static enum cfg_error fill_prefixes(struct cfg *config)
{
	if (config->prefixes_count)
		return CFG_OK;
	config->prefixes = calloc(CYAML_ARRAY_LEN(default_prefixes), sizeof(*config->prefixes));
	if (!config->prefixes)
		return CFG_NO_MEMORY;
	for (size_t i = 0; i < CYAML_ARRAY_LEN(default_prefixes); i++) {
		if (!(config->prefixes[i] = strdup(default_prefixes[i])))
			return CFG_NO_MEMORY;
		config->prefixes_count++;
	}
	return CFG_OK;
}

enum cfg_error cfg_fill_defaults(struct cfg *config, const struct document *document)
{
	enum cfg_error error;

	for (size_t i = 0; i < CFG_NUMBERS; i++)
		if (!document_find(document, cfg_numbers[i].path))
			memcpy((char *)config + cfg_numbers[i].offset, &cfg_numbers[i].otherwise,
				sizeof(cfg_numbers[i].otherwise));
	for (size_t i = 0; i < CYAML_ARRAY_LEN(choices); i++)
		if (!document_find(document, choices[i].path))
			memcpy((char *)config + choices[i].offset, &choices[i].otherwise,
				sizeof(choices[i].otherwise));
	error = fill_text(&config->store, "/var/lib/engarde/engarde.db");
	if (!error)
		error = fill_text(&config->matrix.device_name, "engarde-bot");
	if (!error)
		error = fill_text(&config->service.listen, "127.0.0.1:8009");
	if (!error)
		error = fill_prefixes(config);
	return error;
}
