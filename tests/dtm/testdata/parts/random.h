/* The random program's arrays, with what host and devices must hold of each. */
#ifndef RANDOM_H
#define RANDOM_H

#include "torture.h"

enum { ARRAYS = 11, MOST = 100000, STACK_LENGTH = 9000 };
enum { ALLOC = 0, TO = 1, FROM = 2, TOFROM = 3 };

/* One present section of an array on one device. */
typedef struct environment {
    long lo, hi;
    int count;          /* references; 0: not present */
    int fixed;          /* of them, those of data regions that have not ended */
    int entered;        /* whether enter data has added references */
    int *value;         /* what the device holds */
    unsigned char *known;
} environment;

typedef struct array {
    const char *kind;
    int *p;             /* the memory that the program uses */
    long n;
    int *value;         /* what the host must see */
    unsigned char *known;
    environment on[2];
} array;

extern array arrays[ARRAYS];
extern int devices, seed, steps;

long index_of(const array *a);
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void wrong(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* random_memory.c: memory of all kinds, and the host's accesses. */
void make_arrays(int *on_stack, dice *d);
void drop_arrays(void);
void renew(array *a, dice *d); /* frees, resizes, remaps or discards it, if it is not present */
int file_for_random(int *file);
void read_host(array *a, long lo, long hi);
void write_host(array *a, long lo, long hi, long stride, int k);
void write_file(array *a, long lo, long hi, int file);
void read_file(array *a, long lo, long hi, int file, int k);
void move_host(array *a, long lo, long hi, array *b);

/* random_model.c: OpenMP's rules of the data environment. */
void model_devices(int first, int second);
int model_may_enter(array *a, int dev, long lo, long hi);
int model_may_leave(array *a, int dev);
void model_enter(array *a, int dev, long lo, long hi, int type);
void model_leave(array *a, int dev, long lo, long hi, int type);
void model_update(array *a, int dev, long lo, long hi, int type);
void model_set(array *a, int dev, long from, long to, int k);
void model_add(array *a, int dev, long from, long to, int k);
void model_copy(array *b, long to, array *a, long from, long n, int dev);
int model_knows(array *a, int dev, long from, long to);
unsigned model_sum(array *a, int dev, long from, long to);

#endif
