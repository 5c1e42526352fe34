/* The keys of the device, the requests about them, and encrypting. */
#include "adapters/matrix/crypto.h"

#include "adapters/matrix/clock.h"
#include "adapters/matrix/context.h"
#include "adapters/matrix/crypto_state.h"
#include "adapters/matrix/id.h"
#include "adapters/matrix/json.h"
#include "adapters/matrix/step.h"
#include "adapters/matrix/url.h"
#include "bot/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FINGERPRINT_KEY "matrix.fingerprint"
#define TIMEOUT         60000
#define ANSWER_LIMIT    ((size_t)16 << 20)

bool mx_crypto_is_there(void)
{
	return true;
}

enum mx_error mx_crypto_create(struct mx_crypto **crypto)
{
	struct mx_crypto *new = calloc(1, sizeof *new);

	if (!new)
		return MX_NO_MEMORY;
	new->queue = json_array();
	new->members = json_object();
	new->trust.secrets = json_object();
	if (!new->queue || !new->members || !new->trust.secrets) {
		mx_crypto_destroy(new);
		return MX_NO_MEMORY;
	}
	*crypto = new;
	return MX_OK;
}

void mx_crypto_destroy(struct mx_crypto *crypto)
{
	if (!crypto)
		return;
	mx_olm_close(crypto->olm);
	json_decref(crypto->queue);
	json_decref(crypto->members);
	json_decref(crypto->trust.secrets);
	free(crypto->trust.session);
	free(crypto);
}

json_t *mx_crypto_result(enum mx_olm_status status, char *text, const char *during)
{
	json_t *json = NULL;

	if (status == MX_OLM_OK)
		json = mx_json_parse(text, strlen(text));
	if (!json)
		bot_log_write(BOT_LOG_ERROR, "encryption_failed",
			BOT_LOG_FIELDS({"during", .text = during},
				{"why", .text = status && text ? text : "no memory"}));
	mx_olm_free(text);
	return json;
}

void mx_crypto_give_up(struct mx *mx, const char *event, const char *why)
{
	mx->fatal = MX_BAD_CONFIG;
	bot_log_write(BOT_LOG_ERROR, event,
		BOT_LOG_FIELDS({"user", .text = mx->me}, {"why", .text = why}));
}

/* Opening */

/* Makes the folder, with room for nobody else, unless it is there. False: errno says why. */
static bool make_folder(const char *folder)
{
	struct stat status;

	if (mkdir(folder, 0700) == 0)
		return true;
	if (errno != EEXIST || stat(folder, &status))
		return false;
	if (S_ISDIR(status.st_mode) && !(status.st_mode & (S_IRWXG | S_IRWXO)))
		return true;
	errno = S_ISDIR(status.st_mode) ? EPERM : ENOTDIR;
	return false;
}

/* The keys are those that this device has had before; a device that has none yet takes these. */
static bool fits(struct mx *mx, const char *fingerprint)
{
	char *known = NULL;
	enum bot_error error = bot_store_begin(mx->store);
	bool same;

	if (!error)
		error = bot_store_get(mx->store, FINGERPRINT_KEY, &known);
	same = error == BOT_NOT_FOUND || (known && strcmp(known, fingerprint) == 0);
	if (error == BOT_NOT_FOUND)
		error = bot_store_set(mx->store, FINGERPRINT_KEY, fingerprint);
	free(known);
	if (!mx_commit(mx, error, "encryption")) {
		mx->fatal = MX_STORE_FAILED;
		return false;
	}
	if (!same)
		mx_crypto_give_up(mx, "keys_lost",
			"the folder of the encryption keys beside the store is not the one that "
			"belongs to it: move it away to begin as a new device");
	return same;
}

/*
 * The folder is gone: these keys can't be had again, and other clients would refuse new ones under
 * the name of the old device.
 */
static bool begin_anew(struct mx *mx)
{
	static const char *const keys[] = {
		FINGERPRINT_KEY, "matrix.device", "matrix.token", "matrix.renewal"};
	enum bot_error error = bot_store_begin(mx->store);

	for (size_t i = 0; i < sizeof keys / sizeof *keys && !error; i++)
		error = bot_store_set(mx->store, keys[i], NULL);
	if (!mx_commit(mx, error, "encryption"))
		return false;
	bot_log_write(BOT_LOG_WARNING, "keys_gone", BOT_LOG_FIELDS({"user", .text = mx->me}));
	if (mx->secrets->access_token)
		mx_crypto_give_up(mx, "keys_gone",
			"the folder of the encryption keys is gone: make a new access token, for "
			"a new device");
	mx->session.state = MX_LOGGED_OFF;
	return false;
}

static bool had_keys(const struct mx *mx)
{
	char *known = NULL;
	bool had = bot_store_get(mx->store, FINGERPRINT_KEY, &known) == BOT_OK;

	free(known);
	return had;
}

static void refuse(struct mx *mx, const char *folder, enum mx_olm_status status, const char *text)
{
	bot_log_write(BOT_LOG_ERROR, "keys_unusable",
		BOT_LOG_FIELDS({"folder", .text = folder}, {"detail", .text = text}));
	mx_crypto_give_up(mx, "keys_unusable",
		status == MX_OLM_OTHER_DEVICE
			? "the folder holds the encryption keys of another device: move it away "
			  "to begin as a new device"
			: "the encryption keys can't be opened: the folder must belong to the "
			  "bot's user, be readable for nobody else, and not be damaged");
}

static bool identify(struct mx *mx, const char *device)
{
	char *text;
	enum mx_olm_status status = mx_olm_identity(mx->crypto->olm, &text);
	json_t *identity = mx_crypto_result(status, text, "start");
	const char *fingerprint = mx_json_text(identity, "ed25519");
	bool fine = fingerprint && fits(mx, fingerprint);

	if (!identity)
		mx_crypto_give_up(mx, "keys_unusable", "the encryption keys can't be read");
	if (fine) /* what the owner of the account compares in another client */
		bot_log_write(BOT_LOG_INFO, "encryption_ready",
			BOT_LOG_FIELDS(
				{"device", .text = device}, {"fingerprint", .text = fingerprint}));
	json_decref(identity);
	return fine;
}

bool mx_crypto_open(struct mx *mx)
{
	struct mx_crypto *crypto = mx->crypto;
	char folder[4096], *device = NULL, *text = NULL;
	enum mx_olm_status status;
	enum bot_error error;

	if (crypto->olm || mx->fatal)
		return crypto->olm && !mx->fatal;
	snprintf(folder, sizeof folder, "%s" MX_DEVICE_KEYS, mx->config->store);
	if (access(folder, F_OK) != 0 && errno == ENOENT && had_keys(mx))
		return begin_anew(mx);
	error = bot_store_get(mx->store, "matrix.device", &device);
	if (error == BOT_NOT_FOUND)
		mx_crypto_give_up(mx, "keys_unusable",
			"an application service has no device whose keys they could be: run a "
			"build without encryption, or give the bot an account");
	if (error) {
		mx->fatal = mx->fatal ? mx->fatal : MX_STORE_FAILED;
		return false;
	}
	if (!make_folder(folder)) {
		refuse(mx, folder, MX_OLM_FAILED, strerror(errno));
		goto out;
	}
	status = mx_olm_open(folder, mx->me, device, &crypto->olm, &text);
	if (status)
		refuse(mx, folder, status, text);
	else
		crypto->stale = crypto->news = identify(mx, device);
	mx_olm_free(text);
out:
	free(device);
	return !mx->fatal;
}

/* Requests */

bool mx_crypto_enqueue(struct mx_crypto *crypto, json_t *requests)
{
	bool some = json_array_size(requests) > 0 && !json_array_extend(crypto->queue, requests);

	json_decref(requests);
	return some;
}

bool mx_crypto_enqueue_get(struct mx_crypto *crypto, const char *kind, const char *id, char *path)
{
	json_t *request = json_pack(
		"{s:s, s:s, s:s, s:s*}", "kind", kind, "id", id, "method", "GET", "path", path);
	bool fine = path && request && !json_array_append(crypto->queue, request);

	json_decref(request);
	free(path);
	return fine;
}

/* The body of a request, with the proof of who asks where the homeserver wants one. */
static json_t *body_of(const struct mx *mx, const json_t *request)
{
	json_t *body = json_object_get(request, "body");
	const struct mx_trust *trust = &mx->crypto->trust;

	if (!trust->session || strcmp(mx_json_text(request, "kind"), "signing_keys") != 0)
		return json_incref(body);
	body = json_copy(body);
	(void)json_object_set_new(body, "auth",
		json_pack("{s:s, s:{s:s, s:s}, s:s, s:s}", "type", "m.login.password", "identifier",
			"type", "m.id.user", "user", mx->me, "password", mx->secrets->password,
			"session", trust->session));
	return body;
}

static void on_answer(void *self, const struct mx_answer *answer);

static void send_first(struct mx *mx)
{
	static const struct {
		const char *name;
		enum mx_method method;
	} methods[] = {{"GET", MX_GET}, {"PUT", MX_PUT}, {"POST", MX_POST}};
	struct mx_crypto *crypto = mx->crypto;
	const json_t *first = json_array_get(crypto->queue, 0);
	const char *method = mx_json_text(first, "method");
	struct mx_request request = {.timeout = TIMEOUT, .limit = ANSWER_LIMIT};

	if (!first || crypto->asked || mx->session.state != MX_LOGGED_IN ||
		!mx_pause_over(&crypto->pause))
		return;
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		if (strcmp(methods[i].name, method) == 0)
			request.method = methods[i].method;
	request.path = strdup(mx_json_text(first, "path"));
	request.body = body_of(mx, first);
	if (mx_http_start(mx->http, &request, on_answer, mx) == MX_OK)
		crypto->asked = true;
	else
		mx_pause_fail(&crypto->pause);
}

/* Whether an m.room.member says that its user is in the room, or about to be. */
static bool is_there(const json_t *event)
{
	const char *is = mx_json_text(json_object_get(event, "content"), "membership");

	return is && mx_id_is_user(mx_json_text(event, "state_key")) &&
	       (strcmp(is, "join") == 0 || strcmp(is, "invite") == 0);
}

static void take_members(struct mx *mx, const json_t *request, const struct mx_answer *answer)
{
	struct mx_crypto *crypto = mx->crypto;
	const json_t *event;
	json_t *people = json_object();
	size_t i;

	/* Something has happened since it was asked for: it is asked for again. */
	if (json_integer_value(json_object_get(request, "changes")) !=
		(json_int_t)crypto->changes) {
		json_decref(people);
		return;
	}
	json_array_foreach (json_object_get(answer->json, "chunk"), i, event) {
		if (is_there(event))
			(void)json_object_set_new(
				people, mx_json_text(event, "state_key"), json_true());
	}
	(void)json_object_set_new(crypto->members, mx_json_text(request, "id"), people);
}

static bool has_device(struct mx *mx, const char *user)
{
	char *text;
	enum mx_olm_status status = mx_olm_devices(
		mx->crypto->olm, user, mx->config->encryption.devices == CFG_DEVICES_SIGNED, &text);
	json_t *answer = mx_crypto_result(status, text, "devices");
	bool some = json_integer_value(json_object_get(answer, "devices")) > 0;

	json_decref(answer);
	return some;
}

/* What the adapter asks for itself is its own; the rest is the machine's. */
static void take(struct mx *mx, const json_t *request, const struct mx_answer *answer)
{
	struct mx_crypto *crypto = mx->crypto;
	const char *kind = mx_json_text(request, "kind"), *id = mx_json_text(request, "id");
	char *body, *text;
	enum mx_olm_status status;
	const char *user;
	json_t *unused;

	if (strcmp(kind, "members") == 0) {
		take_members(mx, request, answer);
		return;
	}
	if (strcmp(kind, "secret") == 0) {
		mx_crypto_trust_secret(mx, id, answer->json);
		return;
	}
	body = json_dumps(answer->json, JSON_COMPACT);
	status = mx_olm_answered(crypto->olm, id, kind, body, &text);
	free(body);
	json_decref(mx_crypto_result(status, text, kind));
	if (strcmp(kind, "query") != 0)
		return;
	mx_crypto_trust_published(mx, answer->json);
	crypto->news = true;
	json_object_foreach (json_object_get(answer->json, "device_keys"), user, unused)
		if (mx_id_is_user(user) && strcmp(user, mx->me) != 0 && has_device(mx, user))
			mx_reach_again(mx, user);
}

static void refused(struct mx *mx, const json_t *request, const struct mx_answer *answer)
{
	struct mx_crypto *crypto = mx->crypto;
	const char *kind = mx_json_text(request, "kind");
	static const char *const trusting[] = {"signing_keys", "signatures", "account_data"};

	if (strcmp(kind, "members") == 0 || strcmp(kind, "secret") == 0) {
		/* The bot is not in the room any more, which sending will find out, too. */
		take(mx, request, &(struct mx_answer){0});
		return;
	}
	mx_log_answer("encryption_refused", kind, answer);
	json_array_clear(crypto->queue);
	mx_pause_fail(&crypto->pause);
	for (size_t i = 0; i < sizeof trusting / sizeof *trusting; i++)
		if (strcmp(kind, trusting[i]) == 0 && crypto->trust.stage != MX_TRUST_SETTLED)
			mx_crypto_trust_failed(mx, "the homeserver does not allow it");
}

/* Whether the homeserver wants to know, for the first time, that it is the account's owner. */
static bool wants_proof(struct mx *mx, const json_t *request, const struct mx_answer *answer)
{
	const char *session = mx_json_text(answer->json, "session");
	struct mx_trust *trust = &mx->crypto->trust;

	if (answer->status != 401 || !session ||
		strcmp(mx_json_text(request, "kind"), "signing_keys") != 0)
		return false;
	if (trust->session || !mx->secrets->password) {
		json_array_clear(mx->crypto->queue);
		mx_crypto_trust_failed(mx, "the homeserver wants the account's password for it");
		return true;
	}
	trust->session = strdup(session);
	return true;
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx *mx = self;
	struct mx_crypto *crypto = mx->crypto;
	json_t *request = json_incref(json_array_get(crypto->queue, 0));
	enum mx_verdict verdict = mx_session_watch(mx, answer);

	crypto->asked = false;
	if (verdict == MX_NO_SESSION || wants_proof(mx, request, answer)) {
		json_decref(request);
		return;
	}
	crypto->stale = true;
	if (verdict == MX_DONE || verdict == MX_REFUSED) {
		mx_pause_clear(&crypto->pause);
		json_array_remove(crypto->queue, 0);
		(verdict == MX_DONE ? take : refused)(mx, request, answer);
	} else {
		mx_log_answer("encryption_delayed", mx_json_text(request, "kind"), answer);
		mx_pause_fail(&crypto->pause);
		mx_pause_wait(&crypto->pause, mx_answer_wait(answer));
	}
	json_decref(request);
}

/* Asks the machine what it wants asked; NULL: it failed. */
static json_t *requests(struct mx *mx, const char *circle)
{
	struct mx_crypto *crypto = mx->crypto;
	char *text;
	enum mx_olm_status status = mx_olm_requests(crypto->olm, circle, &text);
	json_t *all = mx_crypto_result(status, text, "requests");

	if (!all)
		mx_pause_fail(&crypto->pause);
	return all;
}

static bool is_idle(const struct mx_crypto *crypto)
{
	return crypto->olm && !crypto->asked && json_array_size(crypto->queue) == 0 &&
	       mx_pause_over(&crypto->pause);
}

void mx_crypto_turn(struct mx *mx)
{
	struct mx_crypto *crypto = mx->crypto;

	if (crypto->due != 0 && crypto->due <= mx_clock_now())
		crypto->news = true;
	if (crypto->olm && crypto->news)
		mx_crypto_retry(mx);
	if (is_idle(crypto) && crypto->stale && mx->session.state == MX_LOGGED_IN) {
		json_t *all = requests(mx, NULL);

		if (all && json_array_size(all) == 0)
			crypto->stale = false;
		mx_crypto_enqueue(crypto, all);
	}
	if (is_idle(crypto) && !crypto->stale && crypto->trust.stage != MX_TRUST_SETTLED)
		mx_crypto_trust_turn(mx);
	send_first(mx);
}

void mx_crypto_bound(const struct mx *mx, int64_t *timeout)
{
	const struct mx_crypto *crypto = mx->crypto;
	int64_t left = crypto->due - mx_clock_now();

	mx_pause_bound(&crypto->pause, timeout);
	if (mx->session.state == MX_LOGGED_OFF && mx_pause_over(&mx->session.pause))
		*timeout = 0; /* as a new device */
	if (crypto->due != 0 && left < *timeout)
		*timeout = left > 0 ? left : 0;
	if (is_idle(crypto) && mx->session.state == MX_LOGGED_IN &&
		(crypto->stale || crypto->trust.stage != MX_TRUST_SETTLED))
		*timeout = 0;
}

/* Encrypting */

void mx_crypto_distrust(struct mx_crypto *crypto, const char *room, const json_t *event)
{
	const json_t *people = json_object_get(crypto->members, room);

	/* /sync repeats who the writers are. */
	if (people && is_there(event) && json_object_get(people, mx_json_text(event, "state_key")))
		return;
	crypto->changes++;
	json_object_del(crypto->members, room);
}

/* Who gets the keys of a room, as the machine reads it; NULL: no memory. The caller frees it. */
static char *circle_of(const struct mx *mx, const char *room, json_t *people)
{
	json_t *users = json_array(), *circle;
	const char *user;
	json_t *unused;
	char *text;

	json_object_foreach (people, user, unused)
		(void)json_array_append_new(users, json_string(user));
	circle = json_pack("{s:s, s:o, s:b}", "room", room, "users", users, "signed_only",
		mx->config->encryption.devices == CFG_DEVICES_SIGNED);
	text = circle ? json_dumps(circle, JSON_COMPACT) : NULL;
	json_decref(circle);
	return text;
}

static void ask_members(struct mx *mx, const char *room)
{
	struct mx_crypto *crypto = mx->crypto;
	char *path = mx_url("/_matrix/client/v3/rooms/%/members?not_membership=leave", room);

	if (mx_crypto_enqueue_get(crypto, "members", room, path))
		(void)json_object_set_new(json_array_get(crypto->queue, 0), "changes",
			json_integer((json_int_t)crypto->changes));
	send_first(mx);
}

enum mx_sealing mx_crypto_prepare(struct mx *mx, const char *room, const char *user)
{
	struct mx_crypto *crypto = mx->crypto;
	json_t *people = user ? json_pack("{s:b, s:b}", mx->me, 1, user, 1)
			      : json_incref(json_object_get(crypto->members, room));
	json_t *all = NULL;
	char *circle = NULL;

	if (!is_idle(crypto) || crypto->trust.stage != MX_TRUST_SETTLED)
		goto out;
	if (!people) {
		ask_members(mx, room);
		goto out;
	}
	circle = circle_of(mx, room, people);
	all = circle ? requests(mx, circle) : NULL;
	free(circle);
	if (!all)
		goto out;
	if (json_array_size(all) > 0) {
		mx_crypto_enqueue(crypto, all);
		send_first(mx);
		goto out;
	}
	json_decref(all);
	json_decref(people);
	return user && !has_device(mx, user) ? MX_SEAL_NOBODY : MX_SEAL_READY;
out:
	json_decref(people);
	return MX_SEAL_WAIT;
}

json_t *mx_crypto_encrypt(struct mx *mx, const char *room, const char *type, const json_t *content)
{
	char *clear = json_dumps(content, JSON_COMPACT), *text;
	enum mx_olm_status status;

	if (!clear)
		return NULL;
	status = mx_olm_encrypt(mx->crypto->olm, room, type, clear, &text);
	free(clear);
	return mx_crypto_result(status, text, "sending");
}

json_t *mx_crypto_encrypt_file(void *data, size_t size)
{
	char *text;
	enum mx_olm_status status = mx_olm_encrypt_file(data, size, &text);

	return mx_crypto_result(status, text, "file");
}
