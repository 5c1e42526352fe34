/* The homeserver's answers to the requests about keys. */
#ifndef MX_KEY_ANSWERS_H
#define MX_KEY_ANSWERS_H

struct mx_answer;

/*
 * Handles the answer to the first request of the queue. `self` is the struct mx_crypto. The answer
 * is borrowed.
 */
void mx_key_answers_take(void *self, const struct mx_answer *answer);

#endif
