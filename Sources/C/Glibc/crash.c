#define _GNU_SOURCE
#include "crash.h"

#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FRAMES = 64, BUILD_ID = 64 };

/// The executable's place in memory: the difference between its addresses and those in its file, and the bounds of its code.
static struct {
    uintptr_t bias, start, end;
    char build_id[2 * BUILD_ID + 1];
    bool is_found;
} executable;

/// The files that may have the names of functions, the first one first: `strip` leaves them only in the last ones.
static char files[3][PATH_MAX];

// The first object is the executable.
static int find(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    executable.bias = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
        const uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && part->p_flags & PF_X) {
            executable.start = start;
            executable.end = start + part->p_memsz;
            executable.is_found = true;
        }
        if (part->p_type != PT_NOTE) continue;
        for (uintptr_t at = start; at + sizeof(ElfW(Nhdr)) <= start + part->p_memsz;) {
            const ElfW(Nhdr) *const note = (const ElfW(Nhdr) *)at;
            const unsigned char *const bytes = (const unsigned char *)(note + 1) + ((note->n_namesz + 3) & ~3u);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_descsz <= BUILD_ID) {
                for (unsigned j = 0; j < note->n_descsz; j++) sprintf(executable.build_id + 2 * j, "%02x", bytes[j]);
            }
            at += sizeof(*note) + ((note->n_namesz + 3) & ~3u) + ((note->n_descsz + 3) & ~3u);
        }
    }
    return 1;
}

void subdial_crash_prepare(void) {
    dl_iterate_phdr(find, NULL);
    void *frames[1];
    backtrace(frames, 1);
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return;
    path[length] = 0;
    const char *const slash = strrchr(path, '/');
    if (!slash) return;
    snprintf(files[0], PATH_MAX, "/proc/self/exe");
    if (executable.build_id[0]) {
        snprintf(files[1], PATH_MAX, "/usr/lib/debug/.build-id/%.2s/%s.debug", executable.build_id, executable.build_id + 2);
    }
    if ((size_t)length + 16 < PATH_MAX) {
        snprintf(files[2], PATH_MAX, "%.*s/.debug/%.255s.debug", (int)(slash - path), path, slash + 1);
    }
}

uintptr_t subdial_crash_address(void) {
    if (!executable.is_found) return 0;
    void *frames[FRAMES];
    const int count = backtrace(frames, FRAMES);
    // Frames of the handler stand before the one with which the kernel has entered it, whose code is in the C library or the kernel's page.
    bool has_left = false;
    for (int i = 0; i < count; i++) {
        const uintptr_t at = (uintptr_t)frames[i];
        const bool is_own = at >= executable.start && at < executable.end;
        if (!is_own) has_left = true;
        // The address after a call may be that of the next function.
        else if (has_left) return at - executable.bias - 1;
    }
    return 0;
}

/// Finds a name in the symbol table of a mapped file.
static size_t name_in(const unsigned char *file, size_t size, uintptr_t address, char *name, size_t capacity) {
    const ElfW(Ehdr) *const head = (const ElfW(Ehdr) *)file;
    if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_shentsize != sizeof(ElfW(Shdr))) return 0;
    if (head->e_shoff > size || head->e_shnum > (size - head->e_shoff) / sizeof(ElfW(Shdr))) return 0;
    const ElfW(Shdr) *const sections = (const ElfW(Shdr) *)(file + head->e_shoff);
    for (unsigned i = 0; i < head->e_shnum; i++) {
        const ElfW(Shdr) *const table = &sections[i];
        if (table->sh_type != SHT_SYMTAB || table->sh_link >= head->e_shnum) continue;
        const ElfW(Shdr) *const texts = &sections[table->sh_link];
        if (table->sh_offset > size || table->sh_size > size - table->sh_offset) continue;
        if (texts->sh_offset > size || texts->sh_size > size - texts->sh_offset) continue;
        const ElfW(Sym) *const symbols = (const ElfW(Sym) *)(file + table->sh_offset);
        for (size_t j = 0; j < table->sh_size / sizeof *symbols; j++) {
            const ElfW(Sym) *const symbol = &symbols[j];
            if ((symbol->st_info & 0xf) != STT_FUNC || address < symbol->st_value || address - symbol->st_value >= symbol->st_size) continue;
            if (symbol->st_name >= texts->sh_size) continue;
            const char *const text = (const char *)file + texts->sh_offset + symbol->st_name;
            const size_t length = strnlen(text, texts->sh_size - symbol->st_name);
            const size_t copied = length < capacity ? length : capacity;
            memcpy(name, text, copied);
            return copied;
        }
    }
    return 0;
}

size_t subdial_crash_name(uintptr_t address, char *name, size_t capacity) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const int file = files[i][0] ? open(files[i], O_RDONLY | O_CLOEXEC) : -1;
        struct stat status;
        if (file < 0) continue;
        size_t length = 0;
        if (fstat(file, &status) == 0 && status.st_size > 0) {
            void *const bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
            if (bytes != MAP_FAILED) {
                length = name_in(bytes, (size_t)status.st_size, address, name, capacity);
                munmap(bytes, (size_t)status.st_size);
            }
        }
        close(file);
        if (length > 0) return length;
    }
    return 0;
}
