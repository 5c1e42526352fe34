#include "bot/base/log.h"

#include "bot/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static enum bot_log_level threshold = BOT_LOG_INFO;
static enum bot_log_format chosen_format = BOT_LOG_LOGFMT;
static char *(*rewrite_text)(const char *text);

void bot_log_set_level(enum bot_log_level level)
{
	threshold = level;
}

void bot_log_set_format(enum bot_log_format format)
{
	chosen_format = format;
}

void bot_log_set_rewrite(char *(*rewrite)(const char *text))
{
	rewrite_text = rewrite;
}

/*
 * Writes a value in logfmt. Puts the value in quotes if it is empty or has a character that is not
 * in `bare`. A stranger may have chosen the text, and the text must not look like several fields.
 */
static void print_logfmt(FILE *out, const char *text)
{
	static const char bare[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				   "0123456789.-_:/@+";

	if (text[0] && text[strspn(text, bare)] == '\0') {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (const unsigned char *byte = (const unsigned char *)text; *byte; byte++) {
		if (*byte < 0x20 || *byte >= 0x7F)
			fprintf(out, "\\x%02x", *byte);
		else
			fprintf(out, *byte == '"' || *byte == '\\' ? "\\%c" : "%c", *byte);
	}
	fputc('"', out);
}

/*
 * Writes a JSON string. Like print_logfmt, writes a byte that is not printable ASCII as \xNN. In
 * JSON this backslash is doubled. So a reader gets the same value from both formats, and the line
 * is always valid JSON.
 */
static void print_json(FILE *out, const char *text)
{
	fputc('"', out);
	for (const unsigned char *byte = (const unsigned char *)text; *byte; byte++) {
		if (*byte < 0x20 || *byte >= 0x7F)
			fprintf(out, "\\\\x%02x", *byte);
		else if (*byte == '\\')
			fputs("\\\\\\\\", out);
		else
			fprintf(out, *byte == '"' ? "\\%c" : "%c", *byte);
	}
	fputc('"', out);
}

static void print_field(FILE *out, enum bot_log_format format, const struct bot_log_field *field)
{
	bool json = format == BOT_LOG_JSON;

	fprintf(out, json ? ",\"%s\":" : " %s=", field->key);
	if (!field->text)
		fprintf(out, "%" PRId64, field->number);
	else if (json)
		print_json(out, field->text);
	else
		print_logfmt(out, field->text);
}

void bot_log_print(FILE *out, const struct bot_log_style *style, enum bot_log_level level,
	const char *event, const struct bot_log_field *fields)
{
	static const struct {
		const char *name;
		int priority; /* of syslog(3) */
	} levels[] = {{"error", 3}, {"warning", 4}, {"info", 6}, {"debug", 7}};
	bool json = style->format == BOT_LOG_JSON;

	if (style->journal)
		fprintf(out, "<%d>", levels[level].priority);
	if (json)
		fputc('{', out);
	if (style->time)
		fprintf(out, json ? "\"time\":\"%s\"," : "time=%s ", style->time);
	fprintf(out, json ? "\"level\":\"%s\",\"event\":\"%s\"" : "level=%s event=%s",
		levels[level].name, event);
	for (; fields && fields->key; fields++)
		print_field(out, style->format, fields);
	fputs(json ? "}\n" : "\n", out);
}

bool bot_log_is_journal(int descriptor, const char *stream)
{
	char known[48];
	struct stat status;

	if (!stream || fstat(descriptor, &status))
		return false;
	snprintf(known, sizeof(known), "%" PRIuMAX ":%" PRIuMAX, (uintmax_t)status.st_dev,
		(uintmax_t)status.st_ino);
	return strcmp(known, stream) == 0;
}

/* Prints the line with the texts that rewrite_text returns instead of the fields' own texts. */
static void print_rewritten(FILE *out, const struct bot_log_style *style, enum bot_log_level level,
	const char *event, const struct bot_log_field *fields)
{
	struct bot_log_field *copy;
	char **texts;
	size_t count = 0;

	while (fields[count].key)
		count++;
	copy = bot_calloc(count + 1, sizeof(*copy));
	texts = bot_calloc(count + 1, sizeof(*texts));
	for (size_t i = 0; i < count; i++) {
		copy[i] = fields[i];
		texts[i] = fields[i].text ? rewrite_text(fields[i].text) : NULL;
		if (texts[i])
			copy[i].text = texts[i];
	}
	bot_log_print(out, style, level, event, copy);
	for (size_t i = 0; i < count; i++)
		free(texts[i]);
	free(texts);
	free(copy);
}

/*
 * Writes a line to standard error with one system call. Standard error has no buffer, so each of
 * the functions that print a line would call write for a few characters.
 */
static void write_line(const struct bot_log_style *style, enum bot_log_level level,
	const char *event, const struct bot_log_field *fields)
{
	char *line = NULL;
	size_t size = 0;
	FILE *out = bot_memory_or_exit(open_memstream(&line, &size));

	if (rewrite_text && fields && level <= BOT_LOG_INFO)
		print_rewritten(out, style, level, event, fields);
	else
		bot_log_print(out, style, level, event, fields);
	fclose(out);
	fwrite(bot_memory_or_exit(line), 1, size, stderr);
	free(line);
}

void bot_log_write(enum bot_log_level level, const char *event, const struct bot_log_field *fields)
{
	struct bot_log_style style = {.format = chosen_format};
	struct timespec now = {0};
	struct tm utc = {0};
	char second[24], time[48];

	if (level > threshold)
		return;
	style.journal = bot_log_is_journal(STDERR_FILENO, getenv("JOURNAL_STREAM"));
	if (!style.journal) {
		clock_gettime(CLOCK_REALTIME, &now);
		gmtime_r(&now.tv_sec, &utc);
		strftime(second, sizeof(second), "%Y-%m-%dT%H:%M:%S", &utc);
		snprintf(time, sizeof(time), "%s.%03ldZ", second, now.tv_nsec / 1000000);
		style.time = time;
	}
	write_line(&style, level, event, fields);
}
