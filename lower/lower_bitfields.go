package lower

import ir "omp2cl/ompir"

func lowerBitfields(m *ir.Module) error { return nil }
