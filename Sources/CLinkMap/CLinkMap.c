#define _GNU_SOURCE
#include "CLinkMap.h"

#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/// True if the loader has written addresses into the code of an object, which would be lost.
static bool is_relocated(const struct dl_phdr_info *object) {
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL)) return true;
    }
    return false;
}

static int release(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    if (is_relocated(object)) return 0;
    const uintptr_t page = (uintptr_t)getpagesize();
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        const uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        const uintptr_t first = start & ~(page - 1), end = (start + segment->p_memsz) & ~(page - 1);
        if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
    }
    return 0;
}

void subdial_release_code(void) { dl_iterate_phdr(release, NULL); }
