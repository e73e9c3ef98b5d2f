#ifndef SUBDIAL_TASKS_H
#define SUBDIAL_TASKS_H

/// Makes `enqueue` receive every job that Swift's runtime would give to its own pool.
///
/// It does nothing with a runtime that has no hook for that; tasks then run on the runtime's pool.
void subdial_tasks_install(void (*_Nonnull enqueue)(void *_Nonnull job));

#endif
