# chart.awk draws the times of the programs as bars, a group for each program, on a
# logarithmic axis: seconds of the offload phase over the hand-tuned version's.

function escaped(text) { gsub(/&/, "\\&amp;", text); gsub(/</, "\\&lt;", text); return text }

function text_at(x, y, anchor, what) {
    put(sprintf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, escaped(what)))
}

# Where a ratio lies on the axis, which goes from 0.1 to 1000.
function place(value) {
    if (value < 0.1) value = 0.1
    if (value > 1000) value = 1000
    return axis + (log(value) / log(10) + 1) / 4 * width
}

# A bar from 1 to the ratio, and the ratio behind its end.
function bar(r, y, fill,    from, to) {
    from = r < 1 ? place(r) : place(1)
    to = r < 1 ? place(1) : place(r)
    put(sprintf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"8\" fill=\"%s\"/>\n", from, y, to - from, fill))
    if (r < 1) text_at(from - 3, y + 8, "end", sprintf("%.2g", r))
    else text_at(to + 3, y + 8, "start", sprintf("%.3g", r))
}

function write_chart(file,    p, c, y, n, shown, colour, label, height, r, tick) {
    output = file
    n = split("eager dtm gcc", shown, " ")
    split("#c44e52 #4c72b0 #8c8c8c", colour, " ")
    split("un-tuned, without DTM|un-tuned, DTM|gcc, host", label, "|")
    axis = 110
    width = 700
    height = 126 + count * (n * 9 + 9)
    put(sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 %d\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"900\" height=\"%d\" fill=\"#fff\"/>\n", height, height))
    text_at(12, 20, "start", "Time of the offload phase over that of the hand-tuned version (1 = as fast; left is faster), size " meta["size"])
    text_at(12, 36, "start", "device " meta["device"])
    text_at(12, 52, "start", meta["machine"])
    for (c = 1; c <= n; c++) {
        put(sprintf("<rect x=\"%d\" y=\"62\" width=\"10\" height=\"10\" fill=\"%s\"/>\n", axis + (c - 1) * 170, colour[c]))
        text_at(axis + (c - 1) * 170 + 14, 71, "start", label[c])
    }
    for (tick = 0.1; tick < 1001; tick *= 10) {
        put(sprintf("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"82\" y2=\"%d\" stroke=\"%s\"/>\n", place(tick), place(tick), height - 30, tick > 0.9 && tick < 1.1 ? "#000" : "#ddd"))
        text_at(place(tick), height - 14, "middle", sprintf("%g", tick))
    }
    for (p = 1; p <= count; p++) {
        y = 88 + (p - 1) * (n * 9 + 9)
        text_at(axis - 8, y + n * 4.5 + 4, "end", program[p])
        for (c = 1; c <= n; c++) {
            r = ratio(program[p], shown[c], hand_tuned(program[p]), "offload")
            if (r == "") continue
            bar(r, y + (c - 1) * 9, colour[c])
        }
    }
    put("</svg>\n")
    close(file)
}
