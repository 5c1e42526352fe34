/*
 * The homeserver's answers to the requests about keys. The machine gets most of them; the adapter
 * keeps the answers to its own requests.
 */
#ifndef ADAPTERS_MATRIX_E2EE_KEY_ANSWERS_H
#define ADAPTERS_MATRIX_E2EE_KEY_ANSWERS_H

struct mx_answer;

/*
 * Handles the answer to the request that a queue has under way. `self` is the struct mx_key_queue.
 * If the bot has replaced its device meanwhile, drops the answer.
 */
void mx_key_answers_take(void *self, const struct mx_answer *answer);

#endif
