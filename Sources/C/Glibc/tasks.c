#include "tasks.h"

// The runtime calls this function, if it is set, in place of its own (swift/Runtime/Concurrency.h). Weak, because a later runtime may not have it.
typedef __attribute__((swiftcall)) void (*original)(void *job);
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, original own) __attribute__((weak));

static void (*receive)(void *job);

static __attribute__((swiftcall)) void hook(void *job, original own) {
    (void)own;
    receive(job);
}

void subdial_tasks_install(void (*enqueue)(void *job)) {
    if (!&swift_task_enqueueGlobal_hook) return;
    receive = enqueue;
    swift_task_enqueueGlobal_hook = hook;
}
