#include "bot/base/metrics.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

static char *print(void)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	bot_metrics_print(out);
	assert_int_equal(fclose(out), 0);
	return text;
}

static void assert_says(const char *line)
{
	char *text = print();
	char whole[256];

	snprintf(whole, sizeof(whole), "\n%s\n", line);
	if (!strstr(text, whole))
		fail_msg("%s is not in:\n%s", line, text);
	free(text);
}

UNIT_TEST(test_metrics_count)
{
	assert_says("engarde_events_sent_total{kind=\"edit\"} 0");
	bot_metrics_count(BOT_SENT_EDIT);
	bot_metrics_count(BOT_SENT_EDIT);
	assert_says("engarde_events_sent_total{kind=\"message\"} 0");
	assert_says("engarde_events_sent_total{kind=\"edit\"} 2");
}

UNIT_TEST(test_metrics_keep_the_last_value_and_all_its_digits)
{
	bot_metrics_set_gauge(BOT_HEARD, 1763660000.125);
	assert_says("engarde_last_sync_timestamp_seconds 1763660000.125");
	assert_true(bot_metrics_gauge(BOT_HEARD) > 1763660000);
	bot_metrics_set_gauge(BOT_HEARD, 0);
	assert_says("engarde_last_sync_timestamp_seconds 0");
}

UNIT_TEST(test_metrics_buckets_count_all_values_below_their_bounds)
{
	bot_metrics_observe(BOT_TIME_COMMIT, 0.001);
	bot_metrics_observe(BOT_TIME_COMMIT, 0.002);
	bot_metrics_observe(BOT_TIME_COMMIT, 1000);
	bot_metrics_observe(BOT_TIME_COMMIT, -1);
	assert_says("engarde_store_commit_duration_seconds_bucket{le=\"0.0005\"} 1");
	assert_says("engarde_store_commit_duration_seconds_bucket{le=\"0.001\"} 2");
	assert_says("engarde_store_commit_duration_seconds_bucket{le=\"0.0025\"} 3");
	assert_says("engarde_store_commit_duration_seconds_bucket{le=\"5\"} 3");
	assert_says("engarde_store_commit_duration_seconds_bucket{le=\"+Inf\"} 4");
	assert_says("engarde_store_commit_duration_seconds_sum 1000.003");
	assert_says("engarde_store_commit_duration_seconds_count 4");
}

/*
 * The help text of a metric comes once, before the metric's first line. All lines of a metric stand
 * together.
 */
UNIT_TEST(test_metrics_explain_each_name_once)
{
	char *text = print(), *rest = text;
	char family[128] = "";

	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char name[128];

		if (sscanf(line, "# HELP %127s", name) == 1) {
			assert_string_not_equal(name, family);
			strcpy(family, name);
		} else if (line[0] != '#') {
			assert_int_equal(strncmp(line, family, strlen(family)), 0);
		}
	}
	free(text);
}
