/*
 * Verification of the bot's device by the clients of those whom the configuration names. What they
 * compare goes to the log and nowhere else: said in a room or to a device it would come by the way
 * that is being verified, and whoever sits in the middle of that could put there what it likes.
 */
#include "adapters/matrix/context.h"
#include "adapters/matrix/crypto_state.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/room.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <stdlib.h>
#include <string.h>

#define PREFIX  "m.key.verification."
#define REQUEST PREFIX "request"

bool mx_crypto_verify_open(struct mx *mx)
{
	const struct cfg_encryption *config = &mx->config->encryption;
	json_t *users = json_array(), *answer;
	char *question, *text = NULL;
	enum mx_olm_status status = MX_OLM_FAILED;

	for (unsigned i = 0; i < config->verifiers_count; i++)
		(void)json_array_append_new(users, json_string(config->verifiers[i]));
	question = json_dumps(users, JSON_COMPACT);
	json_decref(users);
	if (question)
		status = mx_olm_verifiers(mx->crypto->olm, question, &text);
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

void mx_crypto_hear(struct mx *mx, const char *room, const json_t *event)
{
	char *told, *text;
	enum mx_olm_status status;

	if (!is_verification(event))
		return;
	told = json_dumps(event, JSON_COMPACT);
	if (!told)
		return;
	status = mx_olm_hear(mx->crypto->olm, room, told, &text);
	free(told);
	json_decref(mx_crypto_result(status, text, "verification"));
	mx->crypto->stale = true;
}

static void report(const json_t *news)
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

void mx_crypto_verify_turn(struct mx *mx)
{
	struct mx_crypto *crypto = mx->crypto;
	char *text;
	enum mx_olm_status status = mx_olm_verify(crypto->olm, &text);
	json_t *answer = mx_crypto_result(status, text, "verification");
	const json_t *news;
	size_t i;

	json_array_foreach (json_object_get(answer, "news"), i, news)
		report(news);
	mx_crypto_enqueue(crypto, json_incref(json_object_get(answer, "requests")));
	(void)json_array_extend(crypto->messages, json_object_get(answer, "messages"));
	json_decref(answer);
}

/* As it goes into its room; NULL: not now, or *never. */
static json_t *content_of(struct mx *mx, const char *id, const json_t *message, bool *never)
{
	json_t *content = json_object_get(message, "content");
	struct mx_room room;
	bool encrypted;

	*never = mx_room_init(&room, mx->store, id) != BOT_OK;
	if (*never)
		return NULL;
	encrypted = room.encrypted;
	if (encrypted && mx_crypto_prepare(mx, id, room.made_for) == MX_SEAL_WAIT)
		content = NULL;
	mx_room_finish(&room);
	if (!content || !encrypted)
		return json_incref(content);
	content = mx_crypto_encrypt(mx, id, mx_json_text(message, "type"), content);
	*never = !content;
	return content;
}

void mx_crypto_verify_say(struct mx *mx)
{
	struct mx_crypto *crypto = mx->crypto;
	const json_t *first = json_array_get(crypto->messages, 0);
	const char *room = mx_json_text(first, "room"), *id = mx_json_text(first, "id");
	const char *type = mx_json_text(first, "type");
	bool never;
	json_t *content;

	if (!first || !mx_crypto_is_idle(crypto) || mx->session.state != MX_LOGGED_IN)
		return;
	content = content_of(mx, room, first, &never);
	if (content) {
		char *path = mx_url("/_matrix/client/v3/rooms/%/send/%/%", room,
			json_object_get(content, "ciphertext") ? "m.room.encrypted" : type, id);

		mx_crypto_enqueue(
			crypto, json_pack("[{s:s, s:s, s:s, s:s*, s:O}]", "kind", "message", "id",
					id, "method", "PUT", "path", path, "body", content));
		free(path);
		json_decref(content);
	}
	if (content || never)
		json_array_remove(crypto->messages, 0);
}
