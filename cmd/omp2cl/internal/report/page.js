"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const canvas = document.getElementById("canvas");
  const pen = canvas.getContext("2d");
  const tip = document.getElementById("tip");
  const numbers = 7; // of each span: start, length, kind, depth, title, details, percentage filled
  const label = 150, axis = 26, high = 18, nested = 12, gap = 6, head = 20;
  const kindColors = data.kinds.map((_, k) => "--k" + k);
  const shown = new Set(data.kinds.keys());
  let from = data.from, to = data.to, width = 0, colors = {}, rows = [], height = 0, hovered = null, queued = false;

  const clamp = (x, lo, hi) => Math.min(Math.max(x, lo), hi);
  const xOf = t => label + (t - from) / (to - from) * (width - label);
  const timeOf = x => from + (x - label) / (width - label) * (to - from);

  function timeText(ns, digits) {
    const units = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]];
    const [unit, size] = units.find(u => Math.abs(ns) >= u[1]) || units[3];
    return (digits === undefined ? String(+(ns / size).toPrecision(4)) : (ns / size).toFixed(digits)) + " " + unit;
  }

  function sizeText(n) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let u = 0;
    while (n >= 1024 && u < units.length - 1) { n /= 1024; u++; }
    return +n.toPrecision(3) + " " + units[u];
  }

  // Rows have their place from the start: groups with a heading, then their rows.
  function layOut() {
    let y = axis, group = null;
    for (const r of data.rows) {
      const heading = r.group !== group;
      group = r.group;
      if (heading) y += head;
      const tall = high + nested * (r.depth - 1);
      rows.push({ ...r, y, tall, heading });
      y += tall + gap;
    }
    height = Math.max(y + 4, 90);
    canvas.style.height = height + "px";
  }

  function readColors() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["--ink", "--soft", "--line", "--grid", "--card", "--over", ...kindColors]) {
      colors[name] = style.getPropertyValue(name).trim();
    }
    pen.font = "12px " + getComputedStyle(document.body).fontFamily;
  }

  function resize() {
    if (width === canvas.parentElement.clientWidth) return;
    const scale = window.devicePixelRatio || 1;
    width = canvas.parentElement.clientWidth;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    readColors();
    draw();
  }

  function redraw() {
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => { queued = false; draw(); });
  }

  function draw() {
    pen.clearRect(0, 0, width, height);
    drawAxis();
    pen.save();
    pen.beginPath();
    pen.rect(label, 0, width - label, height);
    pen.clip();
    for (const r of rows) r.curve ? drawCurve(r) : drawRow(r);
    pen.restore();
    drawLabels();
    canvas.dataset.drawn = rows.length;
  }

  function drawAxis() {
    const want = (to - from) / Math.max((width - label) / 110, 1);
    const power = 10 ** Math.floor(Math.log10(want));
    const step = Math.max([1, 2, 5, 10].map(f => f * power).find(s => s >= want), 1);
    const size = [1e9, 1e6, 1e3, 1].find(s => Math.max(Math.abs(to), step) >= s) || 1;
    const unit = { 1e9: "s", 1e6: "ms", 1e3: "µs", 1: "ns" }[size];
    const digits = clamp(Math.ceil(-Math.log10(step / size) - 1e-9), 0, 9);
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    for (let t = Math.ceil(from / step) * step; t <= to; t += step) {
      const x = Math.round(xOf(t)) + 0.5;
      pen.strokeStyle = colors["--grid"];
      pen.beginPath();
      pen.moveTo(x, 0);
      pen.lineTo(x, height);
      pen.stroke();
      const text = (t / size).toFixed(digits) + " " + unit;
      if (x + 4 + pen.measureText(text).width > width) continue;
      pen.fillStyle = colors["--soft"];
      pen.fillText(text, x + 4, axis / 2);
    }
  }

  function boxOf(r, depth) {
    const inset = nested * depth;
    return [r.y + inset, r.tall - inset];
  }

  function drawRow(r) {
    const s = r.spans || [];
    const last = new Float64Array(16).fill(-1);
    for (let i = 0; i < s.length; i += numbers) {
      if (s[i] > to) break;
      if (s[i] + s[i + 1] < from || !shown.has(s[i + 2])) continue;
      const depth = s[i + 3];
      const x = Math.max(xOf(s[i]), label - 2), end = Math.min(xOf(s[i] + s[i + 1]), width + 2);
      if (end < last[depth]) continue;
      const wide = Math.max(end - x, 1);
      last[depth] = x + wide;
      const [y, tall] = boxOf(r, depth);
      pen.fillStyle = colors["--k" + s[i + 2]];
      if (s[i + 1] === 0) {
        pen.fillRect(x, y + 3, 1.5, tall - 6);
        continue;
      }
      const filled = tall * Math.max(s[i + 6], 12) / 100;
      pen.fillRect(x, y + tall - filled, wide > 3 ? wide - 0.6 : wide, filled);
      if (depth > 0 && wide > 3) frame(x, y, wide, tall);
      if (wide > 46) title(r, i, x, y, wide);
    }
    if (hovered && hovered.row === r) outline(r, hovered.at);
  }

  // frame sets a span off from the one that contains it.
  function frame(x, y, wide, tall) {
    pen.strokeStyle = colors["--card"];
    pen.strokeRect(Math.round(x) + 0.5, y + 0.5, Math.round(wide) - 1, tall + 2);
  }

  // title writes a span's name into it, as far as there is room.
  // Where spans contain others, only the strip above those is free.
  function title(r, i, x, y, wide) {
    const tall = r.depth > 1 ? high - 5 : high;
    pen.save();
    pen.beginPath();
    pen.rect(x, y, wide - 4, tall);
    pen.clip();
    pen.fillStyle = colors[[0, 7].includes(r.spans[i + 2]) ? "--ink" : "--card"];
    pen.font = pen.font.replace(/\d+px/, r.depth > 1 ? "10.5px" : "12px");
    pen.fillText(data.words[r.spans[i + 4]], Math.max(x, label) + 5, y + tall / 2 + 0.5);
    pen.restore();
  }

  function outline(r, i) {
    const s = r.spans, [y, tall] = boxOf(r, s[i + 3]);
    const x = xOf(s[i]), wide = Math.max(xOf(s[i] + s[i + 1]) - x, 2);
    pen.strokeStyle = colors["--over"];
    pen.strokeRect(x - 0.5, y - 0.5, wide + 1, tall + 1);
  }

  function drawCurve(r) {
    const c = r.curve, peak = Math.max(r.peak, 1);
    const yOf = n => r.y + r.tall - (r.tall - 2) * n / peak;
    pen.beginPath();
    pen.moveTo(label, r.y + r.tall);
    let level = 0;
    for (let i = 0; i < c.length; i += 2) {
      const x = clamp(xOf(c[i]), label, width);
      pen.lineTo(x, yOf(level));
      level = c[i + 1];
      pen.lineTo(x, yOf(level));
    }
    pen.lineTo(width, yOf(level));
    pen.lineTo(width, r.y + r.tall);
    pen.closePath();
    pen.fillStyle = colors["--k6"];
    pen.globalAlpha = 0.45;
    pen.fill();
    pen.globalAlpha = 1;
  }

  function drawLabels() {
    pen.clearRect(0, 0, label, height);
    pen.textBaseline = "middle";
    for (const r of rows) {
      if (r.heading) {
        pen.fillStyle = colors["--line"];
        pen.fillRect(0, r.y - head + 1, width, 1);
        heading(r);
      }
      pen.fillStyle = colors["--soft"];
      pen.textAlign = "right";
      pen.fillText(r.name, label - 10, r.y + r.tall / 2, label - 22);
    }
    pen.textAlign = "left";
  }

  function heading(r) {
    pen.save();
    pen.textAlign = "left";
    pen.font = "600 " + pen.font;
    pen.fillStyle = colors["--card"];
    pen.fillRect(8, r.y - head + 3, pen.measureText(r.group).width + 8, head - 5);
    pen.fillStyle = colors["--ink"];
    pen.fillText(r.group, 12, r.y - head / 2 + 0.5);
    pen.restore();
  }

  // find gives the span at a place of the canvas: the innermost, else the nearest.
  function find(x, y) {
    const r = rows.find(r => y >= r.y - gap / 2 && y < r.y + r.tall + gap / 2);
    if (!r || x < label) return null;
    if (r.curve) return { row: r, curve: heldAt(r, timeOf(x)) };
    const s = r.spans || [], slack = 3 * (to - from) / (width - label), t = timeOf(x);
    let best = null, distance = slack;
    for (let i = 0; i < s.length; i += numbers) {
      if (s[i] > t + slack) break;
      if (!shown.has(s[i + 2]) || y < r.y + nested * s[i + 3] - gap) continue;
      const away = Math.max(s[i] - t, t - s[i] - s[i + 1], 0);
      if (away < distance || away === distance) { best = { row: r, at: i }; distance = away; }
    }
    return best;
  }

  function heldAt(r, t) {
    let level = 0;
    for (let i = 0; i < r.curve.length && r.curve[i] <= t; i += 2) level = r.curve[i + 1];
    return level;
  }

  function tell(found, x, y) {
    tip.hidden = !found;
    if (!found) return;
    tip.textContent = "";
    const name = document.createElement("b");
    const s = found.row.spans, i = found.at;
    if (s) {
      name.textContent = data.words[s[i + 4]];
      const took = s[i + 1] ? timeText(s[i + 1]) + " " : "";
      tip.append(name, took + "at " + timeText(s[i]) + (data.words[s[i + 5]] ? "\n" + data.words[s[i + 5]] : ""));
    } else {
      name.textContent = "device memory held";
      tip.append(name, sizeText(found.curve) + "\nat most " + sizeText(found.row.peak));
    }
    const left = x + 16 + tip.offsetWidth > width ? x - 16 - tip.offsetWidth : x + 16;
    tip.style.left = Math.max(left, 4) + "px";
    tip.style.top = clamp(y + 14, 4, Math.max(height - tip.offsetHeight - 4, 4)) + "px";
  }

  // show sets the visible time, within the run and not below 100 ns.
  function show(a, b) {
    const all = data.to - data.from, length = clamp(b - a, Math.min(100, all), all);
    from = clamp((a + b - length) / 2, data.from, data.to - length);
    to = from + length;
    redraw();
  }

  function zoom(factor, around) {
    const t = around === undefined ? (from + to) / 2 : around;
    show(t - (t - from) * factor, t + (to - t) * factor);
  }

  function move(part) { const by = (to - from) * part; from + by < data.from ? show(data.from, data.from + to - from) : show(from + by, to + by); }

  const actions = { in: () => zoom(0.5), out: () => zoom(2), all: () => show(data.from, data.to) };
  document.getElementById("tools").addEventListener("click", e => {
    const action = actions[e.target.dataset.do];
    if (action) action();
  });

  canvas.addEventListener("wheel", e => {
    const sideways = Math.abs(e.deltaX) > Math.abs(e.deltaY) && !e.shiftKey;
    if (!sideways && !e.ctrlKey && !e.metaKey && !e.shiftKey) return;
    e.preventDefault();
    const delta = e.deltaY || e.deltaX;
    if (sideways) move(e.deltaX / (width - label));
    else zoom(Math.exp(clamp(delta, -200, 200) / 250), timeOf(Math.max(e.offsetX, label)));
  }, { passive: false });

  let grip = null;
  canvas.addEventListener("pointerdown", e => {
    if (e.button) return;
    grip = { x: e.offsetX, from, to };
    canvas.setPointerCapture(e.pointerId);
    canvas.classList.add("dragging");
  });
  canvas.addEventListener("pointermove", e => {
    if (grip) {
      const by = (grip.x - e.offsetX) / (width - label) * (grip.to - grip.from);
      const first = clamp(grip.from + by, data.from, data.to - (grip.to - grip.from));
      show(first, first + grip.to - grip.from);
    }
    hovered = find(e.offsetX, e.offsetY);
    if (hovered && hovered.at === undefined) { tell(hovered, e.offsetX, e.offsetY); hovered = null; }
    else tell(hovered, e.offsetX, e.offsetY);
    redraw();
  });
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, () => { grip = null; canvas.classList.remove("dragging"); });
  }
  canvas.addEventListener("pointerleave", () => { hovered = null; tell(null); redraw(); });
  canvas.addEventListener("dblclick", e => {
    const found = find(e.offsetX, e.offsetY);
    if (!found || found.at === undefined) return;
    const s = found.row.spans, margin = Math.max(s[found.at + 1] * 0.1, 50);
    show(s[found.at] - margin, s[found.at] + s[found.at + 1] + margin);
  });
  canvas.addEventListener("keydown", e => {
    const keys = { "+": actions.in, "=": actions.in, "-": actions.out, "0": actions.all, Home: actions.all,
      ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2) };
    if (!keys[e.key] || e.ctrlKey || e.metaKey) return;
    e.preventDefault();
    keys[e.key]();
  });

  // The legend names the kinds that are there; a click hides one.
  function makeLegend() {
    const there = new Set();
    for (const r of rows) for (let i = 2; i < (r.spans || []).length; i += numbers) there.add(r.spans[i]);
    for (const k of [...there].sort()) {
      const item = document.createElement("li"), box = document.createElement("label"), on = document.createElement("input"), dot = document.createElement("i");
      on.type = "checkbox";
      on.checked = true;
      on.addEventListener("change", () => { on.checked ? shown.add(k) : shown.delete(k); redraw(); });
      dot.style.background = "var(--k" + k + ")";
      box.append(on, " ", dot, data.kinds[k]);
      item.append(box);
      document.getElementById("legend").append(item);
    }
  }

  // A click on a column's head sorts by it.
  function makeSortable(table) {
    const value = cell => cell.dataset.v !== undefined && cell.dataset.v !== "" && !isNaN(cell.dataset.v) ? +cell.dataset.v : cell.textContent.trim();
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((th, column) => {
      th.tabIndex = 0;
      const sort = () => {
        const down = th.getAttribute("aria-sort") !== "descending";
        heads.forEach(h => h.removeAttribute("aria-sort"));
        th.setAttribute("aria-sort", down ? "descending" : "ascending");
        const body = table.tBodies[0];
        const sorted = [...body.rows].sort((a, b) => {
          const x = value(a.cells[column]), y = value(b.cells[column]);
          const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
          return down ? -order : order;
        });
        body.append(...sorted);
      };
      th.addEventListener("click", sort);
      th.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); sort(); } });
    });
  }

  layOut();
  makeLegend();
  document.querySelectorAll("table.sortable").forEach(makeSortable);
  if (data.merged) document.getElementById("merged").textContent = "Events less than " + timeText(data.merged) + " apart are drawn as one, as high as they fill its time.";
  resize();
  new ResizeObserver(resize).observe(canvas.parentElement);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColors(); redraw(); });
})();
