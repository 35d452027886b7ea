#pragma omp declare target
double row_sum(int n, int m, double a[n][m], int i)
{
    double s = 0, t[m];
    n++;
    for (int j = 0; j < m; j++) {
        t[j] = a[i][j];
        s += t[j];
    }
    return s + sizeof(t) + sizeof a;
}

double changes(int n, double a[][n], double (*b)[n + 1])
{
    n = 3;
    return a[1][2] + b[1][0];
}
#pragma omp end declare target

void host(int n, int m)
{
    double grid[n][m + 1];
    const int k = 4;
#pragma omp target map(tofrom: grid[0:n][0:m])
    {
        double fixed[k], own[n + k];
        double (*p)[m + 1] = grid;
        own[0] = row_sum(n, m + 1, grid, 0);
        fixed[1] = p[1][2] + sizeof(grid) + changes(m, (double (*)[m])p, grid);
        grid[0][0] = own[0] + fixed[1];
    }
}
