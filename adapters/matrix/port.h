/* The parts of the adapter for one run of the bot, and the port that the host uses. */
#ifndef ADAPTERS_MATRIX_PORT_H
#define ADAPTERS_MATRIX_PORT_H

#include "adapters/matrix/appservice/appservice.h"
#include "adapters/matrix/e2ee/crypto.h"
#include "adapters/matrix/login/profile.h"
#include "adapters/matrix/login/session.h"
#include "adapters/matrix/outage.h"
#include "adapters/matrix/policy/policy_lists.h"
#include "adapters/matrix/receive/profile_zones.h"
#include "adapters/matrix/receive/receiver.h"
#include "adapters/matrix/send/sender.h"
#include "bot/base/loop_source.h"
#include "bot/host/host.h"

/* The parts, from the lowest to the highest. Each part has pointers to the parts that it needs. */
struct mx_adapter {
	struct mx_account account;
	struct mx_session session;
	struct mx_crypto *crypto; /* NULL in a build without encryption */
	struct mx_policy_lists policy_lists;
	struct mx_sender sender;
	struct mx_receiver receiver;
	struct mx_profile_zones zones;
	struct mx_appservice service;
	struct mx_profile profile;
	struct mx_outages outages;
	struct bot_port port;
	char name[BOT_ID_SIZE]; /* the local part of the bot's user id */
	enum bot_phase phase;   /* the last phase that the loop sources were told */
};

/* Returns the host's port. The adapter owns it, and sets the names later, when it knows them. */
struct bot_port mx_port(struct mx_adapter *adapter);

#endif
