/* Launches that are repeated do not enter Go, and whatever changes what they depend on
 * is noticed. Kernels add v to a[0..n).
 *
 * build: -Wl,--wrap=omp2cl_go_target
 */
#include "unit.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

extern void omp_set_default_device(int);
extern int omp_get_initial_device(void);

static unsigned entered; /* Go, for a region */
int __real_omp2cl_go_target(void *, int, int, void *, void *);
int __wrap_omp2cl_go_target(void *region, int device, int by_default, void *launch, void *values) {
    entered++;
    return __real_omp2cl_go_target(region, device, by_default, launch, values);
}

static const struct omp2cl_code kernels[] = {
    {"add", "", "__kernel void add(__global char *a, long a_off, int v, int n" HIDDEN "{\n"
     "    __global int *p = (__global int *)(a + a_off);\n"
     "    for (int i = get_global_id(0); i < n; i += get_global_size(0)) p[i] += v;\n}\n", no_needs}};
REGION(region, 10, "target", "add", OMP2CL_FORM_SPMD | OMP2CL_FOLLOWED, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM},
       {"v", OMP2CL_ARG_VALUE, 0}, {"n", OMP2CL_ARG_VALUE, 0});
REGION(to, 11, "target enter data", NULL, 0, {"a", OMP2CL_MAP_ONLY, OMP2CL_MAP_TO});
REGION(from, 12, "target exit data", NULL, 0, {"a", OMP2CL_MAP_ONLY, OMP2CL_MAP_FROM});
KERNELS(kernels);

enum { N = 5000 };
static int a[N], b[N], n = N;

static int add(int *p, int v) {
    struct omp2cl_value values[] = {value(p, p, N * sizeof *p), OF(v), OF(n)};
    struct omp2cl_launch launch = {.trip = N};
    return omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &launch, values);
}

static int sees(int *p, int want) {
    struct omp2cl_value v = value(p, p, N * sizeof *p);
    omp2cl_update(&from, OMP2CL_DEVICE_DEFAULT, &v);
    return p[0] == want && p[N - 1] == want;
}

static void enter(int *p) {
    struct omp2cl_value v = value(p, p, N * sizeof *p);
    omp2cl_enter_data(&to, OMP2CL_DEVICE_DEFAULT, &v);
}

static void leave(int *p) {
    struct omp2cl_value v = value(p, p, N * sizeof *p);
    omp2cl_exit_data(&from, OMP2CL_DEVICE_DEFAULT, &v);
}

/* More launches than are under way at once. */
static void test_many(void) {
    unsigned before = entered;
    for (int i = 0; i < 1000; i++)
        add(a, 1);
    CHECK(entered - before < 10);
    CHECK(sees(a, 1000));
}

static void test_values(void) {
    unsigned before = entered;
    for (int i = 0; i < 100; i++)
        add(i % 2 ? a : b, i);
    CHECK(entered - before < 10);
    CHECK(sees(a, 1000 + 2500) && sees(b, 2450));
    n = 0;
    add(a, 1000);
    n = N;
    CHECK(sees(a, 3500));
}

static void test_data(void) {
    leave(b);
    for (int i = 0; i < N; i++)
        b[i] = 7;
    enter(b);
    add(b, 1);
    CHECK(sees(b, 8));
    for (int i = 0; i < N; i++)
        b[i] = 100;
    struct omp2cl_value v = OF(b);
    omp2cl_update(&to, OMP2CL_DEVICE_DEFAULT, &v);
    add(b, 1);
    CHECK(sees(b, 101));
}

static void test_host(void) {
    for (int i = 0; i < 10; i++)
        add(a, 1);
    omp_set_default_device(omp_get_initial_device());
    CHECK(add(a, 1) == 1);
    omp_set_default_device(0);
    CHECK(add(a, 1) == 0 && sees(a, 3511));
    pid_t child = fork();
    if (child == 0)
        _exit(add(a, 1) == 1 ? 0 : 1);
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    for (int i = 0; i < 10; i++)
        CHECK(add(a, 1) == 0);
    CHECK(sees(a, 3521));
}

static pthread_barrier_t met;

static void *work(void *unused) {
    for (int i = 0; i < 50; i++)
        add(b, 1);
    pthread_barrier_wait(&met);
    pthread_barrier_wait(&met);
    for (int i = 0; i < 50; i++)
        add(b, 1);
    return unused;
}

/* Threads come behind each other's launches, also behind those that went without Go. */
static void test_threads(void) {
    pthread_t t;
    pthread_barrier_init(&met, NULL, 2);
    for (int i = 0; i < 50; i++)
        add(b, 1);
    pthread_create(&t, NULL, work, NULL);
    pthread_barrier_wait(&met);
    CHECK(sees(b, 201));
    for (int i = 0; i < 50; i++)
        add(b, 1);
    pthread_barrier_wait(&met);
    pthread_join(t, NULL);
    unsigned before = entered;
    for (int i = 0; i < 50; i++)
        add(b, 1);
    CHECK(entered - before < 10);
    CHECK(sees(b, 351));
}

int main(void) {
    enter(a);
    enter(b);
    test_many();
    test_values();
    test_data();
    test_host();
    test_threads();
    leave(a);
    leave(b);
    CHECK(a[1] == 3521 && b[1] == 351);
    return finish();
}
