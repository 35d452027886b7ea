// Variable-length arrays whose lengths come from memory, in regions, by teams and in device functions.
#include <stdio.h>
#include <string.h>
#pragma omp declare target
double trace(int n, double a[n][n]) { double s=0; for (int i=0;i<n;i++) s+=a[i][i]; return s; }
double fill(const int *p, int at) {
  int w = p[at];
  double v[w], (*q)[w] = &v;
  for (int i = 0; i < w; i++) v[i] = i * at;
  double s = 0;
  for (int i = 0; i < w; i++) s += (*q)[i];
  return s + sizeof v;
}
#pragma omp end declare target
int main(){
  int len[20]; double out[20], o2[20], o3[20];
  for (int i=0;i<20;i++) len[i]=i%7+1;
#pragma omp target teams distribute parallel for map(to: len) map(from: out, o2, o3)
  for (int i=0;i<20;i++){
    int w = 3; double k[w];
    for (int j=0;j<w;j++) k[j]=j;
    int n = len[i];
    double m[n][n+1];
    for (int a=0;a<n;a++) for (int b=0;b<=n;b++) m[a][b]=a*b+i;
    out[i]=k[2]+m[n-1][n]+sizeof m + sizeof(double[n]);
    double sq[n][n];
    memset(sq,0,sizeof sq);
    for (int a=0;a<n;a++) sq[a][a]=a+1;
    o2[i]=trace(n,sq)+trace(n,(double(*)[n])&sq[0][0]);
    double s=0;
    for (int j=1;j<n;j++){ double t[j]; t[j-1]=j; s+=fill(len,j)+t[j-1]; }
    o3[i]=s+fill(len,i);
  }
  for (int i=0;i<20;i++) printf("%g %g %g\n",out[i],o2[i],o3[i]);
  int r[8];
#pragma omp target map(to:len) map(from:r)
  {
    int n = len[3];
    int shared[n*2];
    for (int i=0;i<2*n;i++) shared[i]=i*i;
#pragma omp parallel for
    for (int i=0;i<8;i++) { int t[n+i]; t[n+i-1]=shared[i%(2*n)]; r[i]=t[n+i-1]+sizeof shared; }
  }
  for (int i=0;i<8;i++) printf("%d ",r[i]); printf("\n");
}
