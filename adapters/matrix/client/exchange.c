#include "adapters/matrix/client/exchange.h"

#include "adapters/matrix/client/http.h"
#include "adapters/matrix/client/json.h"
#include "adapters/matrix/client/json_print.h"
#include "adapters/matrix/client/json_stream.h"
#include "adapters/matrix/client/url.h"
#include "bot/base/memory.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONNECT_TIMEOUT 10000L /* milliseconds */
#define LONG_ANSWER     16384L /* how many bytes of an answer curl reads at once */
#define SHORT_ANSWER    1024L /* the least; curl makes this buffer, and wipes it, for each request */
#define BIG             ((size_t)128 << 10) /* a body of at least this many bytes is big */
/* the most memory for the parsed body, as a multiple of the body's limit */
#define MEMORY_RATIO 8

void mx_handles_init(struct mx_handles *handles, const char *ca_file)
{
	*handles = (struct mx_handles){
		.multi = bot_memory_or_exit(curl_multi_init()),
		.no_proxy = mx_url_no_proxy(),
		.ca_file = ca_file ? bot_strdup(ca_file) : NULL,
	};
	curl_multi_setopt(handles->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)MX_CONNECTIONS);
	/*
	 * The default is four idle connections for each request in flight. So when few requests of
	 * a batch were left, curl closed connections that the next batch had to open again.
	 */
	curl_multi_setopt(handles->multi, CURLMOPT_MAXCONNECTS, (long)MX_CONNECTIONS);
}

void mx_handles_finish(struct mx_handles *handles)
{
	while (handles->idle_count > 0)
		curl_easy_cleanup(handles->idle[--handles->idle_count]);
	curl_multi_cleanup(handles->multi);
	free(handles->no_proxy);
	free(handles->ca_file);
}

/*
 * Makes a stream (json_stream.h), and gives it the text that has arrived so far. The stream will
 * read all further bytes as they arrive.
 */
static bool begin_stream(struct mx_body *body)
{
	body->stream = mx_json_stream_create();
	if (!mx_json_stream_feed(body->stream, body->text, body->size))
		return false;
	free(body->text);
	body->text = NULL;
	body->capacity = 0;
	return true;
}

/* Adds bytes to the body. Returns false if the body is too big or is not JSON. */
static bool append(struct mx_body *body, const char *data, size_t size)
{
	if (size > body->limit - body->size) {
		body->is_too_big = true;
		return false;
	}
	if (body->big && !body->stream && body->size + size > MX_JSON_STREAM_FROM &&
		!begin_stream(body))
		return false;
	if (body->stream) {
		body->size += size;
		return mx_json_stream_feed(body->stream, data, size);
	}
	if (!body->text || size > body->capacity - body->size) {
		body->capacity = 2 * (body->size + size);
		body->text = bot_realloc(body->text, body->capacity);
	}
	memcpy(body->text + body->size, data, size);
	body->size += size;
	return true;
}

/*
 * curl calls this with bytes of the answer. If the result is not the number of these bytes, curl
 * ends the transfer.
 */
static size_t receive(char *data, size_t one, size_t count, void *self)
{
	struct mx_exchange *exchange = self;

	return append(&exchange->answer, data, one * count) ? one * count : 0;
}

/* Makes a handle with the options that are the same for all requests. */
static CURL *make_handle(const struct mx_handles *handles)
{
	CURL *curl = bot_memory_or_exit(curl_easy_init());

	/* mx_url_check has refused plain HTTP, except to this machine. */
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_PATH_AS_IS, 1L);
	curl_easy_setopt(curl, CURLOPT_NOPROXY, handles->no_proxy);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, CONNECT_TIMEOUT);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
	/* curl still uses its folder of the system's certificates, CURLOPT_CAPATH. */
	if (handles->ca_file)
		curl_easy_setopt(curl, CURLOPT_CAINFO, handles->ca_file);
	return curl;
}

/* Takes a handle back. If its request is still in flight, cancels the request. */
static void put_handle(struct mx_handles *handles, CURL *curl)
{
	curl_multi_remove_handle(handles->multi, curl);
	if (handles->idle_count == MX_CONNECTIONS) {
		curl_easy_cleanup(curl);
		return;
	}
	/* The next request sets all its other options again. */
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, NULL);
	handles->idle[handles->idle_count++] = curl;
}

/*
 * Parses the whole body. Returns a new reference, or NULL if the body can't be read. Writes to
 * *dropped how many values of the body were left out (json_stream.h).
 */
static json_t *parse(struct mx_body *body, unsigned *dropped)
{
	bool overflowed;
	json_t *json;

	*dropped = 0;
	if (body->stream) {
		*dropped = mx_json_stream_dropped(body->stream);
		return mx_json_stream_has_overflowed(body->stream)
			       ? NULL
			       : mx_json_stream_take(body->stream);
	}
	if (body->text && !body->big &&
		mx_json_cost(body->text, body->size) > MEMORY_RATIO * body->limit) {
		body->is_too_big = true;
		return NULL;
	}
	if (!body->lenient)
		return mx_json_parse(body->text, body->size);
	json = mx_json_stream_parse(body->text, body->size, dropped, &overflowed);
	if (overflowed) {
		json_decref(json);
		return NULL;
	}
	return json;
}

/* Takes over the request's body or form, or copies the request's file. */
static void take_body(struct mx_exchange *exchange, const struct mx_http_request *request)
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

/*
 * Makes the fields of the request's header. All their texts are in one block, which is wiped: one
 * of them is the token.
 */
static void make_fields(
	struct mx_exchange *exchange, const struct mx_http_request *request, const char *token)
{
	char file_type[32 + BOT_NAME_SIZE];
	const char *type = request->file   ? file_type
			   : request->form ? "Content-Type: application/x-www-form-urlencoded"
					   : "Content-Type: application/json";
	/*
	 * Fewer fields make a request faster. A field name without a value removes a field that
	 * curl would add. The homeserver answers in JSON even without "Accept".
	 */
	const char *const fields[MX_FIELDS_MOST] = {"User-Agent: engarde-bot", type,
		request->url ? "Accept: application/json" : "Accept:", "Expect:", token};
	char *text;

	if (request->file)
		snprintf(file_type, sizeof(file_type), "Content-Type: %s", request->file->media);
	for (size_t i = 0; i < MX_FIELDS_MOST && fields[i]; i++)
		exchange->header_size += strlen(fields[i]) + 1;
	text = exchange->header = bot_malloc(exchange->header_size);
	for (size_t i = 0; i < MX_FIELDS_MOST && fields[i]; i++) {
		exchange->fields[i].data = text;
		if (i > 0)
			exchange->fields[i - 1].next = &exchange->fields[i];
		text = stpcpy(text, fields[i]) + 1;
	}
}

/* Sets the options that differ between requests. The last request of the handle set them, too. */
static void set_options(struct mx_exchange *exchange, const struct mx_http_request *request,
	const struct mx_place *place)
{
	static const char *const methods[] = {
		[MX_HTTP_GET] = "GET", [MX_HTTP_PUT] = "PUT", [MX_HTTP_POST] = "POST"};
	bool is_secure = strncmp(place->url, "https:", strlen("https:")) == 0;
	CURL *curl = exchange->curl;

	/*
	 * With TLS, a request waits until it can share an HTTP/2 connection. Without TLS this
	 * option would make requests wait until the first request is answered, however long that
	 * takes.
	 */
	curl_easy_setopt(curl, CURLOPT_PIPEWAIT, is_secure ? 1L : 0L);
	/*
	 * If curl uses a connection again and the connection breaks, curl repeats the request by
	 * itself. A POST must not be sent twice, so each POST gets a new connection.
	 */
	curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, request->method == MX_HTTP_POST ? 1L : 0L);
	curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, request->method == MX_HTTP_PUT ? NULL : "");
	curl_easy_setopt(curl, CURLOPT_BUFFERSIZE,
		request->method == MX_HTTP_GET ? LONG_ANSWER : SHORT_ANSWER);
	curl_easy_setopt(
		curl, CURLOPT_TIMEOUT_MS, request->timeout ? request->timeout : MX_HTTP_TIMEOUT);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, exchange->fields);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, exchange);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, exchange->trouble);
	curl_easy_setopt(curl, CURLOPT_PRIVATE, exchange);
	if (exchange->body) {
		curl_easy_setopt(
			curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)exchange->body_size);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, exchange->body);
	} else {
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, NULL);
		curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
	}
	curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, methods[request->method]);
	curl_easy_setopt(curl, CURLOPT_CURLU, place->server);
	curl_easy_setopt(curl, CURLOPT_URL, place->url);
	curl_easy_setopt(curl, CURLOPT_REQUEST_TARGET, place->target);
}

struct mx_exchange *mx_exchange_create(struct mx_handles *handles,
	const struct mx_http_request *request, const struct mx_place *place, const char *token)
{
	struct mx_exchange *exchange = bot_calloc(1, sizeof(*exchange));

	exchange->answer =
		(struct mx_body){.limit = request->limit ? request->limit : MX_HTTP_LIMIT,
			.big = request->big,
			.lenient = request->lenient};
	exchange->curl = handles->idle_count > 0 ? handles->idle[--handles->idle_count]
						 : make_handle(handles);
	take_body(exchange, request);
	make_fields(exchange, request, token);
	set_options(exchange, request, place);
	return exchange;
}

void mx_exchange_destroy(struct mx_handles *handles, struct mx_exchange *exchange)
{
	put_handle(handles, exchange->curl);
	sodium_memzero(exchange->header, exchange->header_size);
	free(exchange->header);
	if (exchange->body) /* the body of a log-in has a password in it */
		sodium_memzero(exchange->body, exchange->body_size);
	free(exchange->body);
	if (exchange->answer.text) /* the answer to a log-in has a token in it */
		sodium_memzero(exchange->answer.text, exchange->answer.size);
	free(exchange->answer.text);
	mx_json_stream_destroy(exchange->answer.stream);
	free(exchange);
}

/*
 * Returns whether a request that ended with `code` never reached a server. If the process has no
 * file descriptor left, curl says that it could not connect.
 */
static bool is_unreached(CURL *curl, CURLcode code)
{
	curl_off_t connected = 0;

	switch ((int)code) {
	case CURLE_COULDNT_RESOLVE_PROXY:
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_CONNECT:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_PROXY:
		return true;
	case CURLE_OPERATION_TIMEDOUT:
		curl_easy_getinfo(curl, CURLINFO_PRETRANSFER_TIME_T, &connected);
		return connected == 0;
	default:
		return false;
	}
}

/* Whether the server's certificate is from an authority that the bot does not know. */
static bool is_distrusted(CURL *curl, CURLcode code)
{
	long result = 0;

	if (code == CURLE_PEER_FAILED_VERIFICATION)
		curl_easy_getinfo(curl, CURLINFO_SSL_VERIFYRESULT, &result);
	return result != 0;
}

/* Adds to the text of the trouble which key of the configuration helps. Cuts what does not fit. */
static void name_ca_file(char trouble[CURL_ERROR_SIZE])
{
	size_t length = strlen(trouble);

	snprintf(trouble + length, CURL_ERROR_SIZE - length,
		" (matrix.ca_file names the certificates of your own authority)");
}

void mx_exchange_read(struct mx_exchange *exchange, CURLcode code, struct mx_answer *answer)
{
	curl_off_t retry_after = 0;

	*answer = (struct mx_answer){.session = exchange->session};
	if (code == CURLE_OK) {
		curl_easy_getinfo(exchange->curl, CURLINFO_RESPONSE_CODE, &answer->status);
		curl_easy_getinfo(exchange->curl, CURLINFO_RETRY_AFTER, &retry_after);
		answer->retry_after = retry_after;
		answer->json = parse(&exchange->answer, &answer->dropped);
	} else {
		answer->trouble = *exchange->trouble ? exchange->trouble : curl_easy_strerror(code);
		if (is_distrusted(exchange->curl, code))
			name_ca_file(exchange->trouble);
	}
	answer->unreached = is_unreached(exchange->curl, code);
	answer->too_big = exchange->answer.is_too_big;
	answer->unread = code == CURLE_OPERATION_TIMEDOUT || code == CURLE_WRITE_ERROR ||
			 (code == CURLE_OK && answer->status == 200 && !answer->json);
}

bool mx_exchange_is_big(const struct mx_exchange *exchange)
{
	return exchange->answer.size >= BIG || exchange->body_size >= BIG;
}
