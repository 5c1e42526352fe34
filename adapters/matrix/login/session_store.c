#include "adapters/matrix/login/session_store.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "bot/base/memory.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define USER_KEY    "matrix.user"
#define DEVICE_KEY  "matrix.device"
#define TOKEN_KEY   "matrix.token"
#define RENEWAL_KEY "matrix.renewal"

void mx_secret_free(char *secret)
{
	if (secret)
		sodium_memzero(secret, strlen(secret));
	free(secret);
}

static enum bot_error get_if_any(struct bot_store *store, const char *key, char **value)
{
	enum bot_error error = bot_store_get(store, key, value);

	return error == BOT_NOT_FOUND ? BOT_OK : error;
}

enum bot_error mx_session_store_name_device(struct bot_store *store)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char device[] = "ENGARDE..........";
	enum bot_error error;

	for (char *c = device; *c; c++)
		if (*c == '.')
			*c = letters[randombytes_uniform(sizeof(letters) - 1)];
	error = bot_store_set(store, MX_FINGERPRINT_KEY, NULL);
	return error ? error : bot_store_set(store, DEVICE_KEY, device);
}

enum bot_error mx_session_store_start(
	struct bot_store *store, const char *me, char **user, char **token)
{
	char *device = NULL;
	enum bot_error error = get_if_any(store, USER_KEY, user);

	if (!error && !*user)
		error = bot_store_set(store, USER_KEY, me);
	if (!error)
		error = get_if_any(store, DEVICE_KEY, &device);
	if (!error && !device)
		error = mx_session_store_name_device(store);
	if (!error)
		error = get_if_any(store, TOKEN_KEY, token);
	free(device);
	return error;
}

enum bot_error mx_session_store_device(struct bot_store *store, char **device)
{
	return bot_store_get(store, DEVICE_KEY, device);
}

static char *copy_member(const json_t *json, const char *key)
{
	const char *text = mx_json_text(json, key);

	return text ? bot_strdup(text) : NULL;
}

enum bot_error mx_session_store_renewal(struct bot_store *store, struct mx_renewal *renewal)
{
	char *text = NULL;
	enum bot_error error = bot_store_get(store, RENEWAL_KEY, &text);
	struct mx_renewal found;
	json_t *json;

	if (error)
		return error;
	json = mx_json_parse(text, strlen(text));
	mx_secret_free(text);
	found = (struct mx_renewal){
		.client = copy_member(json, "client_id"),
		.endpoint = copy_member(json, "token_endpoint"),
		.refresh = copy_member(json, "refresh_token"),
		.due = json_integer_value(json_object_get(json, "due")),
	};
	mx_json_wipe(json, "refresh_token");
	json_decref(json);
	if (!found.client || !found.endpoint || !found.refresh) {
		mx_renewal_finish(&found);
		return BOT_STORE_CORRUPT;
	}
	*renewal = found;
	return BOT_OK;
}

void mx_renewal_finish(struct mx_renewal *renewal)
{
	free(renewal->client);
	free(renewal->endpoint);
	mx_secret_free(renewal->refresh);
	*renewal = (struct mx_renewal){0};
}

static enum bot_error write_renewal(struct bot_store *store, const struct mx_renewal *renewal)
{
	json_t *json;
	char *text;
	enum bot_error error;

	if (!renewal)
		return bot_store_set(store, RENEWAL_KEY, NULL);
	json = json_pack("{s:s, s:s, s:s, s:I}", "client_id", renewal->client, "token_endpoint",
		renewal->endpoint, "refresh_token", renewal->refresh, "due",
		(json_int_t)renewal->due);
	text = mx_json_print(json);
	error = bot_store_set(store, RENEWAL_KEY, text);
	mx_secret_free(text);
	mx_json_wipe(json, "refresh_token");
	json_decref(json);
	return error;
}

enum bot_error mx_session_store_write(struct bot_store *store, const char *device,
	const char *token, const struct mx_renewal *renewal)
{
	enum bot_error error = BOT_OK;

	if (device)
		error = bot_store_set(store, DEVICE_KEY, device);
	if (!error)
		error = bot_store_set(store, TOKEN_KEY, token);
	return error ? error : write_renewal(store, renewal);
}

void mx_stored_session_finish(struct mx_stored_session *session)
{
	free(session->user);
	free(session->device);
	mx_secret_free(session->token);
	mx_secret_free(session->renewal);
	*session = (struct mx_stored_session){0};
}

enum bot_error mx_stored_session_read(struct bot_store *store, struct mx_stored_session *session)
{
	enum bot_error error;

	*session = (struct mx_stored_session){0};
	error = get_if_any(store, USER_KEY, &session->user);
	if (!error)
		error = get_if_any(store, DEVICE_KEY, &session->device);
	if (!error)
		error = get_if_any(store, TOKEN_KEY, &session->token);
	if (!error)
		error = get_if_any(store, RENEWAL_KEY, &session->renewal);
	if (error)
		mx_stored_session_finish(session);
	return error;
}

static bool is_same(const char *one, const char *other)
{
	return one && other && strcmp(one, other) == 0;
}

enum bot_error mx_stored_session_carry_over(
	struct bot_store *store, const struct mx_stored_session *session)
{
	struct mx_stored_session own;
	enum bot_error error = mx_stored_session_read(store, &own);
	bool same =
		!error && is_same(own.user, session->user) && is_same(own.device, session->device);

	if (same)
		error = bot_store_set(store, TOKEN_KEY, session->token);
	if (same && !error)
		error = bot_store_set(store, RENEWAL_KEY, session->renewal);
	mx_stored_session_finish(&own);
	return error;
}
