// Package cl is the thin layer over libOpenCL, which is opened with dlopen at
// first use. It implements package driver. Nothing here decides anything.
package cl

/*
#cgo LDFLAGS: -ldl
#include <stdlib.h>
#include "calls.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"omp2cl/ppe"
	"omp2cl/rtlib/driver"
)

// Driver is the OpenCL of this machine.
type Driver struct {
	// Library is the file to open; "" = the system's libOpenCL.
	Library string
}

var load struct {
	once   sync.Once
	reason error
}

// loadLibrary fills the table of functions, once in the life of the process.
func loadLibrary(path string) error {
	load.once.Do(func() {
		name := C.CString(path)
		defer C.free(unsafe.Pointer(name))
		if why := C.ocl_load(name); why != nil {
			load.reason = errors.New(C.GoString(why))
		}
	})
	return load.reason
}

// Devices lists the usable devices of all platforms: those that are available,
// little-endian with 64-bit addresses, and have a compiler.
func (d Driver) Devices() ([]driver.Device, error) {
	if err := loadLibrary(d.Library); err != nil {
		return nil, err
	}
	platforms, err := platforms()
	if err != nil {
		return nil, err
	}
	var all []driver.Device
	for _, p := range platforms {
		for _, id := range devicesOf(p) {
			if usable(id) {
				all = append(all, &device{id: id, facts: factsOf(p, id)})
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no usable OpenCL device on %d platforms", len(platforms))
	}
	return all, nil
}

func platforms() ([]C.ocl_platform, error) {
	var n C.uint32_t
	if st := C.ocl_platforms(nil, 0, &n); st != C.OCL_SUCCESS || n == 0 {
		return nil, errors.New("no OpenCL platform (no driver is installed)")
	}
	ids := make([]C.ocl_platform, n)
	if st := C.ocl_platforms(&ids[0], n, nil); st != C.OCL_SUCCESS {
		return nil, failure("clGetPlatformIDs", st)
	}
	return ids, nil
}

func devicesOf(p C.ocl_platform) []C.ocl_device {
	var n C.uint32_t
	if st := C.ocl_devices(p, nil, 0, &n); st != C.OCL_SUCCESS || n == 0 {
		return nil
	}
	ids := make([]C.ocl_device, n)
	if st := C.ocl_devices(p, &ids[0], n, nil); st != C.OCL_SUCCESS {
		return nil
	}
	return ids
}

func usable(d C.ocl_device) bool {
	return number(d, C.OCL_DEVICE_AVAILABLE) != 0 &&
		number(d, C.OCL_DEVICE_COMPILER_AVAILABLE) != 0 &&
		number(d, C.OCL_DEVICE_ENDIAN_LITTLE) != 0 &&
		number(d, C.OCL_DEVICE_ADDRESS_BITS) == 64
}

func number(d C.ocl_device, name C.uint32_t) uint64 { return uint64(C.ocl_device_number(d, name)) }

func text(d C.ocl_device, name C.uint32_t) string { return take(C.ocl_device_text(d, name)) }

// take turns malloc'ed C text into a string and frees it.
func take(s *C.char) string {
	if s == nil {
		return ""
	}
	defer C.free(unsafe.Pointer(s))
	return strings.TrimSpace(C.GoString(s))
}

const roundedDivide = 1 << 7 // CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT

func factsOf(p C.ocl_platform, d C.ocl_device) driver.Facts {
	platform := take(C.ocl_platform_text(p, C.OCL_PLATFORM_NAME))
	kind := kindOf(number(d, C.OCL_DEVICE_TYPE))
	return driver.Facts{
		Name:          text(d, C.OCL_DEVICE_NAME),
		Vendor:        text(d, C.OCL_DEVICE_VENDOR),
		Platform:      platform,
		PlatformVer:   take(C.ocl_platform_text(p, C.OCL_PLATFORM_VERSION)),
		Version:       text(d, C.OCL_DEVICE_VERSION),
		DriverVersion: text(d, C.OCL_DRIVER_VERSION),
		Kind:          kind,
		Units:         max(1, number(d, C.OCL_DEVICE_MAX_COMPUTE_UNITS)),
		Warp:          warp(d),
		MaxLocal:      max(1, number(d, C.OCL_DEVICE_MAX_WORK_GROUP_SIZE)),
		GlobalMem:     number(d, C.OCL_DEVICE_GLOBAL_MEM_SIZE),
		MaxAlloc:      number(d, C.OCL_DEVICE_MAX_MEM_ALLOC_SIZE),
		LocalMem:      number(d, C.OCL_DEVICE_LOCAL_MEM_SIZE),
		Integrated:    number(d, C.OCL_DEVICE_HOST_UNIFIED_MEMORY) != 0,
		Submits:       platform == "NVIDIA CUDA", // seen on driver 580
		FP64:          hasDouble(d),
		SumsDoubles:   sumsDoubles(d),
		ExactDivide:   number(d, C.OCL_DEVICE_SINGLE_FP_CONFIG)&roundedDivide != 0,
		HostMemory:    kind == ppe.CPU && platform == "Portable Computing Language",
	}
}

// warp asks for what only some vendors tell.
func warp(d C.ocl_device) uint64 {
	extensions := text(d, C.OCL_DEVICE_EXTENSIONS)
	switch {
	case strings.Contains(extensions, "cl_nv_device_attribute_query"):
		return number(d, C.OCL_DEVICE_WARP_SIZE_NV)
	case strings.Contains(extensions, "cl_amd_device_attribute_query"):
		return number(d, C.OCL_DEVICE_WAVEFRONT_WIDTH_AMD)
	}
	return 0
}

// sumsDoubles reports whether the device is one of NVIDIA's with an atomic function that
// adds doubles: compute capability 6 and up.
func sumsDoubles(d C.ocl_device) bool {
	return strings.Contains(text(d, C.OCL_DEVICE_EXTENSIONS), "cl_nv_device_attribute_query") &&
		number(d, C.OCL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV) >= 6
}

func hasDouble(d C.ocl_device) bool {
	return number(d, C.OCL_DEVICE_DOUBLE_FP_CONFIG) != 0 &&
		strings.Contains(text(d, C.OCL_DEVICE_EXTENSIONS)+" ", "cl_khr_fp64 ")
}

// kindOf reads a CL_DEVICE_TYPE bit field. A simulator that claims to be
// everything counts as a GPU.
func kindOf(bits uint64) ppe.Kind {
	const cpu, gpu = 2, 4
	switch {
	case bits&gpu != 0:
		return ppe.GPU
	case bits&cpu != 0:
		return ppe.CPU
	}
	return ppe.Accelerator
}

// EqualHost reports whether n bytes of host memory are the same at a and b.
func (Driver) EqualHost(a, b uintptr, n uint64) bool {
	return C.ocl_equal_host(C.uintptr_t(a), C.uintptr_t(b), C.size_t(n)) != 0
}

// CopyHost copies n bytes of host memory; the ranges may overlap.
func (Driver) CopyHost(dst, src uintptr, n uint64) {
	C.ocl_copy_host(C.uintptr_t(dst), C.uintptr_t(src), C.size_t(n))
}

// AllocHost returns zeroed host memory, 128-byte aligned, or 0.
func (Driver) AllocHost(size uint64) uintptr { return uintptr(C.ocl_alloc_host(C.size_t(size))) }

// FreeHost frees what AllocHost returned.
func (Driver) FreeHost(p uintptr) { C.ocl_free_host(C.uintptr_t(p)) }
