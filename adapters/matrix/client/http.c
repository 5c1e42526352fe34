#include "adapters/matrix/client/http.h"

#include "adapters/matrix/client/http_body.h"
#include "adapters/matrix/client/http_handles.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/url.h"
#include "bot/base/memory.h"
#include "bot/base/metrics.h"

#include <assert.h>
#include <curl/curl.h>
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_ANSWER  16384L /* bytes that curl reads at once, for each request in flight */
#define SHORT_ANSWER 2048L
#define BIG          ((size_t)128 << 10) /* bytes of a request's or an answer's body */

struct mx_http {
	struct mx_http_handles handles;
	char *base;    /* the homeserver's address */
	char *token;   /* a whole Authorization field, from sodium_malloc; NULL: none */
	char *persona; /* arguments of a query that say for whom requests are; NULL: none */
	unsigned session;
	struct exchange *first; /* the requests in flight */
	bool keeps_memory; /* the last answer to a GET was big; its memory was not given back */
	struct bot_loop_source sources[MX_LOOP_SOURCES];
	unsigned sources_count;
};

/* A request in flight, and the part of its answer that has arrived. */
struct exchange {
	struct exchange *next;
	struct mx_http *http;
	CURL *curl;
	struct curl_slist *fields; /* of the request's header */
	char *url;
	char *body; /* of the request; NULL: none */
	size_t body_size;
	struct mx_http_body answer;
	unsigned session;
	void (*done)(void *self, const struct mx_answer *answer);
	void *self;
	char trouble[CURL_ERROR_SIZE];
};

enum mx_error mx_http_create(const char *base, struct mx_http **http)
{
	struct mx_http *new;

	if (!mx_url_check(base, true))
		return MX_BAD_CONFIG;
	new = bot_calloc(1, sizeof *new);
	new->base = bot_strdup(base);
	mx_http_handles_init(&new->handles);
	*http = new;
	return MX_OK;
}

static void exchange_destroy(struct exchange *exchange)
{
	mx_http_handles_put(&exchange->http->handles, exchange->curl);
	curl_slist_free_all(exchange->fields);
	free(exchange->url);
	if (exchange->body) /* a login's has a password in it */
		sodium_memzero(exchange->body, exchange->body_size);
	free(exchange->body);
	mx_http_body_finish(&exchange->answer);
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
	mx_http_handles_finish(&http->handles);
	sodium_free(http->token);
	free(http->persona);
	free(http->base);
	free(http);
}

void mx_http_set_token(struct mx_http *http, const char *token)
{
	static const char field[] = "Authorization: Bearer ";
	char *new = NULL;

	if (token) {
		new = bot_memory_or_exit(sodium_malloc(sizeof field + strlen(token)));
		stpcpy(stpcpy(new, field), token);
	}
	sodium_free(http->token);
	http->token = new;
	http->session++;
}

void mx_http_act_as(struct mx_http *http, const char *user, const char *device)
{
	free(http->persona);
	http->persona = user && device ? mx_url_format("user_id=%&device_id=%", user, device)
			: user         ? mx_url_format("user_id=%", user)
				       : NULL;
}

unsigned mx_http_session(const struct mx_http *http)
{
	return http->session;
}

/* curl calls this with bytes of the answer. A result other than their number ends the transfer. */
static size_t receive(char *data, size_t one, size_t count, void *self)
{
	struct exchange *exchange = self;

	return mx_http_body_append(&exchange->answer, data, one * count) ? one * count : 0;
}

/* Makes the fields of the request's header. */
static void make_fields(struct exchange *exchange, const struct mx_http_request *request)
{
	char type[32 + BOT_NAME_SIZE];
	/* Short requests are faster. A homeserver answers in JSON without being asked to. */
	const char *const fields[] = {type, request->url ? "Accept: application/json" : "Accept:",
		"Expect:", request->url ? NULL : exchange->http->token};

	snprintf(type, sizeof type, "Content-Type: %s",
		request->file   ? request->file->media
		: request->form ? "application/x-www-form-urlencoded"
				: "application/json");
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (fields[i])
			exchange->fields = curl_slist_append(exchange->fields, fields[i]);
}

/* Sets the options of the curl handle. */
static void set_options(struct exchange *exchange, const struct mx_http_request *request)
{
	static const char *const methods[] = {
		[MX_HTTP_GET] = "GET", [MX_HTTP_PUT] = "PUT", [MX_HTTP_POST] = "POST"};
	bool is_secure = strncmp(exchange->url, "https:", strlen("https:")) == 0;
	CURL *curl = exchange->curl;

	/*
	 * With TLS, requests wait to share an HTTP/2 connection. Without TLS this option would make
	 * them wait for the first request's answer, however long that takes.
	 */
	curl_easy_setopt(curl, CURLOPT_PIPEWAIT, is_secure ? 1L : 0L);
	/*
	 * If a used connection breaks, curl sends the request again by itself. A POST must not be
	 * sent twice, so it gets a new connection.
	 */
	curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, request->method == MX_HTTP_POST ? 1L : 0L);
	if (request->method != MX_HTTP_PUT)
		curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");
	curl_easy_setopt(curl, CURLOPT_BUFFERSIZE,
		request->method == MX_HTTP_GET ? LONG_ANSWER : SHORT_ANSWER);
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
	curl_easy_setopt(curl, CURLOPT_URL, exchange->url);
}

/* Returns the URL of a path, with the persona as arguments. The caller frees it. */
static char *join(const struct mx_http *http, const char *path)
{
	const char *persona = http->persona ? http->persona : "";
	const char *mark = !*persona ? "" : strchr(path, '?') ? "&" : "?";
	char *url = bot_malloc(strlen(http->base) + strlen(path) + strlen(persona) + 2);

	stpcpy(stpcpy(stpcpy(stpcpy(url, http->base), path), mark), persona);
	return url;
}

/* Takes the request's body or form, or copies its file. */
static void take_body(struct exchange *exchange, const struct mx_http_request *request)
{
	const struct bot_file *file = request->file;

	assert(request->body || request->form || file || request->method == MX_HTTP_GET);
	if (file) {
		exchange->body = bot_malloc(file->size);
		memcpy(exchange->body, file->data, file->size);
		exchange->body_size = file->size;
		return;
	}
	exchange->body = request->body ? mx_json_print(request->body) : request->form;
	exchange->body_size = exchange->body ? strlen(exchange->body) : 0;
	json_decref(request->body);
}

void mx_http_start(struct mx_http *http, const struct mx_http_request *request,
	void (*done)(void *self, const struct mx_answer *answer), void *self)
{
	struct exchange *exchange = bot_calloc(1, sizeof *exchange);

	exchange->http = http;
	exchange->session = http->session;
	exchange->answer = (struct mx_http_body){
		.limit = request->limit, .big = request->big, .lenient = request->lenient};
	exchange->done = done;
	exchange->self = self;
	exchange->url = request->url ? bot_strdup(request->url) : join(http, request->path);
	exchange->curl = mx_http_handles_take(&http->handles);
	take_body(exchange, request);
	make_fields(exchange, request);
	set_options(exchange, request);
	free(request->path);
	curl_multi_add_handle(http->handles.multi, exchange->curl);
	exchange->next = http->first;
	http->first = exchange;
}

/*
 * A big body leaves many small holes in the heap. This gives whole pages of them back to the
 * system, unless the next answer is likely to need the memory again: after a big answer to a GET.
 */
static void give_memory_back(struct mx_http *http, bool big, bool is_get)
{
	bool keep = big && is_get;

	if (!big && !is_get)
		return;
#ifdef __GLIBC__
	if ((big || http->keeps_memory) && !keep)
		malloc_trim(0);
#endif
	http->keeps_memory = keep;
}

/* Calls back with the answer of a request that ended, and destroys the exchange. */
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

	if (code == CURLE_OK) {
		curl_easy_getinfo(exchange->curl, CURLINFO_RESPONSE_CODE, &answer.status);
		curl_easy_getinfo(exchange->curl, CURLINFO_RETRY_AFTER, &retry_after);
		json = mx_http_body_parse(&exchange->answer, &answer.dropped);
		answer.json = json;
		answer.retry_after = retry_after;
	}
	answer.too_big = exchange->answer.is_too_big;
	answer.unread = code == CURLE_OPERATION_TIMEDOUT || code == CURLE_WRITE_ERROR ||
			(code == CURLE_OK && answer.status == 200 && !json);
	if (code != CURLE_OK)
		answer.trouble = *exchange->trouble ? exchange->trouble : curl_easy_strerror(code);
	bot_metrics_count(BOT_REQUEST_DONE + mx_answer_verdict(&answer));
	big = exchange->answer.size >= BIG || exchange->body_size >= BIG;
	exchange->done(exchange->self, &answer);
	json_decref(json);
	exchange_destroy(exchange);
	give_memory_back(http, big, is_get);
}

void mx_http_add_loop_source(struct mx_http *http, struct bot_loop_source source)
{
	assert(http->sources_count < MX_LOOP_SOURCES);
	http->sources[http->sources_count++] = source;
}

void mx_http_tell_loop_sources(const struct mx_http *http, enum bot_phase phase)
{
	for (unsigned i = 0; i < http->sources_count; i++)
		if (http->sources[i].phase_changed)
			http->sources[i].phase_changed(http->sources[i].self, phase);
}

/* Shortens the timeout to what each loop source allows; the result is what curl takes. */
static int shorten(const struct mx_http *http, int64_t timeout)
{
	for (unsigned i = 0; i < http->sources_count; i++) {
		const struct bot_loop_source *source = &http->sources[i];
		int64_t most = source->timeout ? source->timeout(source->self) : -1;

		if (most >= 0 && most < timeout)
			timeout = most;
	}
	return timeout < 0 ? 0 : timeout > INT_MAX ? INT_MAX : (int)timeout;
}

static void finish_all(struct mx_http *http)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(http->handles.multi, &left))) {
		struct exchange *exchange;

		if (message->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange);
		finish(exchange, message->data.result);
	}
}

bool mx_http_wait(struct mx_http *http, int64_t timeout, int stop)
{
	struct curl_waitfd others[MX_LOOP_SOURCES + 1];
	unsigned count = http->sources_count;
	int running;

	for (unsigned i = 0; i < count; i++)
		others[i] = (struct curl_waitfd){
			.fd = http->sources[i].descriptor, .events = CURL_WAIT_POLLIN};
	others[count] = (struct curl_waitfd){.fd = stop, .events = CURL_WAIT_POLLIN};
	/* Does not wait if a request was just started, since curl has a timer for that. */
	curl_multi_poll(http->handles.multi, others, count + 1, shorten(http, timeout), NULL);
	curl_multi_perform(http->handles.multi, &running);
	finish_all(http);
	/* Even without readable data: the timeout of a source may have passed. */
	for (unsigned i = 0; i < count; i++)
		http->sources[i].dispatch(http->sources[i].self);
	return (others[count].revents & CURL_WAIT_POLLIN) != 0;
}
