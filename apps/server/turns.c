#include "server/turns.h"

#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TURN_NS = 300 * 1000 };

void turns_short(void)
{
    struct sched_attr wish;
    if (syscall(SYS_sched_getattr, 0, &wish, sizeof wish, 0) != 0 || wish.sched_policy != SCHED_NORMAL)
        return;
    wish.sched_runtime = TURN_NS;
    syscall(SYS_sched_setattr, 0, &wish, 0);
}
