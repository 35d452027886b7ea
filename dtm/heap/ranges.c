/* ranges.c: sorted sets of disjoint address ranges in an array of the room's own
 * memory. Programs have few mappings, and look more often than they change. */
#include "inner.h"

#include <string.h>

size_t ranges_after(const struct ranges *set, uintptr_t address) {
    size_t lo = 0, hi = set->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (set->list[mid].hi <= address)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

const struct range *ranges_at(const struct ranges *set, uintptr_t address) {
    size_t i = ranges_after(set, address);
    return i < set->n && set->list[i].lo <= address ? &set->list[i] : NULL;
}

bool ranges_overlap(const struct ranges *set, uintptr_t lo, uintptr_t hi) {
    size_t i = ranges_after(set, lo);
    return i < set->n && set->list[i].lo < hi;
}

/* Makes room for two more: as many as one change can add. */
static bool reserve(struct ranges *set) {
    if (set->n + 2 <= set->room)
        return true;
    size_t room = set->room ? 2 * set->room : PAGE / sizeof *set->list;
    struct range *list = raw_map(room * sizeof *list);
    if (list == NULL)
        return false;
    if (set->n > 0) {
        memcpy(list, set->list, set->n * sizeof *list);
        raw_unmap(set->list, set->room * sizeof *list);
    }
    set->list = list;
    set->room = room;
    return true;
}

static void insert(struct ranges *set, size_t i, struct range r) {
    memmove(&set->list[i + 1], &set->list[i], (set->n - i) * sizeof r);
    set->list[i] = r;
    set->n++;
}

bool ranges_carve(struct ranges *set, uintptr_t lo, uintptr_t hi) {
    if (!ranges_overlap(set, lo, hi))
        return true;
    if (!reserve(set))
        return false;
    size_t i = ranges_after(set, lo);
    if (set->list[i].lo < lo) { /* keep what lies in front */
        struct range front = set->list[i];
        front.hi = lo;
        set->list[i].lo = lo;
        insert(set, i++, front);
    }
    size_t j = i;
    while (j < set->n && set->list[j].hi <= hi)
        j++;
    if (j < set->n && set->list[j].lo < hi)
        set->list[j].lo = hi;
    memmove(&set->list[i], &set->list[j], (set->n - j) * sizeof *set->list);
    set->n -= j - i;
    return true;
}

bool ranges_put(struct ranges *set, struct range r) {
    if (r.lo >= r.hi || !ranges_carve(set, r.lo, r.hi) || !reserve(set))
        return false;
    insert(set, ranges_after(set, r.lo), r);
    return true;
}
