/* kernel_access.c - system calls on tracked memory, fork, few mappings. */
#include "rig.h"

#include <sys/socket.h>

/* Brings home what the rung needs for a system call that writes, or reads. */
static void before_writing(void *p, size_t n)
{
	if (omp2cl_pages_io_needs_home())
		EQUAL(omp2cl_pages_home((uintptr_t)p, n), 0);
}

static void before_reading(void *p, size_t n)
{
	if (omp2cl_pages_io_needs_home())
		EQUAL(omp2cl_pages_home_for_reading((uintptr_t)p, n), 0);
}

static int file_of(size_t n, char value)
{
	char name[] = "/tmp/pages-XXXXXX", *bytes = malloc(n);
	int fd = mkstemp(name);
	unlink(name);
	memset(bytes, value, n);
	EQUAL(write(fd, bytes, n), n);
	free(bytes);
	return fd;
}

SCENARIO(io_needs_home)
{
	int needs = omp2cl_pages_io_needs_home();
	switch (rung()) {
	case OMP2CL_RUNG_UFFD: EQUAL(needs, 0); break;
	case OMP2CL_RUNG_UFFD_USER: EQUAL(needs, 1); break;
	case OMP2CL_RUNG_WP: CHECK(needs == 0 || needs == 2); break;
	case OMP2CL_RUNG_MPROTECT: EQUAL(needs, 2); break;
	}
}

/* What the rung says of itself is so: without home, the kernel's access fails or
 * does the right thing. */
SCENARIO(a_system_call_fails_where_the_rung_says_so)
{
	struct block b = new_block(new_device(MIB), 16);
	int fd = file_of(16 * PAGE, 7);
	memset(b.there, 5, b.n);
	drop(&b, 0, 16);
	ssize_t n = pread(fd, b.host, 8 * PAGE, 0);
	EQUAL(n, omp2cl_pages_io_needs_home() ? -1 : (long)(8 * PAGE));
	if (n < 0)
		EQUAL(errno, EFAULT);
	EQUAL(b.host[10 * PAGE], 5);
	close(fd);
	end_block(&b);
}

SCENARIO(read_into_absent_pages)
{
	struct block b = new_block(new_device(MIB), 64);
	char pages[64];
	int fd = file_of(8 * PAGE, 7);
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	before_writing(b.host + 100, 8 * PAGE);
	EQUAL(pread(fd, b.host + 100, 8 * PAGE, 0), 8 * PAGE);
	EQUAL(b.host[99], 5);
	EQUAL(b.host[100], 7);
	EQUAL(b.host[8 * PAGE + 99], 7);
	EQUAL(b.host[8 * PAGE + 100], 5);
	EQUAL(b.host[63 * PAGE], 5);
	written(&b, pages, 0);
	for (int i = 0; i <= 8; i++)
		EQUAL(pages[i], 1);
	EQUAL(pages[63], 0);
	close(fd);
	end_block(&b);
}

SCENARIO(read_into_clean_pages)
{
	struct block b = new_block(new_device(MIB), 64);
	char pages[64];
	int fd = file_of(8 * PAGE, 7);
	memset(b.host, 1, b.n);
	protect(&b, 0, 64);
	before_writing(b.host + 4 * PAGE, 8 * PAGE);
	EQUAL(read(fd, b.host + 4 * PAGE, 8 * PAGE), 0); /* at the end of the file */
	EQUAL(pread(fd, b.host + 4 * PAGE, 8 * PAGE, 0), 8 * PAGE);
	EQUAL(b.host[4 * PAGE], 7);
	written(&b, pages, 1);
	for (int i = 4; i < 12; i++)
		EQUAL(pages[i], 1);
	EQUAL(pages[40], 0);
	before_writing(b.host + 4 * PAGE, 1);
	EQUAL(pread(fd, b.host + 4 * PAGE, 1, 0), 1);
	written(&b, pages, 1);
	EQUAL(pages[4], 1);
	close(fd);
	end_block(&b);
}

SCENARIO(write_from_absent_pages)
{
	struct block b = new_block(new_device(MIB), 64);
	int ends[2];
	char got[3 * PAGE];
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	EQUAL(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	before_reading(b.host + 5, sizeof got);
	EQUAL(write(ends[0], b.host + 5, sizeof got), sizeof got);
	for (size_t have = 0; have < sizeof got;)
		have += (size_t)read(ends[1], got + have, sizeof got - have);
	for (size_t i = 0; i < sizeof got; i++)
		EQUAL(got[i], 5);
	EQUAL(written(&b, NULL, 0), 0); /* reading leaves them clean */
	end_block(&b);
}

/* Pages that the program never touched, or has discarded, beside one that was dropped. */
SCENARIO(read_into_pages_without_memory)
{
	struct block b = new_block(new_device(MIB), 64);
	char pages[64];
	int fd = file_of(8 * PAGE, 7);
	memset(b.there, 5, b.n);
	memset(b.host + 20 * PAGE, 1, 4 * PAGE);
	drop(&b, 0, 1);
	protect(&b, 0, 64);
	omp2cl_pages_gone(at(&b, 22), at(&b, 23));
	EQUAL(madvise(b.host + 22 * PAGE, PAGE, MADV_DONTNEED), 0);
	before_writing(b.host + 18 * PAGE, 8 * PAGE);
	EQUAL(pread(fd, b.host + 18 * PAGE, 8 * PAGE, 0), 8 * PAGE);
	before_reading(b.host + 30 * PAGE, 2 * PAGE);
	EQUAL(pwrite(fd, b.host + 30 * PAGE, 2 * PAGE, 0), 2 * PAGE);
	for (size_t i = 18; i < 26; i++)
		EQUAL(b.host[i * PAGE], 7);
	EQUAL(b.host[26 * PAGE], 0);
	EQUAL(b.host[0], 5);
	written(&b, pages, 0);
	for (size_t i = 18; i < 26; i++)
		EQUAL(pages[i], 1);
	close(fd);
	end_block(&b);
}

/* What is overwritten as a whole is not read from the device; the pages at the edges are. */
SCENARIO(overwritten_pages_are_not_fetched)
{
	struct block b = new_block(new_device(MIB), 64);
	char pages[64];
	memset(b.there, 5, b.n);
	protect(&b, 0, 64);
	drop(&b, 0, 60);
	omp2cl_pages_overwritten(at(&b, 10) + 100, 51 * PAGE);
	EQUAL(absent(&b), 60 - 49);
	EQUAL(b.device->reads, 0);
	memset(b.host + 10 * PAGE + 100, 7, 51 * PAGE);
	EQUAL(b.host[10 * PAGE + 99], 5);
	EQUAL(b.host[10 * PAGE + 100], 7);
	EQUAL(b.host[59 * PAGE], 7);
	EQUAL(b.host[61 * PAGE + 99], 7);
	EQUAL(b.host[61 * PAGE + 100], 0);
	EQUAL(b.host[0], 5);
	written(&b, pages, 1);
	for (size_t i = 10; i <= 61; i++)
		EQUAL(pages[i], 1);
	b.host[20 * PAGE] = 8;
	CHECK(written_near(&b, 20));
	drop(&b, 0, 64);
	EQUAL(b.host[20 * PAGE], 5);
	omp2cl_pages_overwritten(at(&b, 30), PAGE - 1); /* no whole page */
	EQUAL(b.host[30 * PAGE], 5);
	end_block(&b);
}

SCENARIO(home_is_exact)
{
	struct block b = new_block(new_device(MIB), 64);
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	EQUAL(omp2cl_pages_home(at(&b, 10) + 1, PAGE), 0);
	EQUAL(absent(&b), 62);
	EQUAL(omp2cl_pages_home(at(&b, 0) - 5 * PAGE, PAGE), 0);
	EQUAL(absent(&b), 62);
	struct block c = new_block(b.device, 64);
	drop(&c, 0, 64);
	EQUAL(omp2cl_pages_home(0, SIZE_MAX), 0);
	EQUAL(absent(&b) + absent(&c), 0);
	end_block(&b);
	end_block(&c);
}

/* --- fork ------------------------------------------------------------------------- */

static atomic_int stop;

static void use_atfork(void)
{
	pthread_atfork(omp2cl_pages_fork_prepare, omp2cl_pages_fork_parent, omp2cl_pages_fork_child);
}

static void wait_for(pid_t child)
{
	int status;
	CHECK(child > 0);
	EQUAL(waitpid(child, &status, 0), child);
	EQUAL(status, 0);
}

static void in_child(struct block *b)
{
	struct omp2cl_pages_range r[1];
	for (size_t i = 0; i < b->n / PAGE; i++)
		CHECK(b->host[i * PAGE] == 5 || b->host[i * PAGE] == 6, "page %zu: %d", i, b->host[i * PAGE]);
	memset(b->host, 9, b->n);
	EQUAL(omp2cl_pages_rung(), 0);
	EQUAL(omp2cl_pages_drop(b->object, at(b, 0), at(b, 1), &b->source), -ESRCH);
	EQUAL(omp2cl_pages_written(b->object, at(b, 0), at(b, 1), r, 1, 1), -ESRCH);
	EQUAL(omp2cl_pages_home(0, SIZE_MAX), 0);
	EQUAL(omp2cl_pages_check_handler(), 0);
	EQUAL(omp2cl_pages_start(OMP2CL_RUNG_AUTO, NULL, 0), -ENOSYS);
	omp2cl_pages_gone(at(b, 0), at(b, 64));
	omp2cl_pages_remove(b->object);
	pid_t grandchild = fork();
	if (grandchild == 0)
		_exit(b->host[0] != 9);
	wait_for(grandchild);
	_exit(0);
}

SCENARIO(fork_gives_the_child_its_data)
{
	struct block b = new_block(new_device(MIB), 1024);
	use_atfork();
	memset(b.there, 5, b.n);
	drop(&b, 0, 1024);
	CHECK(b.host[7 * PAGE] == 5);
	b.host[8 * PAGE] = 6;
	pid_t child = fork();
	if (child == 0)
		in_child(&b);
	wait_for(child);
	EQUAL(b.host[9 * PAGE], 5);
	CHECK(written_near(&b, 8));
	memset(b.there, 3, b.n);
	drop(&b, 0, 1024); /* the parent goes on */
	EQUAL(b.host[1000 * PAGE], 3);
	protect(&b, 0, 1024);
	b.host[1000 * PAGE] = 3;
	CHECK(written_near(&b, 1000));
	end_block(&b);
}

static void *drop_and_touch(void *arg)
{
	struct block *b = arg;
	while (!stop) {
		drop(b, 0, b->n / PAGE);
		for (size_t i = 0; i < b->n / PAGE && !stop; i += 3)
			CHECK(b->host[i * PAGE] == 5);
	}
	return NULL;
}

SCENARIO(fork_while_others_offload)
{
	struct device *d = new_device(64 * KIB);
	struct block b[2] = {new_block(d, 200), new_block(d, 200)};
	pthread_t t[2];
	use_atfork();
	for (int i = 0; i < 2; i++) {
		memset(b[i].there, 5, b[i].n);
		drop(&b[i], 0, 200);
		pthread_create(&t[i], NULL, drop_and_touch, &b[i]);
	}
	for (int round = 0; round < 40; round++) {
		pid_t child = fork();
		if (child == 0)
			in_child(&b[round % 2]);
		wait_for(child);
	}
	stop = 1;
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
}

/* vfork's child, and system's, share the memory and the service. */
SCENARIO(system_works)
{
	struct block b = new_block(new_device(MIB), 64);
	use_atfork();
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	EQUAL(system("exit 3"), 3 << 8);
	EQUAL(b.host[0], 5);
	end_block(&b);
}

/* --- Too few mappings ---------------------------------------------------------------- */

/* Every other page is absent: twice as many mappings as pages under mprotect. */
SCENARIO(more_parts_than_mappings)
{
	enum { N = 80000 };
	struct block b = new_block(new_device(MIB), N);
	memset(b.there, 5, b.n);
	memset(b.host, 1, b.n);
	protect(&b, 0, N);
	size_t dropped = 0;
	for (size_t i = 0; i < N; i += 2) {
		int r = omp2cl_pages_drop(b.object, at(&b, i), at(&b, i + 1), &b.source);
		CHECK(r == 0 || r == -ENOMEM, "%s", strerror(-r));
		if (r == -ENOMEM)
			b.host[i * PAGE] = 5; /* the caller copies eagerly */
		dropped += r == 0;
	}
	CHECK(dropped > 10000, "%zu", dropped);
	for (size_t i = 1; i < N; i += 2)
		if (i % 1000 == 1)
			b.host[i * PAGE] = 2;
	for (size_t i = 0; i < N; i++) {
		if (i == N / 10) /* enough waiting for single pages */
			fetch(&b, i, N);
		EQUAL(b.host[i * PAGE], i % 2 == 0 ? 5 : i % 1000 == 1 ? 2 : 1);
	}
	char *pages = malloc(N);
	written(&b, pages, 1);
	for (size_t i = 1; i < N; i += 1000)
		EQUAL(pages[i], 1);
	b.host[77 * PAGE] = 3;
	CHECK(written(&b, pages, 0) >= 1);
	EQUAL(pages[77], 1);
	drop(&b, 0, N);
	fetch(&b, 0, N);
	EQUAL(memcmp(b.host, b.there, b.n), 0);
	end_block(&b);
}

/* Writes to every other page of a clean object. */
SCENARIO(more_writes_than_mappings)
{
	enum { N = 150000 };
	struct block b = new_block(new_device(MIB), N);
	protect(&b, 0, N);
	for (size_t i = 0; i < N; i += 2)
		b.host[i * 100003 % N * PAGE] = 2;
	char *pages = malloc(N);
	written(&b, pages, 1);
	for (size_t i = 0; i < N; i += 2)
		EQUAL(pages[i * 100003 % N], 1);
	written(&b, NULL, 0);
	b.host[0] = 4;
	written(&b, pages, 0);
	EQUAL(pages[0], 1);
	free(pages);
	end_block(&b);
}
