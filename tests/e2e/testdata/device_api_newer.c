// Device routines of OpenMP 5.1 and 6.0, which the header of gcc 12 does not have.
// HOST-DIFFERS: nor has its library
// EXPECT: 1 1 1 1 1 1
// EXPECT: 42 7 0 7 42 0
// EXPECT: 16843009 16843009 255
#include <omp.h>
#include <stdio.h>

void *omp_get_mapped_ptr(const void *, int);
int omp_target_is_accessible(const void *, size_t, int);
int omp_target_memcpy_async(void *, const void *, size_t, size_t, size_t, int, int, int, omp_depend_t *);
int omp_target_memcpy_rect_async(void *, const void *, size_t, int, const size_t *, const size_t *, const size_t *,
                                 const size_t *, const size_t *, int, int, int, omp_depend_t *);
void *omp_target_memset(void *, int, size_t, int);
void *omp_target_memset_async(void *, int, size_t, int, int, omp_depend_t *);

static int shared_with_device[8];
#pragma omp declare target to(shared_with_device)

int main(void)
{
    int device = omp_get_default_device(), host = omp_get_initial_device(), a[40] = {0}, b[40] = {0};
    int before = omp_get_mapped_ptr(a, device) == NULL, always = 0;
#pragma omp target data map(tofrom: a[5:20])
    {
        int *q = omp_get_mapped_ptr(&a[7], device);
#pragma omp target is_device_ptr(q)
        q[0] = 42;
        before += omp_get_mapped_ptr(&a[30], device) == NULL;
    }
    int *p = omp_get_mapped_ptr(&shared_with_device[2], device);
#pragma omp target map(tofrom: always)
    {
        shared_with_device[3] = 5;
        always++;
    }
    omp_target_memcpy(b, p, sizeof(int), 0, sizeof(int), host, device);
    int *memory = omp_target_alloc(40 * sizeof(int), device);
    printf("%d %d %d %d %d %d\n", before == 2, b[0] == 5, omp_get_mapped_ptr(a, host) == a, omp_target_is_accessible(a, 40, host),
           omp_target_is_accessible(memory + 2, 8, device), !omp_target_is_accessible(NULL, 8, device));

    omp_depend_t object;
    int x = 0;
#pragma omp depobj(object) depend(inout: x)
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out: x) shared(x)
        x = 7;
        omp_target_memcpy_async(memory, &x, sizeof x, 8, 0, device, host, 1, &object);
        omp_target_memcpy_async(memory, &a[7], sizeof x, 0, 0, device, host, 0, NULL);
        size_t volume[2] = {2, 1}, none[2] = {0, 0}, from[2] = {0, 2}, shape[2] = {2, 3}, to[2] = {3, 2};
        b[1] = b[5] = 0;
        omp_target_memset(memory + 3, 0, 12, device);
        omp_target_memcpy_rect_async(b, memory, sizeof(int), 2, volume, none, from, to, shape, host, device, 1, &object);
#pragma omp taskwait
    }
    printf("%d %d %d ", a[7], b[0], b[2]);
    omp_target_memcpy(b, memory, 3 * sizeof(int), 0, 0, host, device);
    printf("%d %d %d\n", b[2], b[0], b[20]);
    omp_target_memset(memory, 1, 10 * sizeof(int), device);
    omp_target_memset_async(memory + 39, -1, 1, device, 0, NULL);
    omp_target_memcpy(b, memory, 40 * sizeof(int), 0, 0, host, device);
    printf("%d %d %d\n", b[0], b[9], b[39] & 255);
    omp_target_free(memory, device);
    return 0;
}
