#include "adapters/matrix/e2ee/crypto_state.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/client/wait.h"
#include "bot/base/clock.h"
#include "bot/base/log.h"

#include <stdlib.h>
#include <string.h>

json_t *mx_crypto_result(enum mx_machine_status status, char *text, const char *during)
{
	json_t *json = NULL;

	if (status == MX_MACHINE_OK)
		json = mx_json_parse(text, strlen(text));
	if (!json)
		bot_log_write(BOT_LOG_ERROR, "encryption_failed",
			BOT_LOG_FIELDS({"during", .text = during},
				{"why", .text = status ? text : "the result can't be read"}));
	mx_machine_free(text);
	return json;
}

bool mx_crypto_has_keys(const struct mx_crypto *crypto)
{
	return crypto->machine && !mx_key_place_is_behind(&crypto->place);
}

void mx_crypto_note_changed_lists(struct mx_crypto *crypto)
{
	for (size_t i = 0; i < 2; i++) {
		int64_t due = crypto->lists_asked_at[i] == 0
				      ? 0
				      : crypto->lists_asked_at[i] + MX_LISTS_INTERVAL;

		if (due < crypto->lists_at[i])
			crypto->lists_at[i] = due;
	}
}

void mx_key_queue_init(struct mx_crypto *crypto)
{
	for (size_t i = 0; i < MX_KEY_QUEUES; i++)
		crypto->queues[i] =
			(struct mx_key_queue){.crypto = crypto, .requests = json_array()};
}

void mx_key_queue_clear(struct mx_crypto *crypto)
{
	for (size_t i = 0; i < MX_KEY_QUEUES; i++) {
		json_array_clear(crypto->queues[i].requests);
		mx_backoff_reset(&crypto->queues[i].backoff);
		crypto->queues[i].is_wanted = crypto->queues[i].is_refused = false;
	}
}

void mx_key_queue_finish(struct mx_crypto *crypto)
{
	for (size_t i = 0; i < MX_KEY_QUEUES; i++) {
		json_decref(crypto->queues[i].requests);
		json_decref(crypto->queues[i].under_way);
	}
}

bool mx_key_queue_is_idle(const struct mx_crypto *crypto, enum mx_key_queue_id queue)
{
	const struct mx_key_queue *it = &crypto->queues[queue];

	return crypto->machine && !it->under_way && json_array_size(it->requests) == 0 &&
	       mx_backoff_is_over(&it->backoff);
}

json_t *mx_key_queue_from_machine(struct mx_crypto *crypto, const char *recipients)
{
	char *text;
	enum mx_machine_status status = mx_machine_requests(crypto->machine, recipients, &text);

	return mx_crypto_result(status, text, "requests");
}

bool mx_key_queue_add(struct mx_crypto *crypto, enum mx_key_queue_id queue, json_t *requests)
{
	bool some = json_array_size(requests) > 0;

	if (some) {
		(void)json_array_extend(crypto->queues[queue].requests, requests);
		mx_wake_at(0);
	}
	json_decref(requests);
	return some;
}

json_t *mx_key_queue_add_get(struct mx_crypto *crypto, enum mx_key_queue_id queue, const char *kind,
	const char *id, char *path)
{
	json_t *requests = crypto->queues[queue].requests;

	(void)json_array_append_new(requests, json_pack("{s:s, s:s, s:s, s:s}", "kind", kind, "id",
						      id, "method", "GET", "path", path));
	free(path);
	mx_wake_at(0);
	return json_array_get(requests, json_array_size(requests) - 1);
}

json_t *mx_key_queue_pass(struct mx_crypto *crypto, const json_t *request, const char *answer)
{
	char *question = mx_json_print(request), *text;
	enum mx_machine_status status =
		mx_machine_take_answer(crypto->machine, question, answer, &text);

	free(question);
	crypto->may_have_requests = true;
	if (strcmp(mx_json_text(request, "kind"), "query") == 0) {
		/* even if the answer failed, the bot may know now what it can know */
		crypto->has_new_keys = true;
		mx_crypto_note_changed_lists(crypto);
	}
	return mx_crypto_result(status, text, mx_json_text(request, "kind"));
}
