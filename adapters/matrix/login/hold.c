#include "adapters/matrix/login/hold.h"

#include "adapters/matrix/client/clock.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/refusal.h"
#include "bot/base/log.h"
#include "bot/base/metrics.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ms after which a refusal no longer counts: three times the longest pause between two requests */
#define OLD (INT64_C(15) * 60 * 1000)

static void copy(char *to, size_t size, const char *text)
{
	snprintf(to, size, "%s", text ? text : "");
}

static void read_contact(struct mx_hold *hold, const struct mx_answer *answer)
{
	static const char *const fields[] = {"consent_uri", "admin_contact", "info_uri"};
	const char *text = NULL;

	for (size_t i = 0; !text && i < sizeof(fields) / sizeof(*fields); i++)
		text = mx_json_text(answer->json, fields[i]);
	copy(hold->contact, sizeof(hold->contact), text);
}

static void log_begin(const struct mx_hold *hold, const char *user)
{
	const char *advice = mx_refusal_advice(hold->code);

	bot_log_write(BOT_LOG_ERROR, "account_held",
		BOT_LOG_FIELDS({"user", .text = user}, {"code", .text = hold->code},
			{"why", .text = advice ? advice : hold->code},
			/* without a contact, this ends the list */
			{*hold->contact ? "contact" : NULL, .text = hold->contact}));
}

void mx_hold_note_refused(
	struct mx_hold *hold, unsigned group, const char *user, const struct mx_answer *answer)
{
	int64_t now = mx_clock_steady();
	char code[MX_HOLD_CODE_SIZE];
	bool is_new;

	assert(group < MX_HOLD_GROUPS);
	copy(code, sizeof(code), mx_answer_code(answer));
	is_new = hold->since == 0 || strcmp(code, hold->code) != 0;
	hold->refused[group] = now;
	if (!is_new)
		return;
	if (hold->since == 0)
		hold->since = now;
	copy(hold->code, sizeof(hold->code), code);
	read_contact(hold, answer);
	log_begin(hold, user);
	bot_metrics_set_gauge(BOT_ACCOUNT_HELD, true);
}

static void end_if_over(struct mx_hold *hold)
{
	for (unsigned i = 0; i < MX_HOLD_GROUPS; i++)
		if (hold->refused[i] != 0)
			return;
	/* A hold that ends within a millisecond has taken one: 0 would mean that there was none. */
	hold->length = mx_clock_steady() - hold->since + 1;
	hold->since = 0;
	bot_log_write(BOT_LOG_INFO, "account_released",
		BOT_LOG_FIELDS(
			{"code", .text = hold->code}, {"seconds", .number = hold->length / 1000}));
	bot_metrics_set_gauge(BOT_ACCOUNT_HELD, false);
}

void mx_hold_note_accepted(struct mx_hold *hold, unsigned group)
{
	assert(group < MX_HOLD_GROUPS);
	if (hold->refused[group] == 0)
		return;
	hold->refused[group] = 0;
	end_if_over(hold);
}

void mx_hold_forget_old(struct mx_hold *hold)
{
	if (hold->since == 0)
		return;
	for (unsigned i = 0; i < MX_HOLD_GROUPS; i++)
		if (hold->refused[i] != 0 && mx_clock_steady() - hold->refused[i] > OLD)
			hold->refused[i] = 0;
	end_if_over(hold);
}

bool mx_hold_lasts(const struct mx_hold *hold)
{
	return hold->since != 0;
}
