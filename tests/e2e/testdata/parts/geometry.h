struct point {
    double x, y;
};

#pragma omp declare target
extern double geometry_scale;
extern int geometry_count[2];
struct point midpoint(struct point a, struct point b);
double norm1(const struct point *p);
void geometry_note(int which);
#pragma omp end declare target

void set_scale(double s);
int geometry_calls(void);
