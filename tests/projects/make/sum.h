#ifndef SUM_H
#define SUM_H

double sum(int n, const float *a);

#endif
