#include "adapters/matrix/login/discovery.h"

#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "adapters/matrix/login/oauth.h"
#include "bot/base/log.h"
#include "bot/base/memory.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT        20000L            /* ms */
#define ANSWER_MOST    ((size_t)1 << 20) /* bytes */
#define REDIRECTS_MOST 5L

#define OUTAGE_TRIES 3 /* failures in a row that are more than a short outage */

struct answer {
	long status;        /* the HTTP status, or 0 if no answer came */
	bool is_distrusted; /* the server's certificate is not one that the bot trusts */
	json_t *json;
};

struct body {
	char *bytes;
	size_t size;
};

static size_t receive(char *data, size_t item_size, size_t count, void *self)
{
	struct body *body = self;
	size_t more = item_size * count;

	if (more > ANSWER_MOST - body->size)
		return 0;
	body->bytes = bot_realloc(body->bytes, body->size + more);
	memcpy(body->bytes + body->size, data, more);
	body->size += more;
	return more;
}

/*
 * Sets up a request. If the address has https, a redirection to http fails. The bot uses http only
 * for homeservers on this machine.
 */
static void prepare(CURL *curl, const char *url, const char *no_proxy, struct body *body)
{
	const char *protocols = strncmp(url, "https:", 6) == 0 ? "https" : "http,https";

	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, protocols);
	curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, protocols);
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
	curl_easy_setopt(curl, CURLOPT_MAXREDIRS, REDIRECTS_MOST);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_NOPROXY, no_proxy);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, TIMEOUT);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "engarde-bot");
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
}

/*
 * Sends a GET request and waits for the answer. The caller must call json_decref for answer.json.
 */
static struct answer get(const char *base, const char *ca_file, const char *path)
{
	char url[MX_BASE_SIZE + 64];
	struct answer answer = {0};
	struct body body = {0};
	CURL *curl = bot_memory_or_exit(curl_easy_init());
	char *no_proxy = mx_url_no_proxy();
	CURLcode code;

	snprintf(url, sizeof(url), "%s%s", base, path);
	prepare(curl, url, no_proxy, &body);
	if (ca_file)
		curl_easy_setopt(curl, CURLOPT_CAINFO, ca_file);
	code = curl_easy_perform(curl);
	answer.is_distrusted = code == CURLE_PEER_FAILED_VERIFICATION;
	if (code == CURLE_OK) {
		curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.status);
		answer.json = mx_json_parse(body.bytes, body.size);
	}
	free(body.bytes);
	free(no_proxy);
	curl_easy_cleanup(curl);
	return answer;
}

/*
 * Returns the scheme for a server's address: https, or http for a server on this machine. A server
 * on this machine, such as a homeserver of the tests, needs no certificate.
 */
static const char *scheme_of(const char *server)
{
	bool loopback = strncmp(server, "127.0.0.1", 9) == 0 || strncmp(server, "[::1]", 5) == 0 ||
			strcmp(server, "localhost") == 0 || strncmp(server, "localhost:", 10) == 0;

	return loopback ? "http" : "https";
}

/*
 * Setup shows the address of a server on a terminal, so the server must not put control sequences
 * into the address.
 */
bool mx_discovery_find_base(const char *server, const char *ca_file, char base[MX_BASE_SIZE])
{
	struct answer answer;
	const char *named;
	bool valid;

	snprintf(base, MX_BASE_SIZE, "%s://%s", scheme_of(server), server);
	answer = get(base, ca_file, "/.well-known/matrix/client");
	named = mx_json_text(json_object_get(answer.json, "m.homeserver"), "base_url");
	valid = answer.status == 404 || answer.status == 0;
	if (answer.status == 200 && named && *named && strlen(named) < MX_BASE_SIZE &&
		mx_url_is_graphic(named)) {
		stpcpy(base, named);
		valid = true;
	}
	json_decref(answer.json);
	return valid;
}

static bool copy_version(const json_t *versions, size_t index, char version[MX_VERSION_SIZE])
{
	const char *text = json_string_value(json_array_get(versions, index));

	if (!text || strlen(text) >= MX_VERSION_SIZE ||
		strspn(text, "vr0123456789.") != strlen(text))
		return false;
	stpcpy(version, text);
	return true;
}

static bool offers_password(const json_t *flows)
{
	const json_t *flow;
	size_t i;

	json_array_foreach (flows, i, flow) {
		const char *type = mx_json_text(flow, "type");

		if (type && strcmp(type, "m.login.password") == 0)
			return true;
	}
	return false;
}

const char *mx_discovery_read_server(
	const char *base, const char *ca_file, struct mx_server_features *features)
{
	struct answer answer = get(base, ca_file, "/_matrix/client/versions");
	const json_t *versions = json_object_get(answer.json, "versions");
	size_t count = json_array_size(versions);
	bool speaks = count > 0 && copy_version(versions, 0, features->oldest) &&
		      copy_version(versions, count - 1, features->newest);
	bool answers = answer.status != 0, is_distrusted = answer.is_distrusted;
	struct mx_oauth_server oauth;

	json_decref(answer.json);
	if (is_distrusted)
		return "has a certificate that this machine does not trust; if it is from an "
		       "authority of your own, name its certificates with --ca-file";
	if (!answers)
		return "nothing answers there";
	if (!speaks)
		return "the server there is no Matrix homeserver";
	answer = get(base, ca_file, "/_matrix/client/v3/login");
	features->password = offers_password(json_object_get(answer.json, "flows"));
	json_decref(answer.json);
	answer = get(base, ca_file, "/_matrix/client/v1/auth_metadata");
	features->delegated = answer.status == 200 && mx_json_text(answer.json, "issuer");
	features->device_grant =
		features->delegated &&
		!mx_oauth_read_server(answer.json, strncmp(base, "http:", 5) == 0, &oauth);
	json_decref(answer.json);
	return NULL;
}

/* Whether both are the same address, with or without a slash at the end. */
static bool is_same(const char *a, const char *b)
{
	size_t length = strlen(a), other = strlen(b);

	length -= length > 0 && a[length - 1] == '/';
	other -= other > 0 && b[other - 1] == '/';
	return length == other && strncmp(a, b, length) == 0;
}

/* The right homeserver answers so, too, while it starts, or while the network is down. */
static bool may_be_outage(const struct mx_answer *answer)
{
	return answer->status == 0 || answer->status >= 500;
}

static void on_answer(void *self, const struct mx_answer *answer)
{
	struct mx_session *session = self;
	const struct mx_account *account = session->account;
	const char *named = mx_json_text(json_object_get(answer->json, "m.homeserver"), "base_url");

	session->has_address_hint = answer->status != 0;
	if (named && strlen(named) < MX_BASE_SIZE && mx_url_check(named, MX_HTTP_THIS_MACHINE) &&
		!is_same(named, account->config->matrix.homeserver))
		bot_log_write(BOT_LOG_WARNING, "homeserver_elsewhere",
			BOT_LOG_FIELDS({"user", .text = account->user}, {"address", .text = named},
				{"why", .text = "the server of the bot's account names this "
						"address; write it as matrix.homeserver"}));
}

void mx_discovery_ask_for_hint(struct mx_session *session, const struct mx_answer *answer)
{
	const char *server = strchr(session->account->user, ':');
	char url[MX_BASE_SIZE];
	const struct mx_http_request request = {.method = MX_HTTP_GET, .url = url};

	if (session->has_address_hint || !server || answer->status == 429 ||
		*mx_answer_code(answer) ||
		(may_be_outage(answer) && session->backoff.failures < OUTAGE_TRIES))
		return;
	session->has_address_hint = true;
	snprintf(url, sizeof(url), "%s://%s/.well-known/matrix/client", scheme_of(server + 1),
		server + 1);
	if (mx_url_check(url, MX_HTTP_THIS_MACHINE))
		mx_http_start(session->account->http, &request, on_answer, session);
}
