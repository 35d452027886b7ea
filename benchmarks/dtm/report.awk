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
function at_most(program, configuration, most,    way, n, i, slack) {
    n = split("to from", way, " ")
    for (i = 1; i <= n; i++) {
        slack = configuration == "dtm" ? 2 * 4096 * stat(program, configuration, way[i] "_count") : 0
        hold(program, configuration, most, way[i] "_count", 0)
        hold(program, configuration, most, way[i] "_bytes", slack)
    }
}

function hold(program, configuration, most, key, slack) {
    if (stat(program, configuration, key) > stat(program, most, key) + slack) {
        complain(sprintf("%s: %s of %s is %.0f, of %s %.0f", program, key, configuration,
            stat(program, configuration, key), most, stat(program, most, key)))
        wrong++
    }
}
