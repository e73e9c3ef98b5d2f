"use strict";
(() => {
const report = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);

const statuses = {
    failed: { mark: "✕", word: "Failed" }, error: { mark: "!", word: "Error" }, missing: { mark: "?", word: "Missing" },
    new: { mark: "+", word: "New" }, updated: { mark: "↻", word: "Updated" }, obsolete: { mark: "–", word: "Obsolete" },
    passed: { mark: "✓", word: "Passed" },
};
const failures = ["failed", "error", "missing"];
const views = [
    { id: "2up", word: "2-up" }, { id: "slider", word: "Slider" }, { id: "onion", word: "Onion skin" }, { id: "blink", word: "Blink" },
    { id: "diff", word: "Difference" },
];
const zooms = [{ id: "fit", word: "Fit" }, { id: "1", word: "1×" }, { id: "2", word: "2×" }, { id: "4", word: "4×" }];
const metrics = { yiq: "pixelmatch 7, YIQ", oklab: "pixelmatch 8, OKLab" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const state = {
    index: -1, view: "2up", zoom: "fit", shown: "expected", split: 50, opacity: 50, outline: false, blinks: !calm.matches,
    query: "", statuses: new Set(), causes: new Set(), decisions: new Map(),
};
let blinker = 0;
let drawing = 0;

// All content of the report is inserted here, as text and never as markup.
function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(properties)) {
        if (key === "class") element.className = value;
        else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (key === "style") for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
        else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
const seconds = (value) => value >= 60 ? `${Math.floor(value / 60)} min ${Math.round(value % 60)} s` : `${value.toFixed(value < 10 ? 2 : 1)} s`;
const percent = (ratio) => ratio === 0 ? "0 %" : `${(ratio * 100).toFixed(ratio < 0.0001 ? 4 : 2)} %`;
const current = () => report.cases[state.index];
const ratioOf = (counts) => counts.compared > 0 ? counts.different / counts.compared : 0;

// The list

function visible() {
    const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
    return report.cases.map((item, index) => ({ item, index })).filter(({ item }) => {
        if (state.statuses.size > 0 && !state.statuses.has(item.status)) return false;
        const text = `${item.id} ${item.group} ${item.status} ${item.message}`.toLowerCase();
        return words.every((word) => text.includes(word));
    });
}

// What failures of one cause have in common; null for a cause of its own.
const causeOf = (item) => failures.includes(item.status) && item.cause ? `${item.status} ${item.cause}` : null;

// The display order of the list: cases of one group are adjacent, and failures of one cause are one row until it is opened.
function ordered() {
    const groups = new Map();
    const causes = new Map();
    for (const entry of visible()) {
        const cause = causeOf(entry.item);
        const first = causes.get(cause);
        if (first) {
            first.others += 1;
            if (!state.causes.has(cause)) continue;
        } else if (cause) causes.set(cause, Object.assign(entry, { others: 0 }));
        if (!groups.has(entry.item.group)) groups.set(entry.item.group, []);
        groups.get(entry.item.group).push(entry);
    }
    return groups;
}

function drawHead() {
    $("suite").textContent = report.suite;
    $("about").textContent = [report.platform, report.date, seconds(report.duration)].filter(Boolean).join(" · ");
    const failed = report.cases.filter((item) => failures.includes(item.status)).length;
    $("verdict").textContent = failed > 0
        ? `${failed} of ${plural(report.cases.length, "case")} failed` : `${plural(report.cases.length, "case")}, none failed`;
    $("verdict").dataset.status = failed > 0 ? "failed" : "passed";
    const counted = Object.keys(statuses)
        .map((status) => ({ status, count: report.cases.filter((item) => item.status === status).length }))
        .filter(({ count }) => count > 0);
    $("proportions").setAttribute("aria-label", counted.map(({ status, count }) => `${count} ${status}`).join(", "));
    $("proportions").replaceChildren(...counted.map(({ status, count }) => make("i", { "data-status": status, style: { flex: `${count}` } })));
    $("statuses").replaceChildren(...counted.map(({ status, count }) => make("button", {
        class: "chip", type: "button", "data-status": status, "aria-pressed": "false",
        onclick: () => toggleStatus(status),
    }, statuses[status].word, make("b", {}, String(count)))));
}

function toggleStatus(status) {
    if (!state.statuses.delete(status)) state.statuses.add(status);
    for (const chip of $("statuses").children) chip.setAttribute("aria-pressed", String(state.statuses.has(chip.dataset.status)));
    drawList();
}

function amount(item) {
    const different = item.counts ? item.counts.different : 0;
    return different > 0 ? make("span", { class: "amount" }, `${different.toLocaleString("en")} px`) : null;
}

// The button that opens and closes the row of a cause.
function more(item, others) {
    const cause = causeOf(item);
    return make("button", {
        class: "more", type: "button", "aria-expanded": String(state.causes.has(cause)),
        onclick: () => { if (!state.causes.delete(cause)) state.causes.add(cause); drawList(); },
    }, `and ${others.toLocaleString("en")} more for the same cause`);
}

function drawList() {
    const sections = [];
    for (const [group, entries] of ordered()) {
        if (group) sections.push(make("h3", {}, group));
        sections.push(make("ul", { role: "list" }, ...entries.map(({ item, index, others }) => make("li", {}, make("a", {
            href: `#${fragment({ case: item.id })}`, "data-status": item.status, "data-index": index,
            "aria-current": index === state.index ? "true" : null,
            onclick: (event) => { event.preventDefault(); select(index); },
        }, make("span", { class: "mark", "aria-hidden": "true" }, statuses[item.status].mark),
        make("span", { class: "id" }, item.id, make("span", { class: "hidden" }, `, ${statuses[item.status].word}`)), amount(item),
        mark(item)),
        others > 0 ? more(item, others) : null))));
    }
    if (sections.length === 0) sections.push(make("p", { class: "none" }, report.cases.length > 0 ? "No case matches." : "There are no cases."));
    $("list").replaceChildren(...sections);
    const chosen = $("list").querySelector("[aria-current]");
    if (chosen) chosen.scrollIntoView({ block: "nearest" });
}

// Decisions

const verbs = { accept: "Accepted", reject: "Rejected" };
const isPending = (item) => failures.includes(item.status) && Boolean(item.actual || item.actualText);

// The cases about which one decides together with this one: those of its cause, unless they are listed one by one.
function together(item) {
    const cause = causeOf(item);
    if (!cause || state.causes.has(cause)) return isPending(item) ? [item] : [];
    return report.cases.filter((other) => causeOf(other) === cause && isPending(other));
}

function mark(item) {
    const verb = state.decisions.get(item.id);
    return verb ? make("span", { class: "decision", "data-decision": verb }, verbs[verb]) : null;
}

function decide(items, verb) {
    if (items.length === 0) return;
    const isUndone = items.every(({ id }) => state.decisions.get(id) === verb);
    for (const { id } of items) {
        if (isUndone) state.decisions.delete(id);
        else state.decisions.set(id, verb);
    }
    storeDecisions();
}

function clearDecisions() {
    state.decisions.clear();
    storeDecisions();
}

function storeDecisions() {
    try { localStorage.setItem(storage, JSON.stringify([...state.decisions])); } catch { /* Some viewers store nothing. */ }
    drawList();
    drawDecisions();
}

// The decisions are those about this run only.
const storage = `subdial ${report.suite} ${report.date}`;
function readDecisions() {
    try {
        const known = new Set(report.cases.filter(isPending).map(({ id }) => id));
        for (const [id, verb] of JSON.parse(localStorage.getItem(storage) || "[]")) {
            if (known.has(id) && Object.hasOwn(verbs, verb)) state.decisions.set(id, verb);
        }
    } catch { /* Nothing is stored. */ }
}

// A shell's word.
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// The commands for all decisions: a cause of which all cases are decided alike is named by its first one.
function commands() {
    const texts = [];
    const pending = report.cases.filter(isPending);
    for (const verb of Object.keys(verbs)) {
        const chosen = pending.filter(({ id }) => state.decisions.get(id) === verb);
        if (chosen.length > 0 && chosen.length === pending.length) return [`subdial snapshot ${verb} --all`];
        const isWhole = (cause) => pending.every((item) => causeOf(item) !== cause || state.decisions.get(item.id) === verb);
        const [causes, singles] = [new Map(), []];
        for (const item of chosen) {
            const cause = causeOf(item);
            const others = cause ? pending.filter((other) => causeOf(other) === cause).length : 1;
            if (others < 2 || !isWhole(cause)) singles.push(item.id);
            else if (!causes.has(cause)) causes.set(cause, item.id);
        }
        if (causes.size > 0) texts.push(`subdial snapshot ${verb} --same-cause ${[...causes.values()].map(quoted).join(" ")}`);
        if (singles.length > 0) texts.push(`subdial snapshot ${verb} ${singles.map(quoted).join(" ")}`);
    }
    return texts;
}

function drawDecisions() {
    const item = current();
    const items = item ? together(item) : [];
    $("verbs").hidden = items.length === 0;
    buttons($("verbs"), Object.keys(verbs).map((verb) => ({ id: verb, word: `${verb[0].toUpperCase()}${verb.slice(1)}` })),
        item && state.decisions.get(item.id), (verb) => keepingFocus(() => decide(items, verb)));
    const count = (verb) => [...state.decisions.values()].filter((other) => other === verb).length;
    $("decisions").hidden = state.decisions.size === 0;
    const undecided = report.cases.filter(isPending).length - state.decisions.size;
    $("decided").textContent = [...Object.keys(verbs).filter((verb) => count(verb) > 0)
        .map((verb) => `${count(verb).toLocaleString("en")} ${verbs[verb].toLowerCase()}`), undecided > 0 ? `${undecided.toLocaleString("en")} open` : ""]
        .filter(Boolean).join(", ");
}

async function copy() {
    const text = `${commands().join("\n")}\n`;
    try {
        await navigator.clipboard.writeText(text);
        $("decided").textContent = "Copied: paste them into a shell in the suite's folder.";
    } catch {
        // A page of a file may not write to the clipboard everywhere.
        prompt("The commands", text);
    }
}

// The address

function fragment(values) {
    const all = { case: current() ? current().id : "", view: state.view, ...values };
    if (state.zoom !== "fit") all.zoom = state.zoom;
    return Object.entries(all).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&");
}

function remember() {
    if (!current()) return;
    try { history.replaceState(null, "", `#${fragment({})}`); } catch { /* Some viewers do not permit it. */ }
}

function readFragment() {
    const values = new Map();
    for (const part of location.hash.slice(1).split("&")) {
        const at = part.indexOf("=");
        if (at < 0) continue;
        try { values.set(part.slice(0, at), decodeURIComponent(part.slice(at + 1))); } catch { /* Not written by this page. */ }
    }
    if (views.some(({ id }) => id === values.get("view"))) state.view = values.get("view");
    if (zooms.some(({ id }) => id === values.get("zoom"))) state.zoom = values.get("zoom");
    const index = report.cases.findIndex((item) => item.id === values.get("case"));
    if (index >= 0) {
        document.body.dataset.pane = "case";
        if (![...ordered().values()].flat().some((entry) => entry.index === index)) state.causes.add(causeOf(report.cases[index]));
        return index;
    }
    const [first] = [...ordered().values()].flat();
    const failed = [...ordered().values()].flat().find(({ item }) => failures.includes(item.status));
    return (failed || first || { index: -1 }).index;
}

// The case

function select(index) {
    state.index = index;
    state.shown = "expected";
    document.body.dataset.pane = "case";
    drawList();
    drawCase();
    $("main").scrollTop = 0;
}

function step(direction) {
    const shown = [...ordered().values()].flat().map(({ index }) => index);
    if (shown.length === 0) return;
    const at = shown.indexOf(state.index);
    const next = at < 0 ? (direction > 0 ? 0 : shown.length - 1) : Math.min(shown.length - 1, Math.max(0, at + direction));
    if (shown[next] !== state.index) select(shown[next]);
}

function drawCase() {
    const item = current();
    $("case").hidden = !item;
    $("empty").hidden = Boolean(item);
    if (!item) {
        $("empty").textContent = "There are no cases in this report.";
        return;
    }
    $("group").textContent = item.group;
    $("name").textContent = item.id;
    $("badge").textContent = statuses[item.status].word;
    $("badge").dataset.status = item.status;
    $("message").textContent = item.message;
    document.title = `${item.id} – ${report.suite}`;
    drawDetails(item);
    drawDecisions();
    drawStage();
}

function buttons(place, choices, chosen, choose) {
    place.replaceChildren(...choices.map(({ id, word, disabled }, index) => make("button", {
        type: "button", "data-id": id, "aria-pressed": String(id === chosen), disabled: Boolean(disabled),
        title: place.id === "views" ? `${word} (${index + 1})` : null, onclick: () => choose(id),
    }, word)));
}

function setView(view) {
    state.view = view;
    if (view === "blink") state.blinks = !calm.matches;
    drawStage();
}

function setZoom(zoom) {
    state.zoom = zoom;
    drawStage();
}

// Redrawing replaces the pressed button, so the focus moves to its replacement.
function keepingFocus(draw) {
    const focused = document.activeElement;
    const [place, id] = focused && focused.dataset && focused.dataset.id ? [focused.parentElement, focused.dataset.id] : [];
    draw();
    if (place) [...place.children].find((button) => button.dataset.id === id)?.focus({ preventScroll: true });
}

const loaded = new Map();
function load(path) {
    if (!path) return Promise.resolve(null);
    if (!loaded.has(path)) {
        // Relative to the page, and encoded: a name may contain characters with a meaning in a URL.
        const url = `./${path.split("/").map(encodeURIComponent).join("/")}`;
        loaded.set(path, new Promise((resolve) => {
            const image = new Image();
            image.onload = () => resolve({ url, width: image.naturalWidth, height: image.naturalHeight });
            image.onerror = () => resolve(null);
            image.src = url;
        }));
    }
    return loaded.get(path);
}

async function drawStage() {
    const item = current();
    if (!item) return;
    const turn = ++drawing;
    clearInterval(blinker);
    remember();
    const [expected, actual, difference] = await Promise.all([item.expected, item.actual, item.difference].map(load));
    // Another case or view may have been selected meanwhile.
    if (turn !== drawing) return;
    const both = Boolean(expected && actual);
    const isDisabled = (id) => (id === "diff" ? !difference && !both : id !== "2up" && !both);
    const view = isDisabled(state.view) ? "2up" : state.view;
    const scene = { item, expected, actual, difference, view, size: sizeOf([expected, actual, difference]) };
    scene.scale = scaleOf(scene);
    keepingFocus(() => {
        buttons($("views"), views.map((entry) => ({ ...entry, disabled: isDisabled(entry.id) })), view, setView);
        buttons($("zooms"), zooms, state.zoom, setZoom);
    });
    const regions = item.counts ? item.counts.regions : [];
    $("outline").checked = state.outline && regions.length > 0;
    $("outline").disabled = regions.length === 0;
    $("control").replaceChildren();
    $("stage").dataset.view = view;
    $("stage").replaceChildren(scene.size.width > 0 ? painters[view](scene) : make("p", { class: "nothing" }, nothing(item)));
}

function nothing(item) {
    if (item.expectedText || item.actualText) {
        return item.nodeChanges.length > 0 ? "This case is a text. Its changes are listed below." : "This case is a text.";
    }
    const paths = [item.expected, item.actual, item.difference].filter(Boolean);
    return paths.length > 0 ? `The pictures are not beside this page: ${paths.join(", ")}` : "This case has no pictures.";
}

function sizeOf(images) {
    const there = images.filter(Boolean);
    return { width: Math.max(0, ...there.map(({ width }) => width)), height: Math.max(0, ...there.map(({ height }) => height)) };
}

function scaleOf({ expected, actual, view, size }) {
    if (state.zoom !== "fit") return Number(state.zoom);
    const style = getComputedStyle($("stage"));
    let room = $("stage").clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (view === "2up" && expected && actual && innerWidth > 760) room = (room - 20) / 2;
    return size.width > 0 ? Math.min(1, Math.max(0.05, room / size.width)) : 1;
}

function picture(image, scale, words, properties = {}) {
    return make("img", {
        src: image.url, alt: words, draggable: "false", ...properties,
        // Scaled down with this filter, whole rows of pixels would disappear.
        class: [scale >= 1 ? "enlarged" : "", properties.class].filter(Boolean).join(" "),
        style: { width: `${image.width * scale}px`, height: `${image.height * scale}px` },
    });
}

function canvas({ item, size, scale }, properties, ...children) {
    const regions = state.outline && item.counts ? item.counts.regions : [];
    return make("div", {
        ...properties, class: `canvas ${properties.class || ""}`, style: { width: `${size.width * scale}px`, height: `${size.height * scale}px` },
    }, ...children, ...regions.map(({ x, y, width, height }) => make("div", {
        class: "region",
        style: { left: `${x * scale}px`, top: `${y * scale}px`, width: `${width * scale}px`, height: `${height * scale}px` },
    })));
}

function figure(word, image, content) {
    return make("figure", {}, make("figcaption", {}, make("b", {}, word), `${image.width} × ${image.height}`), content);
}

function single(scene, properties, ...children) {
    return make("div", { class: "figures" }, make("figure", {}, canvas(scene, properties, ...children)));
}

function range(label, value, low, high, change) {
    const input = make("input", { type: "range", min: "0", max: "100", "aria-label": label });
    input.value = value;
    input.addEventListener("input", () => change(Number(input.value)));
    $("control").replaceChildren(make("span", {}, low), input, make("span", {}, high));
    return input;
}

const painters = {
    "2up"(scene) {
        const sides = [["Expected", scene.expected], ["Actual", scene.actual]].filter(([, image]) => image);
        const shown = sides.length > 0 ? sides : [["Difference", scene.difference]];
        return make("div", { class: "figures" }, ...shown.map(([word, image]) => {
            const own = { ...scene, size: image };
            return figure(word, image, canvas(own, { "data-side": word.toLowerCase() }, picture(image, scene.scale, word)));
        }));
    },

    slider(scene) {
        const over = picture(scene.actual, scene.scale, "Actual", { id: "slider-over" });
        const divider = make("div", { class: "divider", id: "divider" });
        const under = picture(scene.expected, scene.scale, "Expected", { id: "slider-under" });
        const place = (split) => {
            state.split = Math.min(100, Math.max(0, split));
            divider.style.left = `${state.split}%`;
            const at = scene.size.width * scene.scale * state.split / 100;
            // Each picture is clipped to its own side: otherwise transparent areas would show the other.
            over.style.clipPath = `inset(0 0 0 ${at}px)`;
            under.style.clipPath = `inset(0 ${Math.max(0, scene.expected.width * scene.scale - at)}px 0 0)`;
        };
        const input = range("Where expected ends and actual begins", state.split, "Expected", "Actual", place);
        const area = canvas(scene, { class: "draggable" }, under, over, divider);
        const drag = (event) => {
            const box = area.getBoundingClientRect();
            place((event.clientX - box.left) / box.width * 100);
            input.value = state.split;
        };
        area.addEventListener("pointerdown", (event) => {
            if (event.button !== 0) return;
            try { area.setPointerCapture(event.pointerId); } catch { /* The pointer is gone already. */ }
            area.dataset.dragging = "true";
            drag(event);
        });
        area.addEventListener("pointermove", (event) => { if (area.dataset.dragging) drag(event); });
        for (const end of ["pointerup", "pointercancel"]) area.addEventListener(end, () => { delete area.dataset.dragging; });
        place(state.split);
        return make("div", { class: "figures" }, make("figure", {}, area));
    },

    onion(scene) {
        const over = picture(scene.actual, scene.scale, "Actual", { id: "onion-over" });
        const mix = (opacity) => {
            state.opacity = opacity;
            over.style.opacity = String(opacity / 100);
        };
        range("Opacity of the actual picture", state.opacity, "Expected", "Actual", mix);
        mix(state.opacity);
        return single(scene, {}, picture(scene.expected, scene.scale, "Expected"), over);
    },

    blink(scene) {
        const images = { expected: picture(scene.expected, scene.scale, "Expected"), actual: picture(scene.actual, scene.scale, "Actual") };
        const labels = { expected: make("span", {}, "Expected"), actual: make("span", {}, "Actual") };
        const pause = make("button", {
            class: "small", type: "button", id: "pause", onclick: () => { state.blinks = !state.blinks; run(); },
        });
        const show = () => {
            for (const side of ["expected", "actual"]) {
                images[side].style.visibility = side === state.shown ? "visible" : "hidden";
                labels[side].className = side === state.shown ? "on" : "";
            }
            $("stage").dataset.shown = state.shown;
        };
        const run = () => {
            clearInterval(blinker);
            pause.textContent = state.blinks ? "Pause" : "Play";
            if (state.blinks) blinker = setInterval(() => { flip(); show(); }, 700);
        };
        $("control").replaceChildren(pause, labels.expected, labels.actual);
        show();
        run();
        return single(scene, {}, images.expected, images.actual);
    },

    diff(scene) {
        if (scene.difference) return single(scene, {}, picture(scene.difference, scene.scale, "Difference"));
        // Without a difference picture, the browser subtracts the two: black means equal.
        $("control").replaceChildren(make("span", {}, "Black is what is alike."));
        return single(scene, { class: "isolated" }, picture(scene.expected, scene.scale, "Expected"),
            picture(scene.actual, scene.scale, "Actual", { class: "blend" }));
    },
};

function flip() {
    state.shown = state.shown === "expected" ? "actual" : "expected";
}

// Space stops the blinking and shows the other picture.
function toggle() {
    const item = current();
    if (!item || !item.expected || !item.actual) return;
    state.view = "blink";
    state.blinks = false;
    flip();
    $("announcement").textContent = state.shown === "expected" ? "Expected" : "Actual";
    drawStage();
}

// Details

function drawDetails(item) {
    $("details").replaceChildren(...[numbers(item), lines(item.actualText ? "Changes" : "Changed nodes", item.nodeChanges, "lines"),
        decision(item), lines("Fonts", item.fontWarnings, ""), lines("The whole run", report.warnings, ""), files(item)].filter(Boolean));
}

// How all cases of one cause are decided at once.
function decision(item) {
    const cause = causeOf(item);
    const count = cause ? report.cases.filter((other) => causeOf(other) === cause).length : 0;
    if (count < 2 || !item.drawnLevels) return null;
    return card(`${count.toLocaleString("en")} cases for the same cause`, make("p", {}, "Accept or reject all of them:"),
        ...["accept", "reject"].map((verb) => make("p", { class: "path" }, `subdial snapshot ${verb} --same-cause '${item.id}'`)));
}

function card(title, ...children) {
    return make("section", { class: "card" }, make("h3", {}, title), ...children);
}

function lines(title, texts, kind) {
    if (texts.length === 0) return null;
    const isSigned = (text) => kind === "lines" && /^[+-]/.test(text);
    return card(title, make("ul", { class: kind, role: "list" }, ...texts.map((text) =>
        make("li", { "data-sign": isSigned(text) ? text[0] : null }, text))));
}

function numbers(item) {
    const counts = item.counts;
    if (!counts) return null;
    const limits = item.limits || {};
    const isOnly = ["maxDifferentRatio", "densestWindow", "minSimilarity", "maxDeltaE"].every((name) => limits[name] === undefined);
    const pixels = limits.maxDifferentPixels ?? (item.limits && isOnly ? 0 : undefined);
    const dense = counts.densestWindow;
    const windowLimit = limits.densestWindow ? limits.densestWindow.limit : undefined;
    const number = (value) => value.toLocaleString("en");
    const place = (rect) => `${rect.width}×${rect.height} at (${rect.x}, ${rect.y})`;
    const rows = [
        ["Different pixels", number(counts.different), pixels === undefined ? "" : number(pixels), counts.different > pixels],
        ["Share of the compared", percent(ratioOf(counts)),
            limits.maxDifferentRatio === undefined ? "" : percent(limits.maxDifferentRatio), ratioOf(counts) > limits.maxDifferentRatio],
        dense ? [`Densest window, ${place(dense.place)}`, number(dense.count), windowLimit === undefined ? "" : number(windowLimit),
            dense.count > windowLimit] : null,
        counts.smoothed > 0 ? ["Smoothed otherwise", number(counts.smoothed), "", false] : null,
        counts.masked > 0 ? ["Masked", number(counts.masked), "", false] : null,
        [`Greatest difference of colour${counts.metric ? ` (${metrics[counts.metric]})` : ""}`, counts.maximumDelta.toFixed(3), "", false],
        counts.similarity === undefined ? null : ["Structural similarity (SSIM)", counts.similarity.toFixed(4),
            limits.minSimilarity === undefined ? "" : String(limits.minSimilarity), counts.similarity < limits.minSimilarity],
        counts.maximumDeltaE === undefined ? null : ["Greatest difference of colour (CIEDE2000)", counts.maximumDeltaE.toFixed(2),
            limits.maxDeltaE === undefined ? "" : String(limits.maxDeltaE), counts.maximumDeltaE > limits.maxDeltaE],
    ].filter(Boolean);
    const titles = [[], ["Found"], ["Allowed"]].map((title) => make("th", { scope: "col" }, ...title));
    const table = make("table", {},
        make("thead", {}, make("tr", {}, ...titles)),
        make("tbody", {}, ...rows.map(([name, found, allowed, isOver]) => make("tr", { class: isOver ? "over" : "" },
            make("th", { scope: "row" }, name), make("td", {}, found), make("td", {}, allowed || "–")))));
    const regions = counts.regions.length > 0
        ? make("details", {}, make("summary", { class: "muted" }, plural(counts.regions.length, "region")),
            make("ul", { role: "list" }, ...counts.regions.map((rect) => make("li", { class: "path" }, place(rect))))) : null;
    return card("Comparison", table, regions);
}

function files(item) {
    const paths = [["Changed at", item.change && `${item.change.file}:${item.change.line}`], ["Defined in", item.source],
        ["Expected", item.expected || item.expectedText],
        ["Actual", item.actual || item.actualText], ["Difference", item.difference]]
        .filter(([, path]) => path);
    if (paths.length === 0) return null;
    return card("Files", make("table", {}, make("tbody", {}, ...paths.map(([name, path]) =>
        make("tr", {}, make("th", { scope: "row" }, name), make("td", { class: "path" }, path))))));
}

// Keys

function help() {
    if ($("help").open) $("help").close();
    else $("help").showModal();
}

function onKey(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    const isTyping = target.matches("input[type=search], textarea");
    if (event.key === "Escape" && isTyping) {
        if (target.value) setQuery("");
        else target.blur();
        event.preventDefault();
        return;
    }
    if (isTyping && event.key === "Enter") {
        const [first] = [...ordered().values()].flat();
        target.blur();
        if (first) select(first.index);
        return;
    }
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if ($("help").open && event.key !== "?") return;
    // A button that has the keyboard focus handles the space bar itself.
    if (event.key === " " && target.matches("button:focus-visible, summary, input, a:focus-visible")) return;
    const view = views[Number(event.key) - 1];
    if (view && event.key.length === 1) {
        if (![...$("views").children].find((button) => button.dataset.id === view.id)?.disabled) setView(view.id);
    } else if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === " ") toggle();
    else if (event.key === "f" || event.key === "/") {
        document.body.dataset.pane = "list";
        $("filter").focus();
        $("filter").select();
    } else if (event.key === "z") setZoom(zooms[(zooms.findIndex(({ id }) => id === state.zoom) + 1) % zooms.length].id);
    else if (event.key === "a" || event.key === "r") {
        if (current()) decide(together(current()), event.key === "a" ? "accept" : "reject");
    } else if (event.key === "A" || event.key === "R") {
        decide(visible().map(({ item }) => item).filter(isPending), event.key === "A" ? "accept" : "reject");
    } else if (event.key === "c" && state.decisions.size > 0) copy();
    else if (event.key === "o") { state.outline = !state.outline; drawStage(); }
    else if (event.key === "?") help();
    else return;
    event.preventDefault();
}

function setQuery(query) {
    state.query = query;
    if ($("filter").value !== query) $("filter").value = query;
    drawList();
}

document.addEventListener("keydown", onKey);
$("filter").addEventListener("input", () => setQuery($("filter").value));
$("outline").addEventListener("change", () => { state.outline = $("outline").checked; drawStage(); });
$("previous").addEventListener("click", () => step(-1));
$("next").addEventListener("click", () => step(1));
$("help-button").addEventListener("click", help);
$("copy").addEventListener("click", copy);
$("clear").addEventListener("click", clearDecisions);
$("skip").addEventListener("click", (event) => { event.preventDefault(); $("main").focus(); });
$("back").addEventListener("click", () => { document.body.dataset.pane = "list"; drawList(); });
addEventListener("resize", () => { if (state.zoom === "fit" && state.view !== "blink") drawStage(); });
addEventListener("hashchange", () => {
    const index = readFragment();
    if (index >= 0) select(index);
});

drawHead();
readDecisions();
state.index = readFragment();
drawList();
drawCase();
})();
