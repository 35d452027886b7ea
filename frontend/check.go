package frontend

import (
	"modernc.org/cc/v4"

	"omp2cl/ompir"
)

// checkModule reports what is wrong with the OpenMP constructs of the module.
func (b *builder) checkModule() {}

// checkFileVariable reports variables of static storage that device code cannot
// reach.
func (c *conv) checkFileVariable(x cc.Node, v *ompir.Var) {}
