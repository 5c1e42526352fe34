#include "adapters/matrix/e2ee/verification.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/e2ee/crypto_state.h"
#include "adapters/matrix/e2ee/room_keys.h"
#include "adapters/matrix/room/event.h"
#include "adapters/matrix/room/room_state.h"
#include "bot/base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX  "m.key.verification."
#define REQUEST PREFIX "request"

bool mx_verification_start(struct mx_crypto *crypto)
{
	const struct cfg_encryption *config = &crypto->account->config->encryption;
	json_t *users = json_array(), *answer;
	char *question, *text;
	enum mx_machine_status status;

	for (unsigned i = 0; i < config->verifiers_count; i++)
		(void)json_array_append_new(users, json_string(config->verifiers[i]));
	question = mx_json_print(users);
	json_decref(users);
	status = mx_machine_set_verifiers(crypto->machine, question, &text);
	free(question);
	answer = mx_crypto_result(status, text, "start");
	json_decref(answer);
	return answer != NULL;
}

static bool is_verification(const json_t *event)
{
	const char *type = mx_json_text(event, "type");
	const char *kind = mx_json_text(json_object_get(event, "content"), "msgtype");

	if (!type || json_object_get(event, "state_key"))
		return false;
	return strncmp(type, PREFIX, strlen(PREFIX)) == 0 ||
	       (strcmp(type, "m.room.message") == 0 && kind && strcmp(kind, REQUEST) == 0);
}

/* Prints the event's JSON, with a relation that only stands in clear. The caller frees the text. */
static char *print_with_relation(const struct mx_event *event)
{
	json_t *copy, *content;
	char *text;

	if (!event->clear_relation || mx_event_relation(event))
		return mx_json_print(event->json);
	copy = json_copy(event->decrypted);
	content = json_copy(json_object_get(copy, "content"));
	(void)json_object_set_new(content, "m.relates_to", json_deep_copy(event->clear_relation));
	(void)json_object_set_new(copy, "content", content);
	text = mx_json_print(copy);
	json_decref(copy);
	return text;
}

void mx_verification_take_event(
	struct mx_crypto *crypto, const char *room, const struct mx_event *event)
{
	char *event_text, *text;
	enum mx_machine_status status;

	if (!is_verification(event->json))
		return;
	event_text = print_with_relation(event);
	status = mx_machine_take_room_event(crypto->machine, room, event_text, &text);
	free(event_text);
	json_decref(mx_crypto_result(status, text, "verification"));
	crypto->may_have_requests = true;
}

static enum bot_error tell_refused(void *user, struct bot_host *host)
{
	return bot_host_verification_refused(host, user);
}

/* If the store fails, the user hears nothing: the bot's refusal is under way all the same. */
static void report_refusal(struct mx_account *account, const char *user)
{
	char id[BOT_ID_SIZE];

	if (user && (size_t)snprintf(id, sizeof(id), "%s", user) < sizeof(id))
		(void)mx_account_transact(account, "refused verification", tell_refused, id);
}

static void log_report(const json_t *news)
{
	const char *what = mx_json_text(news, "what"), *whom = mx_json_text(news, "whom");
	const char *code = mx_json_text(news, "code"), *why = mx_json_text(news, "why");
	const char *emoji = mx_json_text(news, "emoji");

	if (strcmp(what, "compare") == 0)
		bot_log_write(BOT_LOG_INFO, "verification_compare",
			BOT_LOG_FIELDS({"user", .text = whom},
				{"emoji", .text = emoji ? emoji : "none"},
				{"numbers", .text = mx_json_text(news, "decimals")}));
	else if (strcmp(what, "done") == 0)
		bot_log_write(
			BOT_LOG_INFO, "verification_done", BOT_LOG_FIELDS({"user", .text = whom}));
	else if (strcmp(what, "refused") == 0)
		bot_log_write(BOT_LOG_INFO, "verification_refused",
			BOT_LOG_FIELDS({"for", .text = whom ? whom : "somebody"}));
	else
		bot_log_write(
			strcmp(code, "m.mismatched_sas") == 0 ? BOT_LOG_WARNING : BOT_LOG_INFO,
			"verification_cancelled",
			BOT_LOG_FIELDS({"user", .text = whom}, {"why", .text = why}));
}

void mx_verification_advance(struct mx_crypto *crypto)
{
	char *text;
	enum mx_machine_status status = mx_machine_step_verifications(crypto->machine, &text);
	json_t *answer = mx_crypto_result(status, text, "verification");
	const json_t *news;
	size_t i;

	json_array_foreach (json_object_get(answer, "news"), i, news) {
		log_report(news);
		if (strcmp(mx_json_text(news, "what"), "refused") == 0)
			report_refusal(crypto->account, mx_json_text(news, "whom"));
	}
	mx_key_queue_add(
		crypto, MX_KEY_QUEUE_OWN, json_incref(json_object_get(answer, "requests")));
	(void)json_array_extend(crypto->messages, json_object_get(answer, "messages"));
	json_decref(answer);
}

/*
 * Returns the content of a message as the bot sends it to the room. If the room is encrypted, the
 * content is encrypted. Returns NULL if the bot can't send the message now. If it can never send
 * the message, sets *never to true.
 */
static json_t *build_content(
	struct mx_crypto *crypto, const char *id, const json_t *message, bool *never)
{
	json_t *content = json_object_get(message, "content");
	struct mx_room room;
	bool encrypted;

	*never = mx_room_init(&room, crypto->account->store, id) != BOT_OK;
	if (*never)
		return NULL;
	encrypted = room.encrypted;
	if (encrypted) {
		enum mx_room_keys_state state = mx_room_keys_prepare(crypto, id, room.made_for);

		*never = state == MX_ROOM_KEYS_REFUSED;
		if (*never || state == MX_ROOM_KEYS_WAIT)
			content = NULL;
	}
	mx_room_finish(&room);
	if (!content || !encrypted)
		return json_incref(content);
	content = mx_room_keys_encrypt(crypto, id, mx_json_text(message, "type"), content);
	*never = !content;
	return content;
}

void mx_verification_send(struct mx_crypto *crypto)
{
	const json_t *first = json_array_get(crypto->messages, 0);
	const char *room = mx_json_text(first, "room"), *id = mx_json_text(first, "id");
	const char *type = mx_json_text(first, "type");
	bool never;
	json_t *content;

	if (!first || !mx_key_queue_is_idle(crypto, MX_KEY_QUEUE_OWN) ||
		crypto->session->state != MX_LOGGED_IN)
		return;
	content = build_content(crypto, room, first, &never);
	if (content) {
		char *path = mx_url_format("/_matrix/client/v3/rooms/%/send/%/%", room,
			json_object_get(content, "ciphertext") ? "m.room.encrypted" : type, id);

		mx_key_queue_add(crypto, MX_KEY_QUEUE_OWN,
			json_pack("[{s:s, s:s, s:s, s:s, s:O}]", "kind", "message", "id", id,
				"method", "PUT", "path", path, "body", content));
		free(path);
		json_decref(content);
	}
	if (content || never)
		json_array_remove(crypto->messages, 0);
}
