# report.awk: tables, JSON and chart, and what decides about success: results that
# differ and, with -v check=yes, transfers that DTM should have saved.

END {
    count = split(meta["programs"], program, " ")
    configurations = split("eager dtm tuned tuned-eager tuned-off gcc", configuration, " ")
    print_head()
    print_transfers()
    print_times()
    print_host_phase()
    print_reference()
    write_json(json)
    write_chart(svg)
    print "\nwritten to " json " and " svg
    if (results == 0) { complain("no program told a result"); wrong++ }
    if (check == "yes") check_transfers()
    exit wrong != 0
}

function check_transfers(    p) {
    for (p = 1; p <= count; p++) {
        if (!has_stats(program[p], "dtm") || !has_stats(program[p], "tuned") || !has_stats(program[p], "tuned-eager")) {
            complain(program[p] ": the runtime counted no transfers")
            wrong++
            continue
        }
        at_most(program[p], "dtm", "tuned-eager")
        at_most(program[p], "tuned", "tuned-eager")
    }
    print (wrong ? "check: failed" : "check: DTM moves at most the pages of what the hand-tuned versions move")
}

# Holds what a configuration moves to what another moves. DTM moves pages, where a hand may
# name one element: the first and the last page of each transfer are not held against it.
function at_most(program, configuration, most,    key, n, i, pages) {
    n = split("to_count to_bytes from_count from_bytes", key, " ")
    for (i = 1; i <= n; i++) {
        pages = 0
        if (configuration == "dtm" && sub(/_bytes$/, "", key[i])) {
            pages = 2 * 4096 * stat(program, configuration, key[i] "_count")
            key[i] = key[i] "_bytes"
        }
        if (stat(program, configuration, key[i]) > stat(program, most, key[i]) + pages) {
            complain(sprintf("%s: %s of %s is %.0f, of %s %.0f", program, key[i], configuration,
                stat(program, configuration, key[i]), most, stat(program, most, key[i])))
            wrong++
        }
    }
}
