/* pages.h - the page tracking of the data-transfer minimization.
 *
 * An object is a range of whole pages of the program's memory whose value may
 * lie on a device. Every page of an object is either
 *   home    the host has the value; it is clean, or written since it was last
 *           protected; or
 *   absent  the value is on a device only. Touching it fetches it: the thread
 *           that touches waits until the page is home.
 * A C thread, the service, answers the touches. It never runs Go code, never
 * allocates from the program's heap, and holds no lock that a thread of the
 * program could hold while it touches tracked memory.
 *
 * Rungs. How pages are tracked is chosen once, at start:
 *   uffd       userfaultfd; writes are found with PAGEMAP_SCAN; system calls on
 *              absent pages work
 *   uffd-user  the same without privilege; system calls on absent pages fail
 *              with EFAULT unless omp2cl_pages_home came first
 *   wp         userfaultfd with a fault for the first write to each clean part
 *   mprotect   page protection and SIGSEGV; system calls on absent pages, and
 *              those that write into clean pages, need omp2cl_pages_home first
 *
 * Threads. Every function may be called from any thread at any time, also from
 * a handler of an asynchronous signal that interrupted program code, except
 * omp2cl_pages_start (once, before the others) and where stated. Signals other
 * than synchronous ones are blocked while a lock is held, for some milliseconds
 * at most; while a function waits for the service, they are not. Two calls on
 * one object happen one after the other; calls on different objects side by
 * side, only drops are one at a time.
 *
 * Memory. `ranges` and other out parameters must not lie in tracked pages.
 * Nothing here reads or writes the program's memory except to fill pages.
 *
 * Ranges are byte addresses; lo is rounded down and hi up to the page, then both
 * are cut to the object.
 *
 * Errors are negative errno values. A dead object (omp2cl_pages_dead) answers
 * -ESRCH to everything but omp2cl_pages_remove.
 *
 * Where a touched page cannot be fetched, because the device's read fails or the
 * machine has no memory left, the program cannot go on: a message naming the
 * address, the bytes, the OpenCL code and the origin goes to stderr, the function given to
 * omp2cl_pages_on_failure is called, and the process ends with SIGABRT.
 */
#ifndef OMP2CL_PAGES_H
#define OMP2CL_PAGES_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum omp2cl_rung {
	OMP2CL_RUNG_AUTO = 0, /* the first of the four below that works */
	OMP2CL_RUNG_UFFD = 1,
	OMP2CL_RUNG_UFFD_USER = 2,
	OMP2CL_RUNG_WP = 3,
	OMP2CL_RUNG_MPROTECT = 4,
};

/* Reads device memory for the service. One for each device (made by rtlib/cl); it
 * lives until the process ends. The service alone calls it, one call at a time,
 * on its own thread: it must use a queue of its own, must not wait for a command
 * that touches tracked host memory or for a thread that waits for this room, and
 * must not read or write tracked host memory. */
struct omp2cl_reader {
	void *self;
	unsigned nslots;    /* atomic: at least 1; more for full speed; may grow */
	size_t slot_size;   /* bytes, a multiple of the page size */
	void *const *slots; /* host memory the device copies into; start may change slot s */
	/* Starts copying n <= slot_size bytes at byte off of mem (a cl_mem) into slot
	 * s, after the event `after` (NULL: none). 0 or an OpenCL code. */
	int (*start)(void *self, unsigned s, void *mem, uint64_t off, size_t n, void *after);
	/* Waits for the copy into slot s. 0 or an OpenCL code. Every start that
	 * returned 0 is followed by one finish, in the order of the starts. */
	int (*finish)(void *self, unsigned s);
};

/* Where the value of absent pages is. The struct is copied; mem and after must
 * stay valid while pages of the object name them: until those pages were fetched,
 * dropped or retargeted elsewhere, or the object was removed, and that call has
 * returned. The command behind `after` must have been flushed. */
struct omp2cl_source {
	struct omp2cl_reader *reader;
	void *mem;
	uint64_t off; /* in mem, of the object's lo; may wrap below 0 */
	void *after;
	/* Where the text is that says who left the values there, for the message when they
	 * cannot be read; NULL: nowhere. The text may change, and lives for ever. */
	const char *const *origin;
};

struct omp2cl_pages_range {
	uintptr_t lo, hi;
};

typedef struct omp2cl_pages_object omp2cl_pages_object;

/* Starts the service with the rung wanted, or with the first that works (AUTO).
 * A rung works if a scratch page can be dropped, fetched by a touch, written and
 * found written. Returns the rung in force, or a negative errno. Why rungs were
 * refused is written to why[0..size): "uffd: userfaultfd: Operation not permitted;
 * uffd-user: ...", "" if none was. Takes under 1 ms. A second call gives the first
 * one's rung. Must be called after the Go runtime has installed its handlers. */
int omp2cl_pages_start(int rung_wanted, char *why, size_t size);

/* The rung in force; 0 before start, after a failed start, and in a forked child. */
int omp2cl_pages_rung(void);

/* "uffd", "uffd-user", "wp", "mprotect", "auto"; NULL for another number. */
const char *omp2cl_pages_rung_name(int rung);

/* For tests: the rungs (bit 1 << rung) that the next start finds refused. */
void omp2cl_pages_refuse(unsigned rungs);

/* For tests: how many threads fill pages, whatever the machine has; to be called before
 * the first drop of a MiB. */
void omp2cl_pages_crew(unsigned threads);

/* Tracks [lo, hi), page aligned, readable and writable private memory that overlaps
 * no other living object. The device copy ends at byte `end`, lo < end <= hi. What
 * lies behind on the page that holds `end` is the program's: it is kept when that
 * page is dropped, and comes back with it; no write of another thread there is
 * lost. Pages wholly behind are never dropped. Every page is home and counts as
 * written. kind is kept for omp2cl_pages_kind only. NULL with *why = an errno
 * (EINVAL: memory of a kind this rung cannot track; ENOMEM; EEXIST: overlap). */
omp2cl_pages_object *omp2cl_pages_add(uintptr_t lo, uintptr_t hi, uintptr_t end, int kind, int *why);

/* Ends tracking and frees the handle, of a dead object too. Absent pages are given
 * up (they read as zeros or as something older): the caller has brought home
 * what matters. When it returns, the service uses none of the object's sources. */
void omp2cl_pages_remove(omp2cl_pages_object *);

/* Another `end` for the pages fetched from now on. -EBUSY: a smaller one, and pages
 * from there on are absent. */
int omp2cl_pages_set_end(omp2cl_pages_object *, uintptr_t end);

int omp2cl_pages_kind(const omp2cl_pages_object *);
struct omp2cl_pages_range omp2cl_pages_extent(const omp2cl_pages_object *);

/* Home pages of the range are clean from now on. */
int omp2cl_pages_protect(omp2cl_pages_object *, uintptr_t lo, uintptr_t hi);

/* Home pages of the range can be written without a fault from now on, and count as
 * written: for what a driver is about to store there. */
int omp2cl_pages_unprotect(omp2cl_pages_object *, uintptr_t lo, uintptr_t hi);

/* The home pages of the range that were written since they were last protected or
 * fetched, whose tracking was lost, or which the program discarded (they are zero),
 * as at most max >= 1 ascending ranges; where there are more, small gaps between
 * them are included, so a range may cover clean and absent pages then. Ranges are
 * page-aligned. With protect, the pages found are clean from the moment of the
 * look: no write falls between. Returns the number of ranges. */
int omp2cl_pages_written(omp2cl_pages_object *, uintptr_t lo, uintptr_t hi,
			 struct omp2cl_pages_range *ranges, int max, int protect);

/* Whether, with away, all pages of the object are absent; without, none is, and
 * none of the range was written since it was last protected or fetched. */
int omp2cl_pages_still(omp2cl_pages_object *, uintptr_t lo, uintptr_t hi, int away);

/* The pages of the range become absent: their value is at the source. On an error
 * (ENOMEM: no memory or no mappings left; ENOSPC: 253 sources in use; EINVAL: the
 * rung tracks writes to this kind of memory but cannot make it absent, as with
 * private file mappings under uffd; also locked memory) nothing has become absent and the caller copies eagerly. */
int omp2cl_pages_drop(omp2cl_pages_object *, uintptr_t lo, uintptr_t hi, const struct omp2cl_source *);

/* The absent pages of the range, ascending, exact: where max ranges come back, ask
 * again from the last one's hi. Returns the number of ranges. */
int omp2cl_pages_absent(omp2cl_pages_object *, uintptr_t lo, uintptr_t hi,
			struct omp2cl_pages_range *ranges, int max);

/* The number of absent pages. A thread that has touched one finds it smaller. Takes
 * no lock unless pages of the object are just coming home. */
size_t omp2cl_pages_absent_count(omp2cl_pages_object *);

/* Brings the absent pages of the range home, in bulk, installed by several
 * threads. They end clean. Pages that other threads touch meanwhile come first.
 * -EIO: a device read failed with the code omp2cl_pages_device_error gives; the
 * pages not yet read are still absent. */
int omp2cl_pages_fetch(omp2cl_pages_object *, uintptr_t lo, uintptr_t hi);

/* The OpenCL code of the object's last failed read, 0 if none failed. */
int omp2cl_pages_device_error(const omp2cl_pages_object *);

/* The absent pages of the range have the same value at another place. */
int omp2cl_pages_retarget(omp2cl_pages_object *, uintptr_t lo, uintptr_t hi, const struct omp2cl_source *);

/* Hook, called before the memory of [lo, hi) is freed, unmapped, discarded or
 * mapped over. An object wholly inside dies: it is no longer tracked and its pages
 * are plain memory. Of an object partly inside, the absent pages there become home
 * (their value is what the kernel gives: zeros) and the part counts as written.
 * Cheap where nothing overlaps; never waits for a device operation of another
 * object. Also right for munmap, MADV_DONTNEED, MADV_FREE, MAP_FIXED. */
void omp2cl_pages_gone(uintptr_t lo, uintptr_t hi);

/* Hook: every byte of [lo, lo + n) is about to be written. Absent pages that lie inside
 * become home without being fetched, and count as written. */
void omp2cl_pages_overwritten(uintptr_t lo, size_t n);

/* How many objects have died or lost a part by omp2cl_pages_gone, since start. */
uint64_t omp2cl_pages_deaths(void);
int omp2cl_pages_dead(const omp2cl_pages_object *);

/* Of a dead object: how many of its pages were absent when it died. */
size_t omp2cl_pages_lost(const omp2cl_pages_object *);

/* Hook: everything in [lo, lo + n) comes home, before a system call where
 * omp2cl_pages_io_needs_home says so, before mremap, before mprotect by the
 * program. In the mprotect rung the pages also become writable and count as
 * written. A range that wraps ends at the top. (0, SIZE_MAX) is everything. */
int omp2cl_pages_home(uintptr_t lo, size_t n);

/* The same for a range the system call only reads: in the mprotect rung clean
 * pages stay clean. */
int omp2cl_pages_home_for_reading(uintptr_t lo, size_t n);

/* The same for a range that a driver is about to read, or write: pages that it writes
 * are not protected then. It would wait for the service, which may be waiting for it. */
int omp2cl_pages_home_for_driver(uintptr_t lo, size_t n, int writes);

/* Whether a system call needs omp2cl_pages_home first: 0 no; 1 on absent pages
 * (uffd-user); 2 on absent pages, and on clean ones that the call writes (mprotect,
 * and wp without privilege). */
int omp2cl_pages_io_needs_home(void);

/* fork. prepare brings everything home and holds off drops until parent or child is called
 * on the same thread. In the child nothing is tracked, all pages are plain
 * memory, there is no service, and every function here is harmless (add answers
 * ENOSYS; remove frees nothing). */
void omp2cl_pages_fork_prepare(void);
void omp2cl_pages_fork_parent(void);
void omp2cl_pages_fork_child(void);

/* The lowest of the room's own descriptors from a number on; -1 if there is none. They
 * must not be closed. Waits while Go starts, which has some that are its own then. */
int omp2cl_pages_next_descriptor(unsigned from);

/* Go's start is over. */
void omp2cl_pages_go_started(void);

/* SIGSEGV, mprotect rung only; elsewhere these do nothing.
 *
 * check_handler puts this room's handler back in front where the program or a
 * driver has installed another one by a way that bypassed user_sigaction; that
 * one then gets the faults that are not ours. Call it at constructs. Returns 1 if
 * it had to, else 0.
 *
 * user_sigaction is for a wrapper of sigaction(2) and signal(2): it returns 1 when
 * it has done what sigaction(sig, act, old) means to the program, which sees and
 * sets the handler behind ours; 0 when the wrapper has to call the real one. */
int omp2cl_pages_check_handler(void);
int omp2cl_pages_user_sigaction(int sig, const struct sigaction *act, struct sigaction *old);

/* Called (on the service's thread) before the process ends because touched pages
 * cannot be fetched. code: the OpenCL code, or a negative errno. */
void omp2cl_pages_on_failure(void (*tell)(uintptr_t address, size_t bytes, int code));

/* What the service did, for the trace. */
enum omp2cl_pages_event_kind {
	OMP2CL_PAGES_FAULT = 1, /* a touch of an absent page, fetched */
	OMP2CL_PAGES_AHEAD = 2, /* read ahead of touches that run forward */
	OMP2CL_PAGES_FETCH = 3, /* omp2cl_pages_fetch and omp2cl_pages_home */
	OMP2CL_PAGES_WRITE = 4, /* the first write to clean pages (wp, mprotect) */
	OMP2CL_PAGES_ZERO = 5,  /* a touch of a page without memory: zeros */
};

struct omp2cl_pages_event {
	uint64_t start_ns, end_ns; /* CLOCK_MONOTONIC */
	uintptr_t address;         /* the first byte installed or opened */
	uint64_t bytes;
	omp2cl_pages_object *object; /* may have been removed since */
	struct omp2cl_reader *reader; /* the last that was read through */
	int32_t kind;
	int32_t reserved;
};

/* Takes up to max events, oldest first; *lost (may be NULL) grows by how many were
 * overwritten untaken. Recording begins with the first call, so that it costs nothing without
 * a trace. One thread at a time. Returns the number taken. */
int omp2cl_pages_events(struct omp2cl_pages_event *events, int max, uint64_t *lost);

struct omp2cl_pages_counters {
	uint64_t faults;        /* touches that waited for the service, all kinds */
	uint64_t fault_bytes;   /* fetched because of a touch */
	uint64_t ahead_bytes;   /* fetched ahead */
	uint64_t fetch_bytes;   /* fetched by omp2cl_pages_fetch and _home */
	uint64_t reads;         /* device reads */
	uint64_t write_faults;  /* of the faults, first writes */
	uint64_t zero_faults;   /* of the faults, pages without memory */
	uint64_t dropped_bytes; /* made absent */
};

/* What came home through a reader. What adjoins of an object is one run, in whatever
 * pieces and by whichever thread's touches it came, from one drop to the next. */
struct omp2cl_pages_fetched {
	uint64_t faults, runs, bytes;
};
void omp2cl_pages_count_reader(const struct omp2cl_reader *, struct omp2cl_pages_fetched *);

/* The counters since start; each is read atomically. */
void omp2cl_pages_count(struct omp2cl_pages_counters *);

#ifdef __cplusplus
}
#endif

#endif
