package frontend

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var mutationTokens = regexp.MustCompile(`[A-Za-z_]\w*|\d[\w.]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|\S|\s+`)

// TestMutations builds programs with tokens removed, repeated and exchanged: they
// may be refused, but not crash the front end.
func TestMutations(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	rounds := 15
	if n := os.Getenv("MUTATION_ROUNDS"); n != "" {
		fmt.Sscan(n, &rounds)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tokens := mutationTokens.FindAllString(string(regexp.MustCompile(`(?m)^#include.*`).ReplaceAll(text, nil)), -1)
		rng := rand.New(rand.NewSource(int64(len(text) + rounds)))
		for range rounds {
			buildMutant(t, file, mutate(rng, tokens))
		}
	}
}

// mutate changes a few tokens of a program.
func mutate(rng *rand.Rand, tokens []string) string {
	out := append([]string{}, tokens...)
	for range 1 + rng.Intn(3) {
		i, j := rng.Intn(len(out)), rng.Intn(len(out))
		switch rng.Intn(4) {
		case 0:
			out[i] = ""
		case 1:
			out[i] += " " + out[j]
		case 2:
			out[i] = out[j]
		case 3:
			out[i], out[j] = out[j], out[i]
		}
	}
	text := ""
	for _, tok := range out {
		text += tok
	}
	return text
}

func buildMutant(t *testing.T, file, text string) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: %v\n%s", file, p, text)
			panic(p)
		}
	}()
	Build(Source{File: filepath.Base(file), Text: []byte(text)})
}
