/* Which of the analyses that wait comes first, and that each comes at some time. */
#include "bot/play/analysis_queue.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

/* The site of a user of the test is the server's whole name. */
static void site(void *self, const char *user, char out[BOT_ID_SIZE])
{
	(void)self;
	snprintf(out, BOT_ID_SIZE, "%s", strchr(user, ':') + 1);
}

static const struct bot_port port = {.user = "@bot:own", .site = site};

static void add(struct bot_analyses *waiting, int64_t number, int64_t rounds, const char *asker)
{
	struct bot_waiting_analysis *new = &waiting->list[waiting->count++];

	*new = (struct bot_waiting_analysis){.match = number, .number = number, .rounds = rounds};
	snprintf(new->asker, sizeof(new->asker), "%s", asker);
}

UNIT_TEST(test_short_match_comes_before_a_long_one)
{
	struct bot_analyses waiting = {.count = 0};

	add(&waiting, 7, 9, "@a:own");
	add(&waiting, 8, 9, "@b:own");
	add(&waiting, 9, 1, "@c:own");
	assert_int_equal(bot_analysis_queue_first(&port, &waiting), 9);
}

UNIT_TEST(test_own_server_comes_before_strangers)
{
	struct bot_analyses waiting = {.count = 0};

	add(&waiting, 7, 3, "@a:far");
	add(&waiting, 8, 3, ""); /* the asker is erased */
	add(&waiting, 9, 3, "@b:own");
	assert_int_equal(bot_analysis_queue_first(&port, &waiting), 9);
}

/*
 * The longest analysis of a stranger comes first after some others, however many short ones come.
 */
UNIT_TEST(test_each_analysis_comes_at_some_time)
{
	for (int64_t later = 1; later < 1000; later++) {
		struct bot_analyses waiting = {.count = 0};

		add(&waiting, 1, 500, "@a:far");
		add(&waiting, 1 + later, 1, "@b:own");
		if (later <= 18)
			assert_int_equal(bot_analysis_queue_first(&port, &waiting), 1 + later);
		if (later >= 19)
			assert_int_equal(bot_analysis_queue_first(&port, &waiting), 1);
	}
}
