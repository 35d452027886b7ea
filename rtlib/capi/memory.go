package main

/*
#include <stdint.h>
#include <stddef.h>
*/
import "C"

import (
	"unsafe"

	"omp2cl/rtlib"
)

//export omp2cl_go_num_devices
func omp2cl_go_num_devices() C.int {
	defer guard()
	return C.int(session().NumDevices())
}

//export omp2cl_go_is_host
func omp2cl_go_is_host(device C.int) C.int {
	defer guard()
	return truth(session().IsHost(int(device)))
}

//export omp2cl_go_alloc
func omp2cl_go_alloc(size C.size_t, device C.int) C.uintptr_t {
	defer guard()
	return C.uintptr_t(session().Alloc(uint64(size), int(device)))
}

//export omp2cl_go_free
func omp2cl_go_free(p C.uintptr_t, device C.int) {
	defer guard()
	session().Free(uint64(p), int(device))
}

//export omp2cl_go_is_present
func omp2cl_go_is_present(p C.uintptr_t, device C.int) C.int {
	defer guard()
	return truth(session().IsPresent(uintptr(p), int(device)))
}

//export omp2cl_go_mapped
func omp2cl_go_mapped(p C.uintptr_t, device C.int) C.uintptr_t {
	defer guard()
	return C.uintptr_t(session().Mapped(uintptr(p), int(device)))
}

//export omp2cl_go_owns
func omp2cl_go_owns(p C.uintptr_t, size C.size_t, device C.int) C.int {
	defer guard()
	return truth(session().Owns(uint64(p), uint64(size), int(device)))
}

//export omp2cl_go_memcpy
func omp2cl_go_memcpy(dst, src C.uintptr_t, length, dstOffset, srcOffset C.size_t, dstDevice, srcDevice C.int) C.int {
	defer guard()
	return truth(session().Copy(uint64(dst), uint64(src), uint64(length), uint64(dstOffset), uint64(srcOffset),
		int(dstDevice), int(srcDevice)))
}

//export omp2cl_go_memcpy_rect
func omp2cl_go_memcpy_rect(dst, src C.uintptr_t, elementSize C.size_t, dims C.int,
	volume, dstOffsets, srcOffsets, dstShape, srcShape unsafe.Pointer, dstDevice, srcDevice C.int) C.int {
	defer guard()
	list := func(p unsafe.Pointer) []uint64 { return unsafe.Slice((*uint64)(p), int(dims)) }
	r := rtlib.Rect{
		ElementSize: uint64(elementSize), Volume: list(volume),
		DstOffset: list(dstOffsets), SrcOffset: list(srcOffsets), DstShape: list(dstShape), SrcShape: list(srcShape),
	}
	return truth(session().CopyRect(uint64(dst), uint64(src), r, int(dstDevice), int(srcDevice)))
}

//export omp2cl_go_associate
func omp2cl_go_associate(host, devicePtr C.uintptr_t, size, offset C.size_t, device C.int) C.int {
	defer guard()
	return truth(session().Associate(uintptr(host), uint64(devicePtr), uint64(size), uint64(offset), int(device)))
}

//export omp2cl_go_disassociate
func omp2cl_go_disassociate(host C.uintptr_t, device C.int) C.int {
	defer guard()
	return truth(session().Disassociate(uintptr(host), int(device)))
}

// truth is C's truth value.
func truth(b bool) C.int {
	if b {
		return 1
	}
	return 0
}
