#include <stdio.h>
#include <stdlib.h>
#include <setjmp.h>
#include <stdarg.h>

static jmp_buf env;
static int one(void) { return 1; }
static int elsewhere(void) __attribute__((weakref("somewhere")));
static int plain;

static int deep(int n)
{
    return n + (int)strtol("1", 0, 10); // ERROR "function 'strtol' is not available in device code.*unsupported-function"
}

static int usesPlain(int n)
{
    return n + plain; // ERROR "variable 'plain' is used in device function 'usesPlain' but not named by declare target.*not-declare-target"
}

static int many(int n, ...) // ERROR "function 'many' with a variable number of arguments.*unsupported-variadic"
{
    return n;
}

static int list(int n, ...)
{
    va_list ap; // ERROR "variable 'ap' has type 'va_list'"
    va_start(ap, n);
    n += va_arg(ap, int);
    va_end(ap);
    return n;
}

static int fact(int n)
{
    int own[n + 1];
    own[n] = n;
    return n ? own[n] * fact(n - 1) : 1; // ERROR "recursion is not supported in device code: fact -> fact.*recursion"
}

typedef struct { long double wide; int n; int (*call)(int, ...); } box;

void f(int n, double *a, long double big, box *b)
{
    int (*g)() = one;
#pragma omp target map(tofrom: a[0:n], b[0:1])
    {
        a[0] = deep(n) + usesPlain(n) + many(n) + list(n) + fact(n);
        a[1] = big; // ERROR "variable 'big' has type 'long double'.*unsupported-type"
        a[2] = a[1] * 2.0L; // ERROR "constant '2.0L' has type 'long double'"
        a[3] = g(); // ERROR "calls through pointers need the parameters.*unsupported-function-pointer"
        a[4] = (double)(&one != 0);
        a[5] = b->n;
        a[6] = b->wide; // ERROR "member 'wide' has type 'long double'"
        a[7] = b->call(1); // ERROR "calls through pointers need the parameters"
        __asm__("nop"); // ERROR "inline assembly.*unsupported-asm"
        if (setjmp(env)) // ERROR "'_setjmp' is not supported.*unsupported-setjmp"
            a[0] = 1;
        char *m = __builtin_alloca(n);
        a[8] = m[0];
        __int128 w = n; // ERROR "variable 'w' has type '__int128'"
        a[9] = (double)(w + w) + elsewhere(); // ERROR "function 'elsewhere' is static, but this file does not define it"
        long double _Complex z = 1; // ERROR "variable 'z' has type '_Complex long double'"
        a[10] = __real__ z;
        _Atomic int at = 3; // ERROR "variable 'at' has type '_Atomic int'"
        static int calls, *last = &calls; // ERROR "initializer of static variable 'last' is not supported in device code.*unsupported-static"
        calls++;
        void *label = &&next; // ERROR "address of a label.*unsupported-computed-goto"
        goto *label; // ERROR "computed goto"
    next:;
        void nested(void) { } // ERROR "nested functions are not supported.*unsupported-nested-function"
    }
}
