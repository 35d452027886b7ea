/* signals.c - SIGSEGV that is not ours, touches in handlers, longjmp, failures. */
#include "rig.h"

/* An address that is never mapped. */
static volatile uintptr_t nowhere = 64;

static sigjmp_buf back;
static volatile sig_atomic_t calls;
static volatile siginfo_t last_info;
static volatile int blocked;

static char *forbidden(void)
{
	return mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void note_mask(void)
{
	sigset_t now;
	pthread_sigmask(SIG_BLOCK, NULL, &now);
	blocked = sigismember(&now, SIGUSR1) | sigismember(&now, SIGUSR2) << 1 | sigismember(&now, SIGSEGV) << 2;
}

static void on_segv_info(int sig, siginfo_t *info, void *context)
{
	CHECK(sig == SIGSEGV && context);
	calls++;
	last_info = *info;
	note_mask();
	siglongjmp(back, 1);
}

static void on_segv_plain(int sig)
{
	CHECK(sig == SIGSEGV);
	calls++;
	note_mask();
	siglongjmp(back, 1);
}

static void install(void (*f)(int, siginfo_t *, void *), int flags)
{
	struct sigaction a = {.sa_sigaction = f, .sa_flags = flags};
	sigaddset(&a.sa_mask, SIGUSR1);
	EQUAL(sigaction(SIGSEGV, &a, NULL), 0);
}

static void start(void)
{
	char why[512];
	if (omp2cl_pages_start(atoi(getenv("RUNG")), why, sizeof why) < 0)
		_exit(77);
}

/* A block with absent pages before and after a fault that is not ours. */
static void use_block(void)
{
	struct block b = new_block(new_device(MIB), 64);
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	EQUAL(b.host[20 * PAGE], 5);
	b.host[20 * PAGE] = 1;
	CHECK(written_near(&b, 20));
	end_block(&b);
}

static void touch_forbidden(volatile char *p, int times)
{
	use_block();
	for (int i = 1; i <= times; i++) {
		if (sigsetjmp(back, 1) == 0) {
			*p = 1;
			CHECK(0, "not reached");
		}
		EQUAL(calls, i);
		use_block();
	}
}

SCENARIO(before_a_handler_with_information)
{
	char *p = forbidden();
	install(on_segv_info, SA_SIGINFO);
	start();
	touch_forbidden(p, 3);
	CHECK(last_info.si_addr == p);
	EQUAL(last_info.si_code, SEGV_ACCERR);
	EQUAL(blocked, 1 | 4);
}

SCENARIO(before_a_plain_handler)
{
	install((void (*)(int, siginfo_t *, void *))(void (*)(void))on_segv_plain, SA_NODEFER);
	start();
	touch_forbidden(forbidden(), 2);
	EQUAL(blocked, 1);
	calls = 0;
	touch_forbidden((char *)nowhere, 1);
}

SCENARIO_DYING(before_a_handler_for_once, SIGSEGV)
{
	install(on_segv_info, SA_SIGINFO | SA_RESETHAND);
	start();
	touch_forbidden(forbidden(), 1);
	*(volatile char *)forbidden() = 1;
}

SCENARIO_DYING(no_handler, SIGSEGV)
{
	use_block();
	*(volatile char *)nowhere = 1;
}

SCENARIO_DYING(no_handler_and_protected_memory, SIGSEGV)
{
	*(volatile char *)forbidden() = 1;
}

SCENARIO_DYING(sent_by_kill, SIGSEGV)
{
	use_block();
	kill(getpid(), SIGSEGV);
	for (;;)
		pause();
}

SCENARIO_DYING(before_ignored, SIGSEGV)
{
	signal(SIGSEGV, SIG_IGN);
	start();
	kill(getpid(), SIGSEGV);
	usleep(10000);
	use_block();
	*(volatile char *)forbidden() = 1;
}

/* The program installs its handler later, by the wrapper. */
SCENARIO(installed_through_the_wrapper)
{
	struct sigaction a = {.sa_sigaction = on_segv_info, .sa_flags = SA_SIGINFO}, old, now;
	int wrapped = omp2cl_pages_user_sigaction(SIGSEGV, &a, &old);
	EQUAL(wrapped, rung() == OMP2CL_RUNG_MPROTECT);
	if (!wrapped)
		return;
	EQUAL(omp2cl_pages_user_sigaction(SIGUSR1, &a, NULL), 0);
	CHECK(old.sa_handler == SIG_DFL);
	EQUAL(omp2cl_pages_user_sigaction(SIGSEGV, NULL, &now), 1);
	CHECK(now.sa_sigaction == on_segv_info && now.sa_flags == SA_SIGINFO);
	touch_forbidden(forbidden(), 3);
	EQUAL(omp2cl_pages_check_handler(), 0);
}

/* The program installs its handler behind our back, over ours. */
SCENARIO(installed_over_ours)
{
	install(on_segv_info, SA_SIGINFO);
	EQUAL(omp2cl_pages_check_handler(), rung() == OMP2CL_RUNG_MPROTECT);
	EQUAL(omp2cl_pages_check_handler(), 0);
	touch_forbidden(forbidden(), 3);
}

/* ... and that handler calls the one it found. */
static struct sigaction found;

static void on_segv_chaining(int sig, siginfo_t *info, void *context)
{
	calls += 10;
	found.sa_sigaction(sig, info, context);
}

SCENARIO(before_a_chain_of_handlers)
{
	install(on_segv_info, SA_SIGINFO);
	start();
	struct sigaction a = {.sa_sigaction = on_segv_chaining, .sa_flags = SA_SIGINFO};
	EQUAL(sigaction(SIGSEGV, &a, &found), 0);
	omp2cl_pages_check_handler();
	use_block();
	for (int i = 1; i <= 3; i++) {
		if (sigsetjmp(back, 1) == 0)
			*(volatile char *)nowhere = 1;
		EQUAL(calls, 11 * i);
		use_block();
	}
}

/* Memory that the program has protected itself, in a tracked object. */
SCENARIO(protected_by_the_program)
{
	struct block b = new_block(new_device(MIB), 64);
	memset(b.there, 5, b.n);
	install(on_segv_info, SA_SIGINFO);
	omp2cl_pages_check_handler();
	drop(&b, 0, 64);
	EQUAL(omp2cl_pages_home(at(&b, 10), PAGE), 0);
	EQUAL(mprotect(b.host + 10 * PAGE, PAGE, PROT_NONE), 0);
	if (sigsetjmp(back, 1) == 0) {
		(void)*(volatile char *)(b.host + 10 * PAGE);
		CHECK(0, "not reached");
	}
	EQUAL(calls, 1);
	EQUAL(mprotect(b.host + 10 * PAGE, PAGE, PROT_READ), 0);
	EQUAL(b.host[10 * PAGE], 5);
	if (sigsetjmp(back, 1) == 0) {
		b.host[10 * PAGE] = 1;
		CHECK(0, "not reached");
	}
	EQUAL(calls, 2);
	EQUAL(b.host[11 * PAGE], 5);
	end_block(&b);
}

/* --- Touches in handlers of other signals ---------------------------------------------- */

static struct block *handled;
static volatile long touched_in_handler;

static void on_alarm(int sig)
{
	static uint32_t seed = 1;
	(void)sig;
	for (int i = 0; i < 3; i++) {
		size_t page = random_below(&seed, (uint32_t)(handled->n / PAGE));
		CHECK(handled->host[page * PAGE] == 5);
		handled->host[page * PAGE + 1] = 1;
		touched_in_handler++;
	}
}

/* For a handler that leaves what it interrupted. */
static void every(int us)
{
	struct itimerval t = {{0, us}, {0, us}};
	setitimer(ITIMER_REAL, &t, NULL);
}

/* For one that returns to it: where it takes longer than the period, it would be
 * called again at once, and nothing else go on. */
static void once_within(uint32_t *seed, uint32_t us)
{
	struct itimerval t = {{0, 0}, {0, 1 + random_below(seed, us)}};
	setitimer(ITIMER_REAL, &t, NULL);
}

SCENARIO(touches_in_a_signal_handler)
{
	struct block b = new_block(new_device(64 * KIB), 256);
	struct omp2cl_pages_range r[16];
	memset(b.there, 5, b.n);
	memset(b.host, 5, b.n);
	uint32_t seed = 1;
	handled = &b;
	signal(SIGALRM, on_alarm);
	for (double until = seconds() + patience(); seconds() < until || touched_in_handler <= 100;) {
		once_within(&seed, 100);
		drop(&b, 0, 256);
		once_within(&seed, 500);
		for (size_t i = 0; i < 256; i += 16)
			CHECK(b.host[i * PAGE] == 5);
		once_within(&seed, 50);
		protect(&b, 0, 256);
		CHECK(omp2cl_pages_written(b.object, at(&b, 0), at(&b, 256), r, 16, 1) >= 0);
		once_within(&seed, 300);
		EQUAL(omp2cl_pages_home(at(&b, 0), 100 * PAGE), 0);
		once_within(&seed, 300);
		fetch(&b, 0, 256);
	}
	every(0);
	end_block(&b);
}

static void leave(int sig)
{
	(void)sig;
	siglongjmp(back, 1);
}

/* A handler that leaves what it interrupted, be it a touch or a call that waits. */
SCENARIO(longjmp_out_of_waiting)
{
	struct block b = new_block(new_device(64 * KIB), 256);
	volatile int left = 0;
	memset(b.there, 5, b.n);
	b.device->delay_us = 500;
	signal(SIGALRM, leave);
	for (volatile int round = 0; round < 200; round++) {
		drop(&b, 0, 256);
		if (sigsetjmp(back, 1) == 0) {
			every(100 + round * 20);
			if (round % 2)
				omp2cl_pages_home(at(&b, 0), 256 * PAGE);
			else
				for (size_t i = 0; i < 256; i++)
					CHECK(b.host[i * PAGE] == 5);
		} else {
			left++;
		}
		every(0);
		if (sigsetjmp(back, 1) == 0)
			CHECK(b.host[17 * PAGE] == 5);
	}
	CHECK(left > 10, "%d", left);
	signal(SIGALRM, SIG_IGN);
	end_block(&b);
}

/* --- Failures ---------------------------------------------------------------------------- */

SCENARIO(a_failed_bulk_read_is_told)
{
	struct block b = new_block(new_device(64 * KIB), 256);
	memset(b.host, 1, b.n);
	memset(b.there, 5, b.n);
	drop(&b, 0, 256);
	b.device->fail_after = 3;
	b.device->code = -5;
	EQUAL(omp2cl_pages_fetch(b.object, at(&b, 0), at(&b, 256)), -EIO);
	EQUAL(omp2cl_pages_device_error(b.object), -5);
	CHECK(absent(&b) > 0 && absent(&b) < 256, "%zu", absent(&b));
	b.device->fail_after = -1;
	fetch(&b, 0, 256);
	EQUAL(memcmp(b.host, b.there, b.n), 0);
	end_block(&b);
}

static int standard_error[2];

static void told(uintptr_t address, size_t bytes, int code)
{
	char text[512], want[128];
	ssize_t n = read(standard_error[0], text, sizeof text - 1);
	text[n < 0 ? 0 : n] = 0;
	snprintf(want, sizeof want, "%zu bytes at 0x%lx home from the device: reading failed with OpenCL code -36", bytes, address);
	if (code != -36 || !strstr(text, want) || !strstr(text, "-36\nby the second\n"))
		_exit(3);
}

SCENARIO_DYING(a_failed_read_of_a_touched_page_ends_the_process, SIGABRT)
{
	struct block b = new_block(new_device(64 * KIB), 256);
	const char *origin = "by the first\n";
	b.source.origin = &origin;
	drop(&b, 0, 256);
	origin = "by the second\n";
	b.device->fail_after = 0;
	b.device->code = -36;
	EQUAL(pipe(standard_error), 0);
	dup2(standard_error[1], 2);
	omp2cl_pages_on_failure(told);
	signal(SIGABRT, SIG_IGN);
	b.host[0] = 1;
	_exit(4);
}

/* Reading ahead fails in silence: the touch that needs the page tells. */
SCENARIO(a_failed_read_ahead_is_tried_again)
{
	enum { PAGES = 16384, BY_TOUCHES = 1024 }; /* from there on it reads ahead */
	struct block b = new_block(new_device(MIB), PAGES);
	memset(b.there, 5, b.n);
	b.device->code = -5;
	for (unsigned long round = 1; round <= 3; round++) {
		unsigned long failures = b.device->failures;
		drop(&b, 0, PAGES);
		b.device->fail_from = (uintptr_t)b.there + (BY_TOUCHES + round * 300) * PAGE;
		for (size_t i = 0; i < BY_TOUCHES; i++)
			EQUAL(b.host[i * PAGE], 5);
		for (int ms = 0; ms < A_MINUTE && b.device->failures == failures; ms++)
			usleep(1000);
		CHECK(b.device->failures > failures);
		b.device->fail_from = 0;
		for (size_t i = BY_TOUCHES; i < PAGES; i++)
			EQUAL(b.host[i * PAGE], 5);
		EQUAL(absent(&b), 0);
	}
	end_block(&b);
}

/* --- The ladder ----------------------------------------------------------------------------- */

SCENARIO(before_refused_rungs)
{
	char why[512];
	int wanted = atoi(getenv("RUNG"));
	omp2cl_pages_refuse((1u << wanted) - 1);
	int got = omp2cl_pages_start(OMP2CL_RUNG_AUTO, why, sizeof why);
	CHECK(got >= wanted, "%d: %s", got, why);
	for (int r = 1; r < wanted; r++) {
		char line[64];
		snprintf(line, sizeof line, "%s: switched off for a test: Operation not permitted", omp2cl_pages_rung_name(r));
		CHECK(strstr(why, line), "%s", why);
	}
	use_block();
}

SCENARIO(before_all_rungs_refused)
{
	char why[512];
	int why_add;
	omp2cl_pages_refuse(~0u);
	EQUAL(omp2cl_pages_start(OMP2CL_RUNG_AUTO, why, sizeof why), -EPERM);
	CHECK(strstr(why, "uffd: ") && strstr(why, "mprotect: "), "%s", why);
	EQUAL(omp2cl_pages_rung(), 0);
	CHECK(!omp2cl_pages_add(PAGE, 2 * PAGE, 2 * PAGE, 0, &why_add));
	EQUAL(why_add, ENOSYS);
	omp2cl_pages_gone(0, SIZE_MAX);
	EQUAL(omp2cl_pages_home(0, SIZE_MAX), 0);
	EQUAL(omp2cl_pages_io_needs_home(), 0);
	EQUAL(omp2cl_pages_check_handler(), 0);
}
