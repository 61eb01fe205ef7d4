/* How the system shares the processors among those that want one. */
#ifndef SERVER_TURNS_H
#define SERVER_TURNS_H

/* This thread has little to do at a time: where there are others, Linux from 6.12 on gives a processor sooner to who
 * takes it for short turns only, though no more of it. Elsewhere nothing happens. */
void turns_short(void);

#endif
