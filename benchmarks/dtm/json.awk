# json.awk writes what was measured as one JSON object.

function put(text) { printf "%s", text > output }

function quoted(text) {
    gsub(/[\\"]/, "\\\\&", text)
    return "\"" text "\""
}

function write_json(file,    p, c, first_one) {
    output = file
    put(sprintf("{\n  \"size\": %s, \"runs\": %d, \"machine\": %s, \"device\": %s, \"host_memory\": %s,\n  \"programs\": [", quoted(meta["size"]), meta["runs"],
        quoted(meta["machine"]), quoted(meta["device"]), quoted(meta["memory"])))
    for (p = 1; p <= count; p++) {
        put(sprintf("%s\n    {\"name\": %s, \"configurations\": {", p > 1 ? "," : "", quoted(program[p])))
        first_one = 1
        for (c = 1; c <= configurations; c++) {
            if (!has_time(program[p], configuration[c], "process")) continue
            put(sprintf("%s\n      %s: {%s%s}", first_one ? "" : ",", quoted(configuration[c]), json_times(program[p], configuration[c]),
                json_stats(program[p], configuration[c])))
            first_one = 0
        }
        put("}}")
    }
    put("\n  ]\n}\n")
    close(file)
}

function json_times(program, configuration,    name, n, i, text) {
    n = split("offload first second process", name, " ")
    for (i = 1; i <= n; i++)
        if (has_time(program, configuration, name[i]))
            text = text (text == "" ? "" : ", ") sprintf("\"%s\": {\"median\": %.6f, \"fastest\": %.6f, \"slowest\": %.6f}", name[i],
                median(program, configuration, name[i]), fastest(program, configuration, name[i]), slowest(program, configuration, name[i]))
    return text
}

function json_stats(program, configuration) {
    if (!has_stats(program, configuration)) return ""
    return sprintf(", \"to\": {\"count\": %.0f, \"bytes\": %.0f}, \"from\": {\"count\": %.0f, \"bytes\": %.0f}, \"faults\": %.0f, \"fetched\": %.0f, \"elided\": %.0f",
        stat(program, configuration, "to_count"), stat(program, configuration, "to_bytes"), stat(program, configuration, "from_count"),
        stat(program, configuration, "from_bytes"), stat(program, configuration, "faults"), stat(program, configuration, "fetched"),
        stat(program, configuration, "elided"))
}
