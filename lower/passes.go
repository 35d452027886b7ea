// Package lower turns a Module as the front end builds it into one whose kernels
// codegen can print. Each pass is a file; this file is the pipeline.
package lower

import ir "omp2cl/ompir"

// Pass is one step of the pipeline.
type Pass struct {
	Name     string
	Run      func(*ir.Module) error
	After    ir.VerifyForm // the form the module has when the pass is done
	Optional bool          // an optimization: may be disabled, and programs still work
	Doc      string
}
