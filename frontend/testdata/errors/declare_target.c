int x, y;
int h(void) { return 1; }
#pragma omp declare target to(x) link(y)
#pragma omp declare target link(h) // ERROR "function 'h' cannot be named by 'link'"
#pragma omp declare target (missing) // ERROR "'missing' in 'declare target' is not declared at file scope.*undeclared-name"
#pragma omp end declare target // ERROR "'end declare target' without 'declare target'"
void f(void)
{
    int local = 0;
#pragma omp declare target (local) // ERROR "'local' in 'declare target' is not declared at file scope"
    (void)local;
}
#pragma omp declare target // ERROR "'declare target' without 'end declare target'.*unmatched-directive"
