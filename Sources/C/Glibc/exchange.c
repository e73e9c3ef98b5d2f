#define _GNU_SOURCE
#include "glibc.h"

#include <stdio.h>

bool subdial_exchange(int folder, const char *one, const char *other) {
    return renameat2(folder, one, folder, other, RENAME_EXCHANGE) == 0;
}
