#!/bin/sh
test "$(./saxpy)" = "sum 1000000 on device"
