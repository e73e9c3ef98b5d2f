"use strict";
(() => {
const $ = (id) => document.getElementById(id);

// State

const views = ["phone", "watch", "wall"];
const looks = ["system", "light", "dark"];
const home = ["systemLarge", "systemMedium", "systemSmall"];
// The parts of the Dynamic Island, which is always black.
const islands = ["island", "expanded", "minimal"];
const familyNames = {
    systemSmall: "Small", systemMedium: "Medium", systemLarge: "Large", systemExtraLarge: "Extra large",
    accessoryRectangular: "Rectangular", accessoryCircular: "Circular", accessoryInline: "Inline",
    lockScreen: "Banner", island: "Island", expanded: "Island, expanded", minimal: "Island, minimal",
};
// In points; the first answer of each picture contains its actual size.
const phonePoints = {
    systemSmall: [158, 158], systemMedium: [338, 158], systemLarge: [338, 354], systemExtraLarge: [628, 300],
    accessoryCircular: [72, 72], accessoryRectangular: [160, 72], accessoryInline: [234, 26],
    lockScreen: [371, 96], island: [230, 36.67], expanded: [371, 160], minimal: [45, 36.67],
};
const watchPoints = { accessoryCircular: [50, 50], accessoryRectangular: [193, 82], accessoryInline: [154, 23], accessoryCorner: [76, 76] };

const store = `subdial ${new URL("./", location.href).pathname}`;
const state = { view: "phone", kinds: null, sizes: [...home, "lock"], subject: "", appearance: "system", kind: "", family: "" };
let widgets = [];
let tiles = [];
let clocks = [];
const fingerprints = new Map();
const pending = new Set();

function readState() {
    let kept = {};
    try { kept = JSON.parse(localStorage.getItem(store)) || {}; } catch { /* Private windows may have no storage. */ }
    const query = new URLSearchParams(location.search);
    for (const key of Object.keys(state)) {
        const list = key === "kinds" || key === "sizes";
        const value = query.has(key) ? (list ? query.get(key).split(",").filter(Boolean) : query.get(key)) : kept[key];
        if (list ? Array.isArray(value) && value.every((item) => typeof item === "string") : typeof value === "string") state[key] = value;
    }
    if (!views.includes(state.view)) state.view = "phone";
    if (!looks.includes(state.appearance)) state.appearance = "system";
}

function keepState() {
    const query = new URLSearchParams({ view: state.view });
    if (state.view === "wall") {
        if (state.kind) query.set("kind", state.kind);
        if (state.family) query.set("family", state.family);
    } else {
        if (state.kinds) query.set("kinds", state.kinds.join(","));
        if (state.view === "phone" && state.sizes.length <= home.length) query.set("sizes", state.sizes.join(","));
    }
    if (state.subject) query.set("subject", state.subject);
    if (state.appearance !== "system") query.set("appearance", state.appearance);
    history.replaceState(null, "", `?${query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`);
    try { localStorage.setItem(store, JSON.stringify(state)); } catch { /* As above. */ }
}

const chosen = () => {
    const found = (state.kinds || []).map((kind) => widgets.find((widget) => widget.kind === kind)).filter(Boolean);
    return state.kinds && (found.length > 0 || state.kinds.length === 0) ? found : widgets.slice(0, 3);
};

// All text of the server is inserted here, and never as markup.
function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(properties)) {
        if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
        else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

function time(date) {
    const clock = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    if (Date.now() - date < 12 * 3600 * 1000) return clock;
    return `${date.toLocaleDateString([], { day: "numeric", month: "short" })}, ${clock}`;
}

let silence = 0;
function say(text) {
    clearTimeout(silence);
    $("message").textContent = text;
    silence = setTimeout(() => { $("message").textContent = ""; }, 8000);
}

// Requests

class Refused extends Error {}

async function ask(address, options = {}) {
    const response = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(30000), ...options });
    if (response.status === 401) {
        if (!$("token").open) { $("options").close(); $("token").showModal(); }
        throw new Refused("This server asks for its token.");
    }
    return response;
}

/** The families of a widget, and the parts of its live activity. */
const partsOf = (widget) => [...widget.families, ...(widget.presentations || [])];

const subjectOf = (kind) => {
    const widget = widgets.find((widget) => widget.kind === kind);
    return widget && (widget.subjects || []).some(({ id }) => id === state.subject) ? state.subject : "";
};

function address(tile, ending, scale) {
    const query = new URLSearchParams(tile.look);
    query.set("scale", scale);
    // A colon before the first slash would be a scheme, hence the dot.
    return `./${encodeURIComponent(tile.kind).replaceAll("%3A", ":")}/${tile.family}.${ending}?${query}`;
}

// Pictures

const scheme = () => state.appearance === "system" ? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark") : state.appearance;

function makeTile(widget, family, place) {
    const isWatch = place === "watch";
    const isAccessory = family.startsWith("accessory");
    const look = { device: isWatch ? "watch-45mm" : family === "systemExtraLarge" ? "ipad-pro-11" : "iphone-16" };
    if (isAccessory && !isWatch) look.mode = "vibrant";
    look.appearance = isAccessory || islands.includes(family) ? "dark" : scheme();
    if (subjectOf(widget.kind)) look.subject = state.subject;
    const image = make("img", { alt: "", draggable: "false", hidden: true });
    const picture = make("div", { class: "picture", tabindex: "-1" }, image);
    const mark = make("span", { class: "mark" });
    const element = make("figure", { class: "tile", "data-kind": widget.kind, "data-family": family, "data-look": look.appearance }, picture,
        make("figcaption", {}, make("span", { class: "name", dir: "auto" }, widget.title), mark));
    const tile = {
        kind: widget.kind, family, look, element, picture, image, mark, source: "", stored: null, busy: false, again: false,
        timer: 0, isDue: false, isSeen: false, most: place === "wall" ? 6 : 3, points: (isWatch ? watchPoints : phonePoints)[family] || [158, 158],
    };
    measure(tile);
    tiles.push(tile);
    sight.observe(element);
    return tile;
}

/**
 * Shows the picture of the tile that this one replaces, one of `former`, until its own is there: without a connection it does not come.
 * The replaced tile gets the empty image, because it may still be drawing.
 */
function takeOver(tile, former) {
    const key = ({ kind, family, look }) => JSON.stringify([kind, family, look]);
    const index = former.findIndex((other) => key(other) === key(tile));
    if (index < 0) return;
    const [other] = former.splice(index, 1);
    const { image, source, stored, points, most } = other;
    other.image = tile.image;
    tile.image.replaceWith(image);
    Object.assign(tile, { image, source, stored, points, most });
    tile.element.dataset.freshness = other.element.dataset.freshness || "";
    tile.element.title = other.element.title;
    measure(tile);
    markStale(tile);
}

function measure(tile) {
    tile.element.style.setProperty("--w", tile.points[0]);
    tile.element.style.setProperty("--h", tile.points[1]);
}

async function load(tile) {
    if (tile.busy) { tile.again = true; return; }
    tile.busy = true;
    try {
        do {
            tile.again = false;
            await draw(tile);
        } while (tile.again && tiles.includes(tile));
    } catch (error) {
        // The event stream reports a lost connection.
        if (!tile.source) note(tile, error instanceof Refused ? error.message : "Nothing to show");
        plan(tile, 10000);
    } finally { tile.busy = false; }
}

// Pictures that change by themselves

const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
        const tile = tiles.find(({ element }) => element === target);
        if (!tile) continue;
        tile.isSeen = isIntersecting;
        renew(tile);
    }
});

/** Redraws the picture after a number of milliseconds, if it is visible then, otherwise as soon as it becomes visible. */
function plan(tile, wait) {
    clearTimeout(tile.timer);
    // A tile that was replaced while it was drawn.
    if (!tiles.includes(tile)) return;
    tile.isDue = false;
    // At least one second; timers support at most 24 days.
    tile.timer = setTimeout(() => {
        tile.isDue = true;
        renew(tile);
    }, Math.min(Math.max(wait, 1000), 2 ** 31 - 1));
}

function renew(tile) {
    if (tile.isDue && tile.isSeen && !document.hidden && !lostAt && tiles.includes(tile)) load(tile);
}

/** The server's present, because this machine's clock may differ. */
function present(response) {
    const sent = Date.parse(response.headers.get("Date"));
    return Math.abs(sent - Date.now()) > 2000 ? sent + 500 : Date.now();
}

function note(tile, text) {
    tile.image.hidden = true;
    tile.picture.replaceChildren(tile.image, make("p", { class: "note" }, text));
}

async function draw(tile) {
    const scaleNow = () => {
        const shown = tile.picture.clientWidth || tile.points[0];
        return String(Math.round(Math.min(tile.most, Math.max(0.5, devicePixelRatio * shown / tile.points[0])) * 100) / 100);
    };
    let told = await ask(address(tile, "json", scaleNow()));
    if (told.status === 400 && tile.most > 3) {
        // A server that draws at most at the scale of devices.
        tile.most = 3;
        told = await ask(address(tile, "json", scaleNow()));
    }
    if (!told.ok) throw new Refused(told.status === 404 ? "Not made in this size" : "Nothing to show");
    const facts = await told.json();
    if (facts.width > 0 && facts.height > 0) {
        tile.points = [facts.width, facts.height];
        measure(tile);
    }
    // The version makes the URL unique: otherwise the browser would use its cached picture.
    const source = `${address(tile, "png", scaleNow())}&v=${encodeURIComponent((facts.etag || String(Date.now())).replace(/[^\w-]/g, ""))}`;
    if (source !== tile.source) {
        const next = make("img", { draggable: "false" });
        next.alt = facts.label || "";
        next.src = source;
        await next.decode();
        tile.picture.querySelector(".note")?.remove();
        tile.image.replaceWith(next);
        tile.image = next;
        tile.source = source;
    }
    tile.image.alt = facts.label || "";
    tile.element.dataset.freshness = facts.freshness || "";
    tile.element.title = facts.problem || "";
    const stored = told.headers.get("Subdial-Stored");
    tile.stored = stored ? new Date(stored) : null;
    clearTimeout(tile.timer);
    tile.isDue = false;
    // 50 ms later, so that the change has happened.
    if (facts.nextChange && !tile.stored) plan(tile, Date.parse(facts.nextChange) - present(told) + 50);
    placeRegions(tile, facts.regions || []);
    if (!tile.stored && !lostAt) settle(tile.kind);
    markStale(tile);
}

function placeRegions(tile, regions) {
    const [width, height] = tile.points;
    const before = [...tile.picture.querySelectorAll(".region")];
    regions.forEach((region, index) => {
        const isSlider = typeof region.from === "number" && typeof region.to === "number";
        let control = before[index];
        if (!control || control.matches(".slider") !== isSlider) {
            control = isSlider
                ? make("input", { class: "region slider", type: "range", onchange: () => act(tile.kind, control) })
                : make("button", { class: "region", type: "button", onclick: () => act(tile.kind, control) });
            if (before[index]) replace(before[index], control);
            else tile.picture.append(control);
        }
        control.dataset.intent = region.intent;
        control.setAttribute("aria-label", region.label || region.intent);
        const place = { left: region.x / width, top: region.y / height, width: region.width / width, height: region.height / height };
        for (const [name, share] of Object.entries(place)) control.style.setProperty(`--${name}`, `${share * 100}%`);
        if (isSlider) setSlider(control, region);
    });
    for (const control of before.slice(regions.length)) {
        if (control === document.activeElement) tile.picture.focus();
        control.remove();
    }
}

/** Replaces a control, and keeps the keyboard focus at its place. */
function replace(control, other) {
    const isFocused = control === document.activeElement;
    control.replaceWith(other);
    if (isFocused) other.focus();
}

/** Sets the range of a slider, whose edges have the values `from` and `to`, and its value, unless someone is moving it. */
function setSlider(control, { from, to, value }) {
    control.dir = from <= to ? "ltr" : "rtl";
    control.min = Math.min(from, to);
    control.max = Math.max(from, to);
    control.step = Math.abs(to - from) / 100 || 1;
    if (!control.matches(":active, .pending")) control.value = value;
}

function markStale(tile) {
    const since = tile.stored || lostAt;
    const isStale = Boolean(since) && Boolean(tile.source);
    tile.element.classList.toggle("stale", isStale);
    tile.mark.textContent = isStale ? `as of ${time(since)}` : "";
    tile.mark.title = isStale ? since.toLocaleString() : "";
    for (const button of tile.picture.querySelectorAll(".region")) button.disabled = isStale;
    const panel = tile.element.closest(".panel");
    if (!panel) return;
    const mark = panel.querySelector(".panel-mark");
    const stale = tiles.find((other) => panel.contains(other.element) && other.element.classList.contains("stale"));
    if (mark) mark.textContent = stale ? stale.mark.textContent : "";
}

// Taps

async function act(kind, control, intent = control.dataset.intent) {
    const tap = { kind, intent, name: control.getAttribute("aria-label") };
    const value = intent === control.dataset.intent && control.matches(".slider") ? Number(control.value) : undefined;
    pending.add(tap);
    showPending();
    tap.timer = setTimeout(() => fail(tap, `${tap.name}: nothing has changed.`), 8000);
    try {
        const response = await ask("./actions", {
            method: "POST", cache: "no-store", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ kind, subject: subjectOf(kind) || undefined, intent, value }),
        });
        const answer = await response.json();
        if (!answer.ok) fail(tap, answer.error || "It was refused.");
        else {
            tap.accepted = true;
            if (answer.message) say(answer.message);
            if (tap.drawn) end(tap);
        }
    } catch (error) { fail(tap, error instanceof Refused ? error.message : `${tap.name}: Subdial cannot be reached.`); }
}

function fail(tap, text) {
    if (!pending.has(tap)) return;
    say(text);
    end(tap);
}

function end(tap) {
    clearTimeout(tap.timer);
    pending.delete(tap);
    showPending();
}

/** A tap is complete after the server has accepted it, and a picture has arrived after a change. */
function settle(kind) {
    for (const tap of [...pending]) {
        if (tap.kind !== kind || !tap.changed) continue;
        tap.drawn = true;
        if (tap.accepted) end(tap);
    }
}

function showPending() {
    for (const tile of tiles) {
        for (const button of tile.picture.querySelectorAll(".region")) {
            const waits = [...pending].some((tap) => tap.kind === tile.kind && tap.intent === button.dataset.intent);
            button.classList.toggle("pending", waits);
            button.setAttribute("aria-busy", String(waits));
        }
    }
}

const keys = {
    " ": ["playpause"], ArrowLeft: ["previous"], ArrowRight: ["next"], ArrowUp: ["volumeup"], ArrowDown: ["volumedown"],
};

const steps = { ArrowUp: "volumeUp", ArrowDown: "volumeDown" };
const sliderSteps = { ...steps, ArrowRight: "volumeUp", ArrowLeft: "volumeDown" };

function pressed(event) {
    const intents = keys[event.key];
    if (!intents || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
    const at = event.target instanceof Element ? event.target : document.body;
    // A step counts from the volume of the zone, which may be beyond the end of the slider.
    const focused = at.closest(".tile") && at.matches(".slider") && at.dataset.intent.startsWith("volume") ? at : null;
    if (focused && event.key in sliderSteps) {
        event.preventDefault();
        act(focused.closest(".tile").dataset.kind, focused, sliderSteps[event.key]);
        return;
    }
    if (document.querySelector("dialog[open]") || at.closest("input, select, textarea, [contenteditable]")) return;
    if (event.key === " " && at.closest("button, a, summary")) return;
    const own = at.closest(".tile");
    const order = own ? [own, ...tiles.map((tile) => tile.element)] : tiles.map((tile) => tile.element);
    for (const element of order) {
        const regions = [...element.querySelectorAll(".region:not(:disabled)")];
        const button = regions.find(({ dataset }) => intents.includes(dataset.intent.toLowerCase().replace(/[^a-z]/g, "")));
        // Elsewhere these keys scroll the page, which must not change the volume.
        const step = own || state.view === "wall" ? steps[event.key] : undefined;
        const slider = step && regions.find((region) => region.matches(".slider") && region.dataset.intent.startsWith("volume"));
        if (!button && !slider) continue;
        event.preventDefault();
        if (!event.repeat || event.key in steps) act(element.dataset.kind, button || slider, button ? undefined : step);
        return;
    }
}

// The connection

let lostAt = null;
let failures = 0;
let turn = 0;
let retry = 0;
let breaker = null;
let version = null;

/** Reads the events until the connection ends. EventSource is not used: it exposes neither the status nor keep-alive comments. */
async function listen() {
    const mine = ++turn;
    clearTimeout(retry);
    breaker?.abort();
    const own = breaker = new AbortController();
    let watch = 0;
    const alive = () => {
        clearTimeout(watch);
        watch = setTimeout(() => own.abort(), 45000);
    };
    alive();
    try {
        const subject = state.subject ? `?${new URLSearchParams({ subject: state.subject })}` : "";
        const response = await ask(`./events${subject}`, { cache: "no-store", signal: own.signal, headers: { Accept: "text/event-stream" } });
        if (!response.ok || !response.body) throw new Error(String(response.status));
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        while (rest.length < 1e6) {
            const { value, done } = await reader.read();
            if (done) break;
            alive();
            const parts = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
            rest = parts.pop();
            parts.forEach(receive);
        }
    } catch { /* Reported below. */ }
    clearTimeout(watch);
    own.abort();
    if (mine === turn) lose();
}

function receive(text) {
    const lines = text.split("\n");
    const name = lines.find((line) => line.startsWith("event:"))?.slice(6).trim();
    let data;
    try { data = JSON.parse(lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n")); } catch { return; }
    if (name === "hello") welcome(data.kinds || {});
    else if (name === "change" && typeof data.kind === "string") {
        const same = fingerprints.get(data.kind) === data.fingerprint;
        fingerprints.set(data.kind, data.fingerprint);
        if (!same) changed(data.kind);
    }
}

function changed(kind) {
    for (const tap of pending) if (tap.kind === kind) tap.changed = true;
    for (const tile of tiles) if (tile.kind === kind && !document.hidden) load(tile);
}

function welcome(kinds) {
    const wasLost = lostAt !== null;
    failures = 0;
    lostAt = null;
    showConnection();
    for (const [kind, fingerprint] of Object.entries(kinds)) {
        const same = fingerprints.get(kind) === fingerprint;
        fingerprints.set(kind, fingerprint);
        if (!same && !wasLost) changed(kind);
    }
    if (wasLost || widgets.length === 0) refresh();
}

let endedAt = null;
function lose() {
    failures += 1;
    if (failures === 1) endedAt = new Date();
    // The first end may come from a proxy that closes long-lived connections.
    if (failures > 1 || !navigator.onLine) {
        lostAt ||= endedAt;
        showConnection();
        tiles.forEach(markStale);
    }
    const pause = failures === 1 ? 300 : Math.min(30000, 1000 * 2 ** (failures - 2)) * (0.75 + Math.random() / 2);
    retry = setTimeout(listen, pause);
}

function showConnection() {
    const text = lostAt ? `Offline since ${time(lostAt)}` : "";
    if ($("connection").textContent !== text) $("connection").textContent = text;
    document.documentElement.classList.toggle("offline", Boolean(lostAt));
}

/** Requests the list of widgets, and every picture again. */
async function refresh() {
    try {
        const response = await ask("./widgets.json");
        if (!response.ok) throw new Error(String(response.status));
        const list = await response.json();
        const isStored = response.headers.has("Subdial-Stored");
        // After an update of the server, the page has changed too.
        if (!isStored && version && version !== list.version) { location.reload(); return; }
        if (!isStored) version = list.version;
        $("version").textContent = `Subdial ${list.version}`;
        const same = JSON.stringify(list.widgets) === JSON.stringify(widgets);
        widgets = list.widgets || [];
        if (same && tiles.length > 0) tiles.forEach(load);
        else build();
    } catch (error) {
        if (widgets.length === 0 && !(error instanceof Refused)) empty("Subdial cannot be reached.", "Trying again …");
    }
}

// Views

const empty = (title, text) => $("stage").replaceChildren(make("div", { class: "empty" }, make("h2", {}, title), make("p", {}, text)));

function build() {
    drawChoices();
    for (const tile of tiles) clearTimeout(tile.timer);
    sight.disconnect();
    const former = tiles.filter((tile) => tile.source);
    tiles = [];
    clocks = [];
    document.documentElement.dataset.view = state.view;
    const root = { phone: phone, watch: watches, wall }[state.view]();
    if (tiles.length === 0) {
        const text = widgets.length === 0
            ? "The server offers no widgets." : "None of the chosen widgets is made for this view. Others are in the options.";
        empty("Nothing to show", text);
    } else {
        $("stage").replaceChildren(...root);
        for (const tile of tiles) takeOver(tile, former);
        tick();
        tiles.forEach(load);
    }
    wake();
}

function phone() {
    const parts = [];
    const grid = make("section", { class: "home", "aria-label": "Home screen" });
    // The first screen shows many widgets once, and not one in all its sizes.
    for (const family of home.filter((family) => state.sizes.includes(family))) {
        for (const widget of chosen()) {
            if (widget.families.includes(family)) grid.append(makeTile(widget, family, "home").element);
        }
    }
    if (tiles.length > 0) parts.push(make("div", { class: "home-frame" }, grid));
    const lock = state.sizes.includes("lock") ? lockScreen() : null;
    if (lock) parts.push(lock);
    return [make("div", { class: parts.length > 1 ? "phone both" : "phone" }, ...parts)];
}

function lockScreen() {
    const slots = make("div", { class: "slots" });
    let inline = null;
    for (const widget of chosen()) {
        if (!inline && widget.families.includes("accessoryInline")) inline = makeTile(widget, "accessoryInline", "lock").element;
        for (const family of ["accessoryRectangular", "accessoryCircular"]) {
            if (widget.families.includes(family)) slots.append(makeTile(widget, family, "lock").element);
        }
    }
    const active = (part) => chosen().filter((widget) => partsOf(widget).includes(part));
    const banners = active("lockScreen").map((widget) => makeTile(widget, "lockScreen", "lock").element);
    const pill = island(active("island"));
    if (!inline && !pill && slots.children.length + banners.length === 0) return null;
    return make("section", { class: "panel lock", "aria-label": "Lock screen" }, pill,
        clock("date", { weekday: "long", day: "numeric", month: "long" }), inline, clock("time"), slots,
        make("div", { class: "banners" }, ...banners), make("p", { class: "panel-mark" }));
}

let isExpanded = false;

/** The Dynamic Island of the first widget, compact or expanded, and beside a compact one the minimal part of the second. */
function island([widget, second]) {
    if (!widget) return null;
    const toggle = make("button", {
        class: "toggle", type: "button", "aria-expanded": String(isExpanded), "aria-label": `Island of ${widget.title}`, onclick: () => {
            isExpanded = !isExpanded;
            build();
            document.querySelector(".island .toggle")?.focus();
        },
    });
    const main = make("div", { class: "main" }, toggle, makeTile(widget, isExpanded ? "expanded" : "island", "lock").element);
    return make("div", { class: "island" }, main, second && !isExpanded ? makeTile(second, "minimal", "lock").element : null);
}

function watches() {
    const faces = [];
    const circular = chosen().filter((widget) => widget.families.includes("accessoryCircular"));
    for (const widget of chosen()) {
        const has = (family) => widget.families.includes(family);
        const tile = (family, from = widget) => makeTile(from, family, "watch").element;
        if (has("accessoryRectangular")) {
            const row = [...circular].sort((one, other) => (other === widget) - (one === widget)).slice(0, 3);
            faces.push(face(widget, "modular", has("accessoryCorner") ? tile("accessoryCorner") : null, clock("time"),
                tile("accessoryRectangular"), make("div", { class: "row" }, ...row.map((other) => tile("accessoryCircular", other)))));
        }
        if (has("accessoryInline") || (has("accessoryCircular") && !has("accessoryRectangular"))) {
            faces.push(face(widget, "analog", dial(),
                has("accessoryCircular") ? tile("accessoryCircular") : null, has("accessoryInline") ? tile("accessoryInline") : null));
        }
    }
    return [make("div", { class: "watches" }, ...faces)];
}

const face = (widget, style, ...children) => make("div", { class: "panel watch", role: "group", "aria-label": `${widget.title} on a watch` },
    make("div", { class: `face ${style}` }, ...children),
    make("p", { class: "caption" }, make("span", { dir: "auto" }, widget.title), make("span", { class: "panel-mark" })));

function wall() {
    const widget = widgets.find(({ kind }) => kind === state.kind) || chosen()[0] || widgets[0];
    if (!widget) return [];
    const family = partsOf(widget).includes(state.family) ? state.family : largest(widget.families);
    if (!family) return [];
    const tile = makeTile(widget, family, "wall");
    return [make("div", { class: "panel wall", "data-look": tile.look.appearance }, tile.element, make("p", { class: "panel-mark" }))];
}

/** The family that covers most of the screen. */
function largest(families) {
    const area = (family) => {
        const [width, height] = phonePoints[family];
        return Math.min(innerWidth / width, innerHeight / height) ** 2 * width * height;
    };
    const known = families.filter((family) => phonePoints[family]);
    // A small widget shows no more at four times its size.
    const detailed = known.filter((family) => /^system(Medium|Large|ExtraLarge)$/.test(family));
    return (detailed.length > 0 ? detailed : known).sort((one, other) => area(other) - area(one))[0];
}

function clock(name, format) {
    const element = make("p", { class: name, "aria-hidden": "true" });
    clocks.push((now) => {
        const text = format ? now.toLocaleDateString([], format) : now.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
        element.textContent = text.replace(/\s?[AaPp]\.?[Mm]\.?$/, "");
    });
    return element;
}

function dial() {
    const [hour, minute] = [make("i", { class: "hour" }), make("i", { class: "minute" })];
    clocks.push((now) => {
        const minutes = now.getHours() * 60 + now.getMinutes();
        hour.style.setProperty("rotate", `${minutes / 2}deg`);
        minute.style.setProperty("rotate", `${minutes * 6}deg`);
    });
    const marks = Array.from({ length: 12 }, (_, index) => {
        const mark = make("b");
        mark.style.setProperty("rotate", `${index * 30}deg`);
        return mark;
    });
    return make("div", { class: "dial", "aria-hidden": "true" }, ...marks, hour, minute);
}

let next = 0;
function tick() {
    clearTimeout(next);
    const now = new Date();
    clocks.forEach((show) => show(now));
    next = setTimeout(tick, 60050 - now.getTime() % 60000);
}

// Choices

function drawChoices() {
    for (const button of $("views").children) {
        const isShown = button.dataset.view === state.view;
        button.setAttribute("aria-pressed", String(isShown));
    }
    const subjects = new Map(widgets.flatMap((widget) => widget.subjects || []).map(({ id, name }) => [id, name]));
    $("subject-field").hidden = subjects.size === 0;
    $("subject").replaceChildren(make("option", { value: "" }, "Automatic"), ...[...subjects].map(([id, name]) => make("option", { value: id }, name)));
    $("subject").value = subjects.has(state.subject) ? state.subject : "";
    const shown = chosen().map(({ kind }) => kind);
    $("kinds").replaceChildren(...widgets.map(({ kind, title }) => {
        const box = make("input", { type: "checkbox", value: kind, checked: shown.includes(kind), onchange: () => {
            const boxes = [...$("kinds").querySelectorAll("input:checked")].map((box) => box.value);
            choose({ kinds: boxes }, box);
        } });
        return make("label", {}, box, make("span", { dir: "auto" }, title));
    }));
    for (const box of $("sizes").querySelectorAll("input")) box.checked = state.sizes.includes(box.value);
    for (const radio of document.querySelectorAll("[name=appearance]")) radio.checked = radio.value === state.appearance;
    const onWall = widgets.find(({ kind }) => kind === state.kind) || chosen()[0];
    $("wall-kind").replaceChildren(...widgets.map(({ kind, title }) => make("option", { value: kind }, title)));
    if (onWall) $("wall-kind").value = onWall.kind;
    $("wall-family").replaceChildren(make("option", { value: "" }, "As fits best"),
        ...(onWall ? partsOf(onWall) : []).filter((family) => phonePoints[family])
            .map((family) => make("option", { value: family }, familyNames[family])));
    $("wall-family").value = state.family;
    if ($("wall-family").selectedIndex < 0) $("wall-family").value = "";
    document.documentElement.dataset.scheme = scheme();
    document.querySelector("[name=theme-color]").content = state.view !== "wall" && scheme() === "light" ? "#e9edf4" : "#10131c";
}

function choose(values, focused) {
    const old = state.subject;
    Object.assign(state, values);
    keepState();
    build();
    // The boxes are recreated; the keyboard focus is restored.
    if (focused) [...$("kinds").querySelectorAll("input")].find((box) => box.value === focused.value)?.focus();
    if (state.subject !== old) {
        fingerprints.clear();
        listen();
    }
}

// In the wall view, controls are hidden until there is input.
let quiet = 0;
function stir() {
    document.documentElement.classList.remove("quiet");
    clearTimeout(quiet);
    quiet = setTimeout(() => document.documentElement.classList.add("quiet"), 3000);
}

let lock = null;
async function wake() {
    if (state.view !== "wall" || document.hidden) {
        lock?.release().catch(() => {});
        lock = null;
        return;
    }
    try { if (!lock || lock.released) lock = await navigator.wakeLock?.request("screen"); } catch { /* A low battery may prevent it. */ }
}

// Start

function begin() {
    readState();
    const isLinked = location.search !== "";
    document.documentElement.dataset.scheme = scheme();
    document.documentElement.dataset.view = state.view;
    if (isLinked) keepState();
    for (const button of $("views").children) button.addEventListener("click", () => choose({ view: button.dataset.view }));
    $("subject").addEventListener("change", () => choose({ subject: $("subject").value }));
    $("options-button").addEventListener("click", () => $("options").showModal());
    $("options").addEventListener("click", (event) => { if (event.target === $("options")) $("options").close(); });
    $("sizes").addEventListener("change", () => choose({ sizes: [...$("sizes").querySelectorAll("input:checked")].map((box) => box.value) }));
    for (const radio of document.querySelectorAll("[name=appearance]")) radio.addEventListener("change", () => choose({ appearance: radio.value }));
    $("wall-kind").addEventListener("change", () => choose({ kind: $("wall-kind").value, family: "" }));
    $("wall-family").addEventListener("change", () => choose({ kind: $("wall-kind").value, family: $("wall-family").value }));

    addEventListener("keydown", pressed);
    for (const name of ["pointermove", "pointerdown", "keydown"]) addEventListener(name, stir, { passive: true });
    stir();
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => { if (widgets.length > 0) build(); });
    let resized = 0;
    addEventListener("resize", () => {
        clearTimeout(resized);
        resized = setTimeout(() => state.view === "wall" && !state.family ? build() : tiles.forEach(load), 300);
    });
    addEventListener("offline", () => {
        endedAt = new Date();
        failures = Math.max(failures, 1);
        breaker?.abort();
    });
    addEventListener("online", listen);
    document.addEventListener("visibilitychange", () => {
        wake();
        if (document.hidden) return;
        tick();
        if (lostAt || failures > 0) listen();
        refresh();
    });
    // Pictures that failed on a slow connection are requested again.
    setInterval(() => { if (!lostAt && !document.hidden) tiles.filter((tile) => tile.stored || !tile.source).forEach(load); }, 10000);

    if (navigator.serviceWorker) {
        // Pictures that were loaded before the service worker was active are not in its cache yet.
        let isFirst = !navigator.serviceWorker.controller;
        navigator.serviceWorker.addEventListener("controllerchange", () => {
            if (!isFirst) return;
            isFirst = false;
            refresh();
            for (const tile of tiles) if (tile.source) fetch(tile.source).catch(() => {});
        });
        navigator.serviceWorker.register("./service-worker.js").catch(() => { /* Only an installed page needs it. */ });
    }
    refresh();
    listen();
}

begin();
})();
