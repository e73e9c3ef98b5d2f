#ifndef SUBDIAL_CLINKMAP_H
#define SUBDIAL_CLINKMAP_H

/// Removes the pages of code and constants of the program and its libraries from the memory of the process; those that are needed are read
/// again from their files, which are usually still in the page cache. Breakpoints of a debugger are lost.
void subdial_release_code(void);

#endif
