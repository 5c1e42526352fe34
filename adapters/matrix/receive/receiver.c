#include "adapters/matrix/receive/receiver.h"

void mx_receiver_init(
	struct mx_receiver *receiver, struct mx_session *session, struct mx_sender *sender)
{
	*receiver = (struct mx_receiver){
		.account = session->account,
		.session = session,
		.crypto = sender->crypto,
		.sender = sender,
		.filter = {.session = session},
		.idle_rooms = {.session = session},
	};
}

void mx_receiver_finish(struct mx_receiver *receiver)
{
	mx_gaps_finish(&receiver->gaps);
	mx_sync_finish(&receiver->sync);
	mx_filter_finish(&receiver->filter);
	mx_demand_finish(&receiver->demand);
}
