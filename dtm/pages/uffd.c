/* uffd.c - the rungs on userfaultfd: uffd and uffd-user, where the kernel notes
 * writes itself (asynchronous write protection, PAGEMAP_SCAN), and wp, where the
 * service answers the first write to each clean part.
 *
 * Under uffd an object is registered for write protection alone until pages are
 * first dropped, so that memory never touched is still filled by the kernel at its
 * own speed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <string.h>

#include "service.h"

enum { SCAN_REGIONS = 256, ENTRIES = 512, MESSAGES = 32 };
static const size_t ZEROS = 2 << 20;
static const size_t NARROW = (1 << 20) / PAGE; /* absent pages worth leaving a scan for */

static int uffd = -1, pagemap = -1;
static const char *zeros; /* ZEROS bytes, never written: no memory behind them */

int omp2cl_pt_uffd_is_open(void)
{
	return uffd >= 0;
}

static int is_async(void)
{
	return rung_now() != &omp2cl_pt_wp;
}

/* --- Opening ------------------------------------------------------------- */

static long new_userfaultfd(int flags)
{
	long fd = k_call(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | flags, 0, 0, 0, 0, 0);
	if (fd >= 0 || flags)
		return fd;
	long dev = k_open("/dev/userfaultfd", O_RDWR | O_CLOEXEC);
	if (dev < 0)
		return fd;
	long other = k_call(SYS_ioctl, dev, USERFAULTFD_IOC_NEW, O_CLOEXEC | O_NONBLOCK, 0, 0, 0);
	k_close((int)dev);
	return other >= 0 ? other : fd;
}

static void close_all(void)
{
	omp2cl_pt_let_go(&uffd);
	omp2cl_pt_let_go(&pagemap);
}

static int open_with(int flags, uint64_t features, const char **step)
{
	*step = "userfaultfd";
	long fd = omp2cl_pt_keep(new_userfaultfd(flags));
	if (fd < 0)
		return (int)fd;
	uffd = (int)fd;
	*step = "UFFDIO_API";
	struct uffdio_api api = {.api = UFFD_API, .features = features};
	long r = k_ioctl(uffd, UFFDIO_API, &api);
	if (r == 0) {
		*step = "/proc/self/pagemap";
		r = pagemap = (int)omp2cl_pt_keep(k_open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
	}
	if (r >= 0 && !zeros) {
		*step = "mmap";
		zeros = k_map(ZEROS);
		r = zeros ? 0 : -ENOMEM;
	}
	if (r < 0)
		close_all();
	return r < 0 ? (int)r : 0;
}

enum { ASYNC = UFFD_FEATURE_WP_ASYNC | UFFD_FEATURE_WP_UNPOPULATED };

static int open_uffd(const char **step)
{
	return open_with(0, ASYNC, step);
}

static int open_uffd_user(const char **step)
{
	return open_with(UFFD_USER_MODE_ONLY, ASYNC, step);
}

/* Whether the kernel's own accesses fault too; else the rung is as uffd-user. */
static int wp_is_privileged;

static int open_wp(const char **step)
{
	int r = open_with(0, UFFD_FEATURE_PAGEFAULT_FLAG_WP, step);
	wp_is_privileged = r == 0;
	if (r == -EPERM)
		r = open_with(UFFD_USER_MODE_ONLY, UFFD_FEATURE_PAGEFAULT_FLAG_WP, step);
	return r;
}

int omp2cl_pt_wp_is_privileged(void)
{
	return wp_is_privileged;
}

/* --- The kernel's operations --------------------------------------------- */

static int register_pages(const object *o, uint64_t mode)
{
	struct uffdio_register r = {.range = {o->lo, o->hi - o->lo}, .mode = mode};
	return (int)k_ioctl(uffd, UFFDIO_REGISTER, &r);
}

static void wake(uintptr_t lo, uintptr_t hi)
{
	struct uffdio_range r = {lo, hi - lo};
	k_ioctl(uffd, UFFDIO_WAKE, &r);
}

static size_t half_of(size_t bytes)
{
	return (bytes / 2 + PAGE - 1) & ~(PAGE - 1);
}

/* Sets or clears the write protection of what is still registered; clearing wakes.
 * -ENOENT: a part is not. */
static int write_protect(uintptr_t lo, uintptr_t hi, int on)
{
	struct uffdio_writeprotect w = {.range = {lo, hi - lo}, .mode = on ? UFFDIO_WRITEPROTECT_MODE_WP : 0};
	long r;
	while ((r = k_ioctl(uffd, UFFDIO_WRITEPROTECT, &w)) == -EAGAIN)
		;
	if (r != -ENOENT || hi - lo <= PAGE)
		return (int)r;
	int below = write_protect(lo, lo + half_of(hi - lo), on);
	int above = write_protect(lo + half_of(hi - lo), hi, on);
	return below ? below : above;
}

/* Copies pages in where there are none. A page that is there is left alone and its
 * waiters are woken; so is memory that is no longer registered: it has been mapped
 * anew, and is the program's. */
static int copy_in(uintptr_t to, const char *from, size_t n, uint64_t mode)
{
	while (n > 0) {
		struct uffdio_copy c = {.dst = to, .src = (uintptr_t)from, .len = n, .mode = mode};
		long r = k_ioctl(uffd, UFFDIO_COPY, &c);
		size_t done = r == 0 ? n : c.copy > 0 ? (size_t)c.copy : 0;
		if (r == -ENOENT && n > PAGE) { /* more than one mapping, perhaps */
			size_t half = half_of(n);
			int error = copy_in(to, from, half, mode);
			if (error)
				return error;
			done = half;
		} else if (r == -EEXIST || r == -ENOENT || r == -EFAULT) {
			wake(to, to + PAGE);
			done = PAGE;
		} else if (r < 0 && done == 0 && r != -EAGAIN) {
			return (int)r;
		}
		to += done;
		from += done;
		n -= done;
	}
	return 0;
}

/* --- What both kinds share ------------------------------------------------ */

static void release(object *o)
{
	struct uffdio_range r = {o->lo, o->hi - o->lo};
	k_ioctl(uffd, UFFDIO_UNREGISTER, &r);
}

static int fill(object *o, size_t lo, size_t hi, const void *from)
{
	return copy_in(address_of(o, lo), from, (hi - lo) << PAGE_SHIFT, UFFDIO_COPY_MODE_WP);
}

static int settle(object *o, size_t lo, size_t hi)
{
	(void)o, (void)lo, (void)hi;
	return 0;
}

/* Moves the page away with its memory, so that no thread's write falls between the
 * look at it and its going: the next touch finds it missing. */
static long take_page(uintptr_t page, void *to)
{
	return k_remap(page, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP, (uintptr_t)to);
}

/* Where the home pages are, for madvise: it takes as long for absent ones, whose places it
 * walks over, as for others. */
static void collect_home(const object *o, size_t lo, size_t hi, struct collector *c)
{
	for (struct span s = omp2cl_pt_home_run(o, lo, hi); s.lo < s.hi; s = omp2cl_pt_home_run(o, s.hi, hi))
		omp2cl_pt_collect(c, address_of(o, s.lo), address_of(o, s.hi));
}

/* Registers each time: a part that was mapped anew behind our back would read as
 * zeros. The states come before the pages go: who faults meanwhile waits for the
 * lock, and must not find a page home that has just been discarded. */
static int drop(object *o, size_t lo, size_t hi, uint8_t state)
{
	long r = register_pages(o, UFFDIO_REGISTER_MODE_MISSING | UFFDIO_REGISTER_MODE_WP);
	if (r < 0)
		return (int)r;
	o->missing = 1;
	size_t keep = omp2cl_pt_has_fringe(o, lo, hi) != 0;
	struct omp2cl_pages_range home[16];
	struct collector c = {.ranges = home, .max = sizeof home / sizeof home[0], .gap = NARROW << PAGE_SHIFT};
	collect_home(o, lo, hi - keep, &c);
	omp2cl_pt_set(o, lo, hi, state);
	for (int i = 0; i < c.n && r == 0; i++)
		r = k_advise(home[i].lo, home[i].hi, MADV_DONTNEED);
	if (r == 0 && keep)
		r = take_page(address_of(o, hi - 1), o->fringe);
	if (r < 0)
		omp2cl_pt_set(o, lo, hi, is_async() ? HOME : HOME_WRITTEN);
	return (int)r;
}

/* --- Asynchronous write protection ---------------------------------------- */

static int adopt_async(object *o)
{
	return register_pages(o, UFFDIO_REGISTER_MODE_WP);
}

/* Whether pages that are not present have the mark of clean ones. */
static int has_mark(const struct scan_region *r)
{
	return (r->categories & (IS_SWAPPED | IS_WRITTEN)) == IS_SWAPPED;
}

/* One scan's results that are home pages in need of sending. A page counts as clean
 * where the mark is: on a page, a swap entry, or the place of a page never touched. */
static void collect_dirty(object *o, const struct scan_region *regions, long n, struct collector *c)
{
	for (long i = 0; i < n; i++) {
		if (has_mark(&regions[i]))
			continue;
		size_t hi = (regions[i].end - o->lo) >> PAGE_SHIFT;
		struct span s = {(regions[i].start - o->lo) >> PAGE_SHIFT, 0};
		for (s.hi = s.lo;;) {
			s = omp2cl_pt_home_run(o, s.hi, hi);
			if (s.lo == s.hi)
				break;
			omp2cl_pt_collect(c, address_of(o, s.lo), address_of(o, s.hi));
		}
	}
}

static struct scan_arg scan_for(uintptr_t at, uintptr_t end, struct scan_region *regions, size_t room, int protect)
{
	return (struct scan_arg){
		.size = sizeof(struct scan_arg),
		.flags = SCAN_CHECK_WPASYNC | (protect ? SCAN_WP_MATCHING : 0),
		.start = at,
		.end = end,
		.vec = (uintptr_t)regions,
		.vec_len = room,
		.category_inverted = IS_PRESENT,
		.category_anyof_mask = IS_WRITTEN | IS_PRESENT,
		.return_mask = IS_WRITTEN | IS_PRESENT | IS_SWAPPED,
	};
}

/* Scans [lo, hi). -EPERM: a part is not registered any more, and of pages that were
 * written the marks may have been lost with the report. */
static int scan(object *o, size_t lo, size_t hi, struct collector *c, int protect)
{
	struct scan_region regions[SCAN_REGIONS];
	uintptr_t at = address_of(o, lo), end = address_of(o, hi);
	while (at < end) {
		struct scan_arg a = scan_for(at, end, c ? regions : NULL, c ? SCAN_REGIONS : 0, protect);
		long n = k_ioctl(pagemap, SCAN_PAGES, &a);
		if (n == -EINTR)
			continue;
		if (n < 0)
			return (int)n;
		if (c)
			collect_dirty(o, regions, n, c);
		at = a.walk_end > at ? a.walk_end : end;
	}
	return 0;
}

static int clean_async(const object *o, size_t lo, size_t hi)
{
	enum { ROOM = 4 };
	struct scan_region regions[ROOM];
	uintptr_t at = address_of(o, lo), end = address_of(o, hi);
	while (at < end) {
		struct scan_arg a = scan_for(at, end, regions, ROOM, 0);
		long n = k_ioctl(pagemap, SCAN_PAGES, &a);
		if (n < 0 || a.walk_end <= at)
			return 0;
		for (long i = 0; i < n; i++)
			if (!has_mark(&regions[i]))
				return 0;
		at = a.walk_end;
	}
	return 1;
}

/* A scan that failed, most likely as part of the range was mapped anew behind our
 * back: it is registered again, and everything in it counts as written. */
static int scan_anew(object *o, size_t lo, size_t hi, struct collector *c, int protect)
{
	register_pages(o, UFFDIO_REGISTER_MODE_WP | (o->missing ? UFFDIO_REGISTER_MODE_MISSING : 0));
	if (protect)
		scan(o, lo, hi, NULL, 1);
	for (struct span s = {lo, lo}; c;) {
		s = omp2cl_pt_home_run(o, s.hi, hi);
		if (s.lo == s.hi)
			break;
		omp2cl_pt_collect(c, address_of(o, s.lo), address_of(o, s.hi));
	}
	return 0;
}

/* The end of the part from lo on that one scan covers: to the last home page before
 * many absent ones, which are not worth walking. */
static size_t part_end(const object *o, size_t lo, size_t hi)
{
	size_t end = lo;
	for (struct span home = {lo, lo}; end < hi; end = home.hi) {
		home = omp2cl_pt_home_run(o, end, hi);
		if (home.lo == home.hi || (end > lo && home.lo - end > NARROW))
			break;
	}
	return end;
}

static int written_async(object *o, size_t lo, size_t hi, struct collector *c, int protect)
{
	for (;;) {
		lo = omp2cl_pt_home_run(o, lo, hi).lo;
		if (lo == hi)
			return 0;
		size_t end = part_end(o, lo, hi);
		int r = scan(o, lo, end, c, protect);
		if (r < 0)
			r = scan_anew(o, lo, end, c, protect);
		if (r < 0)
			return r;
		lo = end;
	}
}

static int protect_async(object *o, size_t lo, size_t hi)
{
	return written_async(o, lo, hi, NULL, 1);
}

/* Without the protection a page counts as written. */
static int unlock_async(object *o, size_t lo, size_t hi)
{
	int r = write_protect(address_of(o, lo), address_of(o, hi), 0);
	return r == -ENOENT ? 0 : r; /* mapped anew: counts as written anyway */
}

static void abandon_async(object *o, size_t lo, size_t hi)
{
	omp2cl_pt_set(o, lo, hi, HOME);
	write_protect(address_of(o, lo), address_of(o, hi), 0);
}

/* --- Synchronous write protection ----------------------------------------- */

static int adopt_wp(object *o)
{
	int r = register_pages(o, UFFDIO_REGISTER_MODE_MISSING | UFFDIO_REGISTER_MODE_WP);
	o->missing = r == 0;
	memset(o->state, HOME_WRITTEN, pages_of(o));
	return r;
}

/* Protected first, clean then: a write between finds the protection and waits. */
static int protect_run(object *o, size_t lo, size_t hi)
{
	int r = write_protect(address_of(o, lo), address_of(o, hi), 1);
	if (r == -ENOENT && hi - lo == 1)
		return 0; /* mapped anew behind our back: stays written */
	if (r == -ENOENT) {
		size_t middle = lo + (hi - lo) / 2;
		r = protect_run(o, lo, middle);
		return r < 0 ? r : protect_run(o, middle, hi);
	}
	if (r == 0)
		omp2cl_pt_set(o, lo, hi, HOME);
	return r;
}

static int protect_wp(object *o, size_t lo, size_t hi)
{
	for (struct span s = {lo, lo};;) {
		s = omp2cl_pt_home_run(o, s.hi, hi);
		if (s.lo == s.hi)
			return 0;
		int r = protect_run(o, s.lo, s.hi);
		if (r < 0)
			return r;
	}
}

/* Reads the entries in /proc/self/pagemap of pages from lo on, at most up to hi; gives
 * how many, or a negative error number. */
static long read_entries(const object *o, size_t lo, size_t hi, uint64_t *entries)
{
	size_t n = hi - lo < ENTRIES ? hi - lo : ENTRIES;
	long r = k_pread(pagemap, entries, n * 8, (address_of(o, lo) >> PAGE_SHIFT) * 8);
	if (r < 8)
		return r < 0 ? r : -EIO;
	return r / 8;
}

/* Clean pages without memory were never touched, or the program has discarded them:
 * they count as written, as a later write to them would find no protection. */
static int mark_discarded(object *o, size_t lo, size_t hi)
{
	uint64_t entries[ENTRIES];
	for (size_t at = lo; at < hi;) {
		long n = read_entries(o, at, hi, entries);
		if (n < 0)
			return (int)n;
		for (long i = 0; i < n; i++)
			if (o->state[at + i] == HOME && !(entries[i] >> 62))
				o->state[at + i] = HOME_WRITTEN;
		at += (size_t)n;
	}
	return 0;
}

static int written_wp(object *o, size_t lo, size_t hi, struct collector *c, int protect)
{
	for (size_t at = lo; at < hi;) {
		struct span home = omp2cl_pt_home_run(o, at, hi);
		int r = mark_discarded(o, home.lo, home.hi);
		if (r < 0)
			return r;
		for (at = home.lo; at < home.hi;) {
			size_t until = omp2cl_pt_same_until(o, at, home.hi);
			if (o->state[at] == HOME_WRITTEN) {
				omp2cl_pt_collect(c, address_of(o, at), address_of(o, until));
				if (protect && (r = protect_run(o, at, until)) < 0)
					return r;
			}
			at = until;
		}
		at = home.hi;
	}
	return 0;
}

static int unlock_wp(object *o, size_t lo, size_t hi)
{
	omp2cl_pt_set(o, lo, hi, HOME_WRITTEN);
	if (write_protect(address_of(o, lo), address_of(o, hi), 0) < 0)
		wake(address_of(o, lo), address_of(o, hi)); /* mapped anew: not protected */
	return 0;
}

static void abandon_wp(object *o, size_t lo, size_t hi)
{
	unlock_wp(o, lo, hi);
}

/* --- Serving --------------------------------------------------------------- */

size_t omp2cl_pt_uffd_zero(object *o, size_t lo, size_t hi)
{
	uintptr_t to = address_of(o, lo);
	size_t n = (hi - lo) << PAGE_SHIFT;
	struct uffdio_copy c = {.dst = to, .src = (uintptr_t)zeros, .len = n < ZEROS ? n : ZEROS};
	long r;
	do
		r = k_ioctl(uffd, UFFDIO_COPY, &c);
	while (r == -EAGAIN && c.copy <= 0);
	if (r == -ENOMEM)
		omp2cl_pt_fatal(to, PAGE, (int)r);
	if (r < 0 && c.copy <= 0)
		wake(to, to + PAGE);
	return c.copy > 0 ? (size_t)c.copy >> PAGE_SHIFT : 0;
}

/* Fills a run of pages without memory that are home. */
static void fill_hole(object *o, size_t lo, size_t hi)
{
	while (lo < hi) {
		size_t n = omp2cl_pt_uffd_zero(o, lo, hi);
		if (!is_async())
			omp2cl_pt_set(o, lo, lo + n, HOME_WRITTEN);
		lo += n ? n : 1; /* none: there is memory now */
	}
}

/* What is not present is on swap or nowhere, perhaps with a mark that looks like a swap
 * entry: the kernel knows, and leaves alone what is there. */
static int may_be_hole(const object *o, size_t page, uint64_t entry)
{
	return !is_absent(o->state[page]) && !(entry >> 63);
}

int omp2cl_pt_uffd_fill_holes(object *o, size_t lo, size_t hi)
{
	uint64_t entries[ENTRIES];
	if (!o->missing)
		return 0;
	for (size_t at = lo; at < hi;) {
		long n = read_entries(o, at, hi, entries);
		if (n < 0)
			return (int)n;
		for (long i = 0, end; i < n; i = end) {
			for (end = i; end < n && may_be_hole(o, at + end, entries[end]); end++)
				;
			fill_hole(o, at + i, at + end);
			end += end == i;
		}
		at += (size_t)n;
	}
	return 0;
}

void omp2cl_pt_uffd_stray(uintptr_t address, enum touch how)
{
	uintptr_t page = address & ~(PAGE - 1);
	if (how == TOUCH_WRITE)
		write_protect(page, page + PAGE, 0);
	else
		copy_in(page, zeros, PAGE, 0);
	wake(page, page + PAGE);
}

static void answer(const struct uffd_msg *m, unsigned n)
{
	struct touched t[MESSAGES];
	unsigned touches = 0;
	for (unsigned i = 0; i < n; i++)
		if (m[i].event == UFFD_EVENT_PAGEFAULT)
			t[touches++] = (struct touched){
				.address = m[i].arg.pagefault.address,
				.how = m[i].arg.pagefault.flags & UFFD_PAGEFAULT_FLAG_WP ? TOUCH_WRITE : TOUCH_MISSING,
			};
	omp2cl_pt_touched_all(t, touches);
	for (unsigned i = 0; i < touches; i++)
		if (t[i].answer == TOUCH_FOREIGN)
			omp2cl_pt_uffd_stray(t[i].address, t[i].how);
}

void omp2cl_pt_uffd_serve(int bell, int timeout_ms)
{
	struct pollfd fds[2] = {{.fd = uffd, .events = POLLIN}, {.fd = bell, .events = POLLIN}};
	struct timespec limit = {0, 0};
	if (k_call(SYS_ppoll, (long)fds, 2, timeout_ms < 0 ? 0 : (long)&limit, 0, 0, 0) <= 0)
		return;
	if (fds[1].revents) {
		uint64_t rings;
		k_read(bell, &rings, sizeof rings);
	}
	struct uffd_msg messages[MESSAGES];
	long n;
	if (!fds[0].revents || (n = k_read(uffd, messages, sizeof messages)) <= 0)
		return;
	answer(messages, (unsigned)(n / (long)sizeof messages[0]));
}

const struct rung omp2cl_pt_uffd = {
	open_uffd, close_all, adopt_async, release, protect_async, written_async, drop,
	fill, settle, unlock_async, abandon_async, 0, clean_async,
};
const struct rung omp2cl_pt_uffd_user = {
	open_uffd_user, close_all, adopt_async, release, protect_async, written_async, drop,
	fill, settle, unlock_async, abandon_async, 1, clean_async,
};
const struct rung omp2cl_pt_wp = {
	open_wp, close_all, adopt_wp, release, protect_wp, written_wp, drop,
	fill, settle, unlock_wp, abandon_wp, 2, NULL,
};
