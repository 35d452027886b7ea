# figures.awk reads what run.sh gathered:
#
#   meta KEY VALUE                                of the whole run
#   PROGRAM CONFIGURATION time NAME SECONDS       one for each run
#   PROGRAM CONFIGURATION result NAME VALUE TOLERANCE   one for each run
#   PROGRAM CONFIGURATION stat KEY NUMBER         of the first run
#
# and answers for a program and a configuration.

$1 == "meta" { meta[$2] = substr($0, length($2) + 7); next }
$3 == "time" { id = $1 SUBSEP $2 SUBSEP $4; times[id, ++samples[id]] = $5 }
$3 == "stat" { stats[$1, $2, $4] = $5 }
$3 == "result" { take_result($1, $2, $4, $5, $6) }

# The first configuration that tells a result is what the others are held to.
function take_result(program, configuration, name, value, tolerance) {
    results++
    if (!((program, name) in expected)) {
        expected[program, name] = value
        source[program, name] = configuration
    } else if (!near(expected[program, name], value, tolerance)) {
        complain(sprintf("%s: %s is %s in %s, but %s in %s", program, name, value, configuration,
            expected[program, name], source[program, name]))
        wrong++
    }
}

# Devices add in another order and fuse multiplications with additions.
function near(a, b, tolerance,    apart, large) {
    if (a == b) return 1
    apart = a - b; large = a
    if (apart < 0) apart = -apart
    if (large < 0) large = -large
    return apart <= tolerance * large
}

function complain(text) { print "bench-dtm: " text | "cat >&2" }

function has_time(program, configuration, name) { return ((program, configuration, name) in samples) }
function has_stats(program, configuration) { return ((program, configuration, "to_bytes") in stats) }
function stat(program, configuration, key) { return stats[program, configuration, key] + 0 }
function transfers(program, configuration) { return stat(program, configuration, "to_count") + stat(program, configuration, "from_count") }
function moved(program, configuration) { return stat(program, configuration, "to_bytes") + stat(program, configuration, "from_bytes") }

# sorted fills order[1..n] with the times of all runs, and returns n.
function sorted(program, configuration, name,    id, n, i, k, t) {
    id = program SUBSEP configuration SUBSEP name
    n = samples[id]
    for (i = 1; i <= n; i++) {
        t = times[id, i] + 0
        for (k = i; k > 1 && order[k - 1] > t; k--) order[k] = order[k - 1]
        order[k] = t
    }
    return n
}

# median, in seconds, or "" where nothing was measured.
function median(program, configuration, name,    n) {
    if (!has_time(program, configuration, name)) return ""
    n = sorted(program, configuration, name)
    return n % 2 ? order[(n + 1) / 2] : (order[n / 2] + order[n / 2 + 1]) / 2
}

function fastest(program, configuration, name) { sorted(program, configuration, name); return order[1] }
function slowest(program, configuration, name) { return order[sorted(program, configuration, name)] }

# ratio of two medians, or "".
function ratio(program, above, below, name,    a, b) {
    a = median(program, above, name); b = median(program, below, name)
    return a == "" || b == "" || b == 0 ? "" : a / b
}
