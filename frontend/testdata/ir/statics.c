#pragma omp declare target
extern int shared[];
int shared[3];
static long hidden = 4;
extern const double pi;
#pragma omp end declare target
int linked[8];
#pragma omp declare target link(linked)
int tentative;
int tentative = 3;
const int rows = 3;

double f(int n)
{
    static int calls[4];
    static const double table[] = { 1, 2.5, -3 };
    const int width = rows + 1;
    double out[width];
    extern int shared[];
#pragma omp target map(tofrom: calls) map(from: out)
    {
        static const char names[2][4] = { "one", "two" };
        const int half = width / 2;
        int local[half];
        local[0] = shared[1] + hidden + linked[2] + tentative;
        calls[0] += names[1][0] + rows;
        out[local[0]] = table[n] * pi;
        {
            extern int shared[];
            shared[0] = 1;
        }
    }
    return out[0];
}
