/* small_blocks.c: which blocks of less than EXCLUSIVE bytes get a page. A result can
 * stay on a device only where it shares its pages with nothing that the room does not
 * know of: what drivers allocate least of all, since they may touch it while the page's
 * value is awaited from them. Small arrays of a program are few, small nodes and
 * texts many, and which a block is shows only when it is mapped. So the first requests
 * of the program's own code get a page, and as many again after each time that some
 * of those were mapped; a program that maps none has lost as many pages, and from then
 * on no time. */
#include "names.h"

enum { FEW = 64 };

/* The program's own code; libraries are elsewhere. Set by the linker. */
extern const char __executable_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));

static atomic_int left = FEW;
static atomic_size_t known; /* blocks of a page that have been mapped, when it was last asked */

/* FEW more, or none ever again. */
static void ask_again(void) {
    size_t marked = heap_pages_marked();
    if (atomic_exchange(&known, marked) == marked)
        heap_threshold = EXCLUSIVE;
    else
        atomic_store(&left, FEW);
}

bool heap_page_for(const void *caller) {
    if ((uintptr_t)caller < (uintptr_t)__executable_start || (uintptr_t)caller >= (uintptr_t)etext)
        return false;
    if (atomic_fetch_sub(&left, 1) > 0)
        return true;
    ask_again();
    return false;
}
