#include "adapters/matrix/policy/policy_state.h"

#include "adapters/matrix/client/id.h"
#include "adapters/matrix/client/json.h"
#include "bot/base/memory.h"
#include "bot/base/utf8.h"
#include "bot/call/policy_rules.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define REASON_MOST 160 /* the most bytes of a reason */
/* a rule as a line: its kind, its entity, a tab, its reason, and a NUL */
#define LINE_SIZE (1 + BOT_ID_SIZE + REASON_MOST + 2)

/*
 * The types of rules. Draupnir and meowlnir read all of them, because older lists still have the
 * names from before https://github.com/matrix-org/matrix-spec-proposals/pull/2313 was accepted.
 */
static const struct {
	const char *type;
	char kind;
} types[] = {
	{"m.policy.rule.user", BOT_POLICY_USER},
	{"m.room.rule.user", BOT_POLICY_USER},
	{"org.matrix.mjolnir.rule.user", BOT_POLICY_USER},
	{"m.policy.rule.server", BOT_POLICY_SERVER},
	{"m.room.rule.server", BOT_POLICY_SERVER},
	{"org.matrix.mjolnir.rule.server", BOT_POLICY_SERVER},
};

/*
 * The recommendations that the bot takes for a ban. A takedown (MSC4204) asks a homeserver to
 * remove the account or room as well; everybody else treats it as a ban.
 */
static const char *const bans[] = {
	"m.ban", "org.matrix.mjolnir.ban", "m.takedown", "org.matrix.msc4204.takedown"};

/* Returns the kind of a rule, or 0 if events of this type are no rules. */
static char kind_of(const char *type)
{
	for (size_t i = 0; type && i < sizeof(types) / sizeof(types[0]); i++)
		if (strcmp(types[i].type, type) == 0)
			return types[i].kind;
	return 0;
}

bool mx_policy_is_rule(const char *type)
{
	return kind_of(type) != 0;
}

static bool recommends_ban(const json_t *content)
{
	for (size_t i = 0; i < sizeof(bans) / sizeof(bans[0]); i++)
		if (mx_json_text_is(content, "recommendation", bans[i]))
			return true;
	return false;
}

/*
 * Refuses a text of question marks only. client/json.h replaces what is not UTF-8 by question
 * marks, and as a glob they would ban all ids of this length.
 */
static bool is_entity(const char *text)
{
	size_t length = text ? strlen(text) : 0;

	if (length == 0 || length >= BOT_ID_SIZE || strspn(text, "?") == length)
		return false;
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return false;
	return true;
}

/*
 * Writes an entity as the host compares it: servers in the form of mx_id_origin, since the names of
 * servers are the same in upper and lower case.
 */
static void write_entity(char kind, const char *entity, char written[BOT_ID_SIZE])
{
	if (kind == BOT_POLICY_SERVER && mx_id_read_origin(entity, written))
		return;
	strcpy(written, entity);
	for (char *c = written; kind == BOT_POLICY_SERVER && *c; c++)
		*c = (char)tolower((unsigned char)*c);
}

/* Whether the character changes how others are shown, or is invisible: U+200B to U+206F, U+FEFF. */
static bool is_format(const char *text, size_t length)
{
	const unsigned char *byte = (const unsigned char *)text;

	return (length == 2 && byte[0] == 0xc2 && byte[1] < 0xa0) ||
	       (length == 3 && byte[0] == 0xe2 && (byte[1] == 0x80 || byte[1] == 0x81) &&
		       (byte[1] == 0x81 ? byte[2] >= 0xa0 && byte[2] <= 0xaf
					: (byte[2] >= 0x8b && byte[2] <= 0x8f) ||
						  (byte[2] >= 0xa8 && byte[2] <= 0xae))) ||
	       (length == 3 && memcmp(byte, "\xef\xbb\xbf", 3) == 0);
}

/* Writes a reason as one line without characters that could confuse a reader. Cuts a long one. */
static void write_reason(const char *reason, char written[REASON_MOST + 1])
{
	size_t used = 0, length;

	for (; reason && *reason; reason += length) {
		length = bot_utf8_length(reason, strnlen(reason, 4));
		if (length == 0 || used + length > REASON_MOST)
			break;
		if (length == 1 && ((unsigned char)*reason < ' ' || *reason == 0x7f))
			written[used++] = ' ';
		else if (!is_format(reason, length)) {
			memcpy(written + used, reason, length);
			used += length;
		}
	}
	written[used] = '\0';
}

/* Makes the line of a rule, which the caller frees. Returns NULL if the event is no ban. */
static char *make_line(const json_t *event)
{
	const json_t *content = json_object_get(event, "content");
	const char *entity = mx_json_text(content, "entity");
	char kind = kind_of(mx_json_text(event, "type"));
	char line[LINE_SIZE], reason[REASON_MOST + 1];

	if (!kind || !mx_json_text(event, "state_key") || !is_entity(entity) ||
		!recommends_ban(content))
		return NULL;
	line[0] = kind;
	write_entity(kind, entity, line + 1);
	write_reason(mx_json_text(content, "reason"), reason);
	strcat(line, "\t");
	strcat(line, reason);
	return bot_strdup(line);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Joins the lines, each with a line feed, and frees them. */
static char *join(char **lines, size_t count)
{
	size_t size = 1;
	char *text, *end;

	qsort(lines, count, sizeof(*lines), compare);
	for (size_t i = 0; i < count; i++)
		size += strlen(lines[i]) + 1;
	text = end = bot_malloc(size);
	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(lines[i]);

		memcpy(end, lines[i], length);
		end[length] = '\n';
		end += length + 1;
		free(lines[i]);
	}
	*end = '\0';
	return text;
}

char *mx_policy_read_state(const json_t *state)
{
	char **lines = bot_calloc(MX_POLICY_RULES_MOST, sizeof(*lines));
	bool too_many = false;
	const json_t *event;
	size_t i, count = 0;
	char *text;

	json_array_foreach (state, i, event) {
		char *line = make_line(event);

		too_many = line && count == MX_POLICY_RULES_MOST;
		if (too_many) {
			free(line);
			break;
		}
		if (line)
			lines[count++] = line;
	}
	text = join(lines, count);
	free(lines);
	if (!too_many)
		return text;
	free(text);
	return NULL;
}
