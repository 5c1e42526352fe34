#include "tests/sim/request_faults.h"

#include "adapters/matrix/client/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define DEEP 10000 /* how deep a damaged answer is nested; jansson accepts 2,048 levels */
#define MUCH 20000 /* the number of bytes by which an answer grows */

/*
 * Makes the request fail with a 5xx, as a proxy in front of the homeserver answers. If `done`
 * is true, the homeserver still executes the request.
 */
static void fail(struct sim_exchange *exchange, bool done)
{
	uint32_t which = sim_below(5);

	exchange->answer_at = exchange->apply_at + exchange->way_back;
	if (sim_chance(500))
		sim_refuse(exchange, 500 + (long)which, "M_UNKNOWN");
	else
		sim_answer(exchange, 500 + (long)which, NULL);
	sim_saw((enum sim_fault)(SIM_STATUS_500 + which));
	if (done)
		sim_saw(SIM_FAILED_DONE);
	else
		exchange->apply_at = -1;
}

static void lose(struct sim_exchange *exchange, bool done)
{
	bool silently = sim_chance(500);

	exchange->trouble = silently ? "timed out" : "connection cut";
	exchange->answer_at = silently ? exchange->ends : exchange->apply_at + exchange->way_back;
	if (done)
		sim_saw(silently ? SIM_TIMEOUT_AFTER : SIM_CUT_AFTER);
	else
		sim_saw(silently ? SIM_TIMEOUT_BEFORE : SIM_CUT_BEFORE);
	if (!done)
		exchange->apply_at = -1;
}

static void turn_away(struct sim_exchange *exchange)
{
	bool tls = sim_chance(300);

	exchange->trouble =
		tls ? "SSL: no alternative certificate subject name matches" : "connection refused";
	exchange->answer_at = sim->now + sim_random_between(&sim->random, 1, 200);
	exchange->apply_at = -1;
	sim_saw(tls ? SIM_TLS : SIM_REFUSED);
}

static void limit(struct sim_exchange *exchange)
{
	exchange->answer_at = exchange->apply_at + exchange->way_back;
	exchange->apply_at = -1;
	sim_limit(exchange, sim_random_between(&sim->random, 1, 30 * SIM_SECOND));
}

static void come_late(struct sim_exchange *exchange)
{
	exchange->apply_at = exchange->ends + sim_random_between(&sim->random, 0, SIM_MINUTE);
	sim_saw(SIM_LATE);
}

static void garble(struct sim_exchange *exchange)
{
	static const enum sim_fault kinds[] = {
		SIM_TRUNCATED, SIM_INVALID, SIM_NESTED, SIM_HUGE, SIM_MISSHAPEN, SIM_ENDLESS};

	exchange->garbled = kinds[sim_below(sizeof(kinds) / sizeof(*kinds))];
}

void sim_draw_request_faults(struct sim_exchange *exchange)
{
	const struct sim_traits *traits = &sim->traits;
	struct sim_random *random = &sim->random;

	exchange->apply_at = sim->now + sim_random_between(random, 5, 400);
	exchange->way_back = sim_random_between(random, 5, 400);
	if (sim->now >= traits->calm)
		return;
	if (sim->now < sim->outage)
		fail(exchange, false);
	else if (sim_chance(traits->refused))
		fail(exchange, sim_chance(300));
	else if (sim_chance(traits->limited))
		limit(exchange);
	else if (sim_chance(traits->lost))
		lose(exchange, false);
	else if (sim_chance(traits->late))
		lose(exchange, true);
	else if (sim_chance(traits->unreached))
		turn_away(exchange);
	else if (sim_chance(traits->slow))
		come_late(exchange);
	else if (sim_chance(traits->garbled))
		garble(exchange);
}

/* Each of the following functions gets a text with its size, and returns the damaged text. */

static char *truncate_end(char *whole, size_t *size)
{
	*size = sim_below((uint32_t)*size + 1);
	return whole;
}

static char *make_invalid(char *whole, size_t *size)
{
	if (*size > 0)
		whole[sim_below((uint32_t)*size)] = sim_below(2) ? '\0' : '\x1f';
	return whole;
}

static char *nest(char *whole, size_t *size)
{
	char *text = realloc(whole, DEEP);

	assert(text);
	*size = DEEP;
	memset(text, sim_below(2) ? '[' : '{', DEEP);
	return text;
}

/* Makes the text much longer: `{…}` becomes `{"more":"xxx…",…}`. */
static char *swell(char *whole, size_t *size)
{
	static const char more[] = "{\"more\":\"";
	char *text = malloc(sizeof(more) + MUCH + *size + 2);
	char *end;

	assert(text);
	end = stpcpy(text, more);
	memset(end, 'x', MUCH);
	end = stpcpy(end + MUCH, *size > 2 ? "\"," : "\"");
	end = stpcpy(end, whole + 1);
	*size = (size_t)(end - text);
	free(whole);
	return text;
}

static json_t *misshapen(void)
{
	switch (sim_below(3)) {
	case 0:
		return json_array();
	case 1:
		return json_pack("{s:i, s:b, s:[]}", "next_batch", 7, "chunk", 1, "rooms");
	default:
		return json_object();
	}
}

json_t *sim_damaged_json(struct sim_exchange *exchange)
{
	enum sim_fault how = exchange->garbled;
	char *text;
	json_t *json;
	size_t size;

	if (how == SIM_FAULTS_COUNT || !exchange->json ||
		(how != SIM_MISSHAPEN && how != SIM_ENDLESS && !json_is_object(exchange->json)))
		return json_incref(exchange->json);
	sim_saw(how);
	if (how == SIM_ENDLESS) { /* the adapter stops reading an endless answer at its limit for
				     the size of answers */
		exchange->trouble = "the answer is longer than it may be";
		return NULL;
	}
	if (how == SIM_MISSHAPEN)
		return misshapen();
	text = json_dumps(exchange->json, JSON_COMPACT);
	assert(text);
	size = strlen(text);
	text = how == SIM_TRUNCATED ? truncate_end(text, &size)
	       : how == SIM_INVALID ? make_invalid(text, &size)
	       : how == SIM_NESTED  ? nest(text, &size)
				    : swell(text, &size);
	json = mx_json_parse(text, size);
	free(text);
	return json;
}
