#include "adapters/web/act.h"

#include "bot/base/memory.h"

#include <jansson.h>
#include <string.h>

struct act {
	struct bot_tap tap;
	struct bot_tap_result result;
};

static enum bot_error run(void *worker, struct bot_host *host)
{
	struct act *act = worker;

	return bot_host_tap(host, &act->tap, &act->result);
}

/* For each kind of tap with a detail, the field of the JSON object that has the detail. */
static const struct detail {
	const char *what, *field;
} details[] = {
	{"play", "action"},
	{"plan", "words"},
	{"practice", "level"},
	{"language", "language"},
	{"hand", "where"},
	{"auto", "set"},
	{"analysis", "again"},
};

/* Reads the tap. Its strings live as long as `body`. Returns false if a field is missing. */
static bool read_tap(const json_t *body, struct bot_tap *tap)
{
	tap->key = json_string_value(json_object_get(body, "key"));
	tap->what = json_string_value(json_object_get(body, "do"));
	tap->match = json_integer_value(json_object_get(body, "match"));
	tap->turn = json_integer_value(json_object_get(body, "turn"));
	if (!tap->key || !tap->what)
		return false;
	for (size_t i = 0; i < sizeof(details) / sizeof(*details); i++)
		if (strcmp(details[i].what, tap->what) == 0)
			tap->detail = json_string_value(json_object_get(body, details[i].field));
	return true;
}

static void write_result(const struct bot_tap_result *result, struct http_reply *reply)
{
	static const char *const outcomes[] = {
		[BOT_TAP_DONE] = "done",
		[BOT_TAP_STALE] = "stale",
		[BOT_TAP_REFUSED] = "refused",
		[BOT_TAP_LATER] = "later",
	};
	json_t *body =
		json_pack("{s:s, s:s}", "outcome", outcomes[result->outcome], "text", result->text);

	reply->status = 200;
	reply->type = "application/json";
	reply->body = bot_memory_or_exit(json_dumps(body, JSON_COMPACT));
	reply->size = strlen(reply->body);
	json_decref(body);
}

bool web_act(const struct bot_host_access *access, const char *user,
	const struct http_request *request, struct http_reply *reply)
{
	json_t *body = json_loadb(request->body, request->size, JSON_REJECT_DUPLICATES, NULL);
	struct act act = {.tap = {.user = user}};
	bool done = true;

	if (!json_is_object(body) || !read_tap(body, &act.tap)) {
		reply->status = 400;
		reply->type = "text/plain; charset=utf-8";
		reply->fixed = "this is no tap: the body must be a JSON object with the strings "
			       "\"key\" and \"do\"\n";
		reply->size = strlen(reply->fixed);
	} else {
		done = access->transact(access->self, "tap", run, &act);
		if (done)
			write_result(&act.result, reply);
	}
	json_decref(body);
	return done;
}
