#include "adapters/matrix/http.h"

#include "adapters/matrix/json.h"
#include "adapters/matrix/url.h"
#include "adapters/matrix/wait.h"
#include "bot/meter.h"

#include <assert.h>
#include <curl/curl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONNECT_TIMEOUT 10000L
#define BIG             ((size_t)128 << 10) /* of what is asked, or answered */
#define LONG_ANSWER     16384L /* bytes to be read at once, for each of the requests under way */
#define SHORT_ANSWER    2048L

struct mx_http {
	CURLM *multi;
	char *base;
	char *token;   /* a whole Authorization field, from sodium_malloc; NULL: none */
	char *persona; /* whose requests they are, as arguments of a query; NULL: not said */
	unsigned session;
	struct exchange *first; /* those under way */
	int started;            /* how many they are */
	struct mx_wait wait;
	CURL *idle[MX_CONNECTIONS]; /* handles for the next: to make one costs as much as to send */
	unsigned idle_count;
	bool swollen; /* the last answer to a GET was a big one */
	struct bot_guest guests[MX_GUESTS];
	unsigned guests_count;
};

/* A request and what has come back so far. */
struct exchange {
	struct exchange *next;
	struct mx_http *http;
	CURL *curl;
	struct curl_slist *fields;
	char *url;
	char *body;
	size_t body_size;
	char *text; /* of the answer */
	size_t size, room, limit;
	unsigned session;
	void (*done)(void *self, const struct mx_answer *answer);
	void *self;
	char trouble[CURL_ERROR_SIZE];
};

enum mx_error mx_http_create(const char *base, struct mx_http **http)
{
	enum mx_error error = mx_url_allow(base, true);
	struct mx_http *new;

	if (error)
		return error;
	new = calloc(1, sizeof *new);
	if (!new)
		return MX_NO_MEMORY;
	new->multi = curl_multi_init();
	new->base = strdup(base);
	if (!new->multi || !new->base) {
		mx_http_destroy(new);
		return MX_NO_MEMORY;
	}
	mx_wait_init(&new->wait, new->multi);
	curl_multi_setopt(new->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)MX_CONNECTIONS);
	*http = new;
	return MX_OK;
}

static CURL *take_handle(struct mx_http *http)
{
	return http->idle_count > 0 ? http->idle[--http->idle_count] : curl_easy_init();
}

static void give_back(struct mx_http *http, CURL *curl)
{
	if (!curl)
		return;
	curl_multi_remove_handle(http->multi, curl);
	if (http->idle_count == MX_CONNECTIONS) {
		curl_easy_cleanup(curl);
		return;
	}
	curl_easy_reset(curl);
	http->idle[http->idle_count++] = curl;
}

static void exchange_destroy(struct exchange *exchange)
{
	give_back(exchange->http, exchange->curl);
	curl_slist_free_all(exchange->fields);
	free(exchange->url);
	/* Logging in has a password in the one and a token in the other. */
	if (exchange->body)
		sodium_memzero(exchange->body, exchange->body_size);
	if (exchange->text)
		sodium_memzero(exchange->text, exchange->size);
	free(exchange->body);
	free(exchange->text);
	free(exchange);
}

void mx_http_destroy(struct mx_http *http)
{
	if (!http)
		return;
	while (http->first) {
		struct exchange *exchange = http->first;

		http->first = exchange->next;
		exchange_destroy(exchange);
	}
	while (http->idle_count > 0)
		curl_easy_cleanup(http->idle[--http->idle_count]);
	curl_multi_cleanup(http->multi);
	sodium_free(http->token);
	free(http->persona);
	free(http->base);
	free(http);
}

enum mx_error mx_http_set_token(struct mx_http *http, const char *token)
{
	static const char field[] = "Authorization: Bearer ";
	char *new = NULL;

	if (token) {
		new = sodium_malloc(sizeof field + strlen(token));
		if (!new)
			return MX_NO_MEMORY;
		stpcpy(stpcpy(new, field), token);
	}
	sodium_free(http->token);
	http->token = new;
	http->session++;
	return MX_OK;
}

enum mx_error mx_http_act_as(struct mx_http *http, const char *user, const char *device)
{
	char *new = user &&device ? mx_url("user_id=%&device_id=%", user, device)
		    : user        ? mx_url("user_id=%", user)
				  : NULL;

	if (user && !new)
		return MX_NO_MEMORY;
	free(http->persona);
	http->persona = new;
	return MX_OK;
}

unsigned mx_http_session(const struct mx_http *http)
{
	return http->session;
}

static size_t receive(char *data, size_t one, size_t count, void *self)
{
	struct exchange *exchange = self;
	size_t more = one * count;

	if (more > exchange->limit - exchange->size)
		return 0; /* a body without end: ends the transfer with an error */
	if (more > exchange->room - exchange->size) {
		size_t room = 2 * (exchange->size + more);
		char *text = realloc(exchange->text, room);

		if (!text)
			return 0;
		exchange->text = text;
		exchange->room = room;
	}
	memcpy(exchange->text + exchange->size, data, more);
	exchange->size += more;
	return more;
}

static void restrain(CURL *curl)
{
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https"); /* the base was checked */
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
	curl_easy_setopt(curl, CURLOPT_NOPROXY, "localhost,127.0.0.1,::1");
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_TIMEOUT);
}

/* Fills in the handle; false: no memory. */
static bool prepare(struct exchange *exchange, const struct mx_request *request)
{
	static const char *const methods[] = {
		[MX_GET] = "GET", [MX_PUT] = "PUT", [MX_POST] = "POST"};
	char type[32 + BOT_NAME_SIZE];
	/* Each letter of a request costs time: the homeserver knows no answers but JSON. */
	const char *const fields[] = {type, request->url ? "Accept: application/json" : "Accept:",
		"Expect:", request->url ? NULL : exchange->http->token};
	CURL *curl = exchange->curl;

	snprintf(type, sizeof type, "Content-Type: %s",
		request->file   ? request->file->media
		: request->form ? "application/x-www-form-urlencoded"
				: "application/json");
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		struct curl_slist *longer;

		if (!fields[i])
			continue;
		longer = curl_slist_append(exchange->fields, fields[i]);
		if (!longer)
			return false;
		exchange->fields = longer;
	}
	restrain(curl);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "engarde-bot");
	curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
	curl_easy_setopt(curl, CURLOPT_PIPEWAIT, 1L);
	/* By itself libcurl sends again what was cut off on a connection that had served before. */
	curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, request->method == MX_POST ? 1L : 0L);
	if (request->method != MX_PUT)
		curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");
	curl_easy_setopt(
		curl, CURLOPT_BUFFERSIZE, request->method == MX_GET ? LONG_ANSWER : SHORT_ANSWER);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, request->timeout);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, exchange->fields);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, exchange);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, exchange->trouble);
	curl_easy_setopt(curl, CURLOPT_PRIVATE, exchange);
	if (exchange->body) {
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, exchange->body);
		curl_easy_setopt(
			curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)exchange->body_size);
	}
	curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, methods[request->method]);
	return curl_easy_setopt(curl, CURLOPT_URL, exchange->url) == CURLE_OK;
}

/* The whole address, with whose request it is. */
static char *join(const struct mx_http *http, const char *path)
{
	const char *persona = http->persona ? http->persona : "";
	const char *mark = !*persona ? "" : strchr(path, '?') ? "&" : "?";
	char *url = malloc(strlen(http->base) + strlen(path) + strlen(persona) + 2);

	if (url)
		stpcpy(stpcpy(stpcpy(stpcpy(url, http->base), path), mark), persona);
	return url;
}

/* False: no memory. */
static bool take_body(struct exchange *exchange, const struct mx_request *request)
{
	const struct bot_file *file = request->file;

	if (request->body)
		exchange->body = mx_json_print(request->body);
	if (request->form)
		exchange->body = strdup(request->form);
	if (exchange->body)
		exchange->body_size = strlen(exchange->body);
	if (file)
		exchange->body = malloc(file->size);
	if (file && exchange->body) {
		memcpy(exchange->body, file->data, file->size);
		exchange->body_size = file->size;
	}
	return exchange->body || request->method == MX_GET;
}

enum mx_error mx_http_start(struct mx_http *http, const struct mx_request *request,
	void (*done)(void *self, const struct mx_answer *answer), void *self)
{
	struct exchange *exchange = calloc(1, sizeof *exchange);
	enum mx_error error = MX_NO_MEMORY;

	if (exchange)
		exchange->http = http;
	if (!exchange || (!request->path && !request->url))
		goto out;
	exchange->session = http->session;
	exchange->limit = request->limit;
	exchange->done = done;
	exchange->self = self;
	exchange->url = request->url ? strdup(request->url) : join(http, request->path);
	exchange->curl = take_handle(http);
	if (!exchange->url || !exchange->curl || !take_body(exchange, request) ||
		!prepare(exchange, request))
		goto out;
	if (curl_multi_add_handle(http->multi, exchange->curl) != CURLM_OK)
		goto out;
	exchange->next = http->first;
	http->first = exchange;
	http->started++;
	exchange = NULL;
	error = MX_OK;
out:
	if (exchange)
		exchange_destroy(exchange);
	json_decref(request->body);
	if (request->form)
		sodium_memzero(request->form, strlen(request->form));
	free(request->form);
	free(request->path);
	return error;
}

/*
 * What is big leaves many small holes when it is gone: what is whole pages of them is the system's
 * again, unless the next answer is likely to need them once more.
 */
static void give_memory_back(struct mx_http *http, bool big, bool is_get)
{
	bool again = big && is_get;

	if (!big && !is_get)
		return;
#ifdef __GLIBC__
	if ((big || http->swollen) && !again)
		malloc_trim(0);
#endif
	http->swollen = again;
}

/* Calls back for one that ended, and forgets it. */
static void finish(struct exchange *exchange, CURLcode code)
{
	struct mx_answer answer = {.session = exchange->session};
	struct exchange **link = &exchange->http->first;
	json_t *json = NULL;
	curl_off_t retry_after = 0;
	struct mx_http *http = exchange->http;
	bool is_get = !exchange->body, big;

	while (*link != exchange)
		link = &(*link)->next;
	*link = exchange->next;
	exchange->http->started--;

	if (code == CURLE_OK) {
		curl_easy_getinfo(exchange->curl, CURLINFO_RESPONSE_CODE, &answer.status);
		curl_easy_getinfo(exchange->curl, CURLINFO_RETRY_AFTER, &retry_after);
		json = mx_json_parse(exchange->text, exchange->size);
		answer.json = json;
		answer.retry_after = retry_after;
	}
	if (code != CURLE_OK)
		answer.trouble = *exchange->trouble ? exchange->trouble : curl_easy_strerror(code);
	bot_meter_count(BOT_REQUEST_DONE + mx_answer_verdict(&answer));
	big = exchange->size >= BIG || exchange->body_size >= BIG;
	exchange->done(exchange->self, &answer);
	json_decref(json);
	exchange_destroy(exchange);
	give_memory_back(http, big, is_get);
}

void mx_http_add_guest(struct mx_http *http, struct bot_guest guest)
{
	assert(http->guests_count < MX_GUESTS);
	http->guests[http->guests_count++] = guest;
}

void mx_http_tell_guests(const struct mx_http *http, enum bot_phase phase)
{
	for (unsigned i = 0; i < http->guests_count; i++)
		if (http->guests[i].phase)
			http->guests[i].phase(http->guests[i].self, phase);
}

/* How long to wait: no longer than a guest has patience. */
static int64_t bounded(const struct mx_http *http, int64_t timeout)
{
	for (unsigned i = 0; i < http->guests_count; i++) {
		const struct bot_guest *guest = &http->guests[i];
		int64_t patience = guest->patience ? guest->patience(guest->self) : -1;

		if (patience >= 0 && patience < timeout)
			timeout = patience;
	}
	return timeout;
}

static void finish_all(struct mx_http *http)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(http->multi, &left))) {
		struct exchange *exchange;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange);
		finish(exchange, message->data.result);
	}
}

bool mx_http_wait(struct mx_http *http, int64_t timeout, int stop)
{
	struct pollfd others[MX_GUESTS + 1];
	unsigned count = http->guests_count;

	for (unsigned i = 0; i < count; i++)
		others[i] = (struct pollfd){.fd = http->guests[i].descriptor, .events = POLLIN};
	others[count] = (struct pollfd){.fd = stop, .events = POLLIN};
	mx_wait_turn(&http->wait, bounded(http, timeout), http->started, others, count + 1);
	finish_all(http);
	/* Each time: one whose patience is over has nothing to be read. */
	for (unsigned i = 0; i < count; i++)
		http->guests[i].turn(http->guests[i].self);
	return (others[count].revents & POLLIN) != 0;
}
