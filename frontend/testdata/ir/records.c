struct point { double x, y; };
union word { int i; float f; };
struct shape {
    char kind;
    struct point p[2];
    struct { union word w; unsigned flags : 3, rest : 29; };
    struct shape *next;
};

#pragma omp declare target
double area(struct shape s, const struct shape *t)
{
    struct point q = { .y = 2 }, *r = &s.p[1];
    q = s.p[0];
    s.w.i += t->flags - 4;
    s.next->p[0] = (struct point){ 1, q.y };
    return r->x * t->next->next->p[1].y + (*t).w.f;
}
#pragma omp end declare target
