/* service.h - the service thread and what works for it. */
#ifndef OMP2CL_PAGES_SERVICE_H
#define OMP2CL_PAGES_SERVICE_H

#include "object.h"

/* What is put into the service's inbox. */
enum note_kind { NOTE_TOUCH, NOTE_FETCH, NOTE_HOME, NOTE_QUIT };
struct note {
	struct note *next;
	enum note_kind kind;
	uint32_t done; /* futex: 0 until answered */
	int result;
	uintptr_t address; /* TOUCH */
	int write;
	object *object;    /* FETCH, HOME: and its pages [at, hi) */
	uint32_t serial;
	size_t at, hi;
};

/* Starts the service for the rung in force; 0 or -errno. Stop is for a rung that
 * turned out not to work. */
int omp2cl_pt_service_start(void);
void omp2cl_pt_service_stop(void);
void omp2cl_pt_service_forget(void); /* in a forked child */

/* Puts the note into the inbox and waits for the answer; usable in a handler. */
int omp2cl_pt_ask(struct note *);
/* Asks for pages of an object; 0 or -errno. */
int omp2cl_pt_ask_pages(enum note_kind, object *, uint32_t serial, size_t lo, size_t hi);

/* A thread touched a page in a way that it could not go on. */
enum touch {
	TOUCH_MISSING,      /* no memory there */
	TOUCH_WRITE,        /* the write protection of userfaultfd */
	TOUCH_DENIED_READ,  /* page protection */
	TOUCH_DENIED_WRITE,
};
enum { TOUCH_MINE = 1, TOUCH_FOREIGN = 2 };
int omp2cl_pt_touched(uintptr_t address, enum touch);

/* Touches that came together; each gets its answer. What is to be fetched of one object
 * for one after another comes in one job. */
struct touched {
	uintptr_t address;
	enum touch how;
	int answer;
};
void omp2cl_pt_touched_all(struct touched *, unsigned n);

/* The loop's part that waits for userfaultfd messages: answers some, so that what
 * was asked for goes on beside a thread that touches page after page.
 * timeout_ms as for poll. bell: an eventfd that others ring. */
void omp2cl_pt_uffd_serve(int bell, int timeout_ms);
/* Whether the rung in force has a userfaultfd. */
int omp2cl_pt_uffd_is_open(void);
/* Wakes who waits for the page, whatever there is now; zeros where nothing is. */
void omp2cl_pt_uffd_stray(uintptr_t address, enum touch);
int omp2cl_pt_wp_is_privileged(void);
/* Puts zeros into home pages without memory, from lo on, to at most hi. Returns
 * the number of pages filled. */
size_t omp2cl_pt_uffd_zero(object *, size_t lo, size_t hi);
/* Gives home pages without memory some, for a system call: where only touches in user
 * mode are answered, the kernel cannot fill them itself. 0 or -errno. */
int omp2cl_pt_uffd_fill_holes(object *, size_t lo, size_t hi);
/* Whether the program can read or write the page now. */
int omp2cl_pt_is_accessible(uintptr_t address, int write);

/* Brings the absent pages of the spans home, which have none in common, the first span
 * first: 0, -EIO with the object's device_error, or another -errno. Pages not reached
 * are still absent. What was read is added to *bytes. The object's lock is held. The
 * service alone calls it. */
int omp2cl_pt_bring(object *, const struct span *, unsigned n, uint64_t *bytes);

/* Adds pages that came home; the number of parts changes by the result. */
int omp2cl_pt_parts_add(struct parts *, size_t lo, size_t hi);

/* A job for the crew. A call makes up to so many do it, and those who are at it see what
 * there is to do: each calls work, which returns when it finds nothing. At the end no more
 * come in, and those inside have left. */
void omp2cl_pt_crew_begin(void (*work)(void));
void omp2cl_pt_crew_call(unsigned threads);
void omp2cl_pt_crew_end(void);
/* Spins for a moment, then sleeps. Who changes the word wakes. */
void omp2cl_pt_wait_until_changed(uint32_t *word, uint32_t value);
/* Starts the crew's threads if they are not there; for a caller that may wait for
 * memory. */
void omp2cl_pt_crew_start(void);
unsigned omp2cl_pt_crew_size(void); /* this thread included */

/* calm.c: has libgomp's threads sleep where they would spin, from now on for a while. Ready
 * looks for libgomp; start is for a thread of ours, since it makes another. */
void omp2cl_pt_calm_ready(void);
void omp2cl_pt_calm_start(void);
void omp2cl_pt_calm(void);

/* A thread with all signals blocked; 0 or -errno. It gives itself a name: another's would
 * be written through /proc, which takes longer than to make it. */
int omp2cl_pt_thread(void *(*run)(void *));
void omp2cl_pt_name(const char *name);

/* streams.c: which pages to take for a touch. */
struct stream;
struct stream *omp2cl_pt_stream(object *, size_t page, int writes, struct span *wanted);
/* What was taken in the end. */
void omp2cl_pt_stream_took(struct stream *, struct span taken);
/* The object, to be entered by its serial number, that is to be read ahead of touches
 * next; 0 where none is. */
int omp2cl_pt_ahead(object **, uint32_t *serial);
/* Its next pages, over which the streams have gone on then: one step. The object is
 * locked. */
void omp2cl_pt_ahead_of(object *, struct spans *);
/* No more of the object is read ahead until it is touched. */
void omp2cl_pt_ahead_stop(const object *);
/* A drop begins a new episode of the object: what touches have shown is over. */
void omp2cl_pt_new_episode(object *);

/* events.c */
uint64_t omp2cl_pt_event_start(void); /* now, or 0 where nothing is recorded */
void omp2cl_pt_event(int kind, uint64_t start, object *, size_t page, uint64_t bytes);
/* Counts what came through a reader. */
void omp2cl_pt_tally(struct omp2cl_reader *, uint64_t faults, uint64_t runs, uint64_t bytes);
extern struct omp2cl_pages_counters omp2cl_pt_counters;
#define COUNT(field, n) __atomic_add_fetch(&omp2cl_pt_counters.field, (n), __ATOMIC_RELAXED)

/* Ends the process: the pages cannot be fetched. code as in pages.h. */
_Noreturn void omp2cl_pt_fatal(uintptr_t address, uint64_t bytes, int code);

/* segv.c */
int omp2cl_pt_segv_install(void); /* 0 or -errno */
void omp2cl_pt_segv_uninstall(void);

#endif
