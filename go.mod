module omp2cl

go 1.25
