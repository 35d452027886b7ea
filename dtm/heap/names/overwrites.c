/* overwrites.c: memcpy, memmove and memset over whole absent pages, whose values would
 * be fetched only to be overwritten. The names are hidden: libraries keep the C
 * library's, and a call of the program's own code costs a comparison more. Behind ours
 * are the checking functions, which are the same code in the C library. */
#include "names.h"

#include <string.h>

#define OURS __attribute__((weak, visibility("hidden"), used))

void *__memcpy_chk(void *to, const void *from, size_t n, size_t room);
void *__memmove_chk(void *to, const void *from, size_t n, size_t room);
void *__memset_chk(void *to, int value, size_t n, size_t room);

static __attribute__((noinline, cold)) void apart(void *to, const void *from, size_t n) {
    uintptr_t t = (uintptr_t)to, f = (uintptr_t)from;
    if (t - f >= n && f - t >= n) /* what is copied is not overwritten */
        heap_overwriting(to, n);
}

OURS void *memcpy(void *to, const void *from, size_t n) {
    if (UNLIKELY(n >= PAGE))
        apart(to, from, n);
    return __memcpy_chk(to, from, n, SIZE_MAX);
}

OURS void *memmove(void *to, const void *from, size_t n) {
    if (UNLIKELY(n >= PAGE))
        apart(to, from, n);
    return __memmove_chk(to, from, n, SIZE_MAX);
}

OURS void *memset(void *to, int value, size_t n) {
    if (UNLIKELY(n >= PAGE))
        heap_overwriting(to, n);
    return __memset_chk(to, value, n, SIZE_MAX);
}
