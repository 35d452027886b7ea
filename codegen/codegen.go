package codegen

import "omp2cl/ompir"

// Input is one translation unit for Generate.
type Input struct {
	Module  *ompir.Module // lowered
	Text    []byte        // the preprocessed text that the module's byte ranges refer to
	Options string        // OpenCL build options that follow from the host's flags
	UnitID  string        // short and stable; tells static symbols of units apart
}

// Generate returns the host text with its device constructs replaced and the
// unit's device code embedded, and the readable kernel text. Mistakes of the
// user's that only show here come back as *ompir.Diagnostics. The output is a
// function of the input alone.
func Generate(in Input) (host, kernel []byte, err error) {
	u := newUnit(in)
	u.deviceCode()
	kernel = u.kernelFile()
	host = u.hostFile()
	if err := u.diags.Err(); err != nil {
		return nil, nil, err
	}
	return host, kernel, nil
}
