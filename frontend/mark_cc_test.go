package frontend

import (
	"os/exec"
	"strings"
	"testing"
)

// trickySource has pragmas in the places where a statement would not do.
const trickySource = `
#define N 4 * 2
#define PRAGMA(x) _Pragma(#x)
#define LOOP(body) PRAGMA(omp parallel for num_threads(N)) for (int i = 0; i < N; i++) { body; }
struct s { int n; float *p; float a[8][8]; struct s *next; };
#pragma omp declare target
int helper(int);
#pragma omp end declare target
int g[8], t;
#pragma omp threadprivate(t)
#pragma omp declare target link(g)
void f(struct s *q, float (*m)[8], int n, float v[n][n])
{
	if (n)
		#pragma omp target map(tofrom: q->p[0:q->n], (*q).a[1:2][:], q->next->p[:n]) map(to: n)
		q->p[0] = 1;
	else
		#pragma omp target data map(always, to: v[0:n][0:n], m[1]) if(n > 1 ? n : !n)
		{
			#pragma omp target update to(v[0:1][0:n]) from(m[0:1]) device(0)
		}
	switch (n) {
	case 1:
		#pragma omp target teams distribute parallel for simd collapse(2) \
			aligned(m: 64) schedule(static, N) num_teams((int) sizeof(struct s))
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				v[i][j] = ({ int k = i; k + j; });
		break;
	default:
		LOOP(v[0][i] = i)
		;
	}
again:
	#pragma omp critical (name)
	if (n--)
		goto again;
	#pragma omp parallel sections reduction(+: n) private(m)
	{
		#pragma omp section
		n++;
		#pragma omp section
		{ n += 2; }
	}
	do
		#pragma omp atomic capture
		{ n = t; t++; }
	while (n);
	#pragma omp target enter data map(alloc: g) depend(out: g) nowait
	#pragma omp taskwait
	#pragma omp flush (n, t)
	#pragma omp some future directive(n)
	;
}
`

// TestMarkedTextParses checks that the C parser takes marked text, from gcc's and
// clang's preprocessor.
func TestMarkedTextParses(t *testing.T) {
	for _, compiler := range []string{"gcc", "clang"} {
		if _, err := exec.LookPath(compiler); err != nil {
			t.Logf("no %s here", compiler)
			continue
		}
		cmd := exec.Command(compiler, "-E", "-fopenmp", "-x", "c", "-")
		cmd.Stdin = strings.NewReader(trickySource)
		text, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		m := markPragmas(text, "tricky.c")
		checkMarks(t, compiler, text, m)
		for _, mk := range m.Marks {
			for _, d := range mk.Errors {
				t.Errorf("%s: %v", compiler, d)
			}
		}
		if len(m.Marks) != 18 {
			t.Errorf("%s: %d marks, want 18", compiler, len(m.Marks))
		}
		if _, err := parseC(m.Text); err != nil {
			t.Errorf("%s: %v\n%s", compiler, err, m.Text)
		}
	}
}
