int f(int *a)
{
    a[0] = = 1; // ERROR "cannot parse this file.*c-front-end"
    return 0;
}
