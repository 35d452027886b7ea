# tables.awk prints what was measured.

function or_dash(value, format) { return value == "" ? "-" : sprintf(format, value) }
function mebi(bytes) { return sprintf(bytes < 10485760 ? "%.3f" : "%.1f", bytes / 1048576) }

function print_head() {
    print "machine: " meta["machine"]
    print "device " meta["device"] ", OMP2CL_HOST_MEMORY=" meta["memory"]
    printf "size %s, medians of %d run%s in turns\n", meta["size"], meta["runs"], meta["runs"] == 1 ? "" : "s"
    if (meta["size"] == "quick") print "(quick: these times mean nothing)"
}

# What one configuration moved, as "count MiB" to the device and back.
function traffic(program, configuration) {
    if (!has_stats(program, configuration)) return sprintf("%6s %10s %6s %10s", "-", "-", "-", "-")
    return sprintf("%6.0f %10s %6.0f %10s", stat(program, configuration, "to_count"), mebi(stat(program, configuration, "to_bytes")),
        stat(program, configuration, "from_count"), mebi(stat(program, configuration, "from_bytes")))
}

function print_transfers(    p) {
    print "\nTransfers: number and MiB to the device, number and MiB from it; page faults of the host"
    printf "%-11s |%-36s|%-36s|%-36s|%7s\n", "", " un-tuned, without DTM", " un-tuned, DTM", " hand-tuned, without DTM", " faults"
    for (p = 1; p <= count; p++)
        printf "%-11s |%s |%s |%s |%7s\n", program[p], traffic(program[p], "eager"), traffic(program[p], "dtm"),
            traffic(program[p], "tuned-eager"), has_stats(program[p], "dtm") ? stat(program[p], "dtm", "faults") : "-"
    print_saving()
}

# The thesis tells the mean over programs of what is saved.
function print_saving(    p, n, fewer, less) {
    for (p = 1; p <= count; p++)
        if (transfers(program[p], "eager") > 0 && moved(program[p], "eager") > 0) {
            n++
            fewer += 1 - transfers(program[p], "dtm") / transfers(program[p], "eager")
            less += 1 - moved(program[p], "dtm") / moved(program[p], "eager")
        }
    if (n > 0) printf "DTM against un-tuned, mean over %d programs: %.1f %% fewer transfers, %.1f %% fewer bytes\n", n, 100 * fewer / n, 100 * less / n
}

function print_times(    p, name) {
    print "\nSeconds of the offload phase, until the host has read the result"
    printf "%-11s %9s %9s %9s %9s %9s %9s %9s | %7s %7s %7s\n", "", "un-tuned", "un-tuned", "tuned", "tuned", "tuned", "gcc host", "process",
        "DTM/", "DTM/", "gcc/"
    printf "%-11s %9s %9s %9s %9s %9s %9s %9s | %7s %7s %7s\n", "", "eager", "DTM", "DTM", "eager", "off", "", "DTM", "tuned", "eager", "DTM"
    for (p = 1; p <= count; p++) {
        name = program[p]
        printf "%-11s %9s %9s %9s %9s %9s %9s %9s | %7s %7s %7s\n", name, seconds(name, "eager"), seconds(name, "dtm"), seconds(name, "tuned"),
            seconds(name, "tuned-eager"), seconds(name, "tuned-off"), seconds(name, "gcc"), or_dash(median(name, "dtm", "process"), "%.4f"),
            or_dash(ratio(name, "dtm", hand_tuned(name), "offload"), "%.3f"), or_dash(ratio(name, "dtm", "eager", "offload"), "%.3f"),
            or_dash(ratio(name, "gcc", "dtm", "offload"), "%.3f")
    }
    print_worst()
}

# The most that DTM loses anywhere.
function print_worst(    p, r, worst, where) {
    for (p = 1; p <= count; p++) {
        r = ratio(program[p], "dtm", "eager", "offload")
        if (r != "" && r > worst) { worst = r; where = program[p] ", un-tuned" }
        r = ratio(program[p], "tuned", "tuned-eager", "offload")
        if (r != "" && r > worst) { worst = r; where = program[p] ", hand-tuned" }
    }
    if (where != "") printf "DTM against the same program without, at worst: %.3f (%s)\n", worst, where
}

function seconds(program, configuration) { return or_dash(median(program, configuration, "offload"), "%.4f") }

# The faster of the hand-tuned version's configurations is what DTM has to reach.
function hand_tuned(program,    best) {
    best = "tuned-eager"
    if (has_time(program, "tuned", "offload") && ratio(program, "tuned", best, "offload") < 1) best = "tuned"
    if (has_time(program, "tuned-off", "offload") && ratio(program, "tuned-off", best, "offload") < 1) best = "tuned-off"
    return best
}

function print_host_phase(    p, n, pass, i) {
    for (p = 1; p <= count; p++) {
        if (!has_time(program[p], "dtm", "first")) continue
        print "\nThe host alone writes memory that the device has a copy of, seconds"
        printf "%-11s %9s %9s %9s\n", program[p], "DTM", "off", "DTM/off"
        n = split("first second", pass, " ")
        for (i = 1; i <= n; i++)
            printf "%-11s %9.4f %9.4f %9.3f\n", pass[i] " pass", median(program[p], "dtm", pass[i]), median(program[p], "tuned-off", pass[i]),
                ratio(program[p], "dtm", "tuned-off", pass[i])
    }
}

# What others reach, for programs of the same kind at size gpu. These were measured
# elsewhere: LLVM 16 offload (clang -O3, sm_90) on an NVIDIA H200, gcc on 16 cores.
function print_reference(    p, word, printed) {
    reference["stencil"] = "2.84 0.24 0.15"
    reference["nbody"] = "0.041 0.039 1.2"
    reference["csr"] = "2.82 0.099 0.74"
    reference["matmul"] = "0.026 0.024 5.7"
    reference["options"] = "0.14 0.066 0.18"
    reference["mandelbrot"] = "0.11 0.14 1.9"
    reference["floyd"] = "6.9 0.45 0.11"
    reference["dot"] = "2.0 0.016 0.18"
    reference["histogram"] = "0.13 0.105 2.1"
    for (p = 1; p <= count; p++) {
        if (!(program[p] in reference)) continue
        if (!printed++) print_reference_head()
        split(reference[program[p]], word, " ")
        printf "%-11s %14s %16s %9s | %14s\n", program[p], word[1], word[2], word[3],
            meta["size"] == "gpu" ? seconds(program[p], "dtm") : "(size " meta["size"] ")"
    }
}

function print_reference_head() {
    print "\nMeasured elsewhere, size gpu, not in this run: LLVM 16 offload on an NVIDIA H200, gcc -O3 -march=native on 16 cores"
    printf "%-11s %14s %16s %9s | %14s\n", "", "LLVM un-tuned", "LLVM hand-tuned", "gcc host", "un-tuned DTM"
}
