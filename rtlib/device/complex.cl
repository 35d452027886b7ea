/* Complex numbers: what the runtime puts behind the prelude of programs that use
 * them. Products and quotients are those of C11's annex G: an infinite factor makes a
 * product infinite, whatever comes out of its parts. The functions follow Kahan,
 * "Branch cuts for complex elementary functions" (1987). */
#define OMP2CL_COMPLEX(T, C)                                                                                 \
    struct C {                                                                                               \
        T re;                                                                                                \
        T im;                                                                                                \
    };                                                                                                       \
    OMP2CL_OVERLOAD struct C omp2cl_cmake(T re, T im)                                                        \
    {                                                                                                        \
        struct C z;                                                                                          \
        z.re = re;                                                                                           \
        z.im = im;                                                                                           \
        return z;                                                                                            \
    }                                                                                                        \
    OMP2CL_OVERLOAD T omp2cl_creal(struct C z) { return z.re; }                                              \
    OMP2CL_OVERLOAD T omp2cl_cimag(struct C z) { return z.im; }                                              \
    OMP2CL_OVERLOAD T omp2cl_cabs(struct C z) { return hypot(z.re, z.im); }                                  \
    OMP2CL_OVERLOAD T omp2cl_carg(struct C z) { return atan2(z.im, z.re); }                                  \
    OMP2CL_OVERLOAD int omp2cl_ctrue(struct C z) { return z.re != 0 || z.im != 0; }                          \
    OMP2CL_OVERLOAD int omp2cl_cequal(struct C a, struct C b) { return a.re == b.re && a.im == b.im; }       \
    OMP2CL_OVERLOAD struct C omp2cl_cneg(struct C z) { return omp2cl_cmake(-z.re, -z.im); }                  \
    OMP2CL_OVERLOAD struct C omp2cl_cconj(struct C z) { return omp2cl_cmake(z.re, -z.im); }                  \
    OMP2CL_OVERLOAD struct C omp2cl_cproj(struct C z)                                                        \
    {                                                                                                        \
        return isinf(z.re) || isinf(z.im) ? omp2cl_cmake((T)INFINITY, copysign((T)0, z.im)) : z;             \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_cadd(struct C a, struct C b)                                             \
    {                                                                                                        \
        return omp2cl_cmake(a.re + b.re, a.im + b.im);                                                       \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_cadd(T a, struct C b) { return omp2cl_cmake(a + b.re, b.im); }           \
    OMP2CL_OVERLOAD struct C omp2cl_cadd(struct C a, T b) { return omp2cl_cmake(a.re + b, a.im); }           \
    OMP2CL_OVERLOAD struct C omp2cl_csub(struct C a, struct C b)                                             \
    {                                                                                                        \
        return omp2cl_cmake(a.re - b.re, a.im - b.im);                                                       \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_csub(T a, struct C b) { return omp2cl_cmake(a - b.re, -b.im); }          \
    OMP2CL_OVERLOAD struct C omp2cl_csub(struct C a, T b) { return omp2cl_cmake(a.re - b, a.im); }           \
    OMP2CL_OVERLOAD struct C omp2cl_cmul(T a, struct C b) { return omp2cl_cmake(a * b.re, a * b.im); }       \
    OMP2CL_OVERLOAD struct C omp2cl_cmul(struct C a, T b) { return omp2cl_cmake(a.re * b, a.im * b); }       \
    OMP2CL_OVERLOAD T omp2cl_cboxed(T x) { return copysign((T)(isinf(x) ? 1 : 0), x); }                      \
    OMP2CL_OVERLOAD T omp2cl_cfinite(T x) { return isnan(x) ? copysign((T)0, x) : x; }                       \
    OMP2CL_OVERLOAD struct C omp2cl_cinfinite_product(struct C a, struct C b, struct C z)                    \
    {                                                                                                        \
        int again = 0;                                                                                       \
        if (isinf(a.re) || isinf(a.im)) {                                                                    \
            a = omp2cl_cmake(omp2cl_cboxed(a.re), omp2cl_cboxed(a.im));                                      \
            b = omp2cl_cmake(omp2cl_cfinite(b.re), omp2cl_cfinite(b.im));                                    \
            again = 1;                                                                                       \
        }                                                                                                    \
        if (isinf(b.re) || isinf(b.im)) {                                                                    \
            b = omp2cl_cmake(omp2cl_cboxed(b.re), omp2cl_cboxed(b.im));                                      \
            a = omp2cl_cmake(omp2cl_cfinite(a.re), omp2cl_cfinite(a.im));                                    \
            again = 1;                                                                                       \
        }                                                                                                    \
        if (!again && (isinf(a.re * b.re) || isinf(a.im * b.im) || isinf(a.re * b.im) ||                     \
                       isinf(a.im * b.re))) {                                                                \
            a = omp2cl_cmake(omp2cl_cfinite(a.re), omp2cl_cfinite(a.im));                                    \
            b = omp2cl_cmake(omp2cl_cfinite(b.re), omp2cl_cfinite(b.im));                                    \
            again = 1;                                                                                       \
        }                                                                                                    \
        if (!again)                                                                                          \
            return z;                                                                                        \
        return omp2cl_cmake((T)INFINITY * (a.re * b.re - a.im * b.im),                                       \
                            (T)INFINITY * (a.re * b.im + a.im * b.re));                                      \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_cmul(struct C a, struct C b)                                             \
    {                                                                                                        \
        struct C z = omp2cl_cmake(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);                     \
        return isnan(z.re) && isnan(z.im) ? omp2cl_cinfinite_product(a, b, z) : z;                           \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_cdiv(struct C a, T b) { return omp2cl_cmake(a.re / b, a.im / b); }       \
    OMP2CL_OVERLOAD struct C omp2cl_cinfinite_quotient(struct C a, struct C b, struct C z)                   \
    {                                                                                                        \
        if (b.re == 0 && b.im == 0 && (!isnan(a.re) || !isnan(a.im)))                                        \
            return omp2cl_cmake(copysign((T)INFINITY, b.re) * a.re, copysign((T)INFINITY, b.re) * a.im);     \
        if ((isinf(a.re) || isinf(a.im)) && isfinite(b.re) && isfinite(b.im)) {                              \
            a = omp2cl_cmake(omp2cl_cboxed(a.re), omp2cl_cboxed(a.im));                                      \
            return omp2cl_cmake((T)INFINITY * (a.re * b.re + a.im * b.im),                                   \
                                (T)INFINITY * (a.im * b.re - a.re * b.im));                                  \
        }                                                                                                    \
        if ((isinf(b.re) || isinf(b.im)) && isfinite(a.re) && isfinite(a.im)) {                              \
            b = omp2cl_cmake(omp2cl_cboxed(b.re), omp2cl_cboxed(b.im));                                      \
            return omp2cl_cmake((T)0 * (a.re * b.re + a.im * b.im), (T)0 * (a.im * b.re - a.re * b.im));     \
        }                                                                                                    \
        return z;                                                                                            \
    }                                                                                                        \
    /* Smith's way: the larger part of the divisor divides the other. */                                     \
    OMP2CL_OVERLOAD struct C omp2cl_cdiv(struct C a, struct C b)                                             \
    {                                                                                                        \
        struct C z;                                                                                          \
        if (fabs(b.re) < fabs(b.im)) {                                                                       \
            T ratio = b.re / b.im, by = b.re * ratio + b.im;                                                 \
            z = omp2cl_cmake((a.re * ratio + a.im) / by, (a.im * ratio - a.re) / by);                        \
        } else {                                                                                             \
            T ratio = b.im / b.re, by = b.im * ratio + b.re;                                                 \
            z = omp2cl_cmake((a.im * ratio + a.re) / by, (a.im - a.re * ratio) / by);                        \
        }                                                                                                    \
        return isnan(z.re) && isnan(z.im) ? omp2cl_cinfinite_quotient(a, b, z) : z;                          \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_cdiv(T a, struct C b)                                                    \
    {                                                                                                        \
        return omp2cl_cdiv(omp2cl_cmake(a, (T)0), b);                                                        \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_cexp(struct C z)                                                         \
    {                                                                                                        \
        T r = exp(z.re);                                                                                     \
        return z.im == 0 ? omp2cl_cmake(r, z.im) : omp2cl_cmake(r * cos(z.im), r * sin(z.im));               \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_clog(struct C z)                                                         \
    {                                                                                                        \
        T r = hypot(z.re, z.im), most = fmax(fabs(z.re), fabs(z.im)), least = fmin(fabs(z.re), fabs(z.im));  \
        T real = r > (T)0.5 && r < 2 ? log1p((most - 1) * (most + 1) + least * least) / 2 : log(r);          \
        return omp2cl_cmake(real, atan2(z.im, z.re));                                                        \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_csqrt(struct C z)                                                        \
    {                                                                                                        \
        if (z.re == 0 && z.im == 0)                                                                          \
            return omp2cl_cmake((T)0, z.im);                                                                 \
        if (isinf(z.im))                                                                                     \
            return omp2cl_cmake((T)INFINITY, z.im);                                                          \
        T half_sum = sqrt(hypot(z.re / 2, z.im / 2) + fabs(z.re) / 2);                                       \
        T other = fabs(z.im) / (2 * half_sum);                                                               \
        return z.re >= 0 ? omp2cl_cmake(half_sum, copysign(other, z.im))                                     \
                         : omp2cl_cmake(other, copysign(half_sum, z.im));                                    \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_cpow(struct C z, struct C w)                                             \
    {                                                                                                        \
        return omp2cl_cexp(omp2cl_cmul(w, omp2cl_clog(z)));                                                  \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_ctimes_i(struct C z) { return omp2cl_cmake(-z.im, z.re); }               \
    OMP2CL_OVERLOAD struct C omp2cl_cover_i(struct C z) { return omp2cl_cmake(z.im, -z.re); }                \
    OMP2CL_OVERLOAD struct C omp2cl_csinh(struct C z)                                                        \
    {                                                                                                        \
        return omp2cl_cmake(sinh(z.re) * cos(z.im), cosh(z.re) * sin(z.im));                                 \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_ccosh(struct C z)                                                        \
    {                                                                                                        \
        return omp2cl_cmake(cosh(z.re) * cos(z.im), sinh(z.re) * sin(z.im));                                 \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_ctanh(struct C z)                                                        \
    {                                                                                                        \
        if (fabs(z.re) > 20)                                                                                 \
            return omp2cl_cmake(copysign((T)1, z.re), 4 * sin(z.im) * cos(z.im) * exp(-2 * fabs(z.re)));     \
        T s = sinh(z.re), c = cos(z.im), by = s * s + c * c;                                                 \
        return omp2cl_cmake(s * cosh(z.re) / by, sin(z.im) * c / by);                                        \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_casinh(struct C z)                                                       \
    {                                                                                                        \
        struct C plus = omp2cl_csqrt(omp2cl_cmake(1 - z.im, z.re));                                          \
        struct C minus = omp2cl_csqrt(omp2cl_cmake(1 + z.im, -z.re));                                        \
        return omp2cl_cmake(asinh(minus.re * plus.im - plus.re * minus.im),                                  \
                            atan2(z.im, plus.re * minus.re - plus.im * minus.im));                           \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_cacos(struct C z)                                                        \
    {                                                                                                        \
        struct C minus = omp2cl_csqrt(omp2cl_cmake(1 - z.re, -z.im));                                        \
        struct C plus = omp2cl_csqrt(omp2cl_cmake(1 + z.re, z.im));                                          \
        return omp2cl_cmake(2 * atan2(minus.re, plus.re), asinh(plus.re * minus.im - plus.im * minus.re));   \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_cacosh(struct C z)                                                       \
    {                                                                                                        \
        struct C minus = omp2cl_csqrt(omp2cl_cmake(z.re - 1, z.im));                                         \
        struct C plus = omp2cl_csqrt(omp2cl_cmake(z.re + 1, z.im));                                          \
        return omp2cl_cmake(asinh(plus.re * minus.re + plus.im * minus.im), 2 * atan2(minus.im, plus.re));   \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_catanh(struct C z)                                                       \
    {                                                                                                        \
        T square = z.im * z.im, less = (1 - z.re) * (1 - z.re) + square;                                     \
        return omp2cl_cmake(log1p(4 * z.re / less) / 4, atan2(2 * z.im, (1 - z.re) * (1 + z.re) - square) / 2); \
    }                                                                                                        \
    OMP2CL_OVERLOAD struct C omp2cl_csin(struct C z) { return omp2cl_cover_i(omp2cl_csinh(omp2cl_ctimes_i(z))); } \
    OMP2CL_OVERLOAD struct C omp2cl_ccos(struct C z) { return omp2cl_ccosh(omp2cl_ctimes_i(z)); }            \
    OMP2CL_OVERLOAD struct C omp2cl_ctan(struct C z) { return omp2cl_cover_i(omp2cl_ctanh(omp2cl_ctimes_i(z))); } \
    OMP2CL_OVERLOAD struct C omp2cl_casin(struct C z) { return omp2cl_cover_i(omp2cl_casinh(omp2cl_ctimes_i(z))); } \
    OMP2CL_OVERLOAD struct C omp2cl_catan(struct C z) { return omp2cl_cover_i(omp2cl_catanh(omp2cl_ctimes_i(z))); }

#define OMP2CL_TYPE_omp2cl_cfloat
OMP2CL_COMPLEX(float, omp2cl_cfloat)
#ifdef OMP2CL_FP64
#define OMP2CL_TYPE_omp2cl_cdouble
OMP2CL_COMPLEX(double, omp2cl_cdouble)
OMP2CL_OVERLOAD struct omp2cl_cfloat omp2cl_cnarrow(struct omp2cl_cdouble z)
{
    return omp2cl_cmake((float)z.re, (float)z.im);
}
OMP2CL_OVERLOAD struct omp2cl_cdouble omp2cl_cwiden(struct omp2cl_cfloat z)
{
    return omp2cl_cmake((double)z.re, (double)z.im);
}
#endif
