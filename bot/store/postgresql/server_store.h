/*
 * A store in a PostgreSQL database, and its connection. Only the files of this folder, and tests,
 * include this header.
 */
#ifndef BOT_STORE_POSTGRESQL_SERVER_STORE_H
#define BOT_STORE_POSTGRESQL_SERVER_STORE_H

#include "bot/store/sql/store_state.h"

#include <libpq-fe.h>

#define BOT_PARAMETERS   48  /* the most parameters of a statement */
#define BOT_SERVER_PAUSE 400 /* ms without a try after a connection that failed */
#define BOT_SERVER_REST  100 /* ms between two questions */

/* The values of the query that is being bound. Numbers are text, and all other values are bytes. */
struct bot_server_values {
	int count;
	const char *value[BOT_PARAMETERS];
	int length[BOT_PARAMETERS], is_binary[BOT_PARAMETERS];
	char digits[BOT_PARAMETERS][32];
};

struct bot_server_statement {
	const char *sql; /* the text, if the statement runs once only */
	char name[16];   /* the name of the prepared statement, or empty */
	bool is_prepared;
	bool changes; /* rows: it is no SELECT */
	PGresult *result;
	int row; /* the current row of the result */
};

struct bot_server_store {
	struct bot_store store; /* the first field, so a pointer to it is one to the server_store */
	char *url;
	char *account;   /* the user id of the account, or empty */
	bool is_entered; /* see bot_server_enter */
	int64_t commits; /* the number in store_leader, as far as this process knows */
	int64_t counted; /* what the current transaction makes of it */
	int64_t kept;    /* `commits` after the last commit that no crash undoes */
	PGconn *connection;
	char state[6];       /* the SQLSTATE of the last failure, or empty */
	bool wants_password; /* the server wants a password, and libpq has none */
	int64_t retry_at;    /* no try to connect before this time: see session.h */
	char session[40];    /* the server's name of the session that has the lock */
	char timeline[16];   /* of the server: another one after a replica has been promoted */
	int64_t epoch;       /* see leadership.h */
	int64_t confirmed;   /* when the process last asked whether its epoch lasts, and it did */
	bool is_lost;        /* another process has led since */
	int64_t asked;       /* when the process last asked the server anything */
	int64_t look_at;     /* when to look at the other servers of the URL */
	struct bot_server_search *search; /* see server_search.h; NULL if none is under way */
	char old_primary[128];            /* the server that the log has called so */
	bool is_late;       /* the answer took too long, so the process has ended the connection */
	bool has_said_wait; /* the log says that the store waits */
	char name[BOT_LEADER_SIZE]; /* of this process */
	bool in_transaction;        /* also if the server has lost it */
	bool has_begun;             /* the server was sent its BEGIN, with the first change */
	int queued;                 /* statements whose answers nobody has read: transaction.h */
	bool in_doubt;              /* nobody knows whether the last transaction was committed */
	bool is_light;              /* a crash of the server may undo that transaction */
	struct bot_server_statement statements[BOT_SQL_COUNT];
	struct bot_server_values values;
};

#endif
