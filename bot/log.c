#include "bot/log.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

static enum bot_log_level threshold = BOT_LOG_INFO;

void bot_log_set_level(enum bot_log_level level)
{
	threshold = level;
}

/* Values may be strangers' text: a quote, a space or a control can't begin a second field. */
static void print_text(FILE *out, const char *text)
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

void bot_log_print(
	FILE *out, enum bot_log_level level, const char *event, const struct bot_log_field *fields)
{
	static const char *const names[] = {"error", "warning", "info", "debug"};

	fprintf(out, "level=%s event=%s", names[level], event);
	for (; fields && fields->key; fields++) {
		fprintf(out, " %s=", fields->key);
		if (fields->text)
			print_text(out, fields->text);
		else
			fprintf(out, "%" PRId64, fields->number);
	}
	fputc('\n', out);
}

void bot_log_write(enum bot_log_level level, const char *event, const struct bot_log_field *fields)
{
	struct timespec now = {0};
	struct tm utc = {0};
	char time[32];

	if (level > threshold)
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &utc);
	strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%S", &utc);
	fprintf(stderr, "time=%s.%03ldZ ", time, now.tv_nsec / 1000000);
	bot_log_print(stderr, level, event, fields);
}
